"""Nearby Interaction accessories, written from public descriptions of the protocol alone.

`Accessory` is a healthy one; each class below it has one habit that real ones have, or one fault. They
have no radio: they say that ranging began, and nothing ranges.
"""

import os
import struct
import sys

from support.program import ROOT

from .serving import Device

sys.path.insert(0, os.path.join(ROOT, "Tests", "Peers"))
import accessory as peer  # noqa: E402

# Accessory to phone, and phone to accessory.
DATA, DID_START, DID_STOP = 0x01, 0x02, 0x03
INITIALIZE, CONFIGURE, STOP = 0x0A, 0x0B, 0x0C


class Accessory(Device):
    framing, acd = "length16", "1.1"
    claims = ""
    """Further claims for the rig file."""
    answers_after, starts_after, stops_after = 0, 0.01, 0
    """Seconds from a message to its answer."""
    manufacturer, model, middleware = 0x0003F53F, 3000, 0x01010000
    rate, role, drift = 20, 1, 25
    largest = 256

    def __init__(self):
        super().__init__()
        self.address = None
        self.ranges = False
        self.starting = None
        self.messages = 0
        self.starts = 0

    # The link.

    def opened(self):
        self.framer = peer.FRAMINGS[self.framing]()
        self.idle()

    def closed(self):
        self.idle()

    def idle(self):
        self.address, self.ranges = None, False
        self.cancel_start()

    def received(self, data):
        for message in self.framer.feed(data):
            self.messages += 1
            self.take(message)

    def send(self, message, after=0):
        link = self.connection
        if after:
            self.later(after, lambda: self.connection is link and self.send(message))
        elif link:
            self.write(self.framer.wrap(message))

    # The messages.

    def take(self, message):
        if not message:
            return self.empty()
        if message[0] == INITIALIZE:
            return self.initialize(message)
        if message[0] == CONFIGURE:
            return self.configure(message[1:])
        if message[0] == STOP:
            return self.stop(message)
        return self.unknown(message)

    def empty(self):
        """A message without a byte."""

    def unknown(self, message):
        """One of another identifier: nothing."""

    def initialize(self, message):
        self.cancel_start()
        self.ranges = False
        self.address = peer.Accessory.fresh_address()
        self.send_data()

    def send_data(self):
        self.send(bytes([DATA]) + self.data(), self.answers_after)

    def configure(self, body):
        if not self.accepts(body):
            return
        self.start(body)

    def start(self, body):
        self.starts += 1
        self.cancel_start()
        self.starting = self.later(self.starts_after, self.started)

    def started(self):
        self.starting = None
        self.ranges = True
        self.send(bytes([DID_START]))

    def stop(self, message):
        self.cancel_start()
        self.ranges = False
        self.send(bytes([DID_STOP]), self.stops_after)

    def cancel_start(self):
        if self.starting:
            self.starting.cancel()
        self.starting = None

    # The blobs.

    def data(self):
        inner = self.inner()
        return self.wrapper(len(inner)) + inner

    def wrapper(self, length):
        return struct.pack("<HHB10xB", 1, 0, self.rate, length)

    def inner(self):
        major, minor = (int(part) for part in self.acd.split("."))
        inner = struct.pack(
            "<HHIIIBH", major, minor, self.manufacturer, self.model, self.middleware, self.role,
            self.address or 0)
        if (major, minor) > (1, 0):
            inner += struct.pack("<H", self.drift)
        if major > 1:
            inner += struct.pack("<4xBHHH", 0, 6, 3600, 180)
        return inner

    def accepts(self, data):
        """Whether shareable configuration data can be used."""
        lengths = {(1, 0): 28, (1, 1): 30, (2, 0): 35}
        if self.address is None or len(data) < 28:
            return False
        version = struct.unpack_from("<HH", data)
        own = tuple(int(part) for part in self.acd.split("."))
        if version not in lengths or version > own:
            return False
        if len(data) != lengths[version] or data[4] != len(data) - 5:
            return False
        (country, _, preamble, channel, slots, slot, block, control, _, destination) = (
            struct.unpack_from("<2sIBBHHHB6sH", data, 5))
        return (
            country.isalpha() and 9 <= preamble <= 12 and channel in self.channels and slots >= 6
            and slot >= 2400 and slot % 1200 == 0 and slots * slot <= block * 1200
            and control in (3, 6) and destination not in (self.address, 0x0000, 0xFFFF))

    channels = (5, 9)


