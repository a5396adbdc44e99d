"""Hosts of their own, each in a network namespace: the cables between them are pulled."""

import contextlib
import os
import re
import shutil
import subprocess
import time

import pytest

from fleet.conftest import BOARDS, NAMES, Laboratory, Running, until
from fleet.test_fleet import CASES, LINKS, verdicts
from support.program import ended, write

HOSTS = ("coordinator", "bench", "runner", "rival")


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Network:
    """A switch with a cable to each host."""

    def __init__(self):
        self.mark = f"uwbrig{os.getpid()}"
        ip("netns", "add", self.space("switch"))
        ip("-n", self.space("switch"), "link", "add", "switch", "type", "bridge")
        ip("-n", self.space("switch"), "link", "set", "switch", "up")
        for number, host in enumerate(HOSTS, 1):
            ip("netns", "add", self.space(host))
            ip("-n", self.space(host), "link", "set", "lo", "up")
            ip("-n", self.space("switch"), "link", "add", host, "type", "veth", "peer", "name", "net0",
               "netns", self.space(host))
            ip("-n", self.space("switch"), "link", "set", host, "master", "switch", "up")
            ip("-n", self.space(host), "address", "add", f"10.77.0.{number}/24", "dev", "net0")
            ip("-n", self.space(host), "link", "set", "net0", "up")

    def space(self, host):
        return f"{self.mark}-{host}"

    def inside(self, host, command):
        return ["ip", "netns", "exec", self.space(host), *command]

    def pull(self, host):
        ip("-n", self.space("switch"), "link", "set", host, "down")

    def plug(self, host):
        ip("-n", self.space("switch"), "link", "set", host, "up")

    def remove(self):
        for host in ("switch", *HOSTS):
            subprocess.run(["ip", "netns", "delete", self.space(host)], capture_output=True)


class Hosts(Laboratory):
    """The laboratory with each program on a host of its own."""

    def __init__(self, network, *words):
        super().__init__(*words)
        self.network = network
        self.environment["LG_COORDINATOR"] = self.address = "10.77.0.1:20408"

    def on(self, host, name, command, **options):
        return self.run(name, self.network.inside(host, command), **options)

    def start(self, devices):
        folder = os.path.join(self.folder, "coordinator")
        os.makedirs(folder)
        self.on("coordinator", "coordinator",
                [self.labgrid("labgrid-coordinator"), "-l", self.address], cwd=folder, speaks=False)
        until(lambda: self.ask("list").status == 0, "the coordinator")
        rig = write(self.folder, "bench.yaml", BOARDS % tuple(f"serial:{devices[n]}" for n in NAMES))
        self.export = self.on("bench", "export", self.uwbrig.command(
            "fleet", "export", "--rig", rig, "--name", "bench", "--places", "--listen", "10.77.0.2"))
        self.export.ready()

    def ask(self, *words, host="rival"):
        return ended(self.network.inside(host, self.uwbrig.command("fleet", *words)),
                     env={**os.environ, **self.environment}, timeout=60)

    def holder(self, host, *words) -> Running:
        return self.on(host, f"acquire-{host}", self.uwbrig.command("fleet", "acquire", *words))


@contextlib.contextmanager
def on_hosts(kind, *words):
    """A laboratory of a kind of `Hosts` in a network, which goes with it."""
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("network namespaces need root and iproute2")
    network = Network()
    laboratory = kind(network, *words)
    try:
        yield laboratory
    finally:
        laboratory.stop()
        network.remove()


@pytest.fixture
def hosts(uwbrig, labgrid, fleet, devices, folder):
    with on_hosts(Hosts, uwbrig, labgrid, fleet, folder) as laboratory:
        laboratory.start(devices)
        yield laboratory


def is_free(hosts, place):
    listed = hosts.ask("list")
    return listed.status == 0 and re.search(rf"^{place}\s+free ", listed.out, re.M)


def test_holder_is_cut_off(hosts, loose, note):
    """a host whose cable is pulled loses its kit to the next one within 5 s, and is told when it is back"""
    holder = hosts.holder("runner", "anchor")
    holder.ready()
    next_one = hosts.holder("rival", "anchor", "--wait", "60s")
    until(lambda: "waiting for anchor" in next_one.said(), next_one.said)
    began = time.monotonic()
    hosts.network.pull("runner")
    next_one.ready()
    took = time.monotonic() - began
    assert took <= 5 * loose, f"{took:.1f} s"
    hosts.network.plug("runner")
    holder.process.wait(60)
    assert holder.process.returncode == 3 and "anchor is lost" in holder.said(), holder.said()
    note(f"{took:.2f} s")


@pytest.mark.parametrize("host", ["runner", "bench"])
def test_cut_in_a_run(hosts, host):
    """a cable that is pulled in the middle of a run is no fault of a board, and every kit is free after it"""
    rig = write(hosts.folder, "rig.yaml", BOARDS % LINKS)
    out = os.path.join(hosts.folder, "run")
    running = hosts.on("runner", "run", hosts.uwbrig.command(
        "run", "--rig", rig, "--out", out, "--progress", "none", CASES))
    journal = os.path.join(out, "events.ndjson")

    def has_begun():
        assert running.process.poll() is None, running.said()
        return os.path.exists(journal) and b"case-finished" in open(journal, "rb").read()

    until(has_begun, running.said)
    hosts.network.pull(host)
    running.process.wait(240)
    found = verdicts(out)
    bad = sorted(key for key, verdict in found.items() if verdict == "FAIL")
    assert running.process.returncode == 3 and not bad, (bad, running.said())
    hosts.network.plug(host)
    until(lambda: all(is_free(hosts, name) for name in NAMES), lambda: hosts.ask("list").out, 60)
