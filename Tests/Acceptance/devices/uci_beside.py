"""UCI boards made by one who had not looked at the cases: beside another session, behind a limit, late."""

import struct

from .parameters import TABLE, number
from .uci import (
    ACTIVE, ACTIVE_ALREADY, CONFIG, CONTROL, CORE, DATA, DEINIT, DEVICE_ACTIVE, FAILED, IDLE, INFO, INVALID,
    NO_SESSION, OK, OPCODE, RANGE, READY, REJECTED, RETRY, SYNTAX, Board, Malformed, Session, Wrong)

WHOLE = "suite(uci) & !tag(slow)"


def session_of(board, payload):
    """The session that a command names, if there is one."""
    return board.sessions.get(struct.unpack_from("<I", payload)[0]) if len(payload) >= 4 else None


class Held(Wrong):
    """Everything that a usual run holds against it."""
    found_by, during = (), WHOLE


class StateStaysAfterLimit(Held):
    """asked for its state, a session that has come to its limit is ACTIVE until the next command for it"""
    found_by, during = ("UR04",), "id(UR04)"

    def end(self, session, reason):
        super().end(session, reason)
        session.reached = reason == 2

    def start(self, payload):
        session = session_of(self, payload)
        if session:
            session.reached = False
        super().start(payload)

    def state(self, payload):
        session = session_of(self, payload)
        if session and getattr(session, "reached", False) and session.state == IDLE:
            return self.respond(CONFIG, 6, bytes([OK, ACTIVE]))
        super().state(payload)


class DeviceActiveAfterReset(Held):
    """DEVICE_STATE is ACTIVE when a reset has ended a session that ranged, until one is stopped"""
    found_by, during = ("UC07", "UZ01"), WHOLE
    stuck = False

    def reset(self, payload):
        self.stuck = self.stuck or any(s.state == ACTIVE for s in self.sessions.values())
        super().reset(payload)

    def end(self, session, reason):
        self.stuck = False
        super().end(session, reason)

    def get_config(self, payload):
        if self.stuck and payload == b"\1\0":
            return self.respond(CORE, 5, bytes([OK, 1, 0, 1, DEVICE_ACTIVE]))
        super().get_config(payload)


class ReadyWithNewest(Held):
    """READY is told when the session that was started last is stopped, though another ranges"""
    found_by, during = ("US33", "US34"), "id(US33) | id(US34)"
    newest = None

    def start(self, payload):
        super().start(payload)
        session = session_of(self, payload)
        if session and session.state == ACTIVE:
            self.newest = session.handle

    def end(self, session, reason):
        super().end(session, reason)
        if session.handle == self.newest and self.device_state() != READY:
            self.tell_device(READY)


class ReadyWhenOneStops(Held):
    """DEVICE_STATE is READY when one of two sessions that ranged is stopped"""
    found_by, during = ("US34", "UC27"), "id(US34) | id(UC27)"
    one = False

    def end(self, session, reason):
        super().end(session, reason)
        self.one = True

    def start(self, payload):
        self.one = False
        super().start(payload)

    def get_config(self, payload):
        if self.one and payload == b"\1\0":
            return self.respond(CORE, 5, bytes([OK, 1, 0, 1, READY]))
        super().get_config(payload)


class EndUntoldBeside(Held):
    """the end of a session is not told while another one ranges"""
    found_by, during = ("US31", "US33"), "id(US31) | id(US33)"

    def tell_session(self, session, state, reason=0):
        others = [s for s in self.sessions.values() if s is not session and s.state == ACTIVE]
        if state == DEINIT and others:
            session.state = state
            return
        super().tell_session(session, state, reason)


class GaveUpForGood(Held):
    """a session that has given up cannot be started again"""
    found_by, during = ("UR26",), "id(UR26)"

    def end(self, session, reason):
        super().end(session, reason)
        session.gave_up = reason == 1

    def start(self, payload):
        session = session_of(self, payload)
        if session and getattr(session, "gave_up", False):
            return self.respond(CONTROL, 0, bytes([REJECTED]))
        super().start(payload)


class LeaksAtReset(Held):
    """a reset with sessions costs it a place for good"""
    found_by, during = ("UZ01", "UZ02", "UW01"), "id(UZ01) | id(UZ02) | id(UW01)"

    def reset(self, payload):
        if payload == b"\0" and self.sessions:
            self.sessions_at_most -= 1
        super().reset(payload)


