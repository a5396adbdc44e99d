"""UCI boards that are right at first: time, sessions, refusals or a second start makes them wrong."""

import struct

from .uci import (
    ACTIVE, CONFIG, CONTROL, CORE, DEVICE_ACTIVE, DEINIT, IDLE, INVALID, OK, OPCODE, READY, Board, Wrong, number)

CADENCE = "id(UR05) | id(UR20) | id(UE03)"


# --- Right ones -----------------------------------------------------------------------------------


class NoTimestamp(Board):
    """its clock cannot be asked for"""
    COMMANDS = {key: name for key, name in Board.COMMANDS.items() if name != "timestamp"}


class NoMulticast(Board):
    """the list of controlees cannot be changed while a session is there"""
    COMMANDS = {key: name for key, name in Board.COMMANDS.items() if name != "multicast"}


class FirstRoundLate(Board):
    """the first round of a session is 0.3 s later than its interval says, and the others follow it"""

    def plan_round(self, session):
        if session.rounds == 0:
            session.begun += 0.3
        super().plan_round(session)


class LongNumbers(Board):
    """handles and numbers of reports begin behind 16 bits"""

    def handle(self, identifier):
        return super().handle(identifier) + 0x10000


class PausesOnce(Board):
    """20 s after its first command one answer takes 0.9 s"""
    begun, paused = None, False

    def command(self, group, opcode, payload):
        self.begun = self.begun or self.loop.time()
        if not self.paused and self.loop.time() - self.begun > 20:
            self.paused = True
            return self.later(0.9, super().command, group, opcode, payload)
        super().command(group, opcode, payload)


RIGHT = [NoTimestamp, NoMulticast, FirstRoundLate, LongNumbers, PausesOnce]


# --- Wrong ones -----------------------------------------------------------------------------------


class SlowAfterTime(Wrong):
    """15 s after its first command intervals are 10 % too long"""
    found_by, during, begun = ("UR05", "UR20", "UE03"), CADENCE, None

    def interval(self, session):
        self.begun = self.begun or self.loop.time()
        return super().interval(session) * (1.1 if self.loop.time() - self.begun > 15 else 1)


class StopsOthers(Wrong):
    """a stop ends the rounds of every session, and nothing says so"""
    found_by, during = ("US33",), "id(US33)"

    def stop(self, payload):
        super().stop(payload)
        for session in self.sessions.values():
            if session.timer:
                session.timer.cancel()


class SharedConfiguration(Wrong):
    """all sessions have one configuration"""
    found_by, during = ("US28", "US31", "US12", "US32"), "id(US28) | id(US31) | id(US12) | id(US32)"

    def set_app_config(self, payload):
        super().set_app_config(payload)
        session = self.sessions.get(struct.unpack_from("<I", payload)[0])
        for other in self.sessions.values():
            if session and session.values:
                other.values = session.values


class PadsLater(Wrong):
    """a byte stands behind each answer from its hundredth on"""
    found_by, during, answers = ("W23",), "id(UE01) | id(UC1?)", 0

    def respond(self, group, opcode, payload):
        self.answers += 1
        super().respond(group, opcode, payload + (b"\0" if self.answers > 100 else b""))


class LosesNearReports(Wrong):
    """a command within 20 ms behind a report is lost"""
    found_by, during, told = ("UR16", "UR05", "UR02", "UR10", "UE03", "US18", "UX05"), "id(UR*)", 0

    def report(self, session, records):
        self.told = self.loop.time()
        super().report(session, records)

    def command(self, group, opcode, payload):
        if self.loop.time() - self.told > 0.02:
            super().command(group, opcode, payload)


class StopHasReason(Wrong):
    """a stop is said to be the end of all rounds"""
    found_by, during = ("UR02", "UR03", "US24", "US20"), "id(UR0?) | id(US2?)"

    def end(self, session, reason):
        super().end(session, reason or 2)


class LimitHasNoReason(Wrong):
    """the end of all rounds is said to be a stop"""
    found_by, during = ("UR04", "W28"), "id(UR04)"

    def end(self, session, reason):
        super().end(session, 0)


