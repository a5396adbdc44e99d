"""More UCI boards that are wrong in one way each, with the cases or rules of which one has to find it."""

import random
import struct

from .uci import (
    ACTIVE, CONFIG, CONTROL, CORE, DEVICE_ACTIVE, IDLE, INFO, INIT, INVALID, OK, READY, RETRY, Wrong,
    number,
)


class AsksForever(Wrong):
    """each command is to be sent again, each time"""
    found_by, during = ("UC04", "UC01"), "id(UC04) | id(UC12)"

    def command(self, group, opcode, payload):
        self.notify(CORE, 7, bytes([RETRY]))


class AsksAndAnswers(Wrong):
    """a command is to be sent again, and has its answer too"""
    found_by, during, commands = ("W27", "UC12"), "id(UC0*) | id(UC12)", 0

    def command(self, group, opcode, payload):
        self.commands += 1
        super().command(group, opcode, payload)
        if self.commands % 5 == 0:
            super().command(group, opcode, payload)


class ErrorWhileRanging(Wrong):
    """the state ERROR at each tenth round"""
    found_by, during = ("W29",), "id(UR05) | id(UR20) | id(UR06)"

    def report(self, session, records):
        super().report(session, records)
        if session.sequence % 10 == 9:
            self.tell_device(0xFF)


class ForgetsSlots(Wrong):
    """after a stop a parameter is the usual one"""
    found_by, during = ("UR03", "US12", "UR33"), "id(UR03) | id(UR33) | id(US12)"

    def end(self, session, reason):
        session.values[0x08] = struct.pack("<H", 1200)
        super().end(session, reason)


class ForgetsAddress(Wrong):
    """after a stop its own address is another one"""
    found_by, during = ("UR03", "US12", "UR33"), "id(UR03) | id(UR33) | id(US12)"

    def end(self, session, reason):
        session.values[0x06] = b"\x77\x77"
        super().end(session, reason)


class SlowerAgain(Wrong):
    """after a stop and a start the intervals are twice as long, and nothing says so"""
    found_by, during, again = ("UR03", "UR33", "UR05"), "id(UR03) | id(UR33)", False

    def end(self, session, reason):
        session.again = True
        super().end(session, reason)

    def interval(self, session):
        return super().interval(session) * (2 if getattr(session, "again", False) else 1)


class SlowerThird(Wrong):
    """the third session has intervals that are 20 % too long"""
    found_by, during, made = ("UR05", "UR20"), "id(UR05) | id(UR20)", 0

    def init(self, payload):
        self.made += 1
        super().init(payload)
        for session in self.sessions.values():
            session.number = getattr(session, "number", self.made)

    def interval(self, session):
        return super().interval(session) * (1.2 if session.number % 3 == 0 else 1)


class HalfOfRounds(Wrong):
    """each second round has no report, and the numbers go on without a gap"""
    found_by, during = ("UR05", "UR20", "UR11"), "id(UR05) | id(UR20) | id(UR11)"

    def report(self, session, records):
        if session.rounds % 2:
            return super().report(session, records)
        session.sequence -= 1


class Stretching(Wrong):
    """each interval is a millisecond longer than the one before"""
    found_by, during = ("UR05", "UR20", "UE03"), "id(UR05) | id(UR20) | id(UE03)"

    def interval(self, session):
        return super().interval(session) * (1 + session.rounds * 0.01)


class CountsSessionsUp(Wrong):
    """the number of sessions is never smaller than before"""
    found_by, during, most = ("US05", "US31", "US04"), "id(US05) | id(US31)", 0

    def count(self, payload):
        self.exactly(payload, 0)
        self.most = max(self.most, len(self.sessions))
        self.respond(CONFIG, 5, bytes([OK, self.most]))


class RangesOn(Wrong):
    """a session that was ended while it ranged reports on"""
    found_by, during = ("US25", "W28", "W30"), "id(US25)"

    def deinit(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0])
        ranged = session is not None and session.state == ACTIVE
        super().deinit(payload)
        if ranged:
            self.go_on(session, 10)

    def go_on(self, session, left):
        if left:
            self.report(session, b"".join(self.record(each, None, 0) for each in session.peers))
            session.sequence += 1
            self.later(0.15, self.go_on, session, left - 1)


class StopsToInit(Wrong):
    """a stop leads to INIT"""
    found_by = ("UR02", "US24")

    def end(self, session, reason):
        self.silence(session)
        self.tell_session(session, INIT, reason)
        self.tell_device(READY)


class NoDeviceActive(Wrong):
    """the device is never said to be ACTIVE"""
    found_by, during = ("UC26", "UR01", "UW01"), "id(UC26) | id(UR01) | id(UW01)"

    def tell_device(self, state):
        if state != DEVICE_ACTIVE:
            super().tell_device(state)


