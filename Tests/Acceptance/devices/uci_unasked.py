"""UCI boards that say what nothing has asked for, that read numbers in part, or that change when they are
left alone; and right ones beside them."""

import struct

from .uci import (
    ACTIVE, CONFIG, CONTROL, CORE, DATA, DEVICE_ACTIVE, DUPLICATE, FAILED, OK, RETRY, TEST, Board, Wrong,
    number)

IDLE_CASES = "id(UC30) | id(UE03) | id(UR05)"


# --- Right ones -----------------------------------------------------------------------------------


class BigNotices(Board):
    """notifications of each group of vendors, of 700 bytes in segments, 60 a second"""
    groups_of_vendors, turn = (0x9, 0xA, 0xB, 0xC, 0xE, 0xF), 0

    def opened(self):
        super().opened()
        self.chatter()

    def chatter(self):
        if self.connection:
            self.turn += 1
            self.notify(self.groups_of_vendors[self.turn % 6], 0x3F, bytes(range(250)) + bytes(450))
            self.later(0.016, self.chatter)


class LateStartAnswer(Board):
    """a session is ACTIVE, and its first rounds are told, before the answer to its start"""

    def respond(self, group, opcode, payload):
        if (group, opcode) == (CONTROL, 0) and payload == bytes([OK]):
            return self.later(0.2, super().respond, group, opcode, payload)
        super().respond(group, opcode, payload)


class AsksTwice(Board):
    """each seventh command is to be sent twice again"""
    commands, again = 0, 0

    def command(self, group, opcode, payload):
        if self.again:
            self.again -= 1
            return self.notify(CORE, 7, bytes([RETRY])) if self.again else super().command(
                group, opcode, payload)
        self.commands += 1
        if self.commands % 7 == 0:
            self.again = 2
            return self.notify(CORE, 7, bytes([RETRY]))
        super().command(group, opcode, payload)


class LateList(Board):
    """what became of a list of controlees is told 0.8 s behind the answer"""

    def notify(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 7):
            return self.later(0.8, super().notify, group, opcode, payload)
        super().notify(group, opcode, payload)


RIGHT = [BigNotices, LateStartAnswer, AsksTwice, LateList]


# --- Wrong ones -----------------------------------------------------------------------------------


class Repeats(Wrong):
    """Something that is said again and again, while a connection is there."""
    every, during = 2, IDLE_CASES
    found_by = ("W28",)

    def opened(self):
        super().opened()
        self.later(self.every, self.repeat, self.connection)

    def repeat(self, connection):
        if self.connection is connection:
            self.say()
            self.later(self.every, self.repeat, connection)


class ErrorsUnasked(Repeats):
    """a generic error every 2 s"""

    def say(self):
        self.notify(CORE, 7, bytes([FAILED]))


class AsksUnasked(Repeats):
    """a command is to be sent again every 2 s, and none is waiting"""

    def say(self):
        self.notify(CORE, 7, bytes([RETRY]))


class ActiveUnasked(Repeats):
    """the device is said to be ACTIVE every 2 s"""
    every = 1.5

    def say(self):
        self.tell_device(DEVICE_ACTIVE)


class CreditUnasked(Repeats):
    """credit for data every second while a session ranges"""
    every = 1

    def say(self):
        for session in self.sessions.values():
            if session.state == ACTIVE:
                self.notify(CONTROL, 4, struct.pack("<IB", session.handle, 1))


class TransferUnasked(Wrong):
    """what became of data is told at each start, and none were sent"""
    found_by, during = ("W28",), "id(UR01)"

    def start(self, payload):
        super().start(payload)
        self.notify(CONTROL, 5, payload[:4] + struct.pack("<HBB", 1, 1, 1))


class ListUnasked(Wrong):
    """a list of controlees is told at each start, and nothing has changed it"""
    found_by, during = ("W28",), "id(UR01)"

    def start(self, payload):
        super().start(payload)
        self.notify(CONFIG, 7, payload[:4] + struct.pack("<B2sB", 1, b"\2\x0a", 0))


