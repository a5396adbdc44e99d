"""UCI boards that are wrong the second time, with what looks like something else, or with what was before."""

from .parameters import number
from .uci import ACTIVE, CONTROL, DEVICE_ACTIVE, FAILED, INIT, Session, Wrong
from .uci_beside import Carrier, session_of
from .verdicts import give_cases


class StateWritten(Wrong):
    """a DEVICE_STATE that is written is refused as read-only, and read back as written until it changes"""
    written, reading = None, False

    def set_config(self, payload):
        for identifier, value in self.tlvs(payload):
            if identifier == 0 and len(value) == 1:
                self.written = value[0]
        super().set_config(payload)

    def get_config(self, payload):
        self.reading = True
        try:
            super().get_config(payload)
        finally:
            self.reading = False

    def device_state(self):
        if self.reading and self.written is not None:
            return self.written
        return super().device_state()

    def tell_device(self, state):
        self.written = None
        super().tell_device(state)


class HandleOfAByte(Wrong):
    """of the handle in a command the lowest byte is looked at: 0x101 is the session 1"""

    def named(self, payload, group, opcode, behind=b""):
        if len(payload) >= 4:
            payload = payload[:1] + bytes(3) + payload[4:]
        return super().named(payload, group, opcode, behind)

    def handle(self, identifier):
        self.handles = next(
            each for each in ((self.handles + step) % 255 + 1 for step in range(255)) if each not in self.sessions)
        return self.handles


class TimersRunOut(Wrong):
    """each start takes a timer that its stop does not give back: the ninth since a reset has FAILED"""
    starts = 0

    def start(self, payload):
        session = session_of(self, payload)
        if session and len(payload) == 4 and session.is_configured() and session.state != ACTIVE \
                and self.starts >= 8:
            return self.respond(CONTROL, 0, bytes([FAILED]))
        super().start(payload)

    def tell_session(self, session, state, reason=0):
        self.starts += state == ACTIVE
        super().tell_session(session, state, reason)

    def reset(self, payload):
        if payload == b"\0":
            self.starts = 0
        super().reset(payload)


class StrideOfAByte(Wrong):
    """the largest stride, 255, leaves out no block: one more is 0 in a byte"""

    def interval(self, session):
        whole = super().interval(session)
        return whole / 256 if session.get(0x2D) == b"\xff" else whole


class FirstRadio(Session):
    """What it says of its channel and preamble, on the air, stays what it was at its first start."""
    radio = None

    def get(self, identifier):
        if self.radio and identifier in self.radio and not self.board.reading:
            return self.radio[identifier]
        return super().get(identifier)


class RadioStaysOnChannel(Wrong):
    """a session that gets another channel or preamble between two starts ranges on the old ones"""
    reading = False

    def tell_session(self, session, state, reason=0):
        if state == INIT:
            session.__class__ = FirstRadio
        elif state == ACTIVE and session.radio is None:
            session.radio = {each: session.get(each) for each in (0x04, 0x14)}
        super().tell_session(session, state, reason)

    def get_app_config(self, payload):
        self.reading = True
        try:
            super().get_app_config(payload)
        finally:
            self.reading = False


class ArrivesWithOldTail(Wrong, Carrier):
    """data that are shorter than those that arrived before them are told with the end of the older ones behind"""
    beside, last = Carrier, b""

    def arrived(self, session, sender, sequence, data):
        self.last = data + self.last[len(data):]
        super().arrived(session, sender, sequence, self.last)

    def reset(self, payload):
        self.last = b""
        super().reset(payload)


class DeafSession(Session):
    """It does not hear some addresses."""
    deaf = gone = frozenset()

    def hears(self, other):
        return other.get(0x06) not in self.deaf and super().hears(other)


class ReaddedUnheard(Wrong):
    """a controlee that is removed and added again while it ranges has a record, and fails until the next start"""
    leads = True

    def tell_session(self, session, state, reason=0):
        if state == INIT:
            session.__class__ = DeafSession
        elif state == ACTIVE:
            session.deaf = session.gone = frozenset()
        super().tell_session(session, state, reason)

    def multicast(self, payload):
        session = session_of(self, payload)
        before = frozenset(session.peers) if session else frozenset()
        super().multicast(payload)
        if session and session.state == ACTIVE:
            after = frozenset(session.peers)
            session.deaf = session.deaf | (session.gone & (after - before))
            session.gone = session.gone | (before - after)


class OneStartTimer(Wrong):
    """one alarm is there for all starts that wait: each one that comes later moves those before to its own time"""

    def waits(self, session):
        return session.state == ACTIVE and session.rounds == 0 and session.begun > self.loop.time()

    def start(self, payload):
        session = session_of(self, payload)
        timer = session and session.timer
        super().start(payload)
        if not session or session.timer is timer or not self.waits(session):
            return
        for other in self.sessions.values():
            if other is not session and self.waits(other):
                other.timer.cancel()
                other.begun = session.begun
                self.plan_round(other)


