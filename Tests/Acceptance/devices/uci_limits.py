"""UCI boards that are wrong at the end of a limit, a list or a session, among commands, or with what waits."""

import struct

from .parameters import number
from .uci import ACTIVE, CONFIG, CONTROL, DEINIT, IDLE, INIT, Wrong
from .uci_beside import Carrier, session_of
from .verdicts import give_cases

CONTROLEES, DESTINATIONS = 0x05, 0x07
ADDRESS, REPORTS, NEAR, FAR, RETRIES, LIMIT = 0x06, 0x0E, 0x0F, 0x10, 0x2A, 0x32
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


class CarriesWrongly(Wrong, Carrier):
    """Carries data, and is wrong with what waits."""
    beside = Carrier


class CreditLeaks(CarriesWrongly):
    """each message that could not be carried costs a credit for good: the third has none, though one was told"""

    def tell_data(self, token, sequence, status, count=0):
        session = self.sessions.get(token)
        if status == 2 and session and session.state == ACTIVE:
            session.lost = getattr(session, "lost", 0) + 1
        super().tell_data(token, sequence, status, count)

    def take_data(self, format, payload):
        if format == 1 and len(payload) >= 16:
            token, _, sequence, _ = struct.unpack_from("<I8sHH", payload)
            session = self.sessions.get(token)
            if session and session.kind == 1 and session.state == ACTIVE \
                    and len(self.waiting(session)) + getattr(session, "lost", 0) >= self.credits:
                return self.tell_data(token, sequence, 3)
        super().take_data(format, payload)


class GivenUpButKept(CarriesWrongly):
    """data that wait at a stop are told to be lost, and are carried, and told again, behind the next start"""

    def give_up(self, session, queue):
        super().give_up(session, [each for each in queue if len(each) == 4])
        session.queue = [[*each[:3], 0, True] for each in queue]


class DataToAnybody(CarriesWrongly):
    """data for an address that is not there are carried to the peer, and told to be carried"""

    def round(self, session):
        there = [each.get(ADDRESS) for each in self.air.peers(session) if each.kind == 1]
        for message in self.waiting(session):
            if there and message[0] not in there:
                message[0] = there[0]
        super().round(session)


class GoodRoundsRetry(Wrong):
    """good rounds count for the limit of rounds that fail: it gives up a peer that answers"""
    leads = True

    def round(self, session):
        super().round(session)
        retries = number(session.get(RETRIES))
        if session.state == ACTIVE and retries and session.rounds >= retries:
            self.end(session, REASON_RETRIES)


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
    CreditLeaks: ("UD02",),
    GivenUpButKept: ("UD07",),
    DataToAnybody: ("UD09",),
    GoodRoundsRetry: ("UR38",),
}
PAIRS = [ProximityMillimetres, DataToAnybody, GoodRoundsRetry]
"""Beside one that ranges with them."""
WRONG = [kind for kind in FOUND_BY if kind not in PAIRS]

give_cases(FOUND_BY)
