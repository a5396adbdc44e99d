"""Emulated devices with a DFU interface: a bootloader with ST's extension, and an application that
detaches into it.

Written from the USB DFU 1.1 specification and ST's AN3156, and not from uwbrig's host.
"""

import struct
import threading

from support.guest.usbredir import Device

IDLE, DNLOAD_SYNC, DNBUSY, DNLOAD_IDLE, MANIFEST_SYNC, MANIFEST = 2, 3, 4, 5, 6, 7
UPLOAD_IDLE, ERROR = 9, 10
DETACH, DNLOAD, UPLOAD, GETSTATUS, CLRSTATUS, GETSTATE, ABORT = range(7)
OK, ERR_WRITE, ERR_ADDRESS, ERR_STALLED = 0x00, 0x03, 0x08, 0x0F


class Dfu(Device):
    """A bootloader in DFU mode: 64 KiB of flash in pages of 1 KiB, blocks of up to 256 bytes."""

    vendor, product, version = 0x0483, 0xDF11, 0x0200
    interfaces = ((0, 0xFE, 1, 2),)
    BASE, SIZE, PAGE, BLOCK, POLL = 0x0800_0000, 0x1_0000, 0x400, 256, 2

    def __init__(self, name, serial):
        super().__init__(name)
        self.strings = (
            "STMicroelectronics", "STM32  BOOTLOADER", serial,
            "@Internal Flash  /0x08000000/064*001Kg", "@Option Bytes  /0x1FFFF800/01*016 e",
        )
        self.flash = bytearray(b"\xff" * self.SIZE)
        self.erased = 0
        self.left = threading.Event()
        self.begin()

    def begin(self):
        self.state, self.status, self.work = IDLE, OK, None
        self.pointer = self.BASE
        self.left.clear()

    def plug(self, path):
        self.begin()
        super().plug(path)

    def configuration_descriptor(self):
        body = bytes([9, 4, 0, 0, 0, 0xFE, 1, 2, 4]) + bytes([9, 4, 0, 1, 0, 0xFE, 1, 2, 5])
        # Said once for both settings: downloads, uploads, leaves by itself.
        body += struct.pack("<BBBHHH", 9, 0x21, 0x0B, 255, self.BLOCK, 0x011A)
        return struct.pack("<BBHBBBBB", 9, 2, len(body) + 9, 1, 1, 0, 0xC0, 50) + body

    def fail(self, status):
        self.state, self.status, self.work = ERROR, status, None

    def request(self, kind, request, value, index, data, length):
        if kind & 0x7F != 0x21 or index != 0:
            return None
        if request == GETSTATUS:
            return self.tell()
        if request == GETSTATE:
            return bytes([self.state])
        if request == CLRSTATUS and self.state == ERROR:
            self.state, self.status = IDLE, OK
            return b""
        if request == ABORT and self.state in (IDLE, DNLOAD_SYNC, DNLOAD_IDLE, UPLOAD_IDLE):
            self.state, self.work = IDLE, None
            return b""
        if request == DNLOAD and self.state in (IDLE, DNLOAD_IDLE) and len(data) <= self.BLOCK:
            return self.download(value, bytes(data))
        if request == UPLOAD and self.state in (IDLE, UPLOAD_IDLE) and length <= self.BLOCK:
            return self.upload(value, length)
        self.fail(ERR_STALLED)
        return None

    def tell(self):
        poll, state = 0, self.state
        if state == DNLOAD_SYNC:
            poll, state = self.POLL, DNBUSY
        elif state == DNBUSY:
            state = DNLOAD_IDLE
            self.state = state
            self.do()
            state = self.state
        elif state == MANIFEST_SYNC:
            state = MANIFEST
            threading.Timer(0.05, self.left.set).start()
        self.state = state
        return bytes([self.status]) + struct.pack("<I", poll)[:3] + bytes([state, 0])

    def download(self, block, data):
        if not data:
            self.state = MANIFEST_SYNC
            return b""
        if block == 0 and data[0] == 0x21 and len(data) == 5:
            self.work = ("point", struct.unpack_from("<I", data, 1)[0], b"")
        elif block == 0 and data[0] == 0x41 and len(data) in (1, 5):
            where = struct.unpack_from("<I", data, 1)[0] if data[1:] else None
            self.work = ("erase", where, b"")
        elif block >= 2:
            self.work = ("write", self.pointer + (block - 2) * self.BLOCK, data)
        else:
            self.fail(ERR_STALLED)
            return None
        self.state = DNLOAD_SYNC
        return b""

    def do(self):
        (what, where, data), self.work = self.work, None
        if what == "erase" and where is None:
            self.flash[:] = b"\xff" * self.SIZE
            self.erased += self.SIZE // self.PAGE
            return
        offset = where - self.BASE
        if not 0 <= offset <= self.SIZE - len(data) or what == "erase" and offset == self.SIZE:
            self.fail(ERR_ADDRESS)
        elif what == "point":
            self.pointer = where
        elif what == "erase":
            page = offset // self.PAGE * self.PAGE
            self.flash[page: page + self.PAGE] = b"\xff" * self.PAGE
            self.erased += 1
        else:
            for place, byte in enumerate(data, offset):
                self.flash[place] &= byte
            if self.flash[offset: offset + len(data)] != data:
                self.fail(ERR_WRITE)

    def upload(self, block, length):
        self.state = UPLOAD_IDLE
        if block == 0:
            return bytes([0x00, 0x21, 0x41, 0x92])[:length]
        offset = self.pointer - self.BASE + (block - 2) * self.BLOCK
        if block < 2 or not 0 <= offset <= self.SIZE:
            self.fail(ERR_ADDRESS)
            return None
        part = bytes(self.flash[offset: offset + length])
        if len(part) < length:
            self.state = IDLE
        return part


class Application(Device):
    """What runs on the board: it detaches when it is asked to, and the bootloader comes."""

    vendor, product, version = 0x1209, 0x0001, 0x0100
    interfaces = ((0, 0xFE, 1, 1),)

    def __init__(self, name, serial):
        super().__init__(name)
        self.strings = ("uwbrig", "Application", serial, "DFU")
        self.detached = threading.Event()

    def configuration_descriptor(self):
        body = bytes([9, 4, 0, 0, 0, 0xFE, 1, 1, 4])
        body += struct.pack("<BBBHHH", 9, 0x21, 0x0B, 255, 256, 0x0110)
        return struct.pack("<BBHBBBBB", 9, 2, len(body) + 9, 1, 1, 0, 0xC0, 50) + body

    def request(self, kind, request, value, index, data, length):
        if kind == 0x21 and request == DETACH:
            self.note("detach", value)
            self.detached.set()
            return b""
        if kind == 0xA1 and request == GETSTATUS:
            return bytes([0, 0, 0, 0, 0, 0])
        return None
