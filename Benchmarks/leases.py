#!/usr/bin/env python3
"""Measures leases and served ports against labgrid with ser2net, on one machine: prints a table.

    make fleet && python3 Benchmarks/leases.py [--program .build/release/uwbrig] [--rounds 50]

Needs what `.ci/setup fleet` installs. Figures are of pseudo-terminals and loopback: they say what the
software costs.
"""

import argparse
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import tty

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Acceptance"))

from fleet.conftest import Laboratory, until  # noqa: E402
from peers.tools import Tools  # noqa: E402
from support.program import Program, write  # noqa: E402

IAC, SB, SE = 255, 250, 240


class Echo:
    """A pseudo-terminal whose other side says what it hears."""

    def __init__(self):
        master, slave = os.openpty()
        tty.setraw(slave)
        self.path, self.slave = os.ttyname(slave), slave
        self.process = os.fork()
        if self.process == 0:
            while True:
                os.write(master, os.read(master, 4096))
        os.close(master)


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def row(what, times, extra=""):
    print(f"| {what} | {percentile(times, .5):.3f} | {percentile(times, .99):.3f} | {len(times)} | {extra} |",
          flush=True)
    return percentile(times, .5)


def opened(port):
    """A session by RFC 2217, in one write; returns when the rate is confirmed."""
    link = socket.create_connection(("127.0.0.1", port), 5)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    link.sendall(bytes([IAC, 251, 44, IAC, 251, 0, IAC, 253, 0, IAC, 251, 3, IAC, 253, 3,
                        IAC, SB, 44, 1, 0, 1, 0xC2, 0, IAC, SE]))
    heard = b""
    while bytes([IAC, SB, 44, 101]) not in heard or not heard.endswith(bytes([IAC, SE])):
        piece = link.recv(4096)
        assert piece, "hung up on"
        heard += piece
    return link


def echoes(send, receive, count):
    times = []
    for _ in range(count):
        began = time.perf_counter()
        send(b"0123456789abcdef")
        got = b""
        while len(got) < 16:
            got += receive(16)
        times.append(time.perf_counter() - began)
    return times[20:]


