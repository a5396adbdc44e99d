"""blhost, dk6prog and ours on virtual boards with NXP's bootloaders."""

import pytest

from peers.boot_roms import BACK, FILE, answers, reads, refuses, says
from peers.tools import pinned

BASE, SECOND = "0x08000000", "0x08010000"

BLHOST = [
    ("get-property 1", ["get-property", "1"], answers([0x4B030000])),
    ("get-property 3", ["get-property", "3"], answers([0x08000000])),
    ("flash-erase-region", ["flash-erase-region", BASE, "0x2000"], answers()),
    ("write-memory", ["write-memory", BASE, FILE], answers([5000])),
    ("write-memory where nothing was erased", ["write-memory", BASE, FILE], refuses("10203")),
    ("read-memory", ["read-memory", BASE, "5000", BACK], reads(5000)),
    ("fill-memory", ["fill-memory", "0x20000000", "16", "0x5A"], answers()),
    ("write-memory where nothing is", ["write-memory", "0x09000000", FILE], refuses("10200")),
    ("reset", ["reset"], answers()),
    ("ours", SECOND, None),
    ("read-memory of what uwbrig wrote", ["read-memory", SECOND, "5000", BACK], reads(5000)),
]

DK6PROG = [
    ("info", ["info"], says("Chip ID: 0x1240c686", "QN9090", "FLASH", "Config")),
    ("erase", ["erase", "0x0", "0x2000"], says()),
    ("write", ["write", "0x0", FILE], says("Written 5000 bytes")),
    ("read", ["read", "-o", BACK, "0x0", "5000"], reads(5000)),
    ("info at 1000000", ["-r", "1000000", "info"], says("Chip ID: 0x1240c686")),
    ("ours", "0x10000", None),
    ("read of what uwbrig wrote", ["read", "-o", BACK, "0x10000", "5000"], reads(5000)),
]


def operations(table):
    return pytest.mark.parametrize("operation, arguments, check", table, ids=[each[0] for each in table])


def write_ours(place, row, board, base):
    place.ours(board, base)
    row("uwbrig flash", "this", "ours → virtual board", operation=f"{board}: erase, write, verify")


class TestBlhost:
    @operations(BLHOST)
    def test_blhost(self, place, row, operation, arguments, check):
        """blhost"""
        if operation == "ours":
            return write_ours(place, row, "nxp-mboot", arguments)
        common = ["-p", place.port("nxp-mboot") + ",115200", "-j", "--"]
        check(place.call("blhost", *common, *arguments), place)
        return row("blhost", pinned("spsdk"), "tool → virtual board", operation=operation)


class TestDK6Prog:
    @operations(DK6PROG)
    def test_dk6prog(self, place, row, operation, arguments, check):
        """dk6prog"""
        if operation == "ours":
            return write_ours(place, row, "nxp-dk6", arguments)
        common = ["-b", "PYSERIAL", "-n", "-d", place.port("nxp-dk6")]
        check(place.call("dk6prog", *common, *arguments), place)
        return row("dk6prog", pinned("spsdk"), "tool → virtual board", operation=operation)
