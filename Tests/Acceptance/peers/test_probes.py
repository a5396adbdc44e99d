"""The stock OpenOCD on a virtual chip behind a virtual J-Link, by hand and driven by `uwbrig flash`.

OpenOCD, as the distribution has it, finds the probe by its serial number, identifies the chip, and runs
its own loader on it. Every flash is compared with the image, byte for byte.
"""

import hashlib
import json
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import time

import pytest

from peers.tools import version_of
from support.program import ended, missing, need, read, write

SERIAL = "760123456"
PATIENCE = 120
BASE = 0x1000
FCONFIG = (0x1E000, 0x1000)


def run(command, status=0, limit=300, **options):
    for attempt in range(3):
        done = ended(command, timeout=limit, **options)
        if done.status == status:
            return done.out
        # A probe on a network is listened for during 20 ms, in which a busy machine may do nothing.
        if "No J-Link device found" not in done.out or attempt == 2:
            break
    raise AssertionError(f"not {status}: {done}")


def mcuboot_image(program):
    """Header, program, and an entry with the SHA-256 of both."""
    version = struct.pack("<BBHI", 1, 2, 3, 4)
    head = struct.pack("<IIHHII", 0x96F3B83D, 0, 32, 0, len(program), 0) + version + bytes(4)
    digest = hashlib.sha256(head + program).digest()
    return head + program + struct.pack("<HHHH", 0x6907, 40, 0x10, 32) + digest


class Chip:
    """A chip behind the probe, images for it, and those who write them."""

    def __init__(self, uwbrig, jlink, folder, chip, name, profile, other, size):
        self.uwbrig, self.folder, self.name, self.size = uwbrig, folder, name, size
        self.path = os.path.join(folder, chip + ".flash")
        self.rig, self.other_rig = self.rig_of(profile), self.rig_of(other)
        chance = random.Random(20 + size)
        # One chip is written as far as a large application goes.
        self.contents, self.short = chance.randbytes(size << 10), chance.randbytes(10_007)
        self.program = chance.randbytes(3000)
        self.image, self.small = self.file("app.bin", self.contents), self.file("small.bin", self.short)
        # J-Links have one port: another's may be on it for a while.
        deadline = time.monotonic() + PATIENCE
        while True:
            self.process = subprocess.Popen(
                [jlink, chip, SERIAL, self.path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                text=True)
            if self.process.stdout.readline().startswith("ready "):
                return
            self.process.wait()
            assert time.monotonic() < deadline, "the virtual J-Link was not served"
            time.sleep(2)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=10)
        self.process.stdout.close()

    def file(self, name, data):
        return write(self.folder, name, data)

    def rig_of(self, profile):
        return self.file(
            profile + ".yaml", "version: 1\nname: probes\ntime: real\nboards:\n"
            f"  - {{name: kit, profile: {profile}, firmware: uci, link: 'exec:cat'}}\n")

    def flash(self):
        return read(self.path)

    def openocd(self, *commands):
        words = [
            "openocd", "-c", f"adapter driver jlink; adapter serial {SERIAL}; transport select swd",
            "-f", "target/nrf52.cfg", "-c", "gdb_port disabled; telnet_port disabled; tcl_port disabled"]
        return run(words + ["-c", "; ".join(commands)])

    def ours(self, verb, *arguments, rig=None, probe=SERIAL, status=0):
        method = ["--method", "openocd"] if verb == "flash" else []
        command = [verb, "kit", "--rig", rig or self.rig, "--probe", probe, *method, *arguments]
        return run(self.uwbrig.command(*command), status=status, cwd=self.folder)

    def expect(self, content, start=BASE):
        assert self.flash()[start : start + len(content)] == content, "the flash differs"


CHIPS = {
    "nRF52833": ("nrf52833", "nRF52833", "dwm3001cdk", "dwm3000evb-nrf52840dk", 256),
    "nRF52840": ("nrf52840", "nRF52840", "dwm3000evb-nrf52840dk", "dwm3001cdk", 64),
}


@pytest.fixture(scope="session")
def jlink(uwbrig, pytestconfig):
    """The program that serves a J-Link with a chip behind it, whose flash is a file."""
    path = pytestconfig.getoption("jlink") or os.path.join(os.path.dirname(uwbrig.path), "virtual-jlink")
    if not os.access(path, os.X_OK):
        missing(f"{path} is not here: .ci/build -c release --product virtual-jlink")
    return path