class WaitingHoldsOthers(Wrong):
    """while a session waits for its time of start the sessions that range have no rounds"""

    def start(self, payload):
        super().start(payload)
        session = session_of(self, payload)
        if session and session.state == ACTIVE:
            session.until = session.begun

    def round(self, session):
        held = any(
            other is not session and other.state == ACTIVE and getattr(other, "until", 0) > self.loop.time()
            for other in self.sessions.values())
        if session.state == ACTIVE and held:
            session.begun += self.interval(session)
            return self.plan_round(session)
        super().round(session)


class ActiveAfterReset(Wrong):
    """after a reset while it ranged, GET_CONFIG still says that the device is ACTIVE"""
    stuck = asked = False

    def reset(self, payload):
        was = self.device_state()
        super().reset(payload)
        self.stuck = was == DEVICE_ACTIVE

    def end(self, session, reason):
        self.stuck = False
        super().end(session, reason)

    def get_config(self, payload):
        self.asked = True
        try:
            super().get_config(payload)
        finally:
            self.asked = False

    def device_state(self):
        return DEVICE_ACTIVE if self.asked and self.stuck else super().device_state()


class FirstDestinationAlone(Wrong):
    """asked for the destinations of a session with several controlees, it gives the first alone"""

    def get_app_config(self, payload):
        session = session_of(self, payload)
        kept = session.values.get(0x07) if session else None
        controlees = number(session.get(0x05)) if session else 1
        if not kept or controlees < 2:
            return super().get_app_config(payload)
        session.values[0x07] = kept[:len(kept) // controlees]
        try:
            super().get_app_config(payload)
        finally:
            session.values[0x07] = kept


class LowHalf(Session):
    """A session that takes frames of every session with the same lower 16 bits of its id."""

    def hears(self, other):
        own = self.identifier
        if (own ^ other.identifier) & 0xFFFF == 0:
            self.identifier = other.identifier
        try:
            return super().hears(other)
        finally:
            self.identifier = own


class HearsByLowHalf(Wrong):
    """the lower 16 bits of a session's id alone count on the air"""

    def init(self, payload):
        super().init(payload)
        for session in self.sessions.values():
            session.__class__ = LowHalf


class GoesOnOnceHeard(Wrong):
    """a limit of rounds that fail ends no session whose peer was heard, when that has gone"""
    leads = True

    def tell_session(self, session, state, reason=0):
        if state == ACTIVE:
            session.met = False
        super().tell_session(session, state, reason)

    def round(self, session):
        if session.state == ACTIVE and (getattr(session, "met", False) or self.air.peers(session)):
            session.met = True
            session.failed = -(1 << 30)
        super().round(session)


class BoundsOfStart(Wrong):
    """limits of distance that are taken while it ranges count from the next start on"""

    def tell_session(self, session, state, reason=0):
        if state == ACTIVE:
            session.bounds = number(session.get(0x0F)), number(session.get(0x10))
        super().tell_session(session, state, reason)

    def is_reported(self, session, heard):
        bounds = getattr(session, "bounds", None)
        if bounds is None or number(session.get(0x0E)) != 2:
            return super().is_reported(session, heard)
        return bool(heard) and bounds[0] <= round(self.distance() * 100) <= bounds[1]


class DataUntoldInSecondRun(Carrier):
    """from the second start of a session on, its host is told neither credit nor what became of data"""

    def tell_session(self, session, state, reason=0):
        if state == ACTIVE:
            session.runs = getattr(session, "runs", 0) + 1
        super().tell_session(session, state, reason)

    def notify(self, group, opcode, payload):
        session = self.sessions.get(number(payload[:4])) if group == CONTROL and opcode in (4, 5) else None
        if session is None or getattr(session, "runs", 0) < 2:
            super().notify(group, opcode, payload)


FOUND_BY = {
    StateWritten: ("UC11",),
    HandleOfAByte: ("US28",),
    TimersRunOut: ("US27",),
    StrideOfAByte: ("UR23",),
    RadioStaysOnChannel: ("UR17",),
    ArrivesWithOldTail: ("UD08",),
    OneStartTimer: ("UR39",),
    WaitingHoldsOthers: ("UR39",),
    ReaddedUnheard: ("UR32",),
    ActiveAfterReset: ("UZ01",),
    FirstDestinationAlone: ("UR27",),
    HearsByLowHalf: ("UR14",),
    BoundsOfStart: ("UR31",),
    DataUntoldInSecondRun: ("UD07",),
    GoesOnOnceHeard: ("UR38",),
}
PAIRS = [RadioStaysOnChannel, ArrivesWithOldTail, ReaddedUnheard, HearsByLowHalf, BoundsOfStart, GoesOnOnceHeard]
"""Beside one that ranges with them."""
WRONG = [kind for kind in FOUND_BY if kind not in PAIRS]

give_cases(FOUND_BY)