class SecondStartUntold(Wrong):
    """that a session is active is told the first time alone"""
    found_by, during = ("UR03", "UR33"), "id(UR03) | id(UR33)"

    def tell_session(self, session, state, reason=0):
        if state == ACTIVE:
            session.starts = getattr(session, "starts", 0) + 1
            if session.starts > 1:
                return
        super().tell_session(session, state, reason)


class FullForGood(Wrong):
    """once all sessions were taken, none ends in truth"""
    found_by, during, full = ("US08", "US09", "US29", "UE01"), "id(US08) | id(US09) | id(US29)", False

    def init(self, payload):
        self.full = self.full or len(self.sessions) >= self.sessions_at_most
        if self.full and len(self.sessions) < self.sessions_at_most:
            return self.respond(CONFIG, 0, bytes([0x14]))
        super().init(payload)


class FrozenClock(Wrong):
    """its clock stands"""
    found_by, during = ("UC28",), "id(UC28)"

    def timestamp(self, payload):
        self.exactly(payload, 0)
        self.respond(CORE, 8, bytes([OK]) + struct.pack("<Q", 1_000_000))


class MillisecondClock(Wrong):
    """its clock counts milliseconds"""
    found_by, during = ("UC28",), "id(UC28)"

    def timestamp(self, payload):
        self.exactly(payload, 0)
        self.respond(CORE, 8, bytes([OK]) + struct.pack("<Q", int(self.loop.time() * 1e3)))


class TakesWhileActive(Wrong):
    """every parameter is taken while a session ranges"""
    found_by, during = ("US16", "UR12", "UR13", "UR14", "US25", "UR11"), "id(US*) | id(UR1?)"

    def set_app_config(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0])
        if session is None or session.state != ACTIVE:
            return super().set_app_config(payload)
        session.state = IDLE
        super().set_app_config(payload)
        session.state = ACTIVE


class EndsStrangers(Wrong):
    """the end of a session that is not there is OK"""
    found_by, during = ("US06", "US07", "US05"), "id(US0?)"

    def deinit(self, payload):
        if len(payload) == 4 and struct.unpack("<I", payload)[0] not in self.sessions:
            return self.respond(CONFIG, 1, bytes([OK]))
        super().deinit(payload)


class StuckActive(Wrong):
    """the device says that it is ACTIVE when its sessions have stopped"""
    found_by, during, was = ("UC27",), "id(UC27)", False

    def device_state(self):
        self.was = self.was or super().device_state() == DEVICE_ACTIVE
        return DEVICE_ACTIVE if self.was else READY


class ActiveTwice(Wrong):
    """from its third session on, that it is active is told twice"""
    found_by, during = ("W28", "UR01"), f"{CADENCE} | id(UR0?)"

    def tell_session(self, session, state, reason=0):
        super().tell_session(session, state, reason)
        if state == ACTIVE and self.handles > 2:
            super().tell_session(session, state, reason)


class HandlesOfOther(Wrong):
    """from its tenth session on, reports have the handle in the other byte order"""
    found_by, during = ("W30",), "id(UR0?) | id(UR1?)"

    def report(self, session, records):
        before = session.handle
        if self.handles > 9:
            session.handle = struct.unpack(">I", struct.pack("<I", before))[0]
        super().report(session, records)
        session.handle = before