class Fleet:
    """uwbrig-fleet by its standard streams."""

    def __init__(self, path, address):
        self.process = subprocess.Popen(
            [path, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.last = 0
        self.heard("up")

    def heard(self, kind):
        for line in self.process.stdout:
            report = json.loads(line)
            if report["kind"] == kind:
                return report
            assert report["kind"] != "refused", report
        raise AssertionError("it has ended")

    def order(self, do, **more):
        self.process.stdin.write(json.dumps({"do": do, "id": more.pop("id", None) or self.number(), **more}) + "\n")

    def number(self):
        self.last += 1
        return self.last

    def acquire(self, *places):
        self.order("acquire", places=places, waitMs=60000)
        return self.heard("granted")

    def release(self, number):
        self.order("release", id=number)
        self.heard("release")

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=os.path.join(ROOT, ".build", "release", "uwbrig"))
    parser.add_argument("--fleet", default=os.path.join(ROOT, "Fleet", ".build", "debug", "uwbrig-fleet"))
    parser.add_argument("--rounds", type=int, default=50)
    options = parser.parse_args()
    tools = Tools()
    tools.install("labgrid")
    with tempfile.TemporaryDirectory(prefix="uwbrig-bench-") as folder:
        lab = Laboratory(
            Program(os.path.abspath(options.program)), lambda name: tools.path("labgrid", name),
            os.path.abspath(options.fleet), folder)
        try:
            measure(lab, options)
        finally:
            lab.stop()


def measure(lab, options):
    ports = [Echo() for _ in range(21)]
    try:
        measure_with(lab, options, ports)
    finally:
        for port in ports:
            os.kill(port.process, signal.SIGKILL)


def measure_with(lab, options, ports):
    boards = "".join(
        f"  - {{name: k{n}, firmware: unknown, link: \"serial:{port.path}\"}}\n" for n, port in enumerate(ports[:20]))
    lab.start_coordinator()
    rig = write(lab.folder, "rig.yaml", f"version: 1\nname: b\ntime: real\nboards:\n{boards}")
    export = lab.run("export", lab.uwbrig.command(
        "fleet", "export", "--rig", rig, "--name", "ours", "--places", "--with-parent"))
    export.ready()
    link = "/dev/uwbrig-bench"
    if os.path.lexists(link):
        os.unlink(link)
    os.symlink(ports[20].path, link)
    lab.run("stock", [
        lab.labgrid("labgrid-exporter"), "-c", lab.address, "-n", "stock", "--hostname", "127.0.0.1",
        write(lab.folder, "e.yaml", f"peer: {{RawSerialPort: {{port: {link}, speed: 115200}}}}\n")])
    until(lambda: "stock/peer" in lab.client("resources"), "the stock exporter")
    lab.client("-p", "peer", "create")
    lab.client("-p", "peer", "add-match", "stock/peer/NetworkSerialPort")
    print("| what | p50, ms | p99, ms | n | |\n|---|---|---|---|---|")

    fleet = Fleet(lab.environment["UWBRIG_FLEET"], lab.address)
    times = {}
    for place, rounds in (("k0", options.rounds), ("peer", 10)):
        times[place] = []
        for _ in range(rounds):
            began = time.perf_counter()
            granted = fleet.acquire(place)
            port = granted["places"][0]["resources"][0]["port"]
            if place == "peer":
                # The library that labgrid opens ports with.
                script = (
                    "import time, serial.rfc2217 as r\nb = time.perf_counter()\n"
                    f"s = r.Serial('rfc2217://127.0.0.1:{port}?ign_set_control&timeout=3', baudrate=115200, timeout=2)\n"
                    "print(time.perf_counter() - b)\ns.close()")
                middle = time.perf_counter()
                took = float(subprocess.run(
                    [lab.labgrid("python"), "-c", script], capture_output=True, check=True, text=True).stdout)
                times[place].append(middle - began + took)
            else:
                link = opened(port)
                times[place].append(time.perf_counter() - began)
                link.close()
            fleet.release(granted["id"])
    row("acquire and open: our exporter and client", times["k0"])
    row("acquire and open: labgrid's exporter, ser2net, pyserial", times["peer"])

    slave = ports[0].slave
    direct = row("echo of 16 bytes: the pseudo-terminal", echoes(
        lambda data: os.write(slave, data), lambda n: os.read(slave, n), 2020))
    for place in ("k0", "peer"):
        granted = fleet.acquire(place)
        link = opened(granted["places"][0]["resources"][0]["port"])
        name = "our server" if place == "k0" else "ser2net as labgrid starts it"
        some = echoes(link.sendall, link.recv, 2020 if place == "k0" else 320)
        row(f"echo of 16 bytes: {name}", some, f"{percentile(some, .5) / direct:.1f} times the terminal")
        link.close()
        fleet.release(granted["id"])
    fleet.stop()

    clients = [Fleet(lab.environment["UWBRIG_FLEET"], lab.address) for _ in range(20)]
    rounds = []
    for _ in range(10):
        began = time.perf_counter()
        for n, client in enumerate(clients):
            client.order("acquire", places=[f"k{n}"], waitMs=60000)
        granted = [client.heard("granted") for client in clients]
        rounds.append(time.perf_counter() - began)
        owners = {report["owner"] for report in granted}
        assert len(owners) == 20
        for client, report in zip(clients, granted):
            client.release(report["id"])
    row("20 kits acquired at once by 20 clients", rounds, "each exactly one owner")
    for client in clients:
        client.stop()

    deaths = []
    for _ in range(5):
        holder, heir = (Fleet(lab.environment["UWBRIG_FLEET"], lab.address) for _ in range(2))
        holder.acquire("k0")
        heir.order("acquire", places=["k0"], waitMs=60000)
        heir.heard("waits")
        began = time.perf_counter()
        holder.process.kill()
        heir.heard("granted")
        deaths.append(time.perf_counter() - began)
        heir.stop()
    row("holder killed, the next one has it", deaths)


if __name__ == "__main__":
    main()