class NoIdleTold(Wrong):
    """IDLE is not told after a stop"""
    found_by = ("UR02", "US24")

    def end(self, session, reason):
        self.silence(session)
        session.state = IDLE


class NoReady(Wrong):
    """READY is not told after a reset"""
    found_by, during = ("UC01",), "id(UC01)"

    def reset(self, payload):
        for session in list(self.sessions.values()):
            self.silence(session)
        self.sessions = {}
        self.respond(CORE, 0, bytes([OK]))


class KeepsSessions(Wrong):
    """a reset keeps the sessions"""
    found_by, during = ("UC02", "UZ01"), "id(UC02) | id(UZ01) | id(UZ03)"

    def reset(self, payload):
        if payload != b"\0":
            return super().reset(payload)
        self.respond(CORE, 0, bytes([OK]))
        self.tell_device(READY)


class NoRounds(Wrong):
    """no round is counted"""
    found_by, during = ("UR11",), "id(UR11)"

    def ranging_count(self, payload):
        self.exactly(payload, 4)
        if self.named(payload, CONTROL, 3):
            self.respond(CONTROL, 3, bytes([OK]) + bytes(4))


class AnyIdentifierTwice(Wrong):
    """a session of an identifier that there is begins again"""
    found_by, during = ("US02",), "id(US02)"

    def init(self, payload):
        identifier, = struct.unpack_from("<I", payload)
        for handle, session in list(self.sessions.items()):
            if session.identifier == identifier:
                del self.sessions[handle]
        super().init(payload)


class AnyParameter(Wrong):
    """values that do not exist are taken"""
    found_by, during = ("US15", "UP05"), "id(US15) | id(UP05)"

    def set_app_config(self, payload):
        session = self.named(payload, CONFIG, 3, b"\0")
        if not session:
            return
        session.values.update({each: value for each, value in self.tlvs(payload[4:])})
        self.respond(CONFIG, 3, bytes([OK, 0]))
        if session.state == INIT and session.is_configured():
            self.tell_session(session, IDLE)


class HalfRefused(Wrong):
    """a refused list names no parameter"""
    found_by, during = ("US14", "US15", "UP07", "UW07"), "id(US14) | id(US15) | id(UP07) | id(UW07)"

    def respond(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 3) and payload[0] == INVALID:
            payload = bytes([INVALID, 0])
        super().respond(group, opcode, payload)


class LostContinuation(Wrong):
    """the first segment of a long message does not say that more follow"""
    found_by, during = ("UF10", "UP17", "W23", "W21", "W27"), "id(UF10) | id(UP17)"

    def send(self, kind, group, opcode, payload):
        while True:
            piece, payload = payload[:255], payload[255:]
            self.write(bytes([kind << 5 | group, opcode, 0, len(piece)]) + piece)
            if not payload:
                return


class ShortLength(Wrong):
    """the length of capabilities is one too small"""
    found_by, during = ("W21", "W23", "UC05"), "id(UC05)"

    def write(self, data):
        if data[:2] == b"\x40\x03":
            data = data[:3] + bytes([data[3] - 1]) + data[4:]
        super().write(data)


class DeafAfterReserved(Wrong):
    """a packet of a reserved type ends it"""
    found_by, during, dead = ("UX03", "UX11"), "id(UX03) | id(UX11)", False

    def received(self, data):
        self.dead = self.dead or data[0] >> 5 >= 4
        if not self.dead:
            super().received(data)


class DiesOfSize(Wrong):
    """a message of 128 bytes and more ends it"""
    found_by, during, dead = ("UF12", "UF01", "UX05", "UF11"), "id(UF12) | id(UF11) | id(UP01)", False

    def segment(self, kind, packet):
        self.dead = self.dead or len(packet) >= 128
        if not self.dead:
            super().segment(kind, packet)


class ClockBack(Wrong):
    """its clock goes backwards"""
    found_by, during = ("UC28",), "id(UC28)"

    def timestamp(self, payload):
        self.exactly(payload, 0)
        self.respond(CORE, 8, bytes([OK]) + struct.pack("<Q", (1 << 40) - int(self.loop.time() * 1e6)))


class SecondIsFirst(Wrong):
    """reports of the second session name the first one"""
    found_by, during = ("US32", "US33", "UR09", "W31", "W28"), "id(US32) | id(US33)"

    def report(self, session, records):
        handle, session.handle = session.handle, min(self.sessions)
        super().report(session, records)
        session.handle = handle


