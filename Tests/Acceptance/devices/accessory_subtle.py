"""Accessories that are wrong in one way, or in two that hide each other, and seldom at that."""

import struct

from .accessory import DATA, DID_START, DID_STOP, Wrong
from .accessory_faults import DiesAt


class AddressZeroAfterJunk(Wrong):
    """the configuration data behind an unknown message have the address 0"""
    junk = False
    found_by, during = ("W03", "R01", "R02", "R05", "N09"), "id(R01) | id(R02) | id(R05)"

    def unknown(self, message):
        self.junk = True

    def inner(self):
        inner = super().inner()
        if self.junk:
            inner = inner[:17] + b"\0\0" + inner[19:]
        self.junk = False
        return inner


class LateAfterJunk(Wrong):
    """what follows an unknown message is answered after 1.5 s"""
    found_by, during = ("R01", "R02", "R05"), "id(R01) | id(R02) | id(R05)"

    def unknown(self, message):
        self.answers_after = 1.5

    def send_data(self):
        super().send_data()
        self.answers_after = 0


class DeafAfterMuchJunk(Wrong):
    """it answers no longer after 12 unknown messages"""
    found_by, during, heard = ("R01", "R05", "F01"), "id(R01) | id(R05) | id(F01)", 0

    def unknown(self, message):
        self.heard += 1

    def initialize(self, message):
        if self.heard < 12:
            super().initialize(message)


class ConfiguredByJunk(Wrong):
    """an unknown message ends the session, silently"""
    found_by, during = ("E03", "R01", "E02", "S04"), "id(R01) | id(R02) | id(E0?) | id(R05)"

    def unknown(self, message):
        self.cancel_start()
        self.address = None
        self.ranges = False


class SecondPhoneStopLost(Wrong):
    """behind its first connection a stop of a session is not answered"""
    found_by = ("R07",)
    during = "id(R07)"

    def stop(self, message):
        if self.connections > 1 and self.ranges:
            self.ranges = False
            return
        super().stop(message)


class SecondPhoneLength(Wrong):
    """behind its first connection the length byte is one too many"""
    found_by, during = ("W02", "W03", "N01"), "id(R06) | id(R07) | id(N01)"

    def wrapper(self, length):
        return super().wrapper(length + (self.connections > 1))


class SecondPhoneOldSession(Wrong):
    """a session goes on over a disconnection, and the next phone hears of its end"""
    found_by, during = ("R06", "R07", "W09"), "id(R07)"

    def closed(self):
        self.left = self.ranges
        super().closed()

    def opened(self):
        super().opened()
        if getattr(self, "left", False):
            self.left = False
            self.later(0.2, self.send, bytes([DID_STOP]))


class StartsSlower(Wrong):
    """each did-start takes 0.1 s longer than the one before"""
    found_by, during = ("C10", "C11", "C18", "C20"), "id(C1?) | id(C20)"

    def start(self, body):
        self.starts_after += 0.1
        super().start(body)


class StopsSlowerWithTime(Wrong):
    """6 s after the first message did-stop takes 1.4 s"""
    found_by, during = ("S04", "S05", "S06", "S07", "C27-5s"), "id(C27-5s) | id(S0?)"

    def take(self, message):
        self.begun = getattr(self, "begun", self.loop.time())
        self.stops_after = 1.4 if self.loop.time() - self.begun > 6 else 0
        super().take(message)


class SeventhLost(Wrong):
    """each seventh initialize is not answered"""
    found_by, during, asked = ("N18", "N12", "N13", "N01"), "id(N12) | id(N13) | id(N18)", 0

    def initialize(self, message):
        self.asked += 1
        if self.asked % 7:
            super().initialize(message)


class TwoOrNone(Wrong):
    """of two initializes one is answered twice and the other not at all"""
    found_by, during, asked = ("N01", "N12", "N13", "W07"), "id(N01) | id(N12) | id(N13)", 0

    def send_data(self):
        self.asked += 1
        if self.asked % 2 == 0:
            super().send_data()
            super().send_data()


class StopOwed(Wrong):
    """a stop is answered when the next message comes"""
    found_by, during = ("S04", "S05", "S06"), "id(S0?)"
    owed = False

    def take(self, message):
        if self.owed:
            self.owed = False
            self.send(bytes([DID_STOP]))
        super().take(message)

    def stop(self, message):
        self.cancel_start()
        self.ranges = False
        self.owed = True


