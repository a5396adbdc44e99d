"""USB DFU through a real kernel, in a QEMU guest: `uwbrig flash` and dfu-util on one emulated device.

dfu-util proves that the device is one, and then the two programs read and write what the other one wrote.
"""

import random
import tempfile
import threading
import time

import pytest

from peers.tools import version_of
from support.guest.bench import boot
from support.guest.dfu import Application, Dfu
from support.guest.image import program
from support.table import GUEST

SERIAL = "356F35533235"
RIG = f"""\
version: 1
name: dfu
time: real
boards:
  - {{name: tag, firmware: uci, link: "usb:serial={SERIAL},interface=0"}}
"""
FLASH = "cd /tmp && uwbrig flash tag image.bin --base 0x08000000 --method usb-dfu --rig rig.yaml"


class Bench:
    """The guest and the device."""

    def __init__(self, machine, took):
        self.machine = machine
        # The guest is computed, beside whatever else this machine does: how long it took to come up
        # says how long anything may take.
        self.patience = 120 + 12 * took
        self.device = Dfu("loader", SERIAL)
        self.random = random.Random(11)
        self.ask(f"cat >/tmp/rig.yaml <<'END'\n{RIG}END")

    def ask(self, script, status=0):
        got, text = self.machine.run(script, self.patience)
        assert status is None or got == status, f"status {got}, not {status}: {script}\n{text[-2500:]}"
        return text

    def image(self, size=9000):
        """Another image, in the guest as well."""
        data = self.random.randbytes(size)
        octal = "".join(f"\\{byte:03o}" for byte in data)
        self.ask("rm -f /tmp/image.bin")
        for start in range(0, len(octal), 40_000):
            self.ask(f"printf '{octal[start:start + 40_000]}' >>/tmp/image.bin")
        return data

    def plug(self, device):
        device.plug(self.machine.port(1))
        self.ask(
            "for i in $(seq 2000); do cat /sys/bus/usb/devices/1-1/serial 2>/dev/null && exit 0; "
            "sleep 0.05; done; exit 1")

    def unplug(self, device):
        device.unplug()
        self.ask(
            "for i in $(seq 2000); do [ -e /sys/bus/usb/devices/1-1 ] || exit 0; sleep 0.05; done; "
            "exit 1")

    def holds(self, data):
        return bytes(self.device.flash[: len(data)]) == data


@pytest.fixture(scope="module")
def dfu_util():
    return program("dfu-util", "dfu-util")


@pytest.fixture(scope="module")
def bench(uwbrig, dfu_util):
    with tempfile.TemporaryDirectory(prefix="uwbrig-dfu-") as work:
        start = time.monotonic()
        machine, _ = boot(uwbrig, work, 600, [dfu_util])
        try:
            yield Bench(machine, time.monotonic() - start)
        finally:
            machine.end()


@pytest.fixture
def told(record_property, request):
    """A row of the table, whose operation is the title."""
    def row(peer, version, kind):
        operation = request.function.__doc__
        record_property("row", [peer, version, f"{kind} → emulated device, {GUEST}", operation, "ok"])

    return row


@pytest.fixture
def tool(told, dfu_util):
    return lambda: told("dfu-util", version_of(dfu_util, "--version"), "tool")


@pytest.fixture
def ours(told):
    return lambda: told("uwbrig flash", "this", "ours")


def test_peer_writes(bench, tool):
    """DfuSe: write"""
    device = bench.device
    data = bench.image()
    bench.plug(device)
    said = bench.ask(
        "dfu-util -d 0483:df11 -a 0 -s 0x08000000 -D /tmp/image.bin 2>&1", status=None)
    assert bench.holds(data), f"the device does not hold what dfu-util sent\n{said[-1500:]}"
    tool()


def test_flash(bench, ours):
    """DfuSe through libusb: write, verify, leave"""
    device = bench.device
    data = bench.image()
    said = bench.ask(FLASH + " 2>&1")
    assert bench.holds(data), said
    assert "verified" in said and "done" in said, said
    assert device.left.wait(bench.patience), "the device was not told to leave"
    bench.unplug(device)
    ours()


def test_peer_reads(bench, tool):
    """DfuSe: read back what uwbrig wrote"""
    device = bench.device
    bench.plug(device)
    bench.ask("rm -f /tmp/read.bin; dfu-util -d 0483:df11 -a 0 -s 0x08000000:9000 "
              "-U /tmp/read.bin 2>&1")
    bench.ask("cmp /tmp/read.bin /tmp/image.bin")
    bench.unplug(device)
    tool()


def test_pulled(bench, ours):
    """DfuSe: the plug is pulled in the middle, then again"""
    device = bench.device
    data = bench.image()
    bench.plug(device)
    answer = bench.machine.start(FLASH + " 2>&1")
    before = device.erased
    deadline = time.monotonic() + bench.patience
    while device.erased == before and time.monotonic() < deadline:
        time.sleep(0.001)
    device.unplug()
    status, said = bench.machine.wait(answer, bench.patience)
    assert status == 3, f"status {status}\n{said}"
    assert "may have no application" in said, said
    bench.plug(device)
    said = bench.ask(FLASH + " 2>&1")
    assert bench.holds(data), said
    bench.unplug(device)
    ours()


def test_detached(bench, ours):
    """DFU detach of an application, then DfuSe"""
    device = bench.device
    data = bench.image()
    application = Application("application", SERIAL)
    bench.plug(application)

    def reset():
        if application.detached.wait(bench.patience):
            application.unplug()
            time.sleep(0.3)
            device.plug(bench.machine.port(1))

    thread = threading.Thread(target=reset, daemon=True)
    thread.start()
    said = bench.ask(FLASH + " --enter usb-detach 2>&1")
    thread.join(10)
    assert application.of("detach"), "the application was not asked to detach\n" + said
    assert bench.holds(data), said
    bench.unplug(device)
    ours()


def test_another(bench, ours):
    """another device in its place is left alone"""
    bench.image()
    application = Application("application", SERIAL)
    stranger = Dfu("stranger", "000000000001")
    bench.plug(application)

    def swap():
        if application.detached.wait(bench.patience):
            application.unplug()
            time.sleep(0.3)
            # Of the application's maker, with another number: another owner's board.
            stranger.vendor, stranger.product = application.vendor, 0x0002
            stranger.plug(bench.machine.port(1))

    thread = threading.Thread(target=swap, daemon=True)
    thread.start()
    said = bench.ask(FLASH + " --enter usb-detach 2>&1", status=3)
    thread.join(10)
    assert "another board is plugged into path=1-1" in said, said
    assert bytes(stranger.flash) == b"\xff" * stranger.SIZE, "another board was written"
    bench.unplug(stranger)
    ours()
