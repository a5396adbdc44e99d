"""Accessories for Android phones, written from public descriptions of Ranging OOB alone.

`Tag` is a healthy one of version 3, which ranges with the UCI boards of its `Air`; each class below it has
one habit that real ones have. Those that are wrong are in `oob_faults`.
"""

import os
import struct
import sys

from support.program import ROOT

from . import uci
from .serving import Device

sys.path.insert(0, os.path.join(ROOT, "Tests", "Peers"))
import accessory as peer  # noqa: E402

ASK, CAPABILITIES, CONFIGURE, CONFIGURED, STOP, STOPPED, MOTION = 0, 1, 2, 3, 6, 7, 8
UWB, SOUNDING, NAN, RSSI, PD = 0, 1, 2, 3, 5
KEYS = {1: (8,), 2: (8,), 3: (16, 32), 4: (16, 32), 5: (16, 32), 6: (16, 32)}
RATES = {1: (120, 240, 600), 3: (120, 240, 600), 6: (96, 240, 600)}


def bits(numbers):
    return sum(1 << number for number in numbers)


class Refused(Exception):
    """A message that cannot be read, or asks for what was not announced."""


class Tag(Device):
    during = "suite(ranging-oob) & !id(OB77) & !tag(slow)"
    least, has_radio = 80, True
    """What judges it, how much of that it passes at least, and whether a phone's radio stands beside it."""
    claims = "oob: 3"
    highest = 3
    offers = (UWB, SOUNDING, RSSI)
    channels, preambles, configs = (9,), (9, 10, 11, 12), (1, 3, 6)
    shortest, slot, roles = 96, 1, 3
    transitioning, kind = 0, 3
    address = b"\x1a\x2b"
    answers_after = 0.01
    radio_after = 0.03
    sts = {1: 0, 3: 3, 6: 3}
    slots, hopping = 6, 1

    def __init__(self, air=None):
        super().__init__()
        self.air = air or uci.Air()
        self.air.boards.append(self)
        self.sessions = {}
        self.other, self.tells_motion = set(), False
        self.asked = 0

    # The link.

    def opened(self):
        self.framer = peer.FRAMINGS["length16"]()
        self.release = None

    def closed(self):
        link = self.connections
        self.later(60, lambda: self.connections == link and not self.connection and self.stop_all())

    def received(self, data):
        for message in self.framer.feed(data):
            self.take(message)

    def send(self, message, after=0):
        link = self.connection
        if after:
            self.later(after, lambda: self.connection is link and self.send(message))
        elif link:
            self.write(self.framer.wrap(message))

    # The messages.

    def take(self, message):
        if len(message) < 2:
            return
        version, identifier, body = message[0], message[1], message[2:]
        if identifier == ASK and len(body) == 2:
            self.asked += 1
            self.tell(version, struct.unpack("<H", body)[0])
        elif identifier == CONFIGURE:
            self.configure(version, body)
        elif identifier == STOP and len(body) == 2:
            self.stop(version, struct.unpack("<H", body)[0])

    def own_version(self, version):
        return min(version, self.highest)

    def tell(self, version, wanted):
        if version:
            self.send(self.capabilities(self.own_version(version), wanted), self.answers_after)

    def capabilities(self, version, wanted):
        common = [each for each in self.offers if wanted >> each & 1]
        blocks = b"".join(self.block(each) for each in common)
        return bytes([version, CAPABILITIES]) + struct.pack("<H", bits(common)) + blocks + self.tail(version)

    def tail(self, version):
        return struct.pack("<BH", self.transitioning, self.kind) if version > 1 else b""

    def block(self, technology):
        if technology == UWB:
            return self.ultra_wideband()
        return {
            SOUNDING: bytes([1, 9, 0x14]) + bytes.fromhex("C0FFEE000001"),
            NAN: bytes([2, 6, 0x07, 0x01, 2, 2]),
            RSSI: bytes([3, 8]) + bytes.fromhex("C0FFEE000001"),
            PD: bytes([5, 18, 3, 1]) + bytes.fromhex("C0FFEE000002") + struct.pack("<HHBBH", 100, 100, 3, 2, 3),
        }[technology]

    def ultra_wideband(self):
        return bytes([UWB, 20]) + self.own() + self.bitmaps() + struct.pack(
            "<HBB", self.shortest, self.slot, self.roles)

    def own(self):
        return self.address

    def bitmaps(self):
        return struct.pack(
            "<III", bits(self.channels), bits(index - 1 for index in self.preambles), bits(self.configs))

    # Configuration.

    def configure(self, version, body):
        try:
            blocks, configure, start = self.read(version, body)
            good = self.applied(blocks, configure, start)
        except Refused:
            good = 0
        self.answer(CONFIGURED, version, good, self.radio_after)

    def answer(self, kind, version, technologies, after):
        version = self.own_version(version)
        self.send(bytes([version, kind]) + struct.pack("<H", technologies), after)

    def read(self, version, body):
        """The blocks by their technologies, and the two sets."""
        if len(body) < 4:
            raise Refused
        configure, start = struct.unpack_from("<HH", body)
        blocks, rest = {}, body[4:]
        while len(rest) >= 2:
            size = rest[1]
            if size < 2 or size > len(rest):
                raise Refused
            if rest[0] in blocks:
                raise Refused
            blocks[rest[0]], rest = rest[2:size], rest[size:]
        self.tells_motion = version >= 3 and rest == b"\1"
        if len(rest) > (1 if version > 1 else 0):
            raise Refused
        if not self.is_consistent(configure, blocks):
            raise Refused
        return blocks, configure, start

    def is_consistent(self, configure, blocks):
        return configure == bits(blocks)

    def applied(self, blocks, configure, start):
        """The technologies that were started, or configured where none is to start."""
        known = [each for each in blocks if each in self.offers]
        if UWB in known:
            values = self.uwb_values(blocks[UWB])
            if start & 1:
                self.begin(*values)
        started = [each for each in known if start >> each & 1]
        self.other |= set(started) - {UWB}
        return bits(started) if start else bits(known)

    def uwb_values(self, block):
        if len(block) < 17:
            raise Refused
        phone, session, config, channel, preamble, interval, slot, length = struct.unpack_from("<2sIBBBHBB", block)
        if len(block) != 13 + length + 4:
            raise Refused
        key = block[13:13 + length]
        role, mode = block[-2], block[-1]
        if (length not in KEYS.get(config, ()) or config not in self.configs or channel not in self.channels
                or preamble not in self.preambles or slot < self.slot or slot > 2
                or interval not in RATES.get(config, ()) or interval < self.shortest
                or role not in (1, 2) or not self.roles & role or mode not in (1, 2)
                or phone in (self.own(), b"\0\0", b"\xff\xff") or not session):
            raise Refused
        return session, self.parameters(phone, config, channel, preamble, interval, slot, key, role, mode)

    def parameters(self, phone, config, channel, preamble, interval, slot, key, role, mode):
        leads = self.leads(role, mode)
        values = {
            0x00: bytes([leads]), 0x11: bytes([leads]), 0x01: b"\2", 0x02: bytes([self.sts[config]]),
            0x04: bytes([channel]), 0x06: self.on_air(), 0x07: self.peer_of(phone),
            0x08: struct.pack("<H", 1200 * slot), 0x09: struct.pack("<I", interval), 0x12: b"\3",
            0x14: bytes([preamble]), 0x15: b"\2", 0x1B: bytes([self.slots]), 0x2C: bytes([self.hopping]),
        }
        values.update(self.key_values(config, key))
        return values

    def leads(self, role, mode):
        return role == 1

    def on_air(self):
        return self.own()

    def peer_of(self, phone):
        return phone

    def key_values(self, config, key):
        return {0x27: key[:2], 0x28: key[2:]} if self.sts[config] == 0 else {0x45: key}

    # The radio.

    def begin(self, session, values):
        self.silence()
        ours = uci.Session(self, session, 0, 1)
        ours.values = values
        self.sessions[1] = ours
        self.later(self.radio_after, self.on, ours)

    def on(self, session):
        if self.sessions.get(1) is session:
            session.state = uci.ACTIVE

    def silence(self):
        self.sessions.pop(1, None)

    def stop_all(self):
        self.silence()
        self.other.clear()
        self.tells_motion = False

    def stop(self, version, technologies):
        running = self.other | ({UWB} if self.sessions else set())
        ended = {each for each in running if technologies >> each & 1}
        if UWB in ended:
            self.silence()
            self.tells_motion = False
        self.other -= ended
        self.answer(STOPPED, version, bits(ended), self.answers_after)