class CarriedOutAndAsked(Held):
    """each seventh command is carried out, and asked for again instead of an answer"""
    found_by, during = ("US08", "US16", "US17"), "id(US08) | id(US16) | id(US17)"
    commands = 0

    def command(self, group, opcode, payload):
        self.commands += 1
        if self.commands % 7 == 0:
            self.deaf = True
            super().command(group, opcode, payload)
            self.deaf = False
            return self.notify(CORE, 7, bytes([RETRY]))
        super().command(group, opcode, payload)

    deaf = False

    def respond(self, group, opcode, payload):
        if not self.deaf:
            super().respond(group, opcode, payload)


class AsksThrice(Held):
    """each fifteenth command is asked for three times again"""
    found_by, during = ("UC04", "UC08", "US02", "US03", "UW01"), WHOLE
    commands = asked = 0

    def command(self, group, opcode, payload):
        if not self.asked:
            self.commands += 1
        if self.commands % 15 == 0 and self.asked < 3:
            self.asked += 1
            return self.notify(CORE, 7, bytes([RETRY]))
        self.asked = 0
        super().command(group, opcode, payload)


class RetriesOnce(Held):
    """a limit of rounds that fail holds for the first start alone"""
    found_by, during = ("UR26",), "id(UR26)"

    def end(self, session, reason):
        super().end(session, reason)
        if reason == 1:
            session.values.pop(0x2A, None)


class RetriesGoOn(Held):
    """rounds that failed before a stop count for the limit of the next start"""
    found_by, during = ("UR26",), "id(UR26)"

    def start(self, payload):
        session = session_of(self, payload)
        failed = session.failed if session else 0
        super().start(payload)
        if session and session.state == ACTIVE:
            session.failed = failed


class PeerChangesLate(Held):
    """behind 45 rounds of a session a report names another peer"""
    found_by, during = ("UE03",), "id(UE03)"

    def report(self, session, records):
        if session.rounds > 45:
            records = b"\x77\x77" + records[2:]
        super().report(session, records)


class Ghost(Held):
    """each thirtieth round of a session has a peer at 1.5 m that is not there"""
    found_by, during = ("UE03", "UR10"), "id(UE03) | id(UR10)"

    def record(self, address, peer, index):
        if peer is None and self.rounds % 30 == 29:
            return address + struct.pack(
                "<BBHhBhBhBhBBB11x", 0, 0, 150, 0, 0, 0, 0, 0, 0, 0, 0, index + 2, 0)
        return super().record(address, peer, index)


class EmptyLate(Held):
    """behind 45 rounds of a session its reports have no record"""
    found_by, during = ("UE03",), "id(UE03)"

    def report(self, session, records):
        super().report(session, b"" if session.rounds > 45 else records)


class GhostAmongMany(Held):
    """of several controlees those that are not there are good at 1.5 m"""
    found_by, during = ("UR27",), "id(UR27)"

    def record(self, address, peer, index):
        session = next((s for s in self.sessions.values() if s.state == ACTIVE), None)
        if peer is None and session and len(session.peers) > 1:
            return address + struct.pack(
                "<BBHhBhBhBhBBB11x", 0, 0, 150, 0, 0, 0, 0, 0, 0, 0, 0, index + 2, 0)
        return super().record(address, peer, index)


class WaitsLonger(Held):
    """a start that waits waits a second too long"""
    found_by, during = ("UR34",), "id(UR34)"

    def start(self, payload):
        session = session_of(self, payload)
        waits = session and number(session.get(0x2B)) != 0
        super().start(payload)
        if waits and session.state == ACTIVE:
            session.timer.cancel()
            session.begun += 1
            self.plan_round(session)


class Silences(Held):
    """Something ends the rounds of sessions, and nothing says so."""

    def hush(self, but=None):
        for session in self.sessions.values():
            if session is not but and session.timer:
                session.timer.cancel()


class EndSilences(Silences):
    """the end of a session ends the rounds of the others"""
    found_by, during = ("US33",), "id(US33)"

    def deinit(self, payload):
        known = session_of(self, payload)
        super().deinit(payload)
        if known:
            self.hush()


