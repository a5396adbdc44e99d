"""Accessories made by one who had not looked at the cases: with a radio, behind retries, beside what means nothing.

`Radio` ones range with the UCI boards of their `Air`, so that what they say is held against what they do.
"""

import struct

from . import accessory, uci
from .accessory import DATA, DID_START, DID_STOP, Accessory, GivesUp, VersionTwo
from .accessory_drawn import IgnoresInitializeUnlessIdle


class Radio(Accessory):
    """A right one with a radio, whose parameters are those of the public notes"""
    radio_after = 0.03
    has_radio = True

    def __init__(self, air=None):
        super().__init__()
        self.air = air or uci.Air()
        self.air.boards.append(self)
        self.sessions = {}

    def idle(self):
        super().idle()
        self.silence()

    def initialize(self, message):
        self.silence()
        super().initialize(message)

    def start(self, body):
        self.body = body
        super().start(body)

    def started(self):
        self.begin(self.body)
        super().started()

    def stop(self, message):
        self.silence()
        super().stop(message)

    def begin(self, body):
        self.silence()
        ours = uci.Session(self, struct.unpack_from("<I", body, 7)[0], 0, 1)
        ours.values = self.parameters(body)
        self.sessions[1] = ours
        self.later(self.radio_after, self.on, ours)

    def on(self, session):
        if self.sessions.get(1) is session:
            session.state = uci.ACTIVE

    def silence(self):
        self.sessions.pop(1, None)

    def on_air(self):
        return self.address

    def parameters(self, body):
        preamble, channel, slots, slot, block, _, vector, phone = struct.unpack_from("<BBHHHB6s2s", body, 11)
        hopping = body[34:35] or b"\0"
        return {
            0x00: bytes([self.role]), 0x11: bytes([self.role]), 0x01: b"\2", 0x02: b"\0", 0x04: bytes([channel]),
            0x06: struct.pack("<H", self.on_air()), 0x07: phone, 0x08: struct.pack("<H", slot),
            0x09: struct.pack("<I", block), 0x12: b"\3", 0x14: bytes([preamble]), 0x15: b"\2",
            0x1B: bytes([slots]), 0x2C: hopping, 0x27: b"\x4c\0", 0x28: vector,
        }


class RadioRight(Radio):
    """with a radio"""


class Responder(Radio):
    """with a radio, as the one that is polled"""
    role = 0


class RadioTwo(Radio, VersionTwo):
    """with a radio, of 2.0"""


class Hops(Radio, VersionTwo):
    """with a radio, of 2.0, a request with hopping"""
    rate = 0

    def inner(self):
        return super().inner()[:21] + struct.pack("<4xBHHH", 1, 25, 2400, 240)


class RadioAfter(Radio):
    """did-start at once and the radio 1.2 s later, as with Qorvo"""
    starts_after, radio_after = 0.001, 1.2


class AnswersWhileRanging(Accessory):
    """Initialize while ranging is answered with another address, and the session goes on."""

    def initialize(self, message):
        if not self.ranges:
            return super().initialize(message)
        self.address = accessory.peer.Accessory.fresh_address()
        self.send_data()


class KeepsItsSession(AnswersWhileRanging):
    """A configuration while ranging is acknowledged, and not used."""

    def configure(self, body):
        if self.ranges:
            return self.send(bytes([DID_START]))
        super().configure(body)


class GoesOnRanging(AnswersWhileRanging, Radio):
    """initialize while ranging is answered, and the session goes on with its address, as with Qorvo"""


class Stella(KeepsItsSession, Radio):
    """as Stella: initialize while ranging is answered, a configuration acknowledged, and the session is kept"""


class StellaWithoutRadio(KeepsItsSession):
    """as Stella, whose radio nobody hears"""


class QorvoStrict(Accessory):
    """takes configurations of 1.1 with exactly 30 bytes, and nothing else"""

    def accepts(self, data):
        return len(data) == 30 and super().accepts(data)


class TimeScheduledAlone(Accessory):
    """round control 3 alone"""

    def accepts(self, data):
        return super().accepts(data) and data[19] == 3


class TellsBoth(Accessory):
    """a stop while starting brings did-start and did-stop"""
    starts_after = 0.3

    def stop(self, message):
        if self.starting:
            self.cancel_start()
            self.send(bytes([DID_START]))
        super().stop(message)