# Right ones.


class VersionOne(Tag):
    """Of version 1, as Nordic's: a newer configuration or stop is not answered."""

    highest, claims = 1, "oob: 1"

    def configure(self, version, body):
        if version == 1:
            super().configure(version, body)

    def stop(self, version, technologies):
        if version == 1:
            super().stop(version, technologies)


class VersionTwo(Tag):
    highest, claims = 2, "oob: 2"


class WithoutClaims(Tag):
    """A rig file that says nothing of the version."""

    claims = ""


class OnlyInitiator(Tag):
    roles, offers = 1, (UWB,)


class ChannelFive(Tag):
    channels, offers = (5,), (UWB,)


class BothChannels(Tag):
    channels, offers = (5, 9), (RSSI, UWB)


class SecureAlone(Tag):
    """Provisioned keys and nothing else."""

    configs = (3, 6)


class Unhurried(Tag):
    """Long intervals, long slots, and a second of thought."""

    shortest, slot, answers_after, configs = 200, 2, 0.25, (1, 3)


class Anywhere(Tag):
    """Each technology there is, in an order of its own."""

    offers = (PD, RSSI, NAN, UWB, SOUNDING)


class RefusesUnknown(Tag):
    """Refuses a configuration with a technology that it does not have, and every start that is another set
    than what is configured."""

    def is_consistent(self, configure, blocks):
        return super().is_consistent(configure, blocks) and set(blocks) <= set(self.offers)


