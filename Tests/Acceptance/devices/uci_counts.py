"""UCI boards that count, name and limit what is not the session's own."""

import struct

from .parameters import number
from .uci import ACTIVE, CONFIG, CONTROL, OK, TOO_MANY, Wrong
from .verdicts import give_cases


class CountsForAll(Wrong):
    """GET_RANGING_COUNT is that of all sessions together"""

    def ranging_count(self, payload):
        self.exactly(payload, 4)
        if self.named(payload, CONTROL, 3):
            rounds = sum(each.rounds for each in self.sessions.values())
            self.respond(CONTROL, 3, bytes([OK]) + struct.pack("<I", rounds))


class CountsOfNewest(Wrong):
    """GET_RANGING_COUNT is that of the newest session, whichever is asked for"""

    def ranging_count(self, payload):
        self.exactly(payload, 4)
        if self.named(payload, CONTROL, 3):
            newest = list(self.sessions.values())[-1]
            self.respond(CONTROL, 3, bytes([OK]) + struct.pack("<I", newest.rounds))


class LeaksRanging(Wrong):
    """the place of a session that is deinitialized while it ranges is lost until a reset"""
    lost = 0

    def deinit(self, payload):
        session = self.sessions.get(int.from_bytes(payload, "little")) if len(payload) == 4 else None
        ranging = session is not None and session.state == ACTIVE
        super().deinit(payload)
        self.lost += ranging

    def init(self, payload):
        identifier, kind = struct.unpack("<IB", payload)
        duplicate = any(each.identifier == identifier for each in self.sessions.values())
        if kind in (0x00, 0x9F) and not duplicate and len(self.sessions) + self.lost >= self.sessions_at_most:
            return self.respond(CONFIG, 0, bytes([TOO_MANY]))
        super().init(payload)

    def reset(self, payload):
        super().reset(payload)
        self.lost = 0


class LimitOfReports(Wrong):
    """rounds without a report do not count for the limit of measurements"""
    quiet = False

    def round(self, session):
        self.quiet = not number(session.get(0x0E))
        super().round(session)
        self.quiet = False

    def most_rounds(self, most):
        return 1 << 32 if self.quiet else most


class MulticastOfFirst(Wrong):
    """the notification of a multicast list names the first session"""

    def notify(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 7):
            payload = struct.pack("<I", next(iter(self.sessions))) + payload[4:]
        super().notify(group, opcode, payload)


class TurnedAfterRestart(Wrong):
    """from its second start on a session's records have swapped bytes in their addresses"""

    def __init__(self, air=None):
        super().__init__(air)
        self.ended = set()

    def end(self, session, reason):
        super().end(session, reason)
        self.ended.add(session)

    def report(self, session, records):
        if session in self.ended:
            pieces = [records[start:start + 31] for start in range(0, len(records), 31)]
            records = b"".join(piece[1::-1] + piece[2:] for piece in pieces)
        super().report(session, records)


class NamesItself(Wrong):
    """records of success have its own address"""

    def record(self, address, peer, index):
        record = super().record(address, peer, index)
        if peer is None:
            return record
        own = {each.get(0x06) for each in self.sessions.values()}
        return next(each for each in peer.peers if each in own) + record[2:]


FOUND_BY = {
    CountsForAll: ("US32",),
    CountsOfNewest: ("US32",),
    LeaksRanging: ("US30",),
    LimitOfReports: ("UR24",),
    MulticastOfFirst: ("UM12",),
    TurnedAfterRestart: ("UR03",),
    NamesItself: ("UR12",),
}
PAIRS = [NamesItself]
"""Beside one that ranges with them."""
WRONG = [kind for kind in FOUND_BY if kind not in PAIRS]

give_cases(FOUND_BY)
