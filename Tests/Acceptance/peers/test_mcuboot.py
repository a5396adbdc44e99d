"""smpmgr, smpclient, imgtool and ours on virtual boards with MCUboot and SMP over a serial line."""

import os
import re
import time

import pytest

from peers.boards import PRIMARY, SECONDARY, mcuboot_image
from peers.tools import pinned
from support.program import ended, read, succeed, write
from support.sharing import made_once

PEER = ("smpmgr", pinned("smpmgr"), "tool → virtual board")
LIBRARY = ("smpclient", pinned("smpclient"), "library → virtual board")
EQUAL = "ok: equal in flash"

IMAGES = {"update": (20_000, "1.2.3"), "large": (150_000, "2.0.0")}

# What smpmgr cannot be asked for, over the library that it stands on.
SMPCLIENT = """\
import asyncio, sys
from smpclient import SMPClient
from smpclient.transport.serial import SMPSerialRawTransport
from smpclient.requests.image_management import ImageStatesRead
from smpclient.requests.os_management import EchoWrite
from smpclient.transport.serial.framing.cobs import Cobs

async def main(port, framing, image):
    transport = SMPSerialRawTransport(mtu=384, framing=Cobs() if framing == "cobs" else None)
    async with SMPClient(transport, port) as client:
        echo = await client.request(EchoWrite(d="hello"), timeout_s=5)
        assert echo.r == "hello", echo
        data = open(image, "rb").read()
        async for offset in client.upload(data):
            pass
        assert offset == len(data), offset
        states = await client.request(ImageStatesRead(), timeout_s=5)
        print(len(states.images), "images", [state.version for state in states.images])

asyncio.run(main(*sys.argv[1:]))
"""


def rig(*boards):
    lines = "".join(f"  - {{{board}}}\n" for board in boards)
    return "version: 1\nname: mcuboot\ntime: real\nboards:\n" + lines


@pytest.fixture(scope="session")
def smp(tools, tmp_path_factory):
    """What is done with smpmgr, smpclient and imgtool."""
    installed = tools("smp")

    def make(folder):
        for name, (size, version) in IMAGES.items():
            mcuboot_image(installed, folder, name, size, version)

    return SMP(installed, made_once(tmp_path_factory, "mcuboot-images", make))


class SMP:
    def __init__(self, tools, folder):
        self.tools, self.folder = tools, folder

    def file(self, name):
        return os.path.join(self.folder, name + ".signed.bin")

    def image(self, name):
        return read(self.file(name))

    def smpmgr(self, boards, board, *arguments, containing=""):
        words = succeed([
            self.tools.path("smp", "smpmgr"), "--port", boards.port(board), "--timeout", "10",
            *arguments], timeout=120)
        text = re.sub(r"\s+", " ", words)
        assert containing in text, f"not {containing!r} in:\n{words[-1500:]}"
        return text

    def uploads(self, boards, board, name):
        """It uploads an image, and the second slot is equal to it afterwards."""
        start, image = time.monotonic(), self.image(name)
        self.smpmgr(boards, board, "image", "upload", self.file(name))
        rate = len(image) / (time.monotonic() - start) / 1000
        boards.expect(board, SECONDARY, image)
        return f"{len(image)} bytes equal in flash, about {rate:.0f} kB/s"

    def active(self, boards, board, version, confirmed):
        """Waits until this version runs."""
        deadline = time.monotonic() + 20
        while True:
            done = ended([
                self.tools.path("smp", "smpmgr"), "--port", boards.port(board), "--timeout", "10",
                "image", "state-read"], timeout=120)
            text = re.sub(r"\s+", " ", done.out)
            first = text.split("ImageState(")[1] if "ImageState(" in text else ""
            wanted = f"version='{version}'" in first and f"confirmed={confirmed}" in first
            if done.status == 0 and wanted:
                return f"ok: {version} runs, confirmed={confirmed}"
            assert time.monotonic() < deadline, f"{version} does not run: {done}"
            time.sleep(0.5)

    def hash_of_second(self, boards, board):
        words = self.smpmgr(boards, board, "image", "state-read")
        found = re.findall(r"slot=1.*?HashBytes\( ?'([0-9A-F]+)'", words)
        assert found, f"no hash of slot 1 in {words[-1500:]}"
        return found[0]