class Flaps(Wrong):
    """did-stop and another did-start follow 0.1 s behind did-start"""
    found_by, during = ("W08", "C02", "W09"), "id(C02) | id(R09) | id(E03)"

    def started(self):
        super().started()
        self.send(bytes([DID_STOP]), 0.1)
        self.send(bytes([DID_START]), 0.15)


class DiesAt17(DiesAt):
    """a message of 17 bytes ends it"""
    length = 17


class DiesAt33(DiesAt):
    """a message of 33 bytes ends it"""
    length = 33


class EightBits(Wrong):
    """of a length the low byte is read alone"""
    found_by, during = ("F01",), "id(F01)"

    def opened(self):
        super().opened()
        self.bytes = b""

    def received(self, data):
        self.bytes += data
        while len(self.bytes) >= 2 and len(self.bytes) >= 2 + self.bytes[0]:
            message, self.bytes = self.bytes[2:2 + self.bytes[0]], self.bytes[2 + self.bytes[0]:]
            self.take(message)


class SignedLength(Wrong):
    """a length of more than 32 767 is negative, and nothing is left out"""
    found_by, during = ("F01",), "id(F01)"

    def opened(self):
        super().opened()
        self.bytes = b""

    def received(self, data):
        self.bytes += data
        while len(self.bytes) >= 2:
            length = max(0, struct.unpack_from("<h", self.bytes)[0])
            if len(self.bytes) < 2 + length:
                return
            message, self.bytes = self.bytes[2:2 + length], self.bytes[2 + length:]
            self.take(message)


class LosesBehindLength(Wrong):
    """a message whose length comes alone is lost"""
    found_by, during = ("F02",), "id(F02)"

    def received(self, data):
        if len(data) == 2 and data[1] == 0 and not self.framer.buffer:
            self.lost = data[0]
            return
        lost, self.lost = getattr(self, "lost", 0), 0
        super().received(data[lost:])


class NoOddSession(Wrong):
    """session identifiers with the highest byte zero are refused"""
    found_by, during = ("C10",), "id(C10)"

    def accepts(self, data):
        return super().accepts(data) and data[10] != 0


class NoLongSlot(Wrong):
    """slots of more than 2 ms are refused"""
    found_by, during = ("C07", "C14", "C05", "C06"), "id(C0?)"

    def accepts(self, data):
        return super().accepts(data) and struct.unpack_from("<H", data, 15)[0] <= 2400


class NoPreamble9(Wrong):
    """preamble code 9 is refused"""
    found_by, during = ("C08",), "id(C08)"

    def accepts(self, data):
        return super().accepts(data) and data[11] != 9


class AsBefore(Wrong):
    """a bad configuration starts it as the last good one did"""
    found_by, during, good = ("C18", "C20", "C21"), "id(C01) | id(C18) | id(C20) | id(C21)", False

    def accepts(self, data):
        is_good = super().accepts(data)
        self.good = self.good or is_good
        return self.good and self.address is not None


class StartsLater(Wrong):
    """a bad configuration is answered with did-start after 2.5 s"""
    found_by, during = ("W08", "C18", "C20", "C21", "E02"), "id(C18) | id(C21) | id(C20)"

    def configure(self, body):
        if not self.accepts(body):
            return self.send(bytes([DID_START]), 2.5)
        super().configure(body)


class ShortOnSixteenth(Wrong):
    """each sixteenth frame lacks its last byte"""
    found_by, during, sent = ("W01", "W02", "N01", "N12", "N18"), "id(N01) | id(N12) | id(N18)", 0

    def send(self, message, after=0):
        self.sent += 1
        super().send(message[:-1] if self.sent % 16 == 0 and message[0] == DATA else message, after)


WRONG = [
    AddressZeroAfterJunk, LateAfterJunk, DeafAfterMuchJunk, ConfiguredByJunk, SecondPhoneStopLost,
    SecondPhoneLength, SecondPhoneOldSession, StartsSlower, StopsSlowerWithTime, SeventhLost, TwoOrNone,
    StopOwed, Flaps, DiesAt17, DiesAt33, EightBits, SignedLength,
    LosesBehindLength, NoOddSession, NoLongSlot, NoPreamble9, AsBefore,
    StartsLater, ShortOnSixteenth,
]
