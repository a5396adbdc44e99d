"""UCI boards that are wrong in one way, or in two that hide each other, and seldom at that."""

import random
import struct

from .uci import ACTIVE, CONFIG, CONTROL, CORE, ERROR, IDLE, INFO, OK, SYNTAX, Wrong, number

CADENCE = "id(UR05) | id(UR20) | id(UE03)"


class Restless(Wrong):
    """rounds are up to 40 ms early or late, and right on average"""
    found_by, during = ("UR05", "UR20", "UE03", "W31"), CADENCE

    def report(self, session, records):
        number = session.sequence
        self.later(random.uniform(0, 0.08), self.report_of, session, records, number)

    def report_of(self, session, records, number):
        if session.state == ACTIVE and session.handle in self.sessions:
            after, session.sequence = session.sequence, number
            super().report(session, records)
            session.sequence = after


class Pairs(Wrong):
    """each second round is told with the one before: the intervals are twice as long and none"""
    found_by, during = ("UR05", "UR20", "UE03"), CADENCE
    held = None

    def report(self, session, records):
        if session.sequence % 2 == 0:
            self.held = session.sequence
            return
        last, session.sequence = session.sequence, self.held or 0
        super().report(session, records)
        session.sequence = last
        super().report(session, records)


class FastThenSlow(Wrong):
    """five rounds at half the interval are followed by five at one and a half"""
    found_by, during = ("UR05", "UR20", "UE03"), CADENCE

    def plan_round(self, session):
        share = 0.5 if session.rounds % 10 < 5 else 1.5
        session.timer = self.later(share * self.interval(session), self.round, session)


class NumbersFromFive(Wrong):
    """the first round has the number 5"""
    found_by, during = ("UR06", "W31"), "id(UR06) | id(UR01)"

    def start(self, payload):
        super().start(payload)
        for session in self.sessions.values():
            if session.state == ACTIVE and session.rounds == 0:
                session.sequence = 5


class HandleTwice(Wrong):
    """two sessions have one handle"""
    found_by, during = ("US28", "US31", "US32", "US08"), "id(US28) | id(US31) | id(US32)"

    def handle(self, identifier):
        return 7


class LimitOnce(Wrong):
    """a limit of rounds holds for the first start alone"""
    found_by, during = ("UR04",), "id(UR04)"

    def start(self, payload):
        super().start(payload)
        session = self.sessions.get(struct.unpack_from("<I", payload)[0])
        if session:
            session.starts = getattr(session, "starts", 0) + 1
            self.again = session.starts > 1

    def most_rounds(self, most):
        return 1 << 30 if self.again else most


class SaysIdle(Wrong):
    """the state of a session that ranges is said to be IDLE"""
    found_by, during = ("US10", "US24", "US20", "US18"), "id(US10) | id(US24) | id(US20)"

    def state(self, payload):
        self.exactly(payload, 4)
        session = self.named(payload, CONFIG, 6)
        if session:
            state = IDLE if session.state == ACTIVE else session.state
            self.respond(CONFIG, 6, bytes([OK, state]))


class ReadsSwapped(Wrong):
    """parameters of two bytes are read back with their bytes swapped"""
    found_by, during = ("US12", "UP17", "UP16"), "id(US12)"

    def get_app_config(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0])
        before = dict(session.values) if session else {}
        for each, value in before.items():
            if len(value) == 2:
                session.values[each] = value[::-1]
        super().get_app_config(payload)
        if session:
            session.values = before


class ReadsUsual(Wrong):
    """parameters are read back as they usually are"""
    found_by, during = ("US12", "US26"), "id(US12) | id(US26)"

    def get_app_config(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0])
        before, session_values = (dict(session.values), session) if session else ({}, None)
        if session:
            session.values = {each: value for each, value in before.items() if each in (0x06, 0x07)}
        super().get_app_config(payload)
        if session_values:
            session.values = before