class TestTried:
    rig = rig(
        "name: mcuboot, firmware: mcuboot-smp, link: virtual, rate: 1000000, "
        "flash: {file: mcuboot.bin}")

    def test_state(self, smp, boards, row):
        """image state-read"""
        smp.smpmgr(boards, "mcuboot", "image", "state-read", containing="0.1.0")
        row(*PEER)

    def test_echo(self, smp, boards, row):
        """os echo"""
        smp.smpmgr(boards, "mcuboot", "os", "echo", "hello", containing="r='hello'")
        row(*PEER)

    def test_upload(self, smp, boards, note, row):
        """image upload, buffer 1024"""
        note(smp.uploads(boards, "mcuboot", "update"))
        row(*PEER, EQUAL)

    def test_tried(self, smp, boards, row):
        """image state-write and os reset: the image is tried"""
        smp.smpmgr(boards, "mcuboot", "image", "state-write", smp.hash_of_second(boards, "mcuboot"))
        smp.smpmgr(boards, "mcuboot", "os", "reset")
        result = smp.active(boards, "mcuboot", "1.2.3", False)
        boards.expect("mcuboot", PRIMARY, smp.image("update"))
        row(*PEER, result)

    def test_reverted(self, smp, boards, row):
        """os reset: an image that is not confirmed goes back"""
        smp.smpmgr(boards, "mcuboot", "os", "reset")
        row(*PEER, smp.active(boards, "mcuboot", "0.1.0", True))


class TestLarge:
    rig = rig(
        "name: mcuboot-large, firmware: mcuboot-smp, link: virtual, rate: 1000000, buffer: 8192, "
        "flash: {file: mcuboot-large.bin, times: none}")

    def test_upload(self, smp, boards, note, row):
        """image upload, 150 kB, buffer 8192"""
        note(smp.uploads(boards, "mcuboot-large", "large"))
        row(*PEER, EQUAL)

    def test_upgrade(self, smp, boards, row):
        """upgrade --confirm: upload, select, reset"""
        smp.smpmgr(boards, "mcuboot-large", "upgrade", smp.file("large"), "--confirm")
        result = smp.active(boards, "mcuboot-large", "2.0.0", True)
        boards.expect("mcuboot-large", PRIMARY, smp.image("large"))
        row(*PEER, result)


class TestChatty:
    rig = rig(
        "name: mcuboot-chatty, firmware: mcuboot-smp, link: virtual, misbehaviour: chatters, "
        "flash: {file: mcuboot-chatty.bin, times: none}")

    def test_upload(self, smp, boards, note, row):
        """image upload to a board whose console talks in between"""
        note(smp.uploads(boards, "mcuboot-chatty", "update"))
        row(*PEER, EQUAL)

    def test_erase(self, smp, boards, row):
        """image erase"""
        smp.smpmgr(boards, "mcuboot-chatty", "image", "erase", "1")
        boards.expect("mcuboot-chatty", SECONDARY, b"\xff" * len(smp.image("update")))
        row(*PEER)

    def test_ours(self, smp, boards, row):
        """SMP: upload, select, reset, see that it runs"""
        boards.ours("mcuboot-chatty", "mcuboot-smp", smp.file("update"))
        boards.expect("mcuboot-chatty", PRIMARY, smp.image("update"))
        row("uwbrig flash", "this", "ours → virtual board", EQUAL)


class TestLibrary:
    rig = rig(
        "name: mcuboot-raw, firmware: mcuboot-smp, link: virtual, encoding: raw, "
        "flash: {file: mcuboot-raw.bin, times: none}",
        "name: mcuboot-cobs, firmware: mcuboot-smp, link: virtual, encoding: cobs, "
        "flash: {file: mcuboot-cobs.bin, times: none}")

    def client(self, smp, boards, framing):
        """Echo, upload and state by the library; what it says at last."""
        script, board = write(boards.folder, "client.py", SMPCLIENT), "mcuboot-" + framing
        words = succeed([
            smp.tools.path("smp", "python"), script, boards.port(board), framing, smp.file("update")],
            timeout=120)
        boards.expect(board, SECONDARY, smp.image("update"))
        return "ok: " + words.strip().splitlines()[-1]

    def test_raw(self, smp, boards, row):
        """echo, upload and state, raw"""
        row(*LIBRARY, self.client(smp, boards, "raw"))

    def test_cobs(self, smp, boards, row):
        """echo, upload and state, COBS"""
        row(*LIBRARY, self.client(smp, boards, "cobs"))

    def test_factory_image(self, smp, boards, row):
        """dumpinfo of the factory's image"""
        # 32 bytes of header, 2048 of code, 40 of trailer.
        start = boards.flash("mcuboot-raw", PRIMARY, 32 + 2048 + 40)
        out = write(boards.folder, "factory.bin", start)
        words = succeed([smp.tools.path("smp", "imgtool"), "dumpinfo", out])
        assert "0.1.0" in words and "SHA256" in words, words
        row("imgtool", pinned("imgtool"), "tool reads our image", "ok: version 0.1.0, SHA256")