# --- Right ones, with habits ---------------------------------------------------------------------


class StopAnsweredLate(Accessory):
    """did-stop comes 0.4 s after the stop, behind the answer to the next initialize"""
    stops_after = 0.4


class AnswersLate(Accessory):
    """each answer takes nearly as long as it may"""
    answers_after, starts_after, stops_after = 0.7, 1.5, 0.6


class IgnoresInitializeWhileRanging(Accessory):
    """initialize is ignored while it ranges, as nrfuwb does"""

    def initialize(self, message):
        if not self.ranges:
            super().initialize(message)


class SilentIdleStop(Accessory):
    """a stop has no answer where nothing was configured"""

    def stop(self, message):
        if self.address is None:
            return
        super().stop(message)


class StartsAgain(Accessory):
    """a configuration while ranging is acknowledged and not used, as Stella does"""

    def configure(self, body):
        if self.ranges:
            return self.send(bytes([DID_START]))
        super().configure(body)


class VendorNotifications(Accessory):
    """a declared vendor message comes 100 times a second"""
    claims = ", vendor-ids: [0x2F]"

    def opened(self):
        super().opened()
        self.chatter()

    def chatter(self):
        if self.connection:
            self.send(bytes([0x2F, 0x05, 0x30]) + b"abc")
            self.later(0.01, self.chatter)


class PairedMessage(Accessory):
    """a declared vendor message after each initialize and each start"""
    claims = ", vendor-ids: [0x04]"

    def send(self, message, after=0):
        super().send(message, after)
        if message[0] in (DATA, DID_START):
            super().send(bytes([0x04]), after)


class VersionOne(Accessory):
    """specification 1.0, a role of a responder, any rate"""
    acd, role, rate = "1.0", 0, 0


class VersionTwo(Accessory):
    """specification 2.0"""
    acd, rate = "2.0", 10


class LargeDrift(Accessory):
    """200 ppm, as the Android application sends"""
    drift = 200


class OneAddress(Accessory):
    """always the same address"""

    def initialize(self, message):
        super().initialize(message)

    def send_data(self):
        self.address = 0x11D7
        super().send_data()


class Surplus(Accessory):
    """bytes behind a configuration are ignored"""

    def accepts(self, data):
        return super().accepts(data[:30])


class BytePerByte(Accessory):
    """each byte is written for itself"""

    def write(self, data):
        for index in range(len(data)):
            super().write(data[index:index + 1])


class OneWriteForAll(Accessory):
    """answers are held for 15 ms and written together"""
    held = b""

    def write(self, data):
        if not self.held:
            self.later(0.015, self.flush)
        self.held += data

    def flush(self):
        held, self.held = self.held, b""
        super().write(held)


class GivesUp(Accessory):
    """a session that no phone joins ends after 5 s, and did-stop tells of it"""
    after, told = 5, DID_STOP

    def started(self):
        super().started()
        self.later(self.after, self.give_up, self.starts)

    def give_up(self, start):
        if self.ranges and start == self.starts:
            self.ranges = False
            self.send(bytes([self.told]))


class SmallBuffer(Accessory):
    """messages of more than 64 bytes are dropped, as with Qorvo's firmware"""

    def received(self, data):
        for message in self.framer.feed(data):
            if len(message) <= 64:
                self.take(message)


class NoNumbers(Accessory):
    """manufacturer, model and middleware are 0, as the Android application sends them"""
    manufacturer, model, middleware, drift = 0, 0, 0, 200


class VersionThree(VersionTwo):
    """specification 3.0, which a phone reads as 2.0"""

    def inner(self):
        return struct.pack("<HH", 3, 0) + super().inner()[4:]


class TellsRefusals(Accessory):
    """a configuration that it does not take is answered with did-stop"""

    def configure(self, body):
        if not self.accepts(body):
            return self.send(bytes([DID_STOP]))
        super().configure(body)


class Banner(Accessory):
    """a terminal server greets each connection"""

    def opened(self):
        super().opened()
        self.write(b"\r\nser2net port 4002 device /dev/ttyACM1 [115200N81] (Debian GNU/Linux)\r\n\r\n")


class BannerBesideAnswers(OneWriteForAll, Banner):
    """what a terminal server says comes in one read with the first answer"""