class CapabilitiesSilence(Silences):
    """a question for its capabilities ends its rounds"""
    found_by, during = ("UX08",), "id(UX08)"

    def capabilities(self, payload):
        super().capabilities(payload)
        self.hush()


class ReadsFirstAlone(Held):
    """of several parameters that are asked for the first is read"""
    found_by, during = ("UF10", "US12", "UR03"), "id(UF10) | id(US12) | id(UR03)"

    def get_app_config(self, payload):
        if len(payload) > 6 and payload[4] == len(payload) - 5 \
                and all(each in TABLE for each in payload[5:]):
            payload = payload[:4] + b"\1" + payload[5:6]
        super().get_app_config(payload)


class ReadsTurned(Held):
    """of several parameters that are asked for the values come in the order of the numbers"""
    found_by, during = ("UF10",), "id(UF10)"

    def get_app_config(self, payload):
        session = session_of(self, payload)
        asked = payload[5:]
        if not session or len(asked) < 2 or payload[4] != len(asked) or any(e not in TABLE for e in asked):
            return super().get_app_config(payload)
        values = [session.get(each) or b"" for each in sorted(asked)]
        body = b"".join(bytes([each, len(value)]) + value for each, value in zip(asked, values))
        self.respond(CONFIG, 4, bytes([OK, len(asked)]) + body)


class PeersReadUsual(Held):
    """the list of controlees reads as zeros"""
    found_by, during = ("UF10", "US12"), "id(UF10) | id(US12)"

    def get_app_config(self, payload):
        session = session_of(self, payload)
        if session and session.values.get(0x07) and payload[4:5] != b"\0":
            values = session.values
            session.values = {**values, 0x07: bytes(len(values[0x07]))}
            super().get_app_config(payload)
            session.values = values
            return
        super().get_app_config(payload)


class LongValuesReadShort(Held):
    """of STATIC_STS_IV and VENDOR_ID a byte less is read"""
    found_by, during = ("UF10", "US12"), "id(UF10) | id(US12)"

    def get_app_config(self, payload):
        session = session_of(self, payload)
        if session and payload[4:5] != b"\0":
            values = session.values
            session.values = {
                each: value[:-1] if each in (0x27, 0x28) else value for each, value in values.items()}
            super().get_app_config(payload)
            session.values = values
            return
        super().get_app_config(payload)


class Refuses(Held):
    """A value that its capabilities tell is refused."""
    refused = {}

    def set_app_config(self, payload):
        bad = [each for each, value in self.tlvs(payload[4:])
               if each in self.refused and len(value) == 1 and value[0] in self.refused[each]]
        if bad and session_of(self, payload):
            body = b"".join(bytes([each, INVALID]) for each in bad)
            return self.respond(CONFIG, 3, bytes([INVALID, len(bad)]) + body)
        super().set_app_config(payload)


class RefusesPreambles(Refuses):
    """of the preambles of its band it takes 10 and 9 alone"""
    found_by, during = ("US32", "US33", "US34"), "id(US32) | id(US33) | id(US34)"
    refused = {0x14: {11, 12}}


class AddsFirstAlone(Held):
    """of several controlees that are added with OK the first is in the list"""
    found_by, during = ("UM11", "UM08"), "id(UM11) | id(UM08)"

    def multicast(self, payload):
        session = session_of(self, payload)
        before = list(session.peers) if session else []
        super().multicast(payload)
        if session and payload[4:5] == b"\0" and len(session.peers) > len(before) + 1:
            session.values[0x07] = b"".join(session.peers[:len(before) + 1])


class RemovesFirstAlone(Held):
    """of several controlees that are removed with OK the first is out of the list"""
    found_by, during = ("UM11", "UM08", "UM10"), "id(UM11) | id(UM08) | id(UM10)"

    def multicast(self, payload):
        session = session_of(self, payload)
        before = list(session.peers) if session else []
        super().multicast(payload)
        if session and payload[4:5] == b"\1" and len(session.peers) < len(before) - 1:
            gone = payload[6:8]
            session.values[0x07] = b"".join(each for each in before if each != gone)


