"""UCI boards that are wrong at the end of a limit, a list or a session, or among commands."""

from .parameters import number
from .uci import ACTIVE, CONFIG, CONTROL, DEINIT, IDLE, INIT, Wrong
from .uci_beside import session_of
from .verdicts import give_cases

CONTROLEES, DESTINATIONS = 0x05, 0x07
REPORTS, NEAR, FAR, LIMIT = 0x0E, 0x0F, 0x10, 0x32
REASON_RETRIES, REASON_LIMIT = 0x01, 0x02


class StaleToldIdle(Wrong):
    """the sessions that a reset ends are told to be IDLE instead of DEINIT"""
    is_resetting = False

    def reset(self, payload):
        self.is_resetting = True
        try:
            super().reset(payload)
        finally:
            self.is_resetting = False

    def tell_session(self, session, state, reason=0):
        super().tell_session(session, IDLE if self.is_resetting and state == DEINIT else state, reason)


class IdleOncePerId(Wrong):
    """a session with the id of one that was deinitialized is not told to be IDLE when it is configured"""

    def __init__(self, air=None):
        super().__init__(air)
        self.known = set()

    def reset(self, payload):
        super().reset(payload)
        self.known = set()

    def tell_session(self, session, state, reason=0):
        if state == IDLE and session.state == INIT:
            if session.identifier in self.known:
                session.state = state
                return
            self.known.add(session.identifier)
        super().tell_session(session, state, reason)


class LimitTimerStays(Wrong):
    """a stop leaves the timer of the limit of measurements running: IDLE for that reason comes when it is over"""

    def stop(self, payload):
        session = session_of(self, payload)
        most = number(session.get(LIMIT)) if session and session.state == ACTIVE else 0
        left = session.begun + most * self.interval(session) - self.loop.time() if most else 0
        super().stop(payload)
        if left > 0:
            self.later(left, self.limit_due, session)

    def limit_due(self, session):
        if self.sessions.get(session.handle) is not session:
            return
        if session.state == ACTIVE:
            self.end(session, REASON_LIMIT)
        else:
            self.tell_session(session, IDLE, REASON_LIMIT)


class BothLimitsTold(Wrong):
    """a session that comes to its limits of failed rounds and of measurements in one round is told to be IDLE twice"""

    def end(self, session, reason):
        super().end(session, reason)
        most = number(session.get(LIMIT))
        if reason == REASON_RETRIES and most and session.rounds >= most:
            self.tell_session(session, IDLE, REASON_LIMIT)


class LimitOneEndless(Wrong):
    """a limit of one measurement is none"""

    def most_rounds(self, most):
        return 1 << 40 if most == 1 else most


class CommandsDelay(Wrong):
    """each command while a session ranges puts off all its later rounds by 20 ms"""

    def command(self, group, opcode, payload):
        super().command(group, opcode, payload)
        if (group, opcode) == (CONTROL, 0):
            return
        for session in list(self.sessions.values()):
            if session.state == ACTIVE and session.timer:
                session.timer.cancel()
                session.begun += 0.02
                self.plan_round(session)


class FullAfterTaking(Wrong):
    """of controlees that fill the list and pass its end all are said to be too many, and the first ones are in it"""

    def respond(self, group, opcode, payload):
        super().respond(group, opcode, self.all_full(payload, 2) if (group, opcode) == (CONFIG, 7) else payload)

    def notify(self, group, opcode, payload):
        super().notify(group, opcode, self.all_full(payload, 5) if (group, opcode) == (CONFIG, 7) else payload)

    @staticmethod
    def all_full(payload, start):
        if 1 not in payload[start + 2::3]:
            return payload
        return payload[:start] + b"".join(
            payload[index:index + 2] + bytes([payload[index + 2] or 1]) for index in range(start, len(payload), 3))


class AnyAction(Wrong):
    """of the action of a list of controlees two bits are looked at: 4 adds, and 5 removes"""

    def multicast(self, payload):
        if len(payload) > 4:
            payload = payload[:4] + bytes([payload[4] & 3]) + payload[5:]
        super().multicast(payload)


class ListUndoneByStop(Wrong):
    """a list of controlees that was changed while a session ranges is the old one again when it ends"""

    def multicast(self, payload):
        session = session_of(self, payload)
        ranges = session is not None and session.state == ACTIVE
        before = {each: session.get(each) for each in (CONTROLEES, DESTINATIONS)} if ranges else {}
        super().multicast(payload)
        if before:
            session.__dict__.setdefault("before", before)

    def end(self, session, reason):
        super().end(session, reason)
        session.values = {**session.values, **session.__dict__.pop("before", {})}


class ProximityMillimetres(Wrong):
    """the limits of what is near are taken for millimetres"""

    def is_reported(self, session, heard):
        if number(session.get(REPORTS)) != 2:
            return super().is_reported(session, heard)
        return bool(heard) and \
            number(session.get(NEAR)) <= round(self.distance() * 1000) <= number(session.get(FAR))


FOUND_BY = {
    LimitOneEndless: ("UR37",),
    LimitTimerStays: ("UR37",),
    BothLimitsTold: ("UR37",),
    ListUndoneByStop: ("UM08",),
    FullAfterTaking: ("UM05",),
    AnyAction: ("UM13",),
    CommandsDelay: ("UX08",),
    IdleOncePerId: ("US27",),
    StaleToldIdle: ("UZ01",),
    ProximityMillimetres: ("UR31",),
}
PAIRS = [ProximityMillimetres]
"""Beside one that ranges with them."""
WRONG = [kind for kind in FOUND_BY if kind not in PAIRS]

give_cases(FOUND_BY)
