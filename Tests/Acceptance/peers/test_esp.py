"""esptool and ours on a virtual board with Espressif's ROM loader."""

import pytest

from peers.boot_roms import BACK, FILE, reads, says
from peers.tools import pinned

BOARD = "esp-rom"
VERIFIED, SUCCESSFUL = says("Hash of data verified"), says("Verification successful")

OPERATIONS = [
    ("chip-id", ["chip-id"], says("Detecting chip type... ESP32", "MAC:")),
    ("flash-id", ["flash-id"], says("Detected flash size: 4MB")),
    ("write-flash", ["write-flash", "0x10000", FILE], VERIFIED),
    ("write-flash at 460800", ["--baud", "460800", "write-flash", "0x20000", FILE], VERIFIED),
    ("verify-flash", ["verify-flash", "0x20000", FILE], SUCCESSFUL),
    ("read-flash", ["read-flash", "0x10000", "512", BACK], reads(512)),
    ("ours", "0x30000", None),
    ("verify-flash of what uwbrig wrote", ["verify-flash", "0x30000", FILE], SUCCESSFUL),
]


@pytest.mark.parametrize("operation, arguments, check", OPERATIONS, ids=[each[0] for each in OPERATIONS])
def test_esptool(place, row, operation, arguments, check):
    """esptool"""
    if operation == "ours":
        place.ours(BOARD, arguments)
        row("uwbrig flash", "this", "ours → virtual board", operation=f"{BOARD}: erase, write, verify")
        return
    common = ["--port", place.port(BOARD), "--no-stub", "--before", "no-reset", "--after", "no-reset"]
    check(place.call("esptool", *common, *arguments), place)
    row("esptool", pinned("esptool"), "tool → virtual board", operation=operation)