class TestUnasked(Repeats):
    """the end of a test is told every 2 s, and there is none"""

    def say(self):
        self.notify(TEST, 2, bytes([OK]))


class DataOfNobody(Repeats):
    """data of a session that does not exist come every 2 s"""
    found_by = ("W30",)

    def say(self):
        self.write(bytes([DATA << 5 | 2, 0, 18, 0]) + struct.pack("<IB8sHHB", 0x6677, 0, bytes(8), 1, 1, 5))


class ShortIds(Wrong):
    """of the id of a session two bytes are read"""
    found_by, during = ("US35",), "id(US35)"

    def init(self, payload):
        if len(payload) == 5:
            id = struct.unpack_from("<I", payload)[0]
            if any((each.identifier ^ id) & 0xFFFF == 0 for each in self.sessions.values()):
                return self.respond(CONFIG, 0, bytes([DUPLICATE]))
        super().init(payload)


class NoHighBit(Wrong):
    """the highest bit of the id of a session is not read"""
    found_by, during = ("US35",), "id(US35)"

    def init(self, payload):
        if len(payload) == 5:
            id = struct.unpack_from("<I", payload)[0]
            if any((each.identifier ^ id) & 0x7FFFFFFF == 0 for each in self.sessions.values()):
                return self.respond(CONFIG, 0, bytes([DUPLICATE]))
        super().init(payload)


class ReadsInPart(Wrong):
    """Of a parameter some bytes are read."""
    parameter, bytes_read = 0x32, 1
    found_by, during = ("UR36",), "id(UR36)"

    def round(self, session):
        before = session.values.get(self.parameter)
        if before:
            session.values[self.parameter] = before[:self.bytes_read] + bytes(len(before) - self.bytes_read)
        super().round(session)
        if before:
            session.values[self.parameter] = before


class LimitOfAByte(ReadsInPart):
    """of a limit of rounds the lower byte is read"""


class RetriesOfAByte(ReadsInPart):
    """of a limit of rounds that fail the lower byte is read"""
    parameter = 0x2A


class IntervalOfTwoBytes(Wrong):
    """of an interval two bytes are read"""
    found_by, during = ("UR36",), "id(UR36)"

    def interval(self, session):
        return (number(session.get(0x09)) & 0xFFFF) / 1000


class RetriesOneMore(Wrong):
    """a limit of rounds that fail is passed by three: what comes behind it may be one retry or two"""
    more = 3
    found_by, during = ("UR26",), "id(UR26)"

    def round(self, session):
        before = session.values.get(0x2A)
        if before and number(before):
            session.values[0x2A] = struct.pack("<H", number(before) + self.more)
        super().round(session)
        if before:
            session.values[0x2A] = before


class RetriesOneLess(RetriesOneMore):
    """a limit of rounds that fail is missed by one"""
    more = -1


class LimitGoesOn(Wrong):
    """rounds of the starts before count for a limit"""
    found_by, during = ("UR04",), "id(UR04)"

    def start(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0]) if len(payload) == 4 else None
        before = getattr(session, "total", 0)
        super().start(payload)
        if session:
            session.before = before

    def round(self, session):
        session.total = session.rounds + 1
        session.rounds += getattr(session, "before", 0)
        begun, session.begun = session.begun, session.begun - getattr(session, "before", 0) * self.interval(session)
        super().round(session)
        session.rounds -= getattr(session, "before", 0)
        session.begun = begun


class CountsAByte(Wrong):
    """rounds are counted with eight bits"""
    found_by, during = ("UE03",), "id(UE03)"

    def ranging_count(self, payload):
        session = self.named(payload, CONTROL, 3)
        if session:
            self.respond(CONTROL, 3, bytes([OK]) + struct.pack("<I", session.rounds & 0xFF))


class SequenceOfAByte(Wrong):
    """numbers of reports have eight bits"""
    found_by, during = ("W31", "UE03"), "id(UE03)"

    def report(self, session, records):
        before = session.sequence
        session.sequence &= 0xFF
        super().report(session, records)
        session.sequence = before