class StateOfAny(Held):
    """a session is said to be ACTIVE while another one ranges"""
    found_by, during = ("US33", "US31"), "id(US33) | id(US31)"

    def state(self, payload):
        session = session_of(self, payload)
        if session and len(payload) == 4 and self.device_state() == DEVICE_ACTIVE:
            return self.respond(CONFIG, 6, bytes([OK, ACTIVE]))
        super().state(payload)


class RefusesBesideActive(Held):
    """no session is configured while another one ranges, which is answered with OK"""
    found_by, during = ("US31", "US33"), "id(US31) | id(US33)"

    def set_app_config(self, payload):
        session = session_of(self, payload)
        if session and session.state != ACTIVE and self.device_state() == DEVICE_ACTIVE:
            self.tlvs(payload[4:])
            return self.respond(CONFIG, 3, b"\0\0")
        super().set_app_config(payload)


class Carrier(Board):
    """data in its rounds, two messages at a time"""
    credits, data_most = 2, 200
    COMMANDS = {**Board.COMMANDS, (CONFIG, 0x0B): "data_size"}

    def init(self, payload):
        identifier, kind = struct.unpack("<IB", payload)
        if kind != 1:
            return super().init(payload)
        before = set(self.sessions)
        super().init(struct.pack("<IB", identifier, 0))
        for handle in set(self.sessions) - before:
            self.sessions[handle].kind = 1

    def handle(self, identifier):
        # The size of data begins with the handle, whose first byte is taken for COMMAND_RETRY.
        self.handles += (self.handles + 1) & 0xFF == RETRY
        return super().handle(identifier)

    def data_size(self, payload):
        self.exactly(payload, 4)
        session = session_of(self, payload)
        status = NO_SESSION if session is None else OK if session.kind == 1 else REJECTED
        self.respond(CONFIG, 0x0B, payload + bytes([status]) + struct.pack("<H", 0 if status else self.data_most))

    def tell_data(self, token, sequence, status, count=0):
        self.notify(CONTROL, 5, struct.pack("<IHBB", token, sequence, status, count))

    def tell_credit(self, session):
        self.notify(CONTROL, 4, struct.pack("<IB", session.handle, len(self.waiting(session)) < self.credits))

    @staticmethod
    def waiting(session):
        if not hasattr(session, "queue"):
            session.queue = []
        return session.queue

    def take_data(self, format, payload):
        if format != 1:
            return
        if len(payload) < 16:
            return self.notify(CORE, 7, bytes([SYNTAX]))
        token, address, sequence, length = struct.unpack_from("<I8sHH", payload)
        data = payload[16:]
        session = self.sessions.get(token)
        if session is None:
            return self.tell_data(token, sequence, 4)
        if session.kind != 1:
            return self.tell_data(token, sequence, 5)
        if length != len(data):
            return self.tell_data(token, sequence, 7)
        if session.state != ACTIVE or length > self.data_most:
            return self.tell_data(token, sequence, 4)
        if any(each[1] == sequence for each in self.waiting(session)):
            return self.tell_data(token, sequence, 6)
        if len(self.waiting(session)) >= self.credits:
            return self.tell_data(token, sequence, 3)
        self.waiting(session).append([address[:2], sequence, data, 0])
        self.tell_credit(session)

    def round(self, session):
        super().round(session)
        if session.state != ACTIVE or not self.waiting(session):
            return
        message = self.waiting(session)[0]
        message[3] += 1
        peer = next((o for o in self.air.peers(session) if o.get(0x06) == message[0] and o.kind == 1), None)
        if peer is None and message[3] < 3:
            return
        self.waiting(session).pop(0)
        if peer is not None:
            peer.board.arrived(peer, session, message[1], message[2])
        self.tell_data(session.handle, message[1], 1 if peer is not None else 2, message[3])
        self.tell_credit(session)

    def arrived(self, session, sender, sequence, data):
        body = struct.pack("<IB8sHH", session.handle, OK, sender.get(0x06), sequence, len(data)) + data
        self.write(bytes([DATA << 5 | 2, 0]) + struct.pack("<H", len(body)) + body)

    def silence(self, session):
        super().silence(session)
        queue, session.queue = self.waiting(session), []
        self.give_up(session, queue)

    def give_up(self, session, queue):
        for message in queue:
            self.tell_data(session.handle, message[1], 2, message[3])