class SilentUnlessRanging(Accessory):
    """a stop has an answer only where it ends a session that has begun"""
    starts_after = 0.3

    def stop(self, message):
        if self.ranges:
            return super().stop(message)
        self.cancel_start()


class StellaDialect(Accessory):
    """0xA5 is answered with the 18 bytes for Android phones"""
    android = False

    def unknown(self, message):
        if message == b"\xa5":
            self.address = accessory.peer.Accessory.fresh_address()
            self.android = True
            self.send(self.device_data())

    def device_data(self):
        return bytes([DATA]) + struct.pack(
            "<HH2s2s3sIBH", 1, 0, b"\xd4\x02", b"\x02\x06", b"\x04\x03\x00", 0x0E, 1, self.address)

    def initialize(self, message):
        self.android = False
        super().initialize(message)

    def accepts(self, data):
        if self.android:
            return len(data) == 14 and data[:4] == b"\1\0\0\0" and data[4:8] != bytes(4)
        return super().accepts(data)


class LongerNewer(VersionTwo):
    """specification 3.1 with eight bytes more than are known"""

    def inner(self):
        return struct.pack("<HH", 3, 1) + super().inner()[4:] + b"\1\2\3\4\5\6\7\x08"


class GivesUpWithRadio(GivesUp, Radio):
    """a session that no phone joins ends after 4 s, which did-stop tells"""
    after = 4

    def give_up(self, start):
        ours = self.sessions.get(1)
        if self.ranges and start == self.starts and ours and not self.air.peers(ours):
            self.silence()
            super().give_up(start)


class NewAddressAtStop(Accessory):
    """the next address is drawn when a session ends"""
    drawn = 0x3344

    def initialize(self, message):
        self.cancel_start()
        self.ranges = False
        self.address = self.drawn
        self.send_data()

    def stop(self, message):
        if self.ranges:
            self.drawn = accessory.peer.Accessory.fresh_address()
        super().stop(message)


class Wrong(Accessory):
    """Shown to the cases of which one has to find it, and to no others."""
    found_by = ()

    def __init_subclass__(cls):
        cls.during = " | ".join(f"id({case})" for case in cls.found_by)


class ThirdRefusalLocks(Wrong):
    """after three refused configurations in a row the next good one is refused too, until a new connection"""
    found_by, refused = ("R11",), 0

    def opened(self):
        super().opened()
        self.refused = 0

    def accepts(self, data):
        good = super().accepts(data) and self.refused < 3
        self.refused = 0 if good else self.refused + 1
        return good


class ThirdRetry(Wrong):
    """one configuration data lasts for two sessions; a third without an initialize is refused"""
    found_by, runs = ("T02",), 0

    def send_data(self):
        self.runs = 0
        super().send_data()

    def accepts(self, data):
        return super().accepts(data) and self.runs < 2

    def start(self, body):
        self.runs += 1
        super().start(body)


class RetryLosesStart(Wrong):
    """an initialize that comes before the did-stop of a session is answered, and the configuration behind it is lost"""
    found_by, stops_after, ended, lost = ("T04",), 0.02, 0, False

    def stop(self, message):
        self.ended = self.loop.time() if self.ranges else 0
        self.lost = False
        super().stop(message)

    def initialize(self, message):
        self.lost = self.loop.time() - self.ended < 0.015
        super().initialize(message)

    def configure(self, body):
        if self.lost:
            self.lost = False
            return
        super().configure(body)


class EmptyEndsSession(Wrong):
    """an empty message while ranging ends the session, which did-stop tells"""
    found_by = ("E03",)

    def empty(self):
        if self.ranges:
            self.ranges = False
            self.send(bytes([DID_STOP]))


class UnknownEndsSession(Wrong):
    """an unknown message while ranging ends the session, which did-stop tells"""
    found_by = ("E03",)

    def unknown(self, message):
        if self.ranges:
            self.ranges = False
            self.send(bytes([DID_STOP]))


class StartForTheNextPhone(Wrong):
    """did-start of a phone that has gone is told to the next"""
    found_by, starts_after = ("R07",), 0.3

    def closed(self):
        if self.starting:
            self.later(0.2, self.send, bytes([DID_START]))
        super().closed()


class RateAfterRefusal(Wrong):
    """behind a refused configuration the update rate is another, which may be"""
    found_by = ("V01",)

    def configure(self, body):
        self.rate = 20 if self.accepts(body) else 0
        super().configure(body)


