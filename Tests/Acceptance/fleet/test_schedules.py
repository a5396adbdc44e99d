"""Clients that acquire, die and are cut off by chance, at a stock coordinator."""

import os
import random
import select
import signal
import subprocess
import threading
import time

import pytest

from fleet.conftest import free_port, until
from fleet.speaker import Speaker

KITS = [f"k{number}" for number in range(1, 7)]


class Client:
    """One client behind a connection of its own, which can be cut."""

    def __init__(self, lab, fleet):
        self.lab, self.fleet = lab, fleet
        self.relay = self.speaker = None
        self.start()

    def start(self):
        self.port = free_port()
        self.connect()
        self.speaker = Speaker(self.fleet, [f"127.0.0.1:{self.port}"], self.lab.environment)
        self.number, self.state, self.held, self.until = None, "idle", [], 0
        self.rejoins = None

    def connect(self):
        self.relay = subprocess.Popen(
            ["socat", f"TCP-LISTEN:{self.port},fork,reuseaddr,bind=127.0.0.1", f"TCP:{self.lab.address}"],
            stderr=subprocess.DEVNULL, start_new_session=True)

    def cut(self, hangs, seconds):
        """The network is gone: packets vanish, or connections end."""
        os.killpg(self.relay.pid, signal.SIGSTOP if hangs else signal.SIGKILL)
        if not hangs:
            self.relay.wait()
        self.rejoins = (time.monotonic() + seconds, hangs)

    def rejoin(self):
        _, hangs = self.rejoins
        self.rejoins = None
        if hangs:
            os.killpg(self.relay.pid, signal.SIGCONT)
        else:
            self.connect()

    def stop(self):
        self.speaker.kill()
        self.speaker.process.stdout.close()
        if self.relay.poll() is None:
            os.killpg(self.relay.pid, signal.SIGKILL)
            self.relay.wait()

    def take(self, now):
        assert self.speaker.take(), "uwbrig-fleet has ended by itself"
        reports, self.speaker.reports = self.speaker.reports, []
        for report in reports:
            if report["kind"] == "lost" and self.state == "holding":
                # What is of use together alone is given back.
                self.until = now
                self.held = [name for name in self.held if name != report["place"]]
            elif report.get("id") != self.number:
                continue
            elif report["kind"] == "granted":
                # Granted anew after a cut, it is the same.
                if self.state == "waiting":
                    self.until = now + random_hold.random() * 0.3
                self.state, self.held = "holding", [place["name"] for place in report["places"]]
            elif report["kind"] == "refused":
                self.state = "idle"
            elif report["kind"] == "release":
                self.state, self.held = "idle", []


random_hold = random.Random(0)


def schedule(lab, clients, chance, rounds):
    """Some seconds of trouble, then rest; the longest time until what the dead had was free."""
    left = {client: rounds for client in clients}
    trouble = time.monotonic() + 1.5
    kills = cuts = 0
    deadline = time.monotonic() + 90
    while True:
        now = time.monotonic()
        assert now < deadline, {
            "states": [(each.state, each.held, each.rejoins) for each in clients], "places": lab.watch.ask("list")}
        ready, _, _ = select.select([each.speaker for each in clients], [], [], 0.02)
        for client in clients:
            if client.speaker in ready:
                client.take(now)
            if client.rejoins and now >= client.rejoins[0]:
                client.rejoin()
            if client.state == "idle" and left[client] > 0:
                left[client] -= 1
                names = chance.sample(KITS, chance.randint(1, 3))
                client.number = client.speaker.order("acquire", places=names, waitMs=60000)
                client.state = "waiting"
            elif client.state == "holding" and now >= client.until:
                client.speaker.release(client.number)
                client.state = "releasing"
            elif client.state in ("holding", "waiting") and now < trouble:
                if chance.random() < 0.003:
                    client.stop()
                    client.start()
                    kills += 1
                elif client.rejoins is None and chance.random() < 0.003:
                    client.cut(chance.random() < 0.5, chance.uniform(0.1, 6))
                    cuts += 1
        # Of those who are connected no two have the same kit.
        owners = {}
        for client in clients:
            if client.state == "holding" and client.rejoins is None:
                for name in client.held:
                    owners.setdefault(name, []).append(client)
        doubled = {name: who for name, who in owners.items() if len(who) > 1}
        if doubled:
            settle(clients, doubled)
        if all(client.state == "idle" and not left[client] and not client.rejoins for client in clients):
            break
    began = time.monotonic()
    until(
        lambda: not any(place.get("owner") for place in lab.watch.ask("list")["places"]),
        lambda: lab.watch.ask("list"), 8)
    return kills, cuts, time.monotonic() - began


def settle(clients, doubled):
    """One who has just come back is told what it has lost; who is not told has it twice."""
    end = time.monotonic() + 5
    while time.monotonic() < end:
        select.select([each.speaker for each in clients], [], [], 0.1)
        for client in clients:
            client.take(time.monotonic())
        if all(sum(name in each.held for each in who) < 2 for name, who in doubled.items()):
            return
    raise AssertionError(f"two owners of {sorted(doubled)}")


@pytest.mark.nightly
def test_schedules(lab, fleet, whole, pytestconfig, note):
    """8 clients, 6 kits, kills and cuts by chance: no deadlock, no two owners, nothing left held"""
    lab.watch = Speaker(fleet, [lab.address], lab.environment)
    clients = []
    try:
        lab.watch.ask("list")
        exporter = Speaker(fleet, [lab.address], lab.environment)
        clients.append(exporter)
        exporter.order("export", exporter="bench", resources=[
            {"group": name, "name": "uwb", "cls": "Static", "extra": {}, "available": True}
            for name in KITS])
        for name in KITS:
            exporter.ask("place", places=[name], match=f"bench/{name}/Static", tags=[{}])
        until(lambda: all(place["complete"] for place in lab.watch.ask("list")["places"]), "the kits")
        server = threading.Thread(target=exporter.serve)
        server.start()
        parties = [Client(lab, fleet) for _ in range(8)]
        clients += parties
        count = pytestconfig.getoption("seeds") or (100 if whole else 10)
        first = pytestconfig.getoption("first") or 0
        kills = cuts = 0
        longest = 0.0
        began = time.monotonic()
        for seed in range(first, first + count):
            killed, cut, rest = schedule(lab, parties, random.Random(seed), 2)
            kills, cuts, longest = kills + killed, cuts + cut, max(longest, rest)
        assert longest <= 5, f"something was held for {longest:.1f} s after the last release"
        note(f"{count} schedules, {kills} kills, {cuts} cuts in {time.monotonic() - began:.0f} s; "
             f"the last kit free after {longest:.1f} s")
    finally:
        for each in clients[1:]:
            each.stop()
        for each in [lab.watch, *clients[:1]]:
            each.kill()
