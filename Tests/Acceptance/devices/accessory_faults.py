"""More accessories that are wrong in one way each, with the cases or rules of which one has to find it."""

import struct

from .accessory import DATA, DID_START, DID_STOP, VersionTwo, Wrong, peer


class EachThird(Wrong):
    """A field that is wrong in each third configuration data."""
    during, calls = "id(N01) | id(N12) | id(N13) | id(N18)", 0
    field, right, bad = "drift", 25, 0

    def send_data(self):
        self.calls += 1
        setattr(self, self.field, self.bad if self.calls % 3 == 0 else self.right)
        super().send_data()


class ThirdDrift(EachThird):
    """a clock drift of zero in each third configuration data"""
    found_by = ("W03", "W06")


class ThirdRole(EachThird):
    """role 2 in each third configuration data"""
    field, right, bad, found_by = "role", 1, 2, ("W03",)


class ThirdModel(EachThird):
    """another model in each third configuration data"""
    field, right, bad, found_by = "model", 3000, 3001, ("W06", "N13")


class ThirdMiddleware(EachThird):
    """another middleware version in each third configuration data"""
    field, right, bad, found_by = "middleware", 0x01010000, 0x01010001, ("W06",)


class ThirdReserved(EachThird):
    """a reserved byte in each third configuration data"""
    field, right, bad, found_by = "reserved", 0, 1, ("W04",)

    def wrapper(self, length):
        wrapper = super().wrapper(length)
        return wrapper[:14] + bytes([self.reserved]) + wrapper[15:]


class ThirdAddress(EachThird):
    """address 0xFFFF in each third configuration data"""
    field, right, bad, found_by = "ignored", 0, 1, ("W03", "N09", "N12")

    def inner(self):
        inner = super().inner()
        return inner[:17] + b"\xff\xff" + inner[19:] if self.ignored else inner


class ThirdLength(EachThird):
    """a byte too many in each third configuration data"""
    field, right, bad, found_by = "surplus", 0, 1, ("W02",)

    def data(self):
        return super().data() + bytes(self.surplus)


class ReservedOfTwo(VersionTwo, Wrong):
    """reserved bytes of the UWB part of 2.0 are not zero"""
    found_by = ("W04", "N11")

    def inner(self):
        inner = super().inner()
        return inner[:21] + b"\0\1\0\0" + inner[25:]


class FiveSlots(VersionTwo, Wrong):
    """specification 2.0, a request of five slots"""
    found_by = ("W03", "N10")

    def inner(self):
        return super().inner()[:25] + struct.pack("<BHHH", 0, 5, 3600, 180)


class NoRoundInBlock(VersionTwo, Wrong):
    """specification 2.0, a request of a block in which its round has no place"""
    found_by = ("W03", "N10")

    def inner(self):
        return super().inner()[:25] + struct.pack("<BHHH", 0, 100, 3600, 180)


class OuterVersion(Wrong):
    """version 1.1 of the wrapper"""
    found_by = ("W03", "N03")

    def wrapper(self, length):
        return struct.pack("<HH", 1, 1) + super().wrapper(length)[4:]


class ChangesAfterTime(Wrong):
    """8 s after the first configuration data the update rate is 7"""
    found_by, during = ("W03", "N05"), "id(C27-5s) | id(N18) | id(N01) | id(N12)"

    def send_data(self):
        self.begun = getattr(self, "begun", self.loop.time())
        self.rate = 7 if self.loop.time() - self.begun > 8 else 20
        super().send_data()


class ChangesWithSessions(Wrong):
    """after five sessions the manufacturer is another one"""
    found_by, during = ("W06",), "id(C10) | id(C11) | id(T04)"

    def send_data(self):
        self.manufacturer = 0x0003F53F + (self.starts >= 5)
        super().send_data()


class ServesOnePhone(Wrong):
    """serves its first connection alone"""
    found_by, during = ("R07", "R08", "F02", "N01"), "id(R07) | id(R08)"

    def take(self, message):
        if self.connections == 1:
            super().take(message)


class TiresAfterConnections(Wrong):
    """the twelfth connection has no answers"""
    found_by, during = ("R08",), "id(R08)"

    def take(self, message):
        if self.connections < 12:
            super().take(message)


class ThirdStopLost(Wrong):
    """each third stop of a session is not answered"""
    found_by, during, stopped = ("S04", "S05", "S06", "S07", "T01", "T02"), "id(S0?) | id(T0?)", 0

    def stop(self, message):
        if self.ranges:
            self.stopped += 1
            if self.stopped % 3 == 0:
                self.ranges = False
                return
        super().stop(message)