@pytest.fixture(scope="module", params=CHIPS)
def chip(request, uwbrig, jlink):
    need("openocd", "openocd")
    folder = tempfile.mkdtemp(prefix="uwbrig-probes-")
    served = Chip(uwbrig, jlink, folder, *CHIPS[request.param])
    yield served
    served.end()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def version():
    return version_of("openocd", "--version")


@pytest.fixture
def tool(row, chip, version):
    return lambda operation: row(
        "OpenOCD", version, "tool → virtual chip", operation=f"{chip.name}: {operation}")


@pytest.fixture
def ours(row, chip, version):
    return lambda operation: row(
        "OpenOCD", version, "ours → tool → virtual chip", operation=f"{chip.name}: {operation}")


def test_by_hand(chip, tool):
    """openocd, by hand: program, verify"""
    words = chip.openocd(f"program {chip.small} {BASE} verify reset exit")
    assert "** Verified OK **" in words, "OpenOCD did not verify:\n" + words
    chip.expect(chip.short)
    tool("by hand: program, verify")


def test_driven(chip, ours, note):
    """flash of a large image, verified"""
    words = chip.ours("flash", chip.image, "--base", hex(BASE), "--json")
    events = [json.loads(line) for line in words.splitlines() if line.startswith("{")]
    done = [event for event in events if event["event"] == "done"]
    assert done, "no event says that it is done:\n" + words[-2000:]
    phases = {event["phase"] for event in events if event["event"] == "progress"}
    assert {"erase", "write", "verify"} <= phases, f"the progress is of {phases} alone"
    chip.expect(chip.contents)
    assert set(chip.flash()[BASE + len(chip.contents) :]) == {0xFF}, "more was written than the image"
    seconds = done[0]["seconds"]
    note(f"{seconds:.1f} s for {chip.size} KiB, {chip.size / seconds:.1f} KiB/s")
    ours(f"flash: {chip.size} KiB, verified")


def test_read_back(chip, tool):
    """openocd reads back what was written"""
    copy = os.path.join(chip.folder, "copy.bin")
    chip.openocd("init", f"dump_image {copy} {BASE} {len(chip.contents)}", "shutdown")
    assert read(copy) == chip.contents, "what OpenOCD reads differs"
    tool("reads back what was written")


def test_damage(chip, tool):
    """openocd finds that another image is not there"""
    words = chip.openocd(
        "init", "reset halt", f"set bad [catch {{verify_image {chip.small} {BASE} bin}}]",
        "echo bad=$bad", "shutdown")
    assert "bad=" in words and "bad=0" not in words, "another image was verified:\n" + words
    tool("finds that another image is not there")


def test_wrong_chip(chip, ours):
    """flash refuses another chip"""
    before = chip.flash()
    words = chip.ours("flash", chip.small, "--base", hex(BASE), rig=chip.other_rig, status=3)
    assert "was not changed" in words, words
    assert chip.flash() == before, "the flash of another chip was changed"
    ours("flash refuses another chip")


def test_neighbours(chip, ours):
    """flash leaves other pages alone"""
    chip.ours("flash", chip.small, "--base", hex(0x60000))
    chip.expect(chip.short, 0x60000)
    chip.expect(chip.contents)
    ours("flash leaves other pages alone")


@pytest.mark.parametrize("chip", ["nRF52833"], indirect=True)
def test_erase_all(chip, ours):
    """flash --erase all keeps what either layout of Qorvo's firmware calls calibration"""
    # Calibration as text with its terminator; code is at 0x1E000 in the layout of SDK 1.1.
    pages = {
        "FCONFIG": (0x1E000, b"ch5.ant0.ch_delay=16450\0" * 20),
        "CALIB_SHA": (0x7E000, hashlib.sha256(b"calibration").digest()),
        "CALIB": (0x7F000, b"\x02\x01ch9.ant0.tx_power\0\x34\x12" * 40)}
    chip.openocd("init", "reset halt", "nrf5 mass_erase", "shutdown")
    for name, (start, content) in pages.items():
        file = chip.file(name, content)
        chip.openocd("init", "reset halt", f"flash write_image {file} {start:#x} bin", "shutdown")
    folder = os.path.join(chip.folder, "copies")
    words = chip.ours("flash", chip.small, "--base", hex(BASE), "--erase", "all", "--backup", folder)
    assert "on the chip again, verified" in words, words
    left = bytearray(chip.flash())
    left[BASE : BASE + len(chip.short)] = b"\xff" * len(chip.short)
    chip.expect(chip.short)
    for name, (start, content) in pages.items():
        chip.expect(content, start)
        copy = read(os.path.join(folder, f"{SERIAL}-{name}.bin"))
        assert copy == content + b"\xff" * (0x1000 - len(content)), f"the copy of {name} is not what was there"
        left[start : start + len(content)] = b"\xff" * len(content)
    assert set(left) == {0xFF}, "not everything else was erased"
    ours("flash --erase all, which reads FCONFIG, CALIB_SHA and CALIB out and writes them back, verified")