class NoStride(Wrong):
    """blocks are not left out"""
    found_by, during = ("UR23",), "id(UR23)"

    def interval(self, session):
        return number(session.get(0x09)) / 1000


class ReportsAnyway(Wrong):
    """reports come where they were turned off"""
    found_by, during = ("UR24",), "id(UR24)"

    def round(self, session):
        before = session.values.get(0x0E)
        session.values[0x0E] = b"\1"
        super().round(session)
        if before is not None:
            session.values[0x0E] = before


class StartsAtOnce(Wrong):
    """a start that has to wait does not"""
    found_by, during = ("UR34",), "id(UR34)"

    def start(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0])
        if session and 0x2B in session.values and number(session.values[0x2B]):
            later = session.values.pop(0x2B)
            super().start(payload)
            session.values[0x2B] = later
        else:
            super().start(payload)


class ShortNumbers(Wrong):
    """numbers of reports have five bits"""
    found_by, during = ("W31", "UE03"), "id(UE03)"

    def report(self, session, records):
        whole, session.sequence = session.sequence, session.sequence & 0x1F
        super().report(session, records)
        session.sequence = whole


class Hangs(Wrong):
    """after 20 s it answers no longer"""
    found_by, during = ("UE03", "UR05", "UR20", "UC04"), "id(UR05) | id(UR20) | id(UE03)"

    def received(self, data):
        self.begun = getattr(self, "begun", self.loop.time())
        if self.loop.time() - self.begun < 20:
            super().received(data)


class SecondConnectionInfo(Wrong):
    """a new connection finds another device information"""
    found_by, during = ("W32", "UC29"), "id(UC04) | id(UC29)"

    def info(self):
        return INFO if self.connections < 2 else INFO[:-1] + b"\1"


class SecondConnectionCapabilities(Wrong):
    """a new connection finds other capabilities"""
    found_by, during = ("W33", "UC29"), "id(UC05) | id(UC29) | id(UC06)"

    def capability_list(self):
        own = super().capability_list()
        return own if self.connections < 2 else {**own, 0x08: b"\1"}


class SwappedPeer(Wrong):
    """the peer in reports has its bytes swapped"""
    found_by, during = ("UR08", "UW03"), "id(UR08) | id(UW03)"

    def record(self, address, peer, index):
        return super().record(address[::-1], peer, index)