class FifthStartLost(Wrong):
    """each fifth start is not told"""
    found_by, during = ("C10", "C11", "T04"), "id(C10) | id(C11) | id(T04)"

    def started(self):
        if self.starts % 5:
            super().started()


class ForgetsAddress(Wrong):
    """a stop forgets what the configuration data were"""
    found_by, during = ("T02",), "id(T02)"

    def stop(self, message):
        super().stop(message)
        self.address = None


class LateStartOfStopped(Wrong):
    """did-start 1.9 s after the configuration, whether it was stopped or not"""
    starts_after = 1.9
    found_by, during = ("S11", "W08", "S03"), "id(S11) | id(S03)"

    def cancel_start(self):
        self.starting = None


class SmallSessions(Wrong):
    """session identifiers above 0x7FFFFFFF are refused"""
    found_by, during = ("C10",), "id(C10)"

    def accepts(self, data):
        return super().accepts(data) and data[10] < 0x80


class OneCountry(Wrong):
    """country codes other than US are refused"""
    found_by, during = ("C11", "C01"), "id(C11)"

    def accepts(self, data):
        return super().accepts(data) and data[5:7] == b"US"


class SmallDrift(Wrong):
    """a clock drift of 200 ppm is refused"""
    found_by, during = ("C16",), "id(C16)"

    def accepts(self, data):
        return super().accepts(data) and struct.unpack_from("<H", data, 28)[0] < 150


class NoHopping(VersionTwo, Wrong):
    """configurations of 2.0 with hopping are refused"""
    found_by, during = ("C13",), "id(C13)"

    def accepts(self, data):
        return super().accepts(data) and data[-1] == 0 and data[-5:] == bytes(5)


class ReadsReserved(VersionTwo, Wrong):
    """reserved bytes of a configuration of 2.0 are not ignored"""
    found_by, during = ("C15",), "id(C15)"

    def accepts(self, data):
        return super().accepts(data) and data[30:34] == bytes(4)


class OwnRequestOnly(VersionTwo, Wrong):
    """configurations other than the request are refused"""
    found_by, during = ("C14",), "id(C14)"

    def accepts(self, data):
        return super().accepts(data) and struct.unpack_from("<HHH", data, 13) == (6, 3600, 180)


class DiesAt(Wrong):
    """A message of one length ends it: each of which is one of those that buffers have."""
    length, found_by, during = 0, ("F01",), "id(F01)"
    is_dead = False

    def take(self, message):
        if self.is_dead:
            return
        if len(message) == self.length:
            self.is_dead = True
            return
        super().take(message)


class DiesAt64(DiesAt):
    """a message of 64 bytes ends it"""
    length = 64


class DiesAt128(DiesAt):
    """a message of 128 bytes ends it"""
    length = 128


class DiesAt129(DiesAt):
    """a message of 129 bytes ends it"""
    length = 129


class DiesAt255(DiesAt):
    """a message of 255 bytes ends it"""
    length = 255


class ShortSkip(peer.Length16):
    """Of a message that is too long at most 1024 bytes are left out."""

    @property
    def skip(self):
        return self.left

    @skip.setter
    def skip(self, count):
        self.left = min(count, 1024)


class LosesLongMessages(Wrong):
    """a message of more than 1024 bytes is not left out whole"""
    found_by, during = ("F01",), "id(F01)"

    def opened(self):
        self.framer = ShortSkip()
        self.idle()


class LosesLastByte(Wrong):
    """a byte that comes alone is lost"""
    found_by, during = ("F02",), "id(F02)"

    def received(self, data):
        if len(data) > 1:
            super().received(data)


class FirstOfRead(Wrong):
    """of several messages in one read the first is taken"""
    found_by, during = ("S08", "F02", "R03", "S07"), "id(S0?) | id(F02)"

    def received(self, data):
        for message in self.framer.feed(data)[:1]:
            self.take(message)


class ForgetsHalves(Wrong):
    """the rest of a message has to come within 5 ms"""
    found_by, during, at = ("F02",), "id(F02)", 0

    def received(self, data):
        now = self.loop.time()
        if now - self.at > 0.005:
            self.framer.buffer = b""
        self.at = now
        super().received(data)


class RunsOnEmpty(Wrong):
    """an empty message is taken for an initialize"""
    found_by, during = ("R03", "W07"), "id(R03)"

    def empty(self):
        self.initialize(b"\x0a")


