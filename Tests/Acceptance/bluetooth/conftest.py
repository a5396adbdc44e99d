"""A guest with a real kernel, bluetoothd and two adapters, among accessories of google/bumble.

.ci/setup bluetooth brings the kernel's drivers and bluetoothd; nothing of it is installed on this machine.
"""

import base64
import contextlib
import glob
import json
import os
import shutil
import subprocess
import tempfile
import time

import pytest

from peers.tools import Tools
from support.guest.image import initramfs, kernel, modules_in_order, program, vmlinux
from support.guest import image as images
from support.guest.machine import Machine
from support.program import ROOT, missing

HERE = os.path.join(ROOT, "Tests", "Acceptance", "support", "guest")
GUEST = os.path.join(ROOT, ".build", "bluetooth-guest")
# sha512, ctr and drbg before ecdh, whose self-test fails without them: nothing loads them by itself.
DRIVERS = (
    "virtio_pci virtio_console rfkill crc16 sha512_generic ctr drbg ecdh_generic cmac ecb ccm "
    "bluetooth hci_vhci").split()
BUS = b"""\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen>
<auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><deny own="*"/><deny send_type="method_call"/>
<allow send_type="signal"/><allow send_requested_reply="true" send_type="method_return"/>
<allow send_requested_reply="true" send_type="error"/><allow receive_type="method_call"/>
<allow receive_type="method_return"/><allow receive_type="error"/><allow receive_type="signal"/>
<allow send_destination="org.freedesktop.DBus"/></policy>
<includedir>/etc/dbus-1/system.d</includedir></busconfig>
"""
# Seconds that nothing here takes, on whichever machine: what is expected of a time, each test says.
LONG = 600
# A relay that ends is an adapter that was taken out; it is put in again 1.5 s later.
START = """\
mkdir -p /run/dbus /var/lib/bluetooth
chmod 666 /dev/vport0p4
dbus-daemon --config-file=/etc/bus.conf --fork 2>&1
(while :; do vhci_relay /dev/vport0p2; sleep 1.5; done >/tmp/relay 2>&1 </dev/null &)
(setsid bluetoothd -n >/tmp/bluetoothd 2>&1 </dev/null &)
for i in $(seq 2400); do [ -e /sys/class/bluetooth/hci0 ] && break; sleep 0.1; done
(vhci_relay /dev/vport0p3 >/tmp/relay2 2>&1 </dev/null &)
for i in $(seq 2400); do [ -e /sys/class/bluetooth/hci1 ] && exit 0; sleep 0.1; done
cat /tmp/relay /tmp/relay2 /tmp/bluetoothd
exit 1
"""
RIG = """\
version: 1
name: air
time: real
boards:
"""
# Its power is cut by a word to the world outside.
LOCK = """\
  - name: lock
    firmware: ni-accessory
    link: "LINK"
    claims: {acd: "1.1", background: true, sessions: 1}
    power: {command: {cut: "echo off Lock >/dev/vport0p4", restore: "echo on Lock >/dev/vport0p4"}}
"""