@pytest.mark.parametrize("chip", ["nRF52833"], indirect=True)
def test_erase_all_of_code(chip, ours):
    """flash --erase all keeps a copy of program where the other layout has its calibration, and does not
    write it back"""
    chip.openocd("init", "reset halt", "nrf5 mass_erase", "shutdown")
    chip.ours("flash", chip.image, "--base", hex(BASE))
    start, count = FCONFIG
    kept = chip.flash()[start : start + count]
    folder = os.path.join(chip.folder, "copies-of-code")
    words = chip.ours("flash", chip.small, "--base", hex(BASE), "--erase", "all", "--backup", folder)
    chip.expect(chip.short)
    assert set(chip.flash()[BASE + len(chip.short) :]) == {0xFF}, "not everything was erased"
    assert read(os.path.join(folder, f"{SERIAL}-FCONFIG.bin")) == kept, "the copy is not what was there"
    assert "though it looks like" in words, words
    ours("flash --erase all over program where calibration may be: a copy in a file, and nothing written back")


def test_inspected(chip, ours):
    """inspect reads chip and image without changing them"""
    # A chip of its own: one image at a slot, and the address of which pairs are made.
    slot = chip.file("slot.bin", mcuboot_image(chip.program))
    chip.openocd(f"program {slot} 0xc000 verify exit")
    before = chip.flash()
    words = chip.ours("inspect", "--json", status=3)
    assert chip.flash() == before, "the flash was changed"
    channels = json.loads(words)["boards"][0]["channels"]
    report = next(each for each in channels if each["channel"] == "chip")
    said = {item["name"]: item for item in report["items"]}
    assert said["chip"]["value"].lower() == chip.name.lower(), f"the chip is {said['chip']}"
    assert said["protection"]["value"] == "open", f"{said['protection']}"
    assert re.fullmatch("[0-9A-F]{12}", said["USB serial number"]["value"]), f"{said}"
    image = said["MCUboot image at 0xc000"]
    parts = {part["name"]: part["value"] for part in image["parts"]}
    assert image["value"] == "1.2.3+4", f"the image is {image}"
    assert parts["contents"] == "as the hash says", f"{parts}"
    page = chip.ours("inspect", status=3)
    assert "Chip behind the probe" in page, page
    ours("inspect reads chip and image without changing them")


def test_no_such_probe(chip, ours):
    """flash says that a probe is not there"""
    words = chip.ours("flash", chip.small, "--base", hex(BASE), probe="760999999", status=3)
    assert "was not found" in words and "was not changed" in words, words
    ours("flash says that a probe is not there")


def test_locked(chip, ours):
    """inspect says that a chip is locked; flash opens it with --recover alone"""
    lock = chip.file("lock.bin", bytes([0x00, 0xFF, 0xFF, 0xFF]))
    chip.openocd(
        "init", "reset halt", f"flash write_image {lock} 0x10001208 bin", "nrf52.dap apreg 1 0 1",
        "nrf52.dap apreg 1 0 0", "shutdown")
    before = chip.flash()
    words = chip.ours("inspect", status=3)
    assert "locked" in words and "--recover" in words, words
    words = chip.ours("flash", chip.small, "--base", hex(BASE), status=3)
    assert "--recover" in words and "was not changed" in words, words
    assert chip.flash() == before, "a locked chip was changed without leave"
    words = chip.ours("flash", chip.small, "--base", hex(BASE), "--recover")
    assert "erases everything on it" in words, words
    chip.expect(chip.short)
    ours("inspect says that a chip is locked; flash opens it with --recover alone")