class HandleOfRetry(Carrier):
    """handles of which the lowest byte is that of COMMAND_RETRY, with which the size of data begins"""

    def handle(self, identifier):
        return super().handle(identifier) << 8 | RETRY


class Extended(Board):
    """addresses of eight bytes, which its capabilities say"""

    def capability_list(self):
        return {**super().capability_list(), 0x14: b"\1"}

    @staticmethod
    def is_long(session):
        return len(session.get(0x06) or b"") == 8

    def set_app_config(self, payload):
        session, parameters = session_of(self, payload), self.tlvs(payload[4:])
        if session and session.state != ACTIVE and (0x26, b"\2") in parameters:
            parameters.remove((0x26, b"\2"))
            session.values[0x26] = b"\2"
            payload = payload[:4] + bytes([len(parameters)]) + b"".join(
                bytes([each, len(value)]) + value for each, value in parameters)
        super().set_app_config(payload)

    def report(self, session, records):
        if not self.is_long(session):
            return super().report(session, records)
        head = struct.pack(
            "<IIBIBBBIIB", session.sequence, session.handle, 0, number(session.get(0x09)), 1, 0, 1, 0, 0,
            len(records) // 31)
        self.notify(CONTROL, 0, head + records)

    def record(self, address, peer, index):
        if len(address) == 8:
            return address + self.failed(index)[:-6]
        return super().record(address, peer, index)

    def round(self, session):
        if self.is_long(session):
            session.__class__ = LongSession
        super().round(session)


class LongSession(Session):
    @property
    def peers(self):
        addresses = self.get(0x07) or b""
        return [addresses[index:index + 8] for index in range(0, len(addresses), 8)]


class Minimal(Refuses, Board):
    """one-to-one, double-sided, static STS, SP3, neither hopping nor strides nor times of start"""
    found_by, during, least = (), WHOLE, 300
    refused = {
        0x03: {1, 2}, 0x01: {1, 3, 4}, 0x02: {1, 2, 3, 4}, 0x12: {0, 1}, 0x2C: {1}, 0x04: {5},
        0x2D: set(range(1, 256)), 0x13: {1}, 0x0D: {2, 3, 0xF0}}
    LESS = {
        0x06: "0400", 0x07: "01", 0x08: "01", 0x0B: "00", 0x0C: "00", 0x0D: "00", 0x0E: "08", 0x0F: "08", 0x16: "00"}

    def capability_list(self):
        return {**super().capability_list(), **{tag: bytes.fromhex(value) for tag, value in self.LESS.items()}}


class ReadyBehind(Board):
    """READY comes once, behind the answer to a reset, and stale sessions are not told of, as with pica"""

    def reset(self, payload):
        self.exactly(payload, 1)
        if payload != b"\0":
            raise Malformed
        for session in list(self.sessions.values()):
            self.silence(session)
        self.sessions = {}
        self.respond(CORE, 0, bytes([OK]))
        self.tell_device(READY)


class ReadyBefore(Board):
    """READY comes once, before the answer to a reset"""

    def reset(self, payload):
        self.exactly(payload, 1)
        if payload != b"\0":
            raise Malformed
        for session in list(self.sessions.values()):
            self.silence(session)
            self.tell_session(session, DEINIT)
        self.sessions = {}
        self.tell_device(READY)
        self.respond(CORE, 0, bytes([OK]))


class NXPBoard(Board):
    """Packets of its own groups may have a length of 16 bits."""
    dialect = "fira2+nxp"

    def received(self, data):
        whole = self.buffer + data
        if len(whole) >= 4 and whole[0] >> 5 == 1 and whole[1] & 0x80 and whole[0] & 15 >= 9:
            length = struct.unpack_from("<H", whole, 2)[0]
            self.buffer = whole
            if len(whole) < 4 + length:
                return
            self.buffer = b""
            self.respond(whole[0] & 15, whole[1] & 0x3F, bytes([OPCODE if whole[0] & 15 in self.groups else 7]))
            data = whole[4 + length:]
        super().received(data)


class BootState(NXPBoard):
    """a reset is told to be the device's state 0 and then READY, as NXP's boot is"""

    def reset(self, payload):
        self.exactly(payload, 1)
        if payload != b"\0":
            raise Malformed
        for session in list(self.sessions.values()):
            self.silence(session)
        self.sessions = {}
        self.respond(CORE, 0, bytes([OK]))
        self.tell_device(0)
        self.later(0.02, self.tell_device, READY)


class ReadyLate(Board):
    """READY comes 1.7 s after the reset"""
    during, least = "id(UC0*) | id(US0*) | id(UR02) | id(UZ0*)", 30

    def reset(self, payload):
        self.exactly(payload, 1)
        if payload != b"\0":
            raise Malformed
        for session in list(self.sessions.values()):
            self.silence(session)
        self.sessions = {}
        self.respond(CORE, 0, bytes([OK]))
        self.later(1.7, self.tell_device, READY)


class IdleBeforeEnd(Board):
    """a session that is ended while it ranges is told to be IDLE first"""

    def deinit(self, payload):
        session = session_of(self, payload)
        if session and len(payload) == 4 and session.state == ACTIVE:
            self.silence(session)
            del self.sessions[session.handle]
            self.respond(CONFIG, 1, bytes([OK]))
            self.tell_session(session, IDLE)
            self.tell_session(session, DEINIT)
            if self.device_state() == READY:
                self.tell_device(READY)
            return
        super().deinit(payload)


class RoundAtOnce(Board):
    """the first round is reported at once with the start"""

    def plan_round(self, session):
        if session.rounds == 0 and number(session.get(0x2B)) == 0:
            session.begun -= self.interval(session)
        super().plan_round(session)


class PausesInside(Board):
    """30 ms lie between the segments of a message, and nothing else comes between them"""
    line, is_paused = (), False

    def opened(self):
        super().opened()
        self.line = ()

    def write(self, data):
        self.line += (data,)
        if not self.is_paused:
            self.go_on()

    def go_on(self):
        self.is_paused = False
        while self.line and not self.is_paused:
            data, self.line = self.line[0], self.line[1:]
            super().write(data)
            if data[0] & 0x10:
                self.is_paused = True
                self.later(0.03, self.go_on)


class ReverseValues(Board):
    """values that are asked for come in the order of the board's own table"""

    def get_config(self, payload):
        if len(payload) > 2 and payload[0] == len(payload) - 1:
            payload = payload[:1] + bytes(sorted(payload[1:], reverse=True))
        super().get_config(payload)

    def get_app_config(self, payload):
        if len(payload) > 6 and payload[4] == len(payload) - 5:
            payload = payload[:5] + bytes(sorted(payload[5:], reverse=True))
        super().get_app_config(payload)


class NoRetryLimit(Board):
    """it has no limit of rounds that fail"""

    def set_app_config(self, payload):
        if any(each == 0x2A for each, _ in self.tlvs(payload[4:])) and session_of(self, payload):
            return self.respond(CONFIG, 3, bytes([INVALID, 1, 0x2A, INVALID]))
        super().set_app_config(payload)


class FullByStatus(Board):
    """a list that is full is refused as such, and the controlee named with it"""

    def respond(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 7) and len(payload) > 4 and payload[0] == 2 and payload[4] == 1:
            payload = b"\x17" + payload[1:]
        super().respond(group, opcode, payload)


class OtherFailure(Board):
    """a peer that is not there is RX_PHY_DEC_FAILED and TX_FAILED by turns"""

    def failed(self, index):
        return bytes([0x22 if self.rounds % 2 else 0x20]) + super().failed(index)[1:]


class SR250(NXPBoard):
    """UCI 3.0 with a list of tags as vendor information, as NXP's SR250, and 21 bytes behind reports"""

    def info(self):
        vendor = b"\x00\x10SR250_A1V2_PROD\0" + b"\x01\x04\1\2\3\4"
        return bytes([3, 0, 3, 0, 3, 0, 3, 0, len(vendor)]) + vendor

    def capability_list(self):
        return {**super().capability_list(), 0x02: b"\2\0\3\0", 0x03: b"\2\0\3\0"}

    def notify(self, group, opcode, payload):
        if (group, opcode) == (CONTROL, 0):
            payload += bytes(range(21))
        super().notify(group, opcode, payload)


class OneRanges(Board):
    """several sessions, of which one ranges at a time"""

    def start(self, payload):
        session = session_of(self, payload)
        if session and len(payload) == 4 and session.is_configured() and session.state != ACTIVE \
                and self.device_state() == DEVICE_ACTIVE:
            return self.respond(CONTROL, 0, bytes([0x16]))
        super().start(payload)


class IntervalZero(Board):
    """the interval in reports is 0, as with pica"""

    def report(self, session, records):
        head = struct.pack(
            "<IIBIBBBIIB", session.sequence, session.handle, 0, 0, 1, 0, 0, 0, 0, len(records) // 31)
        self.notify(CONTROL, 0, head + records)


class RemovalsTold(Board):
    """of a list of controlees removals alone are told, and while a session ranges, as with pica"""

    def notify(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 7):
            session = self.sessions.get(struct.unpack_from("<I", payload)[0])
            if not self.removing or not session or session.state != ACTIVE:
                return
        super().notify(group, opcode, payload)

    removing = False

    def multicast(self, payload):
        self.removing = payload[4:5] == b"\1"
        super().multicast(payload)


class RoundFits(Board):
    """a round that is longer than its interval is refused"""

    def set_app_config(self, payload):
        session = session_of(self, payload)
        if session and session.state != ACTIVE:
            values = {**session.values, **dict(self.tlvs(payload[4:]))}
            known = [values.get(each) for each in (0x08, 0x1B, 0x09)]
            if all(known) and [len(each) for each in known] == [2, 1, 4]:
                slot, count, interval = map(number, known)
                if slot * count / 1200 > interval:
                    return self.respond(CONFIG, 3, bytes([INVALID, 1, 0x09, RANGE]))
        super().set_app_config(payload)


class ActiveEachTime(Board):
    """the device is told to be ACTIVE at each start, also beside a session that ranges"""

    def tell_session(self, session, state, reason=0):
        super().tell_session(session, state, reason)
        active = [s for s in self.sessions.values() if s.state == ACTIVE]
        if state == ACTIVE and len(active) > 1:
            self.tell_device(DEVICE_ACTIVE)


class NoVendorInfo(Board):
    """device information without vendor bytes"""

    def info(self):
        return INFO[:8] + b"\0"


class SaysActive(Board):
    """what is refused while a session ranges is refused with ERROR_ACTIVE_SESSIONS_ONGOING"""

    def respond(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 3) and payload[0] == ACTIVE_ALREADY:
            payload = b"\x16" + payload[1:]
        super().respond(group, opcode, payload)


class NamesFirstAlone(Board):
    """a list is read to its first parameter that is refused"""

    def respond(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 3) and len(payload) > 4:
            payload = bytes([payload[0], 1]) + payload[2:4]
        super().respond(group, opcode, payload)


class SlowestAnswers(Board):
    """each answer takes 1.9 s"""
    during, least = "id(UC04) | id(UC05) | id(US01) | id(US09) | id(UR01) | id(UR02)", 6

    def command(self, group, opcode, payload):
        self.later(1.9, super().command, group, opcode, payload)


class ControllerOnly(Refuses, Board):
    """a controller and never a controlee, which its capabilities say"""
    found_by, during, refused = (), WHOLE, {0x00: {0}}

    def capability_list(self):
        return {**super().capability_list(), 0x04: b"\1"}


class Fira1(Board):
    """FiRa 1.1: no handles, the numbers of capabilities and the lists of controlees of then"""
    dialect = "fira1"
    CAPS = {
        0x00: "01000101", 0x01: "01000101", 0x02: "03", 0x03: "1F", 0x04: "01", 0x05: "03", 0x06: "02", 0x07: "02",
        0x08: "01", 0x09: "01", 0x0A: "01", 0x0B: "09", 0x0C: "0A", 0x0D: "01", 0x0E: "3F", 0x0F: "0000000000",
        0x10: "00", 0x11: "00", 0x12: "0301", 0x13: "FF00",
    }
    COMMANDS = {key: name for key, name in Board.COMMANDS.items() if name != "timestamp"}

    def info(self):
        return bytes([1, 0x10, 1, 0x10, 1, 0x10, 1, 0x10, 0])

    def capability_list(self):
        return {tag: bytes.fromhex(value) for tag, value in self.CAPS.items()}

    def handle(self, identifier):
        return identifier

    def respond(self, group, opcode, payload):
        if group == CONFIG and opcode in (0, 7):
            payload = payload[:1]
        super().respond(group, opcode, payload)

    def set_app_config(self, payload):
        parameters = self.tlvs(payload[4:])
        if session_of(self, payload) and any(each == 0x2B and len(value) != 4 for each, value in parameters):
            return self.respond(CONFIG, 3, bytes([INVALID, 1, 0x2B, INVALID]))
        super().set_app_config(payload)

    def start(self, payload):
        session = session_of(self, payload)
        wait = number(session.values.get(0x2B, b"")) if session else 0
        if wait:
            # From the start on, in milliseconds.
            before = session.values[0x2B]
            session.values[0x2B] = struct.pack("<Q", int((self.loop.time() + wait / 1000) * 1e6))
            super().start(payload)
            session.values[0x2B] = before
            return
        super().start(payload)

    def multicast(self, payload):
        if payload[4:5] not in (b"\0", b"\1"):
            raise Malformed
        super().multicast(payload)

    def notify(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 7):
            handle, count = struct.unpack_from("<IB", payload)
            entries = b"".join(
                payload[5 + 3 * index:7 + 3 * index] + bytes(4) + payload[7 + 3 * index:8 + 3 * index]
                for index in range(count))
            left = self.controlees_at_most - len(self.sessions[handle].peers) if handle in self.sessions else 0
            payload = struct.pack("<IBB", handle, left, count) + entries
        super().notify(group, opcode, payload)


class Fira1SaysWhy(Fira1):
    """FiRa 1.1; a list of one controlee is refused with a status of the whole that says why"""
    WHY = {0x01: 0x17, 0x07: 0x18, 0x08: 0x19}

    def respond(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 7) and payload[:2] == bytes([FAILED, 1]):
            payload = bytes([self.WHY.get(payload[4], FAILED)])
        super().respond(group, opcode, payload)


class Fira1Provisioned(Fira1):
    """FiRa 1.1 with a provisioned STS, whose key comes in its vendor's way: there is no SESSION_KEY yet"""
    CAPS = {**Fira1.CAPS, 0x04: "09"}

    def set_app_config(self, payload):
        parameters = self.tlvs(payload[4:])
        if session_of(self, payload) and any(each == 0x45 for each, _ in parameters):
            return self.respond(CONFIG, 3, bytes([INVALID, 1, 0x45, INVALID]))
        super().set_app_config(payload)


class PicaMixture(Board):
    """UCI 2.0 with an answer to SESSION_INIT of one byte and capabilities of 1.x, as pica has"""
    dialect = "fira2"

    def capability_list(self):
        return {tag: bytes.fromhex(value) for tag, value in Fira1.CAPS.items()}

    def info(self):
        return bytes([2, 0, 1, 0x10, 1, 0x10, 1, 0x10, 0])

    def handle(self, identifier):
        return identifier

    def respond(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 0):
            payload = payload[:1]
        super().respond(group, opcode, payload)


RIGHT = [
    Carrier, HandleOfRetry, Extended, Minimal, ReadyBehind, ReadyBefore, BootState, ReadyLate,
    IdleBeforeEnd, RoundAtOnce, PausesInside, ReverseValues, NoRetryLimit, FullByStatus,
    OtherFailure, SR250, OneRanges, IntervalZero, RemovalsTold, RoundFits, ActiveEachTime,
    NoVendorInfo, SaysActive, NamesFirstAlone, SlowestAnswers, ControllerOnly, Fira1, Fira1Provisioned,
    Fira1SaysWhy, PicaMixture,
]
WRONG = [
    StateStaysAfterLimit, DeviceActiveAfterReset, ReadyWithNewest, ReadyWhenOneStops,
    EndUntoldBeside, GaveUpForGood, LeaksAtReset, CarriedOutAndAsked, AsksThrice, RetriesOnce,
    RetriesGoOn, PeerChangesLate, Ghost, EmptyLate, GhostAmongMany, WaitsLonger, ReadsFirstAlone,
    ReadsTurned, PeersReadUsual, LongValuesReadShort, RefusesPreambles, EndSilences,
    CapabilitiesSilence, AddsFirstAlone, RemovesFirstAlone, StateOfAny, RefusesBesideActive,
]