class OneNamedTooMany(Wrong):
    """a refused list is said to be one longer"""
    found_by, during = ("W23", "US14", "US15", "UP07"), "id(US14) | id(US15) | id(UP07)"

    def respond(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 3) and len(payload) > 2:
            payload = payload[:1] + bytes([payload[1] + 1]) + payload[2:]
        super().respond(group, opcode, payload)


class WrongAnswerAfterJunk(Wrong):
    """what follows a malformed command is malformed too, as it says"""
    found_by = ("UX01", "UX02", "UX13", "UX16", "UF01", "UC03", "UP11", "UP10")
    during = "id(UC03) | id(UX13) | id(UX16) | id(UP11)"
    junk = False

    def respond(self, group, opcode, payload):
        if self.junk:
            self.junk = False
            payload = bytes([SYNTAX])
        elif payload[0] == SYNTAX:
            self.junk = True
        super().respond(group, opcode, payload)


class OldAnswerAfterJunk(Wrong):
    """what follows a malformed command is answered twice"""
    found_by = ("W27", "UC12", "UX13", "UX16", "UC03", "UP11")
    during = "id(UC03) | id(UX13) | id(UX16) | id(UP11)"
    junk = False

    def respond(self, group, opcode, payload):
        again, self.junk = self.junk, payload[0] == SYNTAX
        super().respond(group, opcode, payload)
        if again:
            super().respond(group, opcode, payload)


class InfoAfterJunk(Wrong):
    """device information has another serial number after a malformed command"""
    found_by = ("W32", "UC03")
    during = "id(UC04) | id(UC03) | id(UX13) | id(UX08)"
    junk = False

    def respond(self, group, opcode, payload):
        self.junk = self.junk or payload[0] == SYNTAX
        super().respond(group, opcode, payload)

    def info(self):
        return INFO[:-2] + b"\7\7" if self.junk else INFO


class EndsAt(Wrong):
    """A command of one length ends it."""
    length, found_by, during, is_dead = 0, ("UF13", "UF12"), "id(UF12) | id(UF13)", False

    def command(self, group, opcode, payload):
        self.is_dead = self.is_dead or len(payload) == self.length
        if not self.is_dead:
            super().command(group, opcode, payload)


class EndsAt32(EndsAt):
    """a command of 32 bytes ends it"""
    length = 32


class EndsAt63(EndsAt):
    """a command of 63 bytes ends it"""
    length = 63


class EndsAt129(EndsAt):
    """a command of 129 bytes ends it"""
    length = 129


class EndsAt255(EndsAt):
    """a command of 255 bytes ends it"""
    length = 255


class SlowAfterReopening(Wrong):
    """behind its first connection intervals are twice as long"""
    found_by, during = ("UR05", "UC29", "UR20"), "id(UC29) | id(UR05) | id(UR20)"

    def interval(self, session):
        return super().interval(session) * (2 if self.connections > 1 else 1)


class SessionsOverReset(Wrong):
    """behind its first connection a reset leaves the sessions as they are"""
    found_by, during = ("UC02", "UC29", "UZ01", "UZ03"), "id(UC29) | id(UC02) | id(UZ0*)"

    def reset(self, payload):
        if self.connections == 1 or payload != b"\0":
            return super().reset(payload)
        self.respond(CORE, 0, bytes([OK]))
        self.tell_device(1)


class ErrorOnce(Wrong):
    """12 s after its first command the device is in the state ERROR, once"""
    found_by, during, begun = ("W29",), CADENCE, None

    def command(self, group, opcode, payload):
        if self.begun is None:
            self.begun = self.later(12, self.tell_device, ERROR)
        super().command(group, opcode, payload)


class CountsOneMore(Wrong):
    """a round too many is counted, also of a session that has come to its limit"""
    found_by, during = ("UR04",), "id(UR04)"

    def ranging_count(self, payload):
        self.exactly(payload, 4)
        session = self.named(payload, CONTROL, 3)
        if session:
            self.respond(CONTROL, 3, bytes([OK]) + struct.pack("<I", session.rounds + 1))