class SaysWhatWasAsked(Tag):
    """A stop of what does not range is answered with what was asked."""

    def stop(self, version, technologies):
        self.stop_quietly(technologies)
        self.answer(STOPPED, version, technologies & bits(self.offers), 0)

    def stop_quietly(self, technologies):
        if technologies & 1:
            self.silence()
        self.other -= {each for each in self.other if technologies >> each & 1}


class BytePerByte(Tag):
    """What it sends comes in single bytes."""

    def write(self, data):
        for byte in data:
            super().write(bytes([byte]))


class TellsMotion(Tag):
    """Tells of motion each half second to a phone that asked for it."""

    def configure(self, version, body):
        super().configure(version, body)
        if self.tells_motion and self.sessions:
            self.later(0.5, self.move, self.connections)

    def move(self, link):
        if self.tells_motion and self.sessions and link == self.connections:
            self.send(bytes([3, MOTION, 0]))
            self.later(0.5, self.move, link)


class HighRate(Tag):
    """Preambles of high rate too, which the phone's radio beside it has not."""

    preambles = tuple(range(9, 13)) + tuple(range(25, 33))


class SlowRadio(Tag):
    """Its radio takes most of a second to start, and the answer says what has started."""

    radio_after = 0.8


class Wordless(Tag):
    """What it does not do is not answered: a configuration that it refuses, a stop of what is idle."""

    def answer(self, kind, version, technologies, after):
        if technologies:
            super().answer(kind, version, technologies, after)


class TakesMore(Tag):
    """Bytes behind a configuration are passed over, as those of a later version."""

    def read(self, version, body):
        _, rest = body[:4], body[4:]
        end = 4
        while len(rest) >= 2 and 2 <= rest[1] <= len(rest) and rest[0] in (0, 1, 2, 3, 5):
            end += rest[1]
            rest = rest[rest[1]:]
        return super().read(version, body[:end + (1 if version > 1 and rest else 0)])


class FastAnswers(Tag):
    """The answer goes before the radio is on, which is soon."""

    def configure(self, version, body):
        after, self.radio_after = self.radio_after, 0
        super().configure(version, body)
        self.radio_after = after


RIGHT = [
    Tag, VersionOne, VersionTwo, WithoutClaims, OnlyInitiator, ChannelFive, BothChannels, SecureAlone, Unhurried,
    Anywhere, RefusesUnknown, SaysWhatWasAsked, BytePerByte, TellsMotion, HighRate, SlowRadio, Wordless,
    TakesMore, FastAnswers,
]