class Lines(Accessory):
    """lines of hexadecimal digits in capital letters, ended as terminals do"""
    framing = "hexline"

    def write(self, data):
        super().write(data.upper().replace(b"\n", b"\r\n"))


class SLIP(Accessory):
    """SLIP with an end mark at both ends"""
    framing = "slip"


RIGHT = [
    Accessory, StopAnsweredLate, AnswersLate, IgnoresInitializeWhileRanging, SilentIdleStop, StartsAgain,
    VendorNotifications, PairedMessage, VersionOne, VersionTwo, LargeDrift,
    OneAddress, Surplus, BytePerByte, OneWriteForAll, GivesUp, SmallBuffer,
    NoNumbers, VersionThree, TellsRefusals, Banner, BannerBesideAnswers, Lines, SLIP,
]


# --- Wrong ones, each in one way, with the cases or rules of which one has to find it -------------


class Wrong(Accessory):
    found_by = ()
    during = "id(N01) | id(C01) | id(S01) | id(S04)"


class UnaskedStops(Wrong):
    """did-stop every 2 s"""
    found_by, during = ("W09",), "id(C27-5s)"

    def opened(self):
        super().opened()
        self.repeat()

    def repeat(self):
        self.send(bytes([DID_STOP]))
        if self.connection:
            self.later(2, self.repeat)


class StopWithBody(Wrong):
    """did-stop has 200 bytes behind it"""
    found_by = ("W02",)

    def send(self, message, after=0):
        super().send(message + bytes(200) if message[0] == DID_STOP else message, after)


class StartWithBody(Wrong):
    """did-start has a byte behind it"""
    found_by = ("W02", "C02")

    def send(self, message, after=0):
        super().send(message + b"\0" if message[0] == DID_START else message, after)


class ThirdRate(Wrong):
    """an update rate of 5 in each third configuration data"""
    found_by, during, calls = ("W03",), "id(N01) | id(N13) | id(N12)", 0

    def send_data(self):
        self.calls += 1
        self.rate = 5 if self.calls % 3 == 0 else 20
        super().send_data()


class ManufacturerByConnection(Wrong):
    """another manufacturer on each connection"""
    found_by, during = ("W06",), "id(N01) | id(R07)"

    def opened(self):
        super().opened()
        self.manufacturer = 0x40000 + self.connections


class ModelByCall(Wrong):
    """another model in each configuration data"""
    found_by, during = ("N13", "W06"), "id(N13)"

    def send_data(self):
        self.model += 1
        super().send_data()


class RoleChanges(Wrong):
    """a role that changes with each configuration data"""
    found_by = ("W06",)

    def send_data(self):
        self.role = 1 - self.role
        super().send_data()


class ReservedBytes(Wrong):
    """reserved bytes that are not zero"""
    found_by = ("W04", "N04")

    def wrapper(self, length):
        return super().wrapper(length)[:5] + b"\1" + super().wrapper(length)[6:]


class UndeclaredText(Wrong):
    """a vendor's message that nothing declares"""
    found_by = ("W05", "R04")

    def started(self):
        super().started()
        self.send(b"\x2f\x06\x30hello")


class UnknownIdentifier(Wrong):
    """identifier 0x7E after each configuration data"""
    found_by = ("W05", "R04")

    def send_data(self):
        super().send_data()
        self.send(b"\x7e")


class DataTwice(Wrong):
    """configuration data twice"""
    found_by = ("W07", "N01")

    def send_data(self):
        super().send_data()
        super().send_data()


class StartTwice(Wrong):
    """did-start twice, the second 150 ms later"""
    found_by, during = ("W08", "C02"), "id(C02) | id(C23) | id(E01) | id(R09)"

    def started(self):
        super().started()
        self.send(bytes([DID_START]), 0.15)


class StopTwice(Wrong):
    """did-stop twice"""
    found_by = ("W09", "S04")

    def stop(self, message):
        super().stop(message)
        super().stop(message)


class StrayBytes(Wrong):
    """three bytes between frames"""
    found_by, framing = ("W01",), "hexline"

    def write(self, data):
        super().write(data + b"\0\xff\0\n")


class LateStart(Wrong):
    """did-start of a start that a stop has cancelled"""
    found_by, during = ("S11", "W08"), "id(S11)"
    starts_after = 0.5

    def cancel_start(self):
        self.starting = None