class TypeChanges(Wrong):
    """each fifth report is said to be of one-way ranging"""
    found_by, during = ("W24",), f"{CADENCE} | id(UR06)"

    def report(self, session, records):
        head = struct.pack(
            "<IIBIBBBIIB", session.sequence, session.handle, 0, number(session.get(0x09)),
            0 if session.sequence % 5 == 4 else 1, 0, 0, 0, 0, len(records) // 31)
        self.notify(CONTROL, 0, head + records)


class RecordTwice(Wrong):
    """each report has the record of its peer twice"""
    found_by, during = ("UR07", "UR08", "UR01", "UR28"), "id(UR01) | id(UR07) | id(UR08)"

    def report(self, session, records):
        super().report(session, records + records)


class ChannelFiveIsSaid(Wrong):
    """channel 5 is among its capabilities, and is refused"""
    found_by, during = ("UC18",), "id(UC18)"

    def set_app_config(self, payload):
        if any(each == 0x04 and value == b"\5" for each, value in self.tlvs(payload[4:])):
            return self.respond(CONFIG, 3, bytes([INVALID, 1, 0x04, INVALID]))
        super().set_app_config(payload)


class ReverseAnswers(Wrong):
    """of commands in one write the last is answered first"""
    found_by, during = ("UF07", "UF08"), "id(UF07) | id(UF08)"

    def received(self, data):
        packets = []
        while len(data) >= 4 and data[0] & 0xF0 == 0x20 and len(data) >= 4 + data[3]:
            packets.insert(0, data[:4 + data[3]])
            data = data[4 + data[3]:]
        super().received(b"".join(packets) + data)


class EndsTwice(Wrong):
    """the end of a session is told twice"""
    found_by, during = ("W30",), "id(US01) | id(US02) | id(US24)"

    def deinit(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0]) if len(payload) == 4 else None
        super().deinit(payload)
        if session:
            self.tell_session(session, DEINIT)


class UnknownIsRefused(Wrong):
    """commands of an unknown opcode have no answer behind the tenth"""
    found_by, during, unknown = ("UX10", "UX13", "UX16"), "id(UX1?)", 0

    def respond(self, group, opcode, payload):
        if payload[0] == OPCODE:
            self.unknown += 1
            if self.unknown > 10:
                return
        super().respond(group, opcode, payload)


# Two boards that hear each other, of which one is wrong.


class HiddenLong(Wrong):
    """40 cm too many in each distance, each said to be out of sight"""
    found_by, during = ("W34", "RG06", "RG07", "RG10", "RG11"), "suite(ranging)"

    def record(self, address, peer, index):
        if peer is None:
            return super().record(address, peer, index)
        return address + struct.pack(
            "<BBHhBhBhBhBBB11x", 0, 1, round(self.distance() * 100) + 40, 0, 0, 0, 0, 0, 0, 0, 0, index + 2, 120)


class Millimetres(Wrong):
    """distances are in millimetres"""
    found_by, during = ("W34", "RG06", "RG07"), "id(RG06) | id(RG07)"

    def distance(self):
        return super().distance() * 10


class FarAngle(Wrong):
    """angles of 250 degrees"""
    found_by, during = ("W24", "RG08", "RG09", "RG10"), "suite(ranging)"

    def record(self, address, peer, index):
        if peer is None:
            return super().record(address, peer, index)
        return address + struct.pack(
            "<BBHhBhBhBhBBB11x", 0, 0, round(self.distance() * 100), 250 * 128, 100, 0, 0, 0, 0, 0, 0, index + 2, 120)


class SteepElevation(Wrong):
    """its peer, which is straight ahead, has an elevation of 110 degrees"""
    found_by, during = ("RG09",), "id(RG09)"

    def capability_list(self):
        return {**super().capability_list(), 0x13: b"\5"}

    def record(self, address, peer, index):
        record = super().record(address, peer, index)
        return record if peer is None else record[:6] + struct.pack("<hBhB", 0, 100, 110 * 128, 100) + record[12:]


PAIRS = [HiddenLong, Millimetres, FarAngle, SteepElevation]

WRONG = [
    SlowAfterTime, StopsOthers, SharedConfiguration, PadsLater, LosesNearReports, StopHasReason,
    LimitHasNoReason, SecondStartUntold, FullForGood, FrozenClock, MillisecondClock, TakesWhileActive, EndsStrangers,
    StuckActive, ActiveTwice, HandlesOfOther, TypeChanges, RecordTwice,
    ChannelFiveIsSaid, ReverseAnswers, EndsTwice, UnknownIsRefused,
]
