"""UCI boards that are right at first and wrong later, on the other side, or in what they tell of it."""

import struct

from .parameters import NEEDED, number
from .uci import ACTIVE, CONFIG, CONTROL, CORE, DEVICE_ACTIVE, DUPLICATE, IDLE, OK, Wrong
from .uci_beside import session_of
from .verdicts import give_cases


class ClockOfLastRound(Wrong):
    """while a session ranges the timestamp is that of the last start or round, and stands between them"""
    stamp = 0

    def plan_round(self, session):
        self.stamp = self.loop.time()
        super().plan_round(session)

    def timestamp(self, payload):
        self.exactly(payload, 0)
        now = self.stamp if self.device_state() == DEVICE_ACTIVE else self.loop.time()
        self.respond(CORE, 8, bytes([OK]) + struct.pack("<Q", int(now * 1e6)))


class ControleeStartsTwice(Wrong):
    """a second START of a controlee that ranges is OK, and nothing comes of it"""

    def start(self, payload):
        session = session_of(self, payload) if len(payload) == 4 else None
        if session and session.state == ACTIVE and session.get(0x00) == b"\0":
            return self.respond(CONTROL, 0, bytes([OK]))
        super().start(payload)


class IdStaysTaken(Wrong):
    """the identifier of a session that was deinitialized while it ranged is a duplicate until a reset"""

    def __init__(self, air=None):
        super().__init__(air)
        self.taken = set()

    def reset(self, payload):
        super().reset(payload)
        self.taken = set()

    def init(self, payload):
        if struct.unpack("<IB", payload)[0] in self.taken:
            return self.respond(CONFIG, 0, bytes([DUPLICATE]))
        super().init(payload)

    def deinit(self, payload):
        self.exactly(payload, 4)
        session = session_of(self, payload)
        if session and session.state == ACTIVE:
            self.taken.add(session.identifier)
        super().deinit(payload)


class NotifiesAllAsAdded(Wrong):
    """the notification of a list of controlees says OK of those too that its response refuses"""

    def notify(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 7):
            entries = [payload[start:start + 2] + b"\0" for start in range(5, len(payload), 3)]
            payload = payload[:5] + b"".join(entries)
        super().notify(group, opcode, payload)


class SecondListReplaces(Wrong):
    """a list of parameters for a session in IDLE sets those that it does not name, and could be left out, to usual"""

    def set_app_config(self, payload):
        session = session_of(self, payload)
        was = session.values if session and session.state == IDLE else None
        super().set_app_config(payload)
        if was is not None and session.values is not was:
            kept = {*NEEDED, 0x05, *(each for each, _ in self.tlvs(payload[4:]))}
            session.values = {each: value for each, value in session.values.items() if each in kept}


# Two boards that hear each other, of which one is wrong.


class Hearing(Wrong):
    """It knows which session has its round, and whom a session hears can be said otherwise."""
    ranging = None

    def round(self, session):
        self.ranging = session
        super().round(session)

    def init(self, payload):
        known = set(self.sessions)
        super().init(payload)
        for handle in set(self.sessions) - known:
            session = self.sessions[handle]
            usual = session.hears
            session.hears = lambda other: self.hears(session, other, usual)

    def hears(self, session, other, usual):
        return usual(other)


class HoppingLoses(Hearing):
    """with hopping on both sides each second round fails"""

    def record(self, address, peer, index):
        session = self.ranging
        if session.get(0x2C) == b"\1" and session.rounds % 2 == 0:
            peer = None
        return super().record(address, peer, index)


class LatecomerUnheard(Hearing):
    """a peer that starts more than three rounds behind it is not heard until it starts anew itself"""

    def hears(self, session, other, usual):
        return usual(other) and other.begun <= session.begun + 3.5 * self.interval(session)


class ProximityOutside(Hearing):
    """with reports of what is near, rounds are reported whose peer is outside of the limits, and none inside"""

    def is_reported(self, session, heard):
        reported = super().is_reported(session, heard)
        return bool(heard) and not reported if number(session.get(0x0E)) == 2 else reported


FOUND_BY = {
    ClockOfLastRound: ("UC28",),
    ControleeStartsTwice: ("UR15",),
    IdStaysTaken: ("US25",),
    NotifiesAllAsAdded: ("UM11",),
    SecondListReplaces: ("US26",),
    HoppingLoses: ("RG05",),
    LatecomerUnheard: ("RG01",),
    ProximityOutside: ("UR31",),
}
PAIRS = [HoppingLoses, LatecomerUnheard, ProximityOutside]
"""Beside one that ranges with them."""
WRONG = [kind for kind in FOUND_BY if kind not in PAIRS]

give_cases(FOUND_BY)