class LeftAlone(Wrong):
    """Something happens when no command came for 4 s."""
    found_by, during = ("UC30",), "id(UC30)"
    last = None

    def received(self, data):
        now = self.loop.time()
        quiet, self.last = now - (self.last or now), now
        if quiet > 4:
            return self.wakes(data)
        super().received(data)


class SleepsOnce(LeftAlone):
    """the first command after four seconds of silence is lost"""

    def wakes(self, data):
        pass


class ForgetsWhenAlone(LeftAlone):
    """after four seconds of silence its sessions are gone"""

    def wakes(self, data):
        self.sessions = {}
        super(LeftAlone, self).received(data)


class SecondPeer(Wrong):
    """reports of a second session name the peer of the first"""
    found_by, during = ("US32",), "id(US32)"

    def record(self, address, peer, index):
        first = next(iter(self.sessions.values()), None)
        return super().record(first.peers[0] if first and first.peers else address, peer, index)


class HeldAt64(Wrong):
    """a command of 64 bytes is taken when the next byte comes, as where a USB host says nothing empty"""
    found_by, during = ("UF13",), "id(UF13) | id(UF12) | id(UF01)"
    held = b""

    def received(self, data):
        data, self.held = self.held + data, b""
        if len(data) % 64 == 0:
            self.held = data
            return
        super().received(data)


class LosesBehindStop(Wrong):
    """a command within 20 ms behind a stop is lost"""
    found_by, during, stopped = ("UR02", "US33", "UR19", "UE02", "UR03"), "id(UR02) | id(UE02) | id(UR03)", 0

    def command(self, group, opcode, payload):
        if self.loop.time() - self.stopped < 0.02:
            return
        super().command(group, opcode, payload)
        if (group, opcode) == (CONTROL, 1):
            self.stopped = self.loop.time()


class OldIntervalFirst(Wrong):
    """a session that is configured anew has five rounds at its old interval"""
    found_by, during = ("US26",), "id(US26)"

    def set_app_config(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0]) if len(payload) > 4 else None
        before = session and session.values.get(0x09)
        super().set_app_config(payload)
        if session and before and before != session.values.get(0x09):
            session.old = number(before) / 1000

    def interval(self, session):
        if getattr(session, "old", None) and session.rounds < 5:
            return session.old
        return super().interval(session)


class OneMoreRead(Wrong):
    """one parameter more than was asked for is read"""
    found_by, during = ("US12", "UP18"), "id(US12) | id(UP18)"

    def get_app_config(self, payload):
        if len(payload) > 5 and payload[4] == len(payload) - 5:
            payload = payload[:4] + bytes([payload[4] + 1]) + payload[5:] + b"\x04"
        super().get_app_config(payload)


class ThreeSegments(Wrong):
    """a command in more than two segments ends it"""
    found_by, during = ("UF02", "UF01"), "id(UF02)"
    run, dead = 0, False

    def segment(self, kind, packet):
        self.run = self.run + 1 if packet[0] & 0x10 else 0
        self.dead = self.dead or self.run > 2
        if not self.dead:
            super().segment(kind, packet)


class FastClock(Wrong):
    """its clock counts twice as fast"""
    found_by, during = ("UC28",), "id(UC28)"

    def timestamp(self, payload):
        self.exactly(payload, 0)
        self.respond(CORE, 8, bytes([OK]) + struct.pack("<Q", int(self.loop.time() * 2e6)))


WRONG = [
    ErrorsUnasked, AsksUnasked, ActiveUnasked, CreditUnasked, TransferUnasked, ListUnasked, TestUnasked,
    DataOfNobody, ShortIds, NoHighBit, LimitOfAByte, RetriesOfAByte, IntervalOfTwoBytes, RetriesOneMore,
    RetriesOneLess, LimitGoesOn, CountsAByte, SequenceOfAByte, SleepsOnce, ForgetsWhenAlone, SecondPeer,
    HeldAt64, LosesBehindStop, OldIntervalFirst, OneMoreRead, ThreeSegments, FastClock,
]