class StopOfRetryLost(Wrong):
    """did-stop of a session that was a retry without an initialize is not told"""
    found_by, runs = ("T02",), 0

    def send_data(self):
        self.runs = 0
        super().send_data()

    def start(self, body):
        self.runs += 1
        super().start(body)

    def stop(self, message):
        if self.ranges and self.runs > 1:
            self.ranges = False
            return
        super().stop(message)


class WrongRadio(Radio, Wrong):
    def lingers(self, session):
        """A session stays on the air until the next one begins."""
        self.sessions[2] = session
        session.state = uci.ACTIVE

    def begin(self, body):
        self.sessions.pop(2, None)
        super().begin(body)

    def made(self, body):
        ours = uci.Session(self, struct.unpack_from("<I", body, 7)[0], 0, 1)
        ours.values = self.parameters(body)
        return ours


class TiresOfRanging(WrongRadio):
    """10 s after its start a session goes from the air, and nothing tells of it"""
    found_by = ("R10",)

    def on(self, session):
        super().on(session)
        self.later(10, lambda: self.sessions.get(1) is session and self.silence())


class CalledOffRanges(WrongRadio):
    """a start that is called off is not told, but its radio comes up"""
    found_by, starts_after = ("S11",), 0.2

    def stop(self, message):
        session = self.made(self.body) if self.starting else None
        super().stop(message)
        if session:
            self.lingers(session)


class EmptyEndsRadio(WrongRadio):
    """an empty message takes the session off the air, silently"""
    found_by = ("E03",)

    def empty(self):
        self.silence()


class HomeCountry(WrongRadio):
    """in a country that it does not know it says that it starts, and its radio stays off"""
    found_by = ("C11",)

    def begin(self, body):
        if body[5:7] in (b"EU", b"US"):
            super().begin(body)


class PhoneDrift(WrongRadio):
    """with a phone of 100 ppm it says that it starts, and nothing ranges"""
    found_by = ("C16",)

    def begin(self, body):
        if struct.unpack_from("<H", body, 28)[0] != 100:
            super().begin(body)


class VectorIsText(WrongRadio):
    """a zero byte in the vector ends it, and the rest is zero on the air"""
    found_by = ("C28",)

    def parameters(self, body):
        vector = body[20:26].split(b"\0")[0].ljust(6, b"\0")
        return {**super().parameters(body), 0x28: vector}


class SignedPhone(WrongRadio):
    """an address of the phone with a high low byte loses its other byte on the air"""
    found_by = ("C05",)

    def parameters(self, body):
        phone = body[26:28]
        return {**super().parameters(body), 0x07: phone[:1] + (b"\xff" if phone[0] > 0x7F else phone[1:])}


class GivesUpInWordAlone(WrongRadio):
    """a phone that is not heard for 4 s is given up with did-stop, and the radio goes on"""
    found_by, missed = ("R10",), 0

    def on(self, session):
        super().on(session)
        self.listen(session, 0)

    def listen(self, session, missed):
        if self.sessions.get(1) is not session:
            return
        missed = 0 if self.air.peers(session) else missed + 1
        if missed > 20:
            if self.ranges:
                self.ranges = False
                self.send(bytes([DID_STOP]))
            return
        self.later(0.2, self.listen, session, missed)


class IgnoredUntilStop(IgnoresInitializeUnlessIdle, Radio):
    """an initialize is ignored from its answer until the next stop, with a radio to hear"""


RIGHT = [
    RadioRight, Responder, RadioTwo, Hops, RadioAfter, GoesOnRanging, Stella, StellaWithoutRadio,
    QorvoStrict, TimeScheduledAlone, TellsBoth, SilentUnlessRanging, StellaDialect, LongerNewer,
    GivesUpWithRadio, NewAddressAtStop, IgnoredUntilStop,
]
WRONG = [
    CalledOffRanges, EmptyEndsRadio, EmptyEndsSession, GivesUpInWordAlone, HomeCountry, PhoneDrift,
    RateAfterRefusal, RetryLosesStart, StartForTheNextPhone, StopOfRetryLost, ThirdRetry,
    UnknownEndsSession, VectorIsText, ThirdRefusalLocks, TiresOfRanging, SignedPhone,
]