class VeryLateStart(LateStart):
    """did-start of a start that a stop has cancelled, 1.5 s later"""
    starts_after = 1.5


class NoChannelFive(Wrong):
    """configurations for channel 5 are refused"""
    channels = (9,)
    found_by, during = ("C08",), "id(C08)"


class OnePreamble(Wrong):
    """preamble code 11 alone"""
    found_by, during = ("C08",), "id(C08)"

    def accepts(self, data):
        return super().accepts(data) and data[11] == 11


class ShortBlocksOnly(Wrong):
    """blocks of more than 255 ms are refused"""
    found_by, during = ("C05", "C06"), "id(C05) | id(C06)"

    def accepts(self, data):
        return super().accepts(data) and struct.unpack_from("<H", data, 17)[0] < 256


class SixSlotsOnly(Wrong):
    """rounds of other than six slots are refused"""
    found_by, during = ("C07",), "id(C07)"

    def accepts(self, data):
        return super().accepts(data) and struct.unpack_from("<H", data, 13)[0] == 6


class WholeReads(Wrong):
    """a read is taken for a frame"""
    found_by, during = ("F02", "F01"), "id(F0?)"

    def received(self, data):
        if len(data) >= 2 and struct.unpack_from("<H", data)[0] == len(data) - 2:
            self.take(data[2:])
        elif len(data) > 2:
            self.framer.feed(data)
            super().received(b"")


class Dies(Wrong):
    """a message of a certain length ends it"""
    length = 128
    found_by, during = ("F01",), "id(F01)"

    def received(self, data):
        if not getattr(self, "dead", False):
            super().received(data)

    def take(self, message):
        if len(message) >= self.length:
            self.dead = True
        else:
            super().take(message)

    def opened(self):
        super().opened()
        self.framer.skip = 0


class DiesOf100(Dies):
    """a message of 100 bytes or more ends it"""
    length = 100


class DiesOf256(Dies):
    """a message of 256 bytes ends it"""
    length = 256


class WrongAnswerAfterJunk(Wrong):
    """what follows an unknown message has the answer to something else"""
    junk = False
    found_by, during = ("R01", "R05", "E01"), "id(R01) | id(R05) | id(E01)"

    def unknown(self, message):
        self.junk = True

    def initialize(self, message):
        if self.junk:
            self.junk = False
            return self.send(bytes([DID_STOP]))
        super().initialize(message)


class ForgetsFields(Wrong):
    """after an unknown message the reserved bytes are not cleared"""
    junk = False
    found_by, during = ("R01", "W04"), "id(R01)"

    def unknown(self, message):
        self.junk = True

    def wrapper(self, length):
        wrapper = super().wrapper(length)
        return wrapper[:5] + b"\7" + wrapper[6:] if self.junk else wrapper


class TiresAfterTwenty(Wrong):
    """the twentieth session is the last"""
    found_by, during = ("R08", "T04", "R07"), "id(R08)"

    def start(self, body):
        if self.starts < 20:
            super().start(body)


class Truncated(Wrong):
    """starts on a configuration that is cut short"""
    found_by, during = ("C18",), "id(C18)"

    def accepts(self, data):
        return super().accepts(data) or 4 <= len(data) < 30 and self.address is not None


class AnyVersion(Wrong):
    """starts on any version"""
    found_by, during = ("C21",), "id(C21)"

    def accepts(self, data):
        return super().accepts(struct.pack("<HH", 1, 1) + data[4:])


class AnyLength(Wrong):
    """starts whatever the length byte says"""
    found_by, during = ("C20",), "id(C20)"

    def accepts(self, data):
        return super().accepts(data[:4] + bytes([len(data) - 5 & 255]) + data[5:])


class OwnAddress(Wrong):
    """starts with its own address at the other end"""
    found_by, during = ("C26",), "id(C26)"

    def accepts(self, data):
        own = struct.pack("<H", self.address or 0)
        return super().accepts(data) or len(data) == 30 and data[26:28] == own


class StartsUninitialized(Wrong):
    """starts before any initialize"""
    found_by, during = ("C22",), "id(C22)"

    def configure(self, body):
        if self.address is None:
            self.address = 1
        super().configure(body)


class SlowAnswer(Wrong):
    """configuration data after 1.6 s"""
    answers_after = 1.6
    found_by = ("N01",)