class Bench:
    def __init__(self, machine, air, log):
        self.machine, self.air, self.log = machine, air, log

    def ask(self, script, seconds=LONG, status=0):
        got, text = self.machine.run(script, seconds)
        assert status is None or got == status, \
            f"status {got}, not {status}, from: {script}\n{text[-3000:]}\nThe air:\n{self.heard()[-1500:]}"
        return text

    def runner(self, command, seconds=LONG, status=0):
        """As a user without rights and in no group of Bluetooth."""
        return self.ask(f"su runner -c 'cd; {command}'", seconds, status)

    def deed(self, line):
        """Lets the world outside do something: Air.deed in air.py."""
        self.air.stdin.write(line.encode() + b"\n")
        self.air.stdin.flush()

    def json(self, command, seconds=LONG):
        text = self.runner(command, seconds)
        return json.loads(text[text.index("{"):])

    def file(self, path):
        """The bytes of a file of the guest."""
        return base64.b64decode(self.ask(f"base64 -w 0 {path}"))

    def adapter_back(self):
        self.ask("for i in $(seq 600); do [ -e /sys/class/bluetooth/hci0 ] && break; sleep 0.1; done; sleep 0.5")

    def heard(self):
        """What the accessories have said so far."""
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def rig(self, *links, board=None):
        """A rig of boards with these links, or of one as described."""
        boards = board or "".join(
            f'  - {{name: b{number}, firmware: ni-accessory, link: "{link}"}}\n'
            for number, link in enumerate(links, 1))
        self.ask(f"cat >/tmp/rig.yaml <<'END'\n{RIG}{boards}END\nchmod 644 /tmp/rig.yaml")

    def run(self, cases, seconds=LONG, status=0, more=""):
        """Runs cases on the rig: what it said, its journal, the seconds that it took."""
        began = time.monotonic()
        text = self.runner(
            f'rm -rf o; uwbrig run "{cases}" --rig /tmp/rig.yaml --out o --progress none {more} 2>&1',
            seconds, status)
        took = time.monotonic() - began
        events = self.ask("cat /home/runner/o/events.ndjson 2>/dev/null || true")
        return text, [json.loads(line) for line in events.splitlines()], took

    @staticmethod
    def verdict_after(events):
        """The seconds between the last packet and the last verdict."""
        last = {event["kind"]: event["t_us"] for event in events}
        return (last["case-finished"] - last["packet"]) / 1e6

    @staticmethod
    def slowness(events):
        """How many times slower this machine is than one that finds and opens a board within 3 s: limits of
        time are multiplied by it."""
        opened = [event["t_us"] for event in events if event["kind"] == "board-opened"]
        return max(1, opened[0] / 3e6 if opened else 1)

    def seconds_until_ready(self):
        """Runs a case, which passes, and says when it had: the loading of the program is not counted."""
        _, events, _ = self.run("id(N01)")
        return [event["t_us"] for event in events if event["kind"] == "case-finished"][0] / 1e6


@contextlib.contextmanager
def guest(uwbrig, folder):
    """The bench, with a program in it."""
    images.KERNEL = GUEST
    release, modules = kernel("hci_vhci")
    daemon = os.path.join(GUEST, "usr", "libexec", "bluetooth", "bluetoothd")
    if not os.path.exists(daemon):
        missing("no bluetoothd for the guest: run .ci/setup bluetooth")
    compiler = program("cc", "gcc", shutil.which("gcc") or "", shutil.which("clang") or "")
    python = os.path.join(Tools(folder).install("bumble"), "python")
    files = [("etc/bus.conf", BUS)]
    for path in glob.glob(os.path.join(GUEST, "etc", "dbus-1", "system.d", "*.conf")):
        with open(path, "rb") as file:
            files.append((f"etc/dbus-1/system.d/{os.path.basename(path)}", file.read()))
    with tempfile.TemporaryDirectory(prefix="uwbrig-air-") as work:
        built = []
        for name in ("vhci_relay", "att_echo"):
            built.append(os.path.join(work, name))
            source = os.path.join(HERE, f"{name}.c")
            subprocess.run([compiler, "-O1", "-static", "-o", built[-1], source], check=True)
        initrd = os.path.join(work, "initrd")
        initramfs(
            uwbrig, modules_in_order(modules, DRIVERS), initrd,
            [*built, daemon, program("dbus-daemon", "dbus-daemon")], files)
        names = ["adapter", "second", "control"]
        machine = Machine(vmlinux(release, work), initrd, work, ports=names)
        air = subprocess.Popen(
            [python, os.path.join(HERE, "air.py"), *(os.path.join(work, name) for name in names)],
            stdin=subprocess.PIPE, stdout=open(os.path.join(work, "air"), "wb"), stderr=subprocess.STDOUT)
        try:
            machine.booted(LONG)
            bench = Bench(machine, air, os.path.join(work, "air"))
            bench.ask(START)
            yield bench
        finally:
            air.kill()
            air.wait()
            machine.end()


@pytest.fixture(scope="session")
def bench(uwbrig, pytestconfig):
    with guest(uwbrig.path, pytestconfig.getoption("tools")) as bench:
        yield bench