class KeepsRemoved(Wrong):
    """a controlee that was taken out of the list has records on"""
    found_by, during = ("UM08",), "id(UM08)"

    def multicast(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0])
        before = session.values.get(0x07) if session else None
        super().multicast(payload)
        if session and payload[4] == 1:
            session.values[0x07] = before


class ExtendedSaid(Wrong):
    """reports say that addresses are extended, and they are short"""
    found_by, during = ("W23", "W24", "UR07", "UR28", "UR08", "UW02"), "id(UR07) | id(UR08) | id(UW02)"

    def report(self, session, records):
        head = struct.pack(
            "<IIBIBBBIIB", session.sequence, session.handle, 0, number(session.get(0x09)), 1, 0, 1, 0, 0,
            len(records) // 31)
        self.notify(CONTROL, 0, head + records)


class ForgetsDeviceParameter(Wrong):
    """a device parameter is taken and not kept"""
    found_by, during = ("UC22",), "id(UC22)"

    def set_config(self, payload):
        before = dict(self.device)
        super().set_config(payload)
        self.device = before


class HeaderOnSecondConnection(Wrong):
    """behind its first connection a reserved bit of the header is set"""
    found_by, during = ("W22",), "id(UC29) | id(UC04)"

    def write(self, data):
        bit = 0x80 if self.connections > 1 else 0
        super().write(data[:1] + bytes([data[1] | bit]) + data[2:])


class StrayWithSessions(Wrong):
    """from its eighth session on a byte stands behind each session status"""
    found_by, during = ("W21", "W23", "UE01"), "id(UE01)"

    def tell_session(self, session, state, reason=0):
        if self.handles < 8:
            return super().tell_session(session, state, reason)
        session.state = state
        self.notify(CONFIG, 2, struct.pack("<IBBB", session.handle, state, reason, 1))


class SlowAnswers(Wrong):
    """each answer takes a tenth of a second longer than the one before"""
    found_by, during, answers = ("UE01", "UC04", "UC12"), "id(UC0*) | id(UE01)", 0

    def command(self, group, opcode, payload):
        self.answers += 1
        self.later(0.1 * self.answers, super().command, group, opcode, payload)


# Two boards that hear each other, of which one is wrong.


class LateBesideLoss(Wrong):
    """each tenth round fails, and the round behind it is told 70 ms late"""
    found_by, during = ("RG03",), "id(RG02) | id(RG03) | id(RG05)"

    def record(self, address, peer, index):
        return super().record(address, None if self.rounds % 10 == 9 else peer, index)

    def report(self, session, records):
        if self.rounds % 10:
            return super().report(session, records)
        head = struct.pack(
            "<IIBIBBBIIB", session.sequence, session.handle, 0, number(session.get(0x09)), 1, 0, 0, 0, 0,
            len(records) // 31)
        self.later(0.07, self.notify, CONTROL, 0, head + records)


class DriftsAway(Wrong):
    """distances grow by 5 cm each round"""
    found_by, during = ("W34", "RG06", "RG07", "RG12"), "id(RG06) | id(RG07) | id(RG12)"

    def distance(self):
        return super().distance() + 0.05 * min(self.rounds, 100)


class FarAtTimes(Wrong):
    """each fourth distance is 6 m too long"""
    found_by, during = ("RG06", "RG07", "W34", "RG08"), "id(RG06) | id(RG07) | id(RG08)"

    def distance(self):
        return super().distance() + (6 if self.rounds % 4 == 0 else 0)


PAIRS = [LateBesideLoss, DriftsAway, FarAtTimes]

WRONG = [
    Restless, Pairs, FastThenSlow, NumbersFromFive, HandleTwice, LimitOnce, SaysIdle, ReadsSwapped, ReadsUsual,
    OneNamedTooMany, WrongAnswerAfterJunk, OldAnswerAfterJunk, InfoAfterJunk, EndsAt32, EndsAt63, EndsAt129,
    EndsAt255, SlowAfterReopening, SessionsOverReset, ErrorOnce, CountsOneMore, KeepsRemoved,
    ExtendedSaid, ForgetsDeviceParameter, HeaderOnSecondConnection, StrayWithSessions, SlowAnswers,
]
