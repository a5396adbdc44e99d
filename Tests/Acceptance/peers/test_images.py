"""What is read here from images against what the tools read that everybody uses, in both directions.

The images are made by the real tools from fixed seeds, a third of them without --whole. What a tool reads
from each goes to `expectations.json`, and the test "the real tools agree" of FirmwareImages compares. What
that test writes is then read by the tools.
"""

import json
import os

import pytest

from peers.tools import ENVIRONMENTS, version_of
from support.program import ROOT, need, succeed

FORMATS = {
    ".hex": "Intel HEX", ".elf": "ELF", ".uf2": "UF2", ".signed.bin": "MCUboot",
    ".zip": "Nordic DFU package", ".esp.bin": "ESP image", ".dfu": "DFU suffix",
}
READERS = {
    ".hex": ["srec_info", "bincopy", "intelhex"], ".uf2": ["uf2utils"], ".zip": ["nrfutil"],
    ".dfu": ["dfu-suffix"],
}


class Images:
    def __init__(self, tools, folder):
        self.python, self.folder = tools.path("images", "python"), folder

    def run(self, step):
        """A step with the Python of the tools."""
        return succeed(
            [self.python, "-m", "peers.images", step, self.folder],
            env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "Tests", "Acceptance")})

    def counted(self, folder, readers):
        """Views of images by tool and format."""
        with open(os.path.join(folder, "expectations.json"), encoding="utf-8") as file:
            cases = json.load(file)
        counts = {}
        for case in cases:
            kind = next(each for each in FORMATS if case["file"].endswith(each))
            for peer in readers(kind, case):
                counts[peer, kind] = counts.get((peer, kind), 0) + 1
        return counts


@pytest.fixture(scope="module")
def images(tools, out, whole):
    for program, package in (
        ("srec_info", "srecord"), ("srec_cat", "srecord"), ("dfu-suffix", "dfu-util"),
        ("readelf", "binutils"),
    ):
        need(program, package)
    made = Images(tools("images"), os.path.join(out, "images"))
    made.run("all" if whole else "short")
    return made


@pytest.fixture
def rows(row):
    """The rows of what was compared just now."""
    _, packages, _, unchecked = ENVIRONMENTS["images"]
    pinned = dict(each.split("==") for each in packages + unchecked)

    def told(direction, counts):
        for (peer, kind), count in counts.items():
            option = "-VERSion" if peer == "srec_info" else "--version"
            operation = f"{FORMATS[kind]}, {count} files of fixed seeds"
            version = pinned.get(peer) or version_of(*command_of(peer), option)
            row(peer, version, direction, "ok: they agree", operation)

    return told


def command_of(peer):
    from peers.images.common import toolchain

    return [toolchain(peer) if peer == "llvm-objcopy" else peer]


def test_ours_reads(images, rows, pytestconfig):
    """ours reads from the images of the tools what the tools read"""
    built = ["--skip-build"] if pytestconfig.getoption("swift_built") else []
    words = succeed(
        ["swift", "test", *built, "--filter", "FirmwareImagesTests"], cwd=ROOT,
        env={**os.environ, "UWBRIG_IMAGE_PEERS": images.folder})
    assert "the real tools agree" in words, f"the test did not run:\n{words[-2000:]}"
    counts = images.counted(images.folder, lambda _, case: [case["peer"].split()[0]])
    rows("tool and ours read one file", counts)


def test_tools_read_ours(images, rows, note):
    """the tools read from our images what they were written from"""
    note(images.run("read-back").splitlines()[-1])
    counts = images.counted(os.path.join(images.folder, "ours"), lambda kind, _: READERS[kind])
    rows("tool reads our image", counts)