class StopsOnUnknown(Wrong):
    """an unknown message ends the session, with did-stop"""
    found_by, during = ("R01", "W09"), "id(R01) | id(R02)"

    def unknown(self, message):
        self.stop(message)


class DiesOfJunk(Wrong):
    """an initialize with bytes behind it ends it"""
    found_by, during = ("N17",), "id(N17)"

    def initialize(self, message):
        if len(message) > 20:
            return self.hang_up()
        super().initialize(message)


class MessageOfWrongDirection(Wrong):
    """did-start from the phone starts it"""
    found_by, during = ("R02",), "id(R02)"

    def take(self, message):
        if message and message[0] == DID_START:
            return self.send(bytes([DID_STOP]))
        super().take(message)


class DataWithIdentifier(Wrong):
    """the identifier stands twice in front of the configuration data"""
    found_by = ("W02", "N01", "N02")

    def send_data(self):
        self.send(bytes([DATA, DATA]) + self.data(), self.answers_after)


class BigEndianFields(Wrong):
    """versions and lengths with the high byte first"""
    found_by = ("W03", "N03", "N01")

    def wrapper(self, length):
        return struct.pack(">HHB10xB", 1, 0, self.rate, length)


class EndsTwice(Wrong):
    """each session ends by itself after 0.2 s, which did-stop tells twice"""
    found_by, during = ("W09", "W08", "R09"), "id(R09) | id(C03)"

    def started(self):
        super().started()
        self.later(0.2, self.send, bytes([DID_STOP]))
        self.later(0.4, self.send, bytes([DID_STOP]))


class StopWithoutEnd(Wrong):
    """did-stop comes again each second after the first"""
    found_by, during = ("W09",), "id(S04) | id(C27*) & !id(C27-60s)"

    def stop(self, message):
        super().stop(message)
        self.again(self.connection)

    def again(self, link):
        if self.connection is link and not self.ranges:
            self.later(1, self.repeat, link)

    def repeat(self, link):
        if self.connection is link and not self.ranges:
            self.send(bytes([DID_STOP]))
            self.later(1, self.repeat, link)


class UnaskedData(Wrong):
    """configuration data each 1.5 s"""
    found_by, during = ("W07",), "id(C27-5s)"

    def opened(self):
        super().opened()
        self.later(1.5, self.repeat, self.connection)

    def repeat(self, link):
        if self.connection is link:
            if self.address is not None:
                self.send_data()
            self.later(1.5, self.repeat, link)


class UnaskedStart(Wrong):
    """did-start each 1.5 s while it ranges"""
    found_by, during = ("W08", "C02"), "id(R09) | id(C27-5s)"

    def started(self):
        super().started()
        self.later(1.5, self.repeat, self.starts)

    def repeat(self, start):
        if self.ranges and start == self.starts:
            self.send(bytes([DID_START]))
            self.later(1.5, self.repeat, start)


class EmptyMessages(Wrong):
    """an empty message each second"""
    found_by, during = ("W01", "W02", "W05"), "id(N01) | id(C27) | id(N12)"

    def opened(self):
        super().opened()
        self.later(0.2, self.repeat, self.connection)

    def repeat(self, link):
        if self.connection is link:
            self.write(self.framer.wrap(b""))
            self.later(0.2, self.repeat, link)


class RandomNoise(Wrong):
    """a length that nothing follows, now and then"""
    found_by, during = ("W01", "N01", "S04", "W02", "W05"), "id(N01) | id(N12) | id(C01) | id(S04)"

    def stop(self, message):
        self.write(b"\x30\0")
        super().stop(message)


WRONG = [
    ThirdDrift, ThirdRole, ThirdModel, ThirdMiddleware, ThirdReserved, ThirdAddress, ThirdLength,
    ReservedOfTwo, FiveSlots, NoRoundInBlock, OuterVersion, ChangesAfterTime, ChangesWithSessions,
    ServesOnePhone, TiresAfterConnections, ThirdStopLost, FifthStartLost,
    ForgetsAddress, LateStartOfStopped, SmallSessions, OneCountry, SmallDrift, NoHopping, ReadsReserved,
    OwnRequestOnly, DiesAt64, DiesAt128, DiesAt129, DiesAt255, LosesLongMessages, LosesLastByte, FirstOfRead,
    ForgetsHalves, RunsOnEmpty, StopsOnUnknown, DiesOfJunk, MessageOfWrongDirection, DataWithIdentifier,
    BigEndianFields, EndsTwice, StopWithoutEnd, UnaskedData, UnaskedStart, EmptyMessages, RandomNoise,
]