class OtherInterval(Wrong):
    """reports tell the interval in units of its own"""
    found_by, during = ("UR21", "UW02", "UR07"), "id(UR21) | id(UW02) | id(UR07)"

    def report(self, session, records):
        head = struct.pack(
            "<IIBIBBBIIB", session.sequence, session.handle, 0, number(session.get(0x09)) * 1200, 1, 0, 0, 0,
            0, len(records) // 31)
        self.notify(CONTROL, 0, head + records)


class NoRecord(Wrong):
    """a round that failed has no record of its peer"""
    found_by, during = ("UR10", "UW03", "UR29"), "id(UR10) | id(UW03) | id(UR29)"

    def report(self, session, records):
        super().report(session, b"")


class GoodWithoutPeer(Wrong):
    """a round without a peer is a good one of 0 cm"""
    found_by, during = ("UR10", "UW03"), "id(UR10) | id(UW03) | id(UR15)"

    def failed(self, index):
        return struct.pack("<BBHhBhBhBhBBB11x", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, index + 2, 0)


class StatusWithReserved(Wrong):
    """a notification with the third byte of its header set, each twentieth time"""
    found_by, packets = ("W22",), 0
    during = "id(UR05)"

    def write(self, data):
        self.packets += 1
        super().write(data[:2] + (b"\x80" if self.packets % 20 == 0 else data[2:3]) + data[3:])


class OtherHandle(Wrong):
    """the handle in session status is that of another session, after a start"""
    found_by, during = ("W30", "UR01", "UR09"), "id(UR01) | id(UR02)"

    def tell_session(self, session, state, reason=0):
        session.state = state
        handle = session.handle + (1000 if state == ACTIVE else 0)
        self.notify(CONFIG, 2, struct.pack("<IBB", handle, state, reason))


class EndsUnasked(Wrong):
    """a session that ranges becomes IDLE after 0.3 s, without a reason"""
    found_by, during = ("UR05", "UR20", "UR06", "W28"), "id(UR05) | id(UR20)"

    def start(self, payload):
        super().start(payload)
        session = self.sessions.get(struct.unpack_from("<I", payload)[0])
        if session and session.state == ACTIVE:
            self.later(0.3, self.give_up, session)

    def give_up(self, session):
        if session.state == ACTIVE and session.handle in self.sessions:
            self.end(session, 0)


class ReadyAgain(Wrong):
    """READY every 4 s without a reason"""
    found_by, during = ("W28",), "id(UR05) | id(UR20) | id(UE03)"

    def opened(self):
        super().opened()
        self.repeat()

    def repeat(self):
        if self.connection:
            self.later(4, self.repeat)
            self.tell_device(READY)


class Echoes(Wrong):
    """commands that it does not know come back"""
    found_by, during = ("UC08", "UC09", "W22"), "id(UC08) | id(UC09)"

    def command(self, group, opcode, payload):
        if (group, opcode) not in self.COMMANDS:
            return self.send(1, group, opcode, payload)
        super().command(group, opcode, payload)


class MissesSecond(Wrong):
    """of two commands in one write the second is lost"""
    found_by, during = ("UF07",), "id(UF07) | id(UF08)"

    def received(self, data):
        if len(data) > 4 and len(data) > 4 + data[3]:
            data = data[:4 + data[3]]
        super().received(data)


class MixesSegments(Wrong):
    """segments of two commands, mixed, are taken for both"""
    found_by, during = ("UF05",), "id(UF05) | id(UX05)"

    def segment(self, kind, packet):
        group, opcode, more = packet[0] & 0x0F, packet[1] & 0x3F, packet[0] & 0x10
        if kind != 1:
            return super().segment(kind, packet)
        payload = self.parts.pop((group, opcode), b"") + packet[4:]
        if more:
            self.parts[(group, opcode)] = payload[:4096]
        else:
            self.command(group, opcode, payload)


# Two boards that hear each other, of which one is wrong.


class Jitter(Wrong):
    """rounds are up to 60 ms early or late"""
    found_by, during = ("RG03", "RG02"), "id(RG02) | id(RG03)"

    def report(self, session, records):
        self.later(random.uniform(0, 0.12), super().report, session, records)


class LosesRounds(Wrong):
    """each third round fails though the peer is there"""
    found_by, during = ("RG05",), "id(RG05)"

    def record(self, address, peer, index):
        lost = self.rounds % 3 == 0
        return super().record(address, None if lost else peer, index)


class LosesFirst(Wrong):
    """rounds begin to succeed after 3 s"""
    found_by, during = ("RG01",), "id(RG01)"

    def record(self, address, peer, index):
        session = next(iter(self.sessions.values()), None)
        early = session is not None and session.rounds * self.interval(session) < 3
        return super().record(address, None if early else peer, index)


class Spread(Wrong):
    """distances are up to a metre off"""
    found_by, during = ("RG07", "RG06"), "id(RG06) | id(RG07)"

    def distance(self):
        return max(0, super().distance() + random.uniform(-1.2, 1.2))


class Halves(Wrong):
    """distances are half as long"""
    found_by, during = ("W34", "RG06", "RG08"), "id(RG06) | id(RG08)"

    def distance(self):
        return super().distance() / 2


class Figure(Wrong):
    """the figure of merit of an angle is 150"""
    found_by, during = ("W24",), "id(RG02)"

    def record(self, address, peer, index):
        record = super().record(address, peer, index)
        return record if peer is None else record[:8] + b"\x96" + record[9:]


class OddSight(Wrong):
    """the line of sight of good rounds has a value that there is not"""
    found_by, during = ("W24",), "id(RG02)"

    def record(self, address, peer, index):
        record = super().record(address, peer, index)
        return record if peer is None else record[:3] + b"\x07" + record[4:]


class FarPositives(Wrong):
    """good rounds have the distance that stands for none"""
    found_by, during = ("UR29", "UR30", "RG06", "W24", "UW04"), "id(RG06) | id(UR30) | id(UW04)"

    def distance(self):
        return 655.35


PAIRS = [Jitter, LosesRounds, LosesFirst, Spread, Halves, Figure, FarPositives]

WRONG = [
    AsksForever, AsksAndAnswers, ErrorWhileRanging, ForgetsSlots, ForgetsAddress, SlowerAgain, SlowerThird,
    HalfOfRounds, Stretching, CountsSessionsUp, RangesOn, StopsToInit, NoDeviceActive, NoIdleTold, NoReady,
    KeepsSessions, NoRounds, AnyIdentifierTwice, AnyParameter, HalfRefused, LostContinuation, ShortLength,
    DeafAfterReserved, DiesOfSize, ClockBack, SecondIsFirst, NoStride, ReportsAnyway,
    StartsAtOnce, ShortNumbers, Hangs, SecondConnectionInfo, SecondConnectionCapabilities,
    SwappedPeer, OtherInterval, NoRecord, GoodWithoutPeer, StatusWithReserved, OtherHandle, EndsUnasked,
    ReadyAgain, Echoes, MissesSecond, MixesSegments,
]