class SlowStart(Wrong):
    """did-start after 2.8 s"""
    starts_after = 2.8
    found_by = ("C01", "C03")


class SlowStop(Wrong):
    """did-stop after 1.6 s, each time"""
    stops_after = 1.6
    found_by, during = ("S04",), "id(S04)"


class ErasedMemory(Wrong):
    """the model is that of erased memory"""
    model, found_by, during = 0xFFFFFFFF, ("N21",), "id(N21)"


class NewerThanClaimed(Wrong):
    """2.0 where 1.1 is claimed"""
    claims = ""
    found_by, during = ("N19",), "id(N19)"

    def inner(self):
        return struct.pack("<HH", 2, 0) + super().inner()[4:] + struct.pack("<4xBHHH", 0, 6, 3600, 180)


class StopsTwiceUnasked(Wrong):
    """a refused configuration is answered with did-stop three times"""
    found_by, during = ("W09",), "id(E02)"

    def configure(self, body):
        if not self.accepts(body):
            for _ in range(3):
                self.send(bytes([DID_STOP]))
            return
        super().configure(body)


class HangsUpOnEmpty(Wrong):
    """hangs up after an empty message"""
    found_by, during = ("R03",), "id(R03)"

    def empty(self):
        self.hang_up()


class HangsUpOnUnknown(Wrong):
    """hangs up after an unknown message"""
    found_by, during = ("R01",), "id(R01)"

    def unknown(self, message):
        self.hang_up()


class EchoesUnknown(Wrong):
    """unknown messages come back"""
    found_by, during = ("R01", "W05"), "id(R01) | id(R02)"

    def unknown(self, message):
        self.send(message)


class BigEndian(Wrong):
    """lengths with the high byte first"""
    found_by, during = ("N01",), "id(N01)"

    def write(self, data):
        super().write(data[1::-1] + data[2:])


class HalfMessage(Wrong):
    """half of the configuration data"""
    found_by, during = ("N01",), "id(N01)"

    def send(self, message, after=0):
        if message[0] == DATA and self.connection:
            return self.write(self.framer.wrap(message)[:20])
        super().send(message, after)


class Surplus3(Wrong):
    """three bytes behind the configuration data"""
    found_by = ("N02", "W02")

    def data(self):
        return super().data() + bytes(3)


class RoleTwo(Wrong):
    """role 2"""
    role, found_by = 2, ("N07", "W03")


class NoDrift(Wrong):
    """a clock drift of zero"""
    drift, found_by = 0, ("N08", "N20", "W03")


class StopAsStart(Wrong):
    """did-start in place of did-stop"""
    found_by, during = ("S06", "S04"), "id(S04) | id(S06)"

    def stop(self, message):
        self.cancel_start()
        self.send(bytes([DID_START]))


class LosesInitialize(Wrong):
    """an initialize within 20 ms of a stop is lost"""
    found_by, during, stopped = ("S08", "T04"), "id(S08) | id(T04)", 0

    def stop(self, message):
        self.stopped = self.loop.time()
        super().stop(message)

    def initialize(self, message):
        if self.loop.time() - self.stopped > 0.02:
            super().initialize(message)


class Silent(Wrong):
    """answers nothing"""
    found_by = ("N01",)

    def take(self, message):
        pass


WRONG = [
    UnaskedStops, StopWithBody, StartWithBody, ThirdRate, ManufacturerByConnection, ModelByCall,
    RoleChanges, ReservedBytes, UndeclaredText, UnknownIdentifier, DataTwice, StartTwice, StopTwice,
    StrayBytes, LateStart, VeryLateStart, NoChannelFive, OnePreamble, ShortBlocksOnly, SixSlotsOnly,
    WholeReads, Dies, DiesOf100, DiesOf256, WrongAnswerAfterJunk, ForgetsFields, TiresAfterTwenty,
    Truncated, AnyVersion, AnyLength, OwnAddress, StartsUninitialized, SlowAnswer, SlowStart,
    SlowStop, ErasedMemory, NewerThanClaimed, StopsTwiceUnasked,
    HangsUpOnEmpty, HangsUpOnUnknown, EchoesUnknown, BigEndian, HalfMessage, Surplus3, RoleTwo, NoDrift,
    StopAsStart, LosesInitialize, Silent,
]
