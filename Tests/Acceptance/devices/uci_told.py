"""UCI boards that differ in what they tell of what they did: right ones with few words or late ones, and wrong ones."""

import struct

from .parameters import TABLE
from .uci import (
    ACTIVE, CONFIG, CONTROL, CORE, DEVICE_ACTIVE, IDLE, INIT, INVALID, OK, RANGE, RETRY, SIZE, SYNTAX, Board, Wrong)
from .uci_beside import session_of
from .verdicts import give_cases

# --- Right ones -----------------------------------------------------------------------------------


class BareRefusals(Board):
    """a response that is not OK ends behind its status"""

    def respond(self, group, opcode, payload):
        super().respond(group, opcode, payload if payload[0] == OK else payload[:1])


class RangesRefused(Board):
    """values are refused with INVALID_RANGE, and commands of the wrong length with INVALID_MESSAGE_SIZE"""

    def respond(self, group, opcode, payload):
        # An empty reset has a status of its own, and each controlee of a list.
        if payload[0] == SYNTAX and (group, opcode) not in ((CORE, 0), (CONFIG, 7)):
            payload = bytes([SIZE]) + payload[1:]
        if (group, opcode) == (CONFIG, 3) and payload[0] == INVALID:
            named = bytearray(payload[2:])
            for place in range(0, len(named), 2):
                if named[place] in TABLE and named[place + 1] == INVALID:
                    named[place + 1] = RANGE
            payload = bytes([RANGE if RANGE in named[1::2] else INVALID, payload[1]]) + bytes(named)
        super().respond(group, opcode, payload)


class OneByteSizes(Board):
    """the two sizes of its capabilities have one byte"""
    message_at_most = 251

    def capability_list(self):
        return {**super().capability_list(), 0x00: b"\xff", 0x01: b"\xff"}


class StopsLater(Board):
    """a stop is answered at once, and the session ranges for 0.2 s more"""

    def stop(self, payload):
        session = session_of(self, payload)
        if len(payload) != 4 or not session or session.state != ACTIVE:
            return super().stop(payload)
        self.respond(CONTROL, 1, bytes([OK]))
        if not getattr(session, "stops", False):
            session.stops = True
            self.later(0.2, self.stopped, session)

    def stopped(self, session):
        if session.stops and session.state == ACTIVE and self.sessions.get(session.handle) is session:
            self.end(session, 0)

    def end(self, session, reason):
        session.stops = False
        super().end(session, reason)


class RetriesToTheEdge(Board):
    """a stop of a session that ranges, and its end, are taken at the third send"""

    def command(self, group, opcode, payload):
        session = session_of(self, payload) if len(payload) == 4 else None
        if session and ((group, opcode) == (CONFIG, 1)
                        or (group, opcode) == (CONTROL, 1) and session.state == ACTIVE):
            sends = session.__dict__.setdefault("sends", {})
            sends[group] = sends.get(group, 0) + 1
            if sends[group] <= 2:
                return self.notify(CORE, 7, bytes([RETRY]))
            sends[group] = 0
        super().command(group, opcode, payload)


class HalfCommandFlush(Board):
    """half a command that is older than 100 ms goes, and the one that comes then with it; the next one works"""
    since = 0.0

    def opened(self):
        left = self.buffer
        super().opened()
        self.buffer = left

    def received(self, data):
        since, self.since = self.since, self.loop.time()
        if self.buffer and self.since - since > 0.1:
            self.buffer = b""
        else:
            super().received(data)


# --- Wrong ones -----------------------------------------------------------------------------------


class ListOfNewest(Wrong):
    """what is notified of controlees names the newest session, whichever was changed"""

    def notify(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 7) and self.sessions:
            payload = struct.pack("<I", list(self.sessions)[-1]) + payload[4:]
        super().notify(group, opcode, payload)


class CompletedUntold(Wrong):
    """a session whose parameters a second command completes is IDLE, and does not say so"""
    completes = False

    def set_app_config(self, payload):
        session = session_of(self, payload)
        self.completes = bool(session) and session.state == INIT and bool(session.values)
        try:
            super().set_app_config(payload)
        finally:
            self.completes = False

    def tell_session(self, session, state, reason=0):
        if self.completes and state == IDLE:
            session.state = state
        else:
            super().tell_session(session, state, reason)


class ResetSilencesOne(Wrong):
    """of two sessions that range a reset silences the first alone"""
    resets = 0

    def reset(self, payload):
        others = [session for session in self.sessions.values() if session.state == ACTIVE][1:]
        super().reset(payload)
        self.resets += 1
        for session in others:
            self.later(self.interval(session), self.haunt, session, self.resets, 20)

    def haunt(self, session, resets, left):
        if resets != self.resets or not left:
            return
        self.report(session, b"".join(
            address + self.failed(index) for index, address in enumerate(session.peers)))
        session.sequence += 1
        self.later(self.interval(session), self.haunt, session, resets, left - 1)


class RetriesTooOften(Wrong):
    """while one session ranges a start of another is wanted five times before it is taken"""

    def command(self, group, opcode, payload):
        if (group, opcode) == (CONTROL, 0) and len(payload) == 4 and self.device_state() == DEVICE_ACTIVE:
            session = session_of(self, payload)
            if session and session.is_configured() and session.state != ACTIVE:
                session.wanted = getattr(session, "wanted", 0) + 1
                if session.wanted <= 5:
                    return self.notify(CORE, 7, bytes([RETRY]))
                session.wanted = 0
        super().command(group, opcode, payload)


class ControleesNotCounted(Wrong):
    """the number of controlees stays when one of the list is removed"""

    def multicast(self, payload):
        session = session_of(self, payload)
        before = session.values.get(0x05) if session else None
        super().multicast(payload)
        if before is not None and payload[4] == 1:
            session.values[0x05] = before


FOUND_BY = {
    RetriesTooOften: ("US33", "US34", "UR39", "UZ01"),
    ControleesNotCounted: ("UM14",),
    ListOfNewest: ("W28",),
    CompletedUntold: ("US13",),
    ResetSilencesOne: ("UZ01",),
}
RIGHT = [
    BareRefusals, RangesRefused, OneByteSizes, StopsLater, RetriesToTheEdge, HalfCommandFlush]
WRONG = list(FOUND_BY)

give_cases(FOUND_BY, watched="id(UM01)")
