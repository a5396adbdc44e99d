"""nrfutil and ours on virtual boards with Nordic's Secure DFU over a serial line."""

import os
import re
import subprocess
import time

import pytest

from peers.boards import APPLICATION_START, dfu_package
from peers.tools import pinned
from support.program import ended, read, succeed
from support.sharing import made_once

PEER = ("nrfutil", pinned("nrfutil"), "tool → virtual board")
EQUAL = "ok: equal in flash"

PACKAGES = {"small": (10_000, 1), "large": (120_000, 1), "other": (60_000, 2)}


def rig(*boards):
    lines = "".join(f"  - {{{board}}}\n" for board in boards)
    return "version: 1\nname: nordic\ntime: real\nboards:\n" + lines


@pytest.fixture(scope="session")
def nrfutil(tools, tmp_path_factory):
    """What is done with nrfutil."""
    installed = tools("nrfutil")

    def make(folder):
        for name, (size, version) in PACKAGES.items():
            _, firmware = dfu_package(installed, folder, name, size, version)
            with open(os.path.join(folder, name + ".firmware"), "wb") as file:
                file.write(firmware)

    return Nrfutil(installed, made_once(tmp_path_factory, "dfu-packages", make))


class Nrfutil:
    def __init__(self, tools, folder):
        self.tools, self.folder = tools, folder

    def package(self, name):
        return os.path.join(self.folder, name + ".zip")

    def firmware(self, name):
        return read(self.folder, name + ".firmware")

    def dfu(self, boards, board, name):
        return [
            self.tools.path("nrfutil", "nrfutil"), "dfu", "serial", "-pkg", self.package(name), "-p",
            boards.port(board), "-t", "2", "-cd", "0", "-fc", "0"]

    def programs(self, boards, board, name):
        """It writes a package, and the flash is equal to it afterwards."""
        start = time.monotonic()
        words = succeed(self.dfu(boards, board, name), timeout=120)
        assert "Device programmed" in words, words
        firmware = self.firmware(name)
        # Two seconds of it go by before nrfutil opens the port.
        rate = len(firmware) / max(0.01, time.monotonic() - start - 2) / 1000
        boards.expect(board, APPLICATION_START, firmware)
        return f"{len(firmware)} bytes equal in flash, about {rate:.0f} kB/s"

    def refused(self, boards, board, words_expected):
        """It tells the board's reason."""
        done = ended(self.dfu(boards, board, "small"), timeout=120)
        # What a person would read, however it is broken into lines.
        text = re.sub(r"\s+", " ", done.out)
        assert done.status != 0 and re.search(words_expected, text), f"not {words_expected!r}: {done}"

    def killed(self, boards, end):
        """It is killed in the middle of a package, and writes it when it is run again."""
        board, firmware = "nordic-slow", self.firmware("large")
        process = subprocess.Popen(
            self.dfu(boards, board, "large"), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            # Behind the factory's application, which has a page.
            middle = APPLICATION_START + 4096 + 40_000
            deadline = time.monotonic() + 60
            while boards.flash(board, middle, 64) == b"\xff" * 64:
                assert time.monotonic() < deadline and process.poll() is None, (
                    "nrfutil did not come to the middle of the image")
                time.sleep(0.05)
            end()
        finally:
            process.kill()
            process.wait()
        start = time.monotonic()
        succeed(self.dfu(boards, board, "large"), timeout=120)
        seconds = time.monotonic() - start - 2
        boards.expect(board, APPLICATION_START, firmware)
        return f"the rest in {seconds:.0f} s, {len(firmware)} bytes equal in flash"


class TestFlashTimes:
    rig = rig(
        "name: nordic, firmware: secure-dfu, link: virtual, rate: 1000000, flash: {file: nordic.bin}",
        "name: nordic-faulty, firmware: secure-dfu, link: virtual, misbehaviour: stores-a-wrong-bit, "
        "flash: {times: none}")

    def test_small(self, nrfutil, boards, note, row):
        """dfu serial, MTU 131, flash times of the nRF52"""
        note(nrfutil.programs(boards, "nordic", "small"))
        row(*PEER, EQUAL)

    def test_again(self, nrfutil, boards, note, row):
        """dfu serial again over the image that runs"""
        note(nrfutil.programs(boards, "nordic", "small"))
        row(*PEER, EQUAL)

    def test_wrong_bit(self, nrfutil, boards, row):
        """dfu serial, flash stores a wrong bit"""
        nrfutil.refused(boards, "nordic-faulty", r"(?i)hash")
        row(*PEER, "ok: the tool tells the board's reason")


class TestLarge:
    rig = rig(
        "name: nordic-usb, firmware: secure-dfu, link: virtual, rate: 1000000, buffer: 1025, "
        "flash: {file: nordic-usb.bin, times: none}")

    def test_large(self, nrfutil, boards, note, row):
        """dfu serial, 120 kB, MTU 1025"""
        note(nrfutil.programs(boards, "nordic-usb", "large"))
        row(*PEER, EQUAL)

    def test_ours(self, nrfutil, boards, row):
        """Secure DFU, 60 kB over the image that nrfutil wrote"""
        boards.ours("nordic-usb", "secure-dfu", nrfutil.package("other"))
        boards.expect("nordic-usb", APPLICATION_START, nrfutil.firmware("other"))
        row("uwbrig flash", "this", "ours → virtual board", EQUAL)


class TestRefusals:
    rig = rig(
        "name: nordic-lossy, firmware: secure-dfu, link: virtual, misbehaviour: loses-a-write, "
        "flash: {file: nordic-lossy.bin, times: none}",
        "name: nordic-old, firmware: secure-dfu, link: virtual, misbehaviour: refuses-the-version")

    def test_lost_write(self, nrfutil, boards, note, row):
        """dfu serial, one write is lost: the tool gives up, and goes on when it is run again"""
        done = ended(nrfutil.dfu(boards, "nordic-lossy", "small"), timeout=120)
        assert done.status != 0 and "Failed to send firmware" in done.out, f"not noticed: {done}"
        note(nrfutil.programs(boards, "nordic-lossy", "small"))
        row(*PEER, EQUAL)

    def test_version(self, nrfutil, boards, row):
        """dfu serial, version refused"""
        nrfutil.refused(boards, "nordic-old", r"(?i)version")
        row(*PEER, "ok: the tool tells the board's reason")


SLOW = rig(
    "name: nordic-slow, firmware: secure-dfu, link: virtual, rate: 115200, "
    "flash: {file: nordic-slow.bin, times: none}")


class TestKilledTool:
    rig = SLOW

    def test_killed(self, nrfutil, boards, note, row):
        """dfu serial, the tool is killed in the middle, then again"""
        note(nrfutil.killed(boards, lambda: None))
        row(*PEER, EQUAL)


class TestPower:
    rig = SLOW

    def test_power(self, nrfutil, boards, note, row):
        """dfu serial, the power goes in the middle, then again"""
        note(nrfutil.killed(boards, boards.power_goes))
        row(*PEER, EQUAL)
