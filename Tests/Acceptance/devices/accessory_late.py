"""Accessories that are wrong where two messages, or a message and the end of a connection, come close together.

Some keep in word what they break on the air, or the other way round: those range with a `Radio`.
"""

from . import uci
from .accessory import DID_START, DID_STOP, VersionTwo
from .accessory_beside import Hops, Radio, SilentUnlessRanging, Wrong, WrongRadio

# --- Right ones -----------------------------------------------------------------------------------


class LingersOnAir(Radio):
    """with a radio, which goes on for 3 s when the phone has gone, as until a supervision timeout"""

    def idle(self):
        session = self.sessions.get(1)
        left = session or self.starting and self.made(self.body)
        super().idle()
        if left:
            self.sessions[2] = left
            self.later(self.radio_after, self.goes_on, left)
            self.later(3, self.goes_off, left)

    def made(self, body):
        ours = uci.Session(self, int.from_bytes(body[7:11], "little"), 0, 1)
        ours.values = self.parameters(body)
        return ours

    def goes_on(self, session):
        if self.sessions.get(2) is session:
            session.state = uci.ACTIVE

    def goes_off(self, session):
        if self.sessions.get(2) is session:
            self.sessions.pop(2)


class QuietUnlessRanging(SilentUnlessRanging, Radio):
    """with a radio, and a stop has an answer only where it ends a session that has begun"""


class NextStopUnanswered:
    """A stop behind an initialize while ranging is not answered; a mixin."""
    skips = False

    def initialize(self, message):
        self.skips = self.ranges
        super().initialize(message)

    def start(self, body):
        self.skips = False
        super().start(body)

    def stop(self, message):
        if self.skips:
            self.skips = False
            return
        super().stop(message)


class TellsEndOnce(NextStopUnanswered, Radio):
    """with a radio; initialize while ranging is told with did-stop, and the stop behind it is not answered"""

    def initialize(self, message):
        if self.ranges:
            self.send(bytes([DID_STOP]))
        super().initialize(message)


class BeginsAnew(Radio):
    """with a radio; a configuration again ends what was begun, with its did-stop, and begins it once more"""
    starts_after = 0.1

    def configure(self, body):
        if (self.starting or self.ranges) and self.accepts(body):
            self.cancel_start()
            self.ranges = False
            self.silence()
            self.send(bytes([DID_STOP]))
        super().configure(body)


class AcknowledgesWhileStarting(Radio):
    """with a radio; a configuration while it starts or ranges is acknowledged, and not used"""
    starts_after = 0.3

    def configure(self, body):
        if (self.starting or self.ranges) and self.accepts(body):
            return self.send(bytes([DID_START]))
        super().configure(body)


class HoppingResponder(Hops):
    """with a radio, of 2.0, a request with hopping, as the one that is polled"""
    role = 0


RIGHT = [
    LingersOnAir, QuietUnlessRanging, TellsEndOnce, BeginsAnew, AcknowledgesWhileStarting,
    HoppingResponder,
]


# --- Wrong ones -----------------------------------------------------------------------------------


class QuickStopRanges(WrongRadio):
    """a stop within 50 ms of the configuration is answered, and it ranges all the same"""
    found_by, asked = ("S11",), 0

    def start(self, body):
        self.asked = self.loop.time()
        super().start(body)

    def stop(self, message):
        is_quick = self.loop.time() - self.asked < 0.05
        super().stop(message)
        if is_quick:
            self.lingers(self.made(self.body))


class QuickStopStarts(Wrong):
    """a stop within 50 ms of the configuration is answered, and did-start comes behind its did-stop"""
    found_by, asked = ("S11",), 0

    def start(self, body):
        self.asked = self.loop.time()
        super().start(body)

    def stop(self, message):
        is_quick = self.loop.time() - self.asked < 0.05
        super().stop(message)
        if is_quick:
            self.send(bytes([DID_START]), 0.2)


class DisconnectedStarts(WrongRadio):
    """a phone that goes while it starts does not call that off: it ranges, and nobody is told"""
    found_by, starts_after = ("R07",), 0.3

    def idle(self):
        session = self.made(self.body) if self.starting else None
        super().idle()
        if session:
            self.later(0.3, self.lingers, session)


class Resumes(WrongRadio):
    """what ranged when the phone went ranges again when a phone comes"""
    found_by, left = ("R06",), None

    def idle(self):
        if self.ranges:
            self.left = self.made(self.body)
        super().idle()

    def opened(self):
        super().opened()
        left, self.left = self.left, None
        if left:
            self.lingers(left)


