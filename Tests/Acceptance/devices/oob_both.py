"""Accessories for both kinds of phone on one link, with one radio: the accessory protocol and Ranging OOB.

The radio's parameters of a session with an Apple phone are those of the public notes on the accessory
protocol: a static STS with Apple's vendor id, and what the phone's message has.
"""

import struct

from . import accessory, oob, uci


class AppleHalf(accessory.Accessory):
    """The half for Apple phones, which has the link, the clock and the radio of the whole."""

    def __init__(self, board):
        super().__init__()
        self.board = board

    def send(self, message, after=0):
        self.board.send(message, after)

    def later(self, seconds, function, *arguments):
        return self.board.later(seconds, function, *arguments)

    def start(self, body):
        self.body = body
        super().start(body)

    def started(self):
        session, preamble, channel, slots, slot, block, _, vector, phone = struct.unpack_from(
            "<IBBHHHB6s2s", self.body, 7)
        self.board.begin(session, {
            0x00: bytes([self.role]), 0x11: bytes([self.role]), 0x01: b"\2", 0x02: b"\0", 0x04: bytes([channel]),
            0x06: struct.pack("<H", self.address), 0x07: phone, 0x08: struct.pack("<H", slot),
            0x09: struct.pack("<I", block), 0x12: b"\3", 0x14: bytes([preamble]), 0x15: b"\2",
            0x1B: bytes([slots]), 0x2C: b"\0", 0x27: b"\x4c\0", 0x28: vector,
        })
        super().started()

    def stop(self, message):
        self.board.silence()
        super().stop(message)


class Both(oob.Tag):
    """A newer session ends the one before it, whichever phone it is with."""

    during = "(suite(accessory) | suite(ranging-oob)) & !id(OB77) & !tag(slow)"
    least = 130
    claims = 'acd: "1.1", background: false, sessions: 1, oob: 3'

    def __init__(self, air=None):
        super().__init__(air)
        self.apple = AppleHalf(self)

    def opened(self):
        super().opened()
        self.apple.idle()

    def closed(self):
        super().closed()
        if self.apple.ranges:
            self.silence()
        self.apple.idle()

    def take(self, message):
        if message[:1] in (b"\x0a", b"\x0b", b"\x0c"):
            self.apple.take(message)
        else:
            super().take(message)


# Wrong ones.


class FirstPhoneOnly(Both):
    """The radio stays with the kind of phone that it ranged with first."""

    first = None

    def begin(self, session, values):
        self.first = self.first or values[0x2C]
        if values[0x2C] == self.first:
            super().begin(session, values)


class GoesOnForApple(Both):
    """A stop of an Apple phone is answered, and the radio goes on until the next session."""

    def silence(self):
        if not self.apple.ranges:
            super().silence()
