"""UCI boards on either side of a limit: right ones that are as far off as they may be, and next to each a
wrong one that is a little further."""

import random
import struct

from .uci import ACTIVE, CONFIG, CONTROL, CORE, INVALID, OK, RX_TIMEOUT, Board, Wrong, number

RECORDS = "id(UR*) | id(UW*) | id(US*)"


# --- Right ones -----------------------------------------------------------------------------------


class Ones(Board):
    """a record of a round that failed is filled with ones behind its status"""

    def failed(self, index):
        return bytes([RX_TIMEOUT]) + b"\xff" * 28


class OnesInFields(Board):
    """a record of a round that failed has each field at its largest, and zeros where it is reserved"""

    def failed(self, index):
        return bytes([RX_TIMEOUT]) + b"\xff" * 17 + bytes(11)


class OneErrorBehind(Board):
    """a parameter that is twice in a list is refused, and each refusal of one has an error behind it"""
    delay = 0.05

    def set_app_config(self, payload):
        named = [each for each, _ in self.tlvs(payload[4:])]
        twice = sorted({each for each in named if named.count(each) > 1})
        if twice and struct.unpack_from("<I", payload)[0] in self.sessions:
            bad = b"".join(bytes([each, INVALID]) for each in twice)
            return self.respond(CONFIG, 3, bytes([INVALID, len(twice)]) + bad)
        super().set_app_config(payload)

    def command(self, group, opcode, payload):
        self.later(0.005, super().command, group, opcode, payload)

    def respond(self, group, opcode, payload):
        super().respond(group, opcode, payload)
        if payload[0] != OK:
            self.later(self.delay, self.notify, CORE, 7, payload[:1])


class TakenOnce(OneErrorBehind):
    """the same list of parameters is refused where it comes again"""
    during, least = "id(UF13)", 1

    def __init__(self, air=None):
        super().__init__(air)
        self.taken = set()

    def set_app_config(self, payload):
        if payload in self.taken:
            return self.respond(CONFIG, 3, bytes([INVALID, 0]))
        self.taken.add(payload)
        super().set_app_config(payload)


class CreditAtStart(Board):
    """one credit for data is told when a session becomes active"""
    credits = 1

    def start(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0]) if len(payload) == 4 else None
        before = session.state if session else ACTIVE
        super().start(payload)
        if session and session.state == ACTIVE != before:
            for _ in range(self.credits):
                self.notify(CONTROL, 4, struct.pack("<IB", session.handle, 1))


class RetriesTwoMore(Board):
    """a limit of rounds that fail is passed by two: the first is no retry, and the limit is passed, not reached"""

    def round(self, session):
        before = session.values.get(0x2A)
        if before and number(before):
            session.values[0x2A] = struct.pack("<H", number(before) + 2)
        super().round(session)
        if before:
            session.values[0x2A] = before


class SecondAbitUneven(Board):
    """rounds of a second session are up to 5 ms late"""
    late, random = 0.005, random.Random(7)

    def report(self, session, records):
        if session is next(iter(self.sessions.values())):
            return super().report(session, records)
        self.later(self.random.uniform(0, self.late), self.report_late, session, records, session.sequence)

    def report_late(self, session, records, sequence):
        if session.state == ACTIVE and session.handle in self.sessions:
            after, session.sequence = session.sequence, sequence
            super().report(session, records)
            session.sequence = after


RIGHT = [Ones, OnesInFields, OneErrorBehind, TakenOnce, CreditAtStart, RetriesTwoMore, SecondAbitUneven]


# --- Wrong ones -----------------------------------------------------------------------------------


class HalfOnes(Wrong):
    """a record of a round that failed has ones for its figures of merit and a real slot"""
    found_by, during = ("W24",), RECORDS

    def failed(self, index):
        return struct.pack("<BBHhBhBhBhBBB11x", RX_TIMEOUT, 0, 0xFFFF, 0, 255, 0, 0, 0, 0, 0, 0, index + 2, 0)


class OnesReserved(Wrong):
    """a record of a round that failed has ones where it is reserved alone"""
    found_by, during = ("W25", "UW03"), RECORDS

    def failed(self, index):
        return struct.pack("<BBHhBhBhBhBBB", RX_TIMEOUT, 0, 0xFFFF, 0, 0, 0, 0, 0, 0, 0, 0, index + 2, 0) \
            + b"\xff" * 11


class OnesAndGood(Wrong):
    """a round without a peer is a good one, filled with ones"""
    found_by, during = ("UR10", "UR29"), RECORDS

    def failed(self, index):
        return bytes([OK]) + b"\xff" * 28


class TwoErrorsBehind(Wrong, OneErrorBehind):
    """a refusal has two errors behind it"""
    found_by, during = ("UF13",), "id(UF13)"

    def respond(self, group, opcode, payload):
        super().respond(group, opcode, payload)
        if payload[0] != OK:
            self.later(self.delay, self.notify, CORE, 7, payload[:1])


class ErrorBehindTaken(Wrong, OneErrorBehind):
    """a configuration that is taken has an error 50 ms behind it"""
    found_by, during = ("UF13",), "id(UF13)"

    def set_app_config(self, payload):
        Board.set_app_config(self, payload)

    def respond(self, group, opcode, payload):
        Board.respond(self, group, opcode, payload)
        if (group, opcode) == (CONFIG, 3) and payload[0] == OK:
            self.later(self.delay, self.notify, CORE, 7, bytes([INVALID]))


class ErrorsTraded(ErrorBehindTaken):
    """many configurations are refused without an error, and those that are taken have one behind them"""

    def set_app_config(self, payload):
        OneErrorBehind.set_app_config(self, payload)


class TwoCreditsAtStart(Wrong, CreditAtStart):
    """two credits are told when a session becomes active"""
    found_by, during, credits = ("W28",), "id(UW01) | id(UR01)", 2


class CreditAtStop(Wrong):
    """a credit is told when a session is stopped, and none before"""
    found_by, during = ("W28",), "id(UR02)"

    def end(self, session, reason):
        super().end(session, reason)
        self.notify(CONTROL, 4, struct.pack("<IB", session.handle, 1))


class SecondUneven(Wrong, SecondAbitUneven):
    """rounds of a second session are up to 25 ms early or late"""
    found_by, during, late = ("US32",), "id(US32)", 0.05


WRONG = [
    HalfOnes, OnesReserved, OnesAndGood, TwoErrorsBehind, ErrorBehindTaken, ErrorsTraded, TwoCreditsAtStart,
    CreditAtStop, SecondUneven,
]