class UnknownCallsOffStart(Wrong):
    """an unknown message while it starts calls the start off"""
    found_by, starts_after = ("E02",), 0.2

    def unknown(self, message):
        self.cancel_start()


class StopLostAfterInitialize(NextStopUnanswered, Wrong):
    """a stop behind an initialize while ranging is lost"""
    found_by = ("E02",)


class StopWhileStartingLosesNext(Wrong):
    """behind a stop while it starts the next configuration is lost"""
    found_by, starts_after, loses = ("S11",), 0.2, False

    def stop(self, message):
        self.loses = self.loses or self.starting is not None
        super().stop(message)

    def configure(self, body):
        if self.loses:
            self.loses = False
            return
        super().configure(body)


class CachedForASecond(WrongRadio):
    """an initialize within a second of the one before has the same answer, and another address is on the air"""
    found_by, cached, at = ("E02",), b"", 0

    def data(self):
        now = self.loop.time()
        if now - self.at > 1:
            self.cached, self.at = super().data(), now
        return self.cached


class SleepsWhenSuspended(Wrong):
    """more than 2 s behind the stop of a session the first answer takes 1.4 s"""
    found_by, ended = ("N22",), None

    def stop(self, message):
        if self.ranges:
            self.ended = self.loop.time()
        super().stop(message)

    def received(self, data):
        sleeps = self.ended is not None and self.loop.time() - self.ended > 2
        self.ended = None
        if sleeps:
            return self.later(1.4, super().received, data)
        super().received(data)


class KeepsHalf(Wrong):
    """a message that was not whole when the phone went is filled up with what the next one sends"""
    found_by = ("E01",)

    def opened(self):
        kept = self.framer.buffer if self.connections > 1 else b""
        super().opened()
        # What has grown long is dropped, so that it can be spoken to again.
        self.framer.buffer = kept if len(kept) < 8 else b""


class VendorEndsRadio(WrongRadio):
    """a vendor's message takes the session off the air, silently"""
    found_by = ("E03",)

    def unknown(self, message):
        if message[0] in (0x20, 0x21, 0x2F, 0x30):
            self.silence()


class RefusedEndsRadio(WrongRadio):
    """a configuration that is refused takes the session off the air, silently"""
    found_by = ("E03",)

    def configure(self, body):
        if not self.accepts(body):
            self.silence()
        super().configure(body)


class EndsInWordAlone(WrongRadio):
    """a stop is answered, and the session stays on the air"""
    found_by = ("S05",)

    def stop(self, message):
        session = self.sessions.get(1)
        super().stop(message)
        if session:
            self.lingers(session)


class SilentEnd(WrongRadio):
    """a session whose phone is not heard for some seconds ends, and nothing is told"""
    found_by = ("R10",)

    def on(self, session):
        super().on(session)
        self.later(6, self.look, session)

    def look(self, session):
        if self.sessions.get(1) is not session:
            return
        if self.air.peers(session):
            self.later(4, self.look, session)
            return
        self.ranges = False
        self.silence()


class RetryWithoutRadio(WrongRadio):
    """the same configuration again while it starts leaves the radio off, and did-start is told"""
    found_by, starts_after, is_mute = ("E02",), 0.2, False

    def configure(self, body):
        self.is_mute = self.starting is not None and body == self.body
        super().configure(body)

    def begin(self, body):
        if self.is_mute:
            return self.silence()
        super().begin(body)


class NeverHops(WrongRadio, VersionTwo):
    """its rounds do not hop, whatever a configuration of 2.0 says"""
    found_by = ("C13",)

    def parameters(self, body):
        return {**super().parameters(body), 0x2C: b"\0"}


class LateNeedsRadio(WrongRadio):
    """did-start comes after 2.8 s where no phone is on the air"""
    found_by = ("C01", "C03")

    def start(self, body):
        self.starts_after = 0.01 if self.air.peers(self.made(body)) else 2.8
        super().start(body)


WRONG = [
    QuickStopRanges, QuickStopStarts, DisconnectedStarts, Resumes, UnknownCallsOffStart,
    StopLostAfterInitialize, StopWhileStartingLosesNext, CachedForASecond, SleepsWhenSuspended, KeepsHalf,
    VendorEndsRadio, RefusedEndsRadio, EndsInWordAlone, SilentEnd, RetryWithoutRadio, NeverHops,
    LateNeedsRadio,
]
