"""UCI boards made from the sheets alone, by one who had not seen the cases: wrong in one way each, or right
but unusual."""

import struct
from collections import deque

from .parameters import TABLE, is_allowed, number
from .uci import (
    ACTIVE, CONFIG, CONTROL, CORE, COMMAND, DATA, DEVICE_ACTIVE, FAILED, IDLE, INIT, INVALID, NOTIFICATION, OK,
    READY, RESPONSE, RETRY, SYNTAX, TIME_TOO_OLD, TOO_MANY, Board, Malformed, Session, Wrong)
from .verdicts import give_cases

MULTI_NODE, ROUND_USAGE, CHANNEL, CONTROLEES, DESTINATIONS, INTERVAL = 0x03, 0x01, 0x04, 0x05, 0x07, 0x09
REPORTS, INITIATION, STRIDE, LIMIT, STATIC_IV, SESSION_KEY = 0x0E, 0x2B, 0x2D, 0x32, 0x28, 0x45
HOPPING = 0x2C
RECORD = 31


def cut(records):
    return [records[index:index + RECORD] for index in range(0, len(records), RECORD)]


class Held(Wrong):
    during, found_by = "suite(uci) & !tag(slow)", ()
    answer = b""

    def respond(self, group, opcode, payload):
        self.answer = payload
        super().respond(group, opcode, payload)

    def found(self, payload):
        """The session that a command names, without a word about it."""
        return self.sessions.get(int.from_bytes(payload[:4], "little")) if len(payload) >= 4 else None

    def once_more(self, session):
        """A last report of a session, one interval from now."""
        self.later(self.interval(session), self.tell_last, session)

    def tell_last(self, session):
        if self.connection:
            self.report(session, b"".join(
                self.record(address, None, index) for index, address in enumerate(session.peers)))


class Rewriting(Held):
    """Changes the parameters of a session before it looks at them."""

    def set_app_config(self, payload):
        struct.unpack_from("<IB", payload)
        pairs = self.rewritten(self.tlvs(payload[4:]))
        super().set_app_config(payload[:4] + bytes([len(pairs)]) + b"".join(
            bytes([identifier, len(value)]) + value for identifier, value in pairs))

    def rewritten(self, pairs):
        return pairs


# --- Packets and segments -------------------------------------------------------------------------


class MiddleSegmentsLost(Held):
    """a board that takes the first and the last segment of a command and loses those between"""

    def segment(self, kind, packet):
        part = self.parts.get("control")
        key = (kind, packet[0] & 0x0F, packet[1] & 0x3F)
        if kind == COMMAND and packet[0] & 0x10 and part and part[0] == key:
            return
        super().segment(kind, packet)


class OneBuffer(Held):
    """a board that forgets the first segments of a command when a data packet comes between them"""

    def segment(self, kind, packet):
        if kind == DATA:
            self.parts.pop("control", None)
        super().segment(kind, packet)


class ReportInsideAnswer(Held):
    """a ranging board that sends a report between the segments of a long response"""
    rest = None

    def opened(self):
        super().opened()
        self.rest = None

    def send(self, kind, group, opcode, payload):
        if kind == RESPONSE:
            self.finish()
            if len(payload) > 255 and self.device_state() == DEVICE_ACTIVE:
                self.write(bytes([kind << 5 | 0x10 | group, opcode, 0, 255]) + payload[:255])
                self.rest = group, opcode, payload[255:]
                self.later(0.5, self.finish)
                return
        super().send(kind, group, opcode, payload)
        if kind == NOTIFICATION:
            self.finish()

    def finish(self):
        rest, self.rest = self.rest, None
        if rest:
            super().send(RESPONSE, *rest)


class FullPacketTooLong(Held):
    """a board that refuses a command of 255 bytes, with MAX_MESSAGE_SIZE 259"""
    message_at_most = 254


class AnswersInterrupted(Held):
    """a board that answers a command under the opcode of the unfinished one that it interrupted"""
    instead = None

    def segment(self, kind, packet):
        part = self.parts.get("control")
        key = (kind, packet[0] & 0x0F, packet[1] & 0x3F)
        if kind == COMMAND and part and part[0] != key:
            self.instead = part[0][1:]
        try:
            super().segment(kind, packet)
        finally:
            self.instead = None

    def respond(self, group, opcode, payload):
        if self.instead:
            group, opcode = self.instead
        super().respond(group, opcode, payload)


class OneCommandARead(Held):
    """a board that looks at the second of two packets in one write only when further bytes come"""
    held = b""

    def opened(self):
        super().opened()
        self.held = b""

    def received(self, data):
        held, self.held = self.held, b""
        if held:
            super().received(held)
        whole = self.buffer + data
        if len(whole) >= 4 and whole[0] >> 5 < 6:
            wide = whole[0] >> 5 in (DATA, 4, 5)
            size = 4 + (struct.unpack_from("<H", whole, 2)[0] if wide else whole[3])
            if len(whole) > size:
                self.buffer, self.held = b"", whole[size:]
                return super().received(whole[:size])
        super().received(data)


class TakesResponses(Held):
    """a board that takes a response that is sent to it for a command"""

    def segment(self, kind, packet):
        if kind == RESPONSE:
            kind, packet = COMMAND, bytes([packet[0] & 0x1F | COMMAND << 5]) + packet[1:]
        super().segment(kind, packet)


class ReservedBitsBack(Held):
    """a board that sends the reserved bits of a command back in its response"""
    bits = 0

    def segment(self, kind, packet):
        self.bits = packet[1] & 0xC0 if kind == COMMAND else 0
        try:
            super().segment(kind, packet)
        finally:
            self.bits = 0

    def send(self, kind, group, opcode, payload):
        super().send(kind, group, opcode | (self.bits if kind == RESPONSE else 0), payload)


# --- Device: reset, states, parameters, errors -----------------------------------------------------


class ResetLeavesTimer(Held):
    """a session that ranges at a reset and reports once more after it"""

    def reset(self, payload):
        ranging = [each for each in self.sessions.values() if each.state == ACTIVE]
        super().reset(payload)
        for each in ranging:
            self.once_more(each)


class StateStaysActive(Held):
    """a board whose DEVICE_STATE reads ACTIVE after a reset while it ranged, until the next start"""
    stays = reading = False

    def reset(self, payload):
        ranged = self.device_state() == DEVICE_ACTIVE
        super().reset(payload)
        self.stays = self.stays or ranged

    def start(self, payload):
        super().start(payload)
        self.stays = self.stays and super().device_state() != DEVICE_ACTIVE

    def get_config(self, payload):
        self.reading = True
        try:
            super().get_config(payload)
        finally:
            self.reading = False

    def device_state(self):
        return DEVICE_ACTIVE if self.reading and self.stays else super().device_state()


class ReadyTooEarly(Held):
    """a board that says READY when one of two sessions stops and the other still ranges"""

    def end(self, session, reason):
        others = self.device_state() == DEVICE_ACTIVE and any(
            each.state == ACTIVE for each in self.sessions.values() if each is not session)
        super().end(session, reason)
        if others:
            self.tell_device(READY)


class SetConfigForgotten(Held):
    """a board that answers OK to a device parameter while a session exists, and does not keep it"""

    def set_config(self, payload):
        before = dict(self.device)
        super().set_config(payload)
        if self.sessions:
            self.device = before


class StickySyntax(Held):
    """a board that answers SYNTAX_ERROR to the SET_APP_CONFIG after any command with a syntax error"""
    sticky = False

    def respond(self, group, opcode, payload):
        self.sticky = self.sticky or payload[:1] == bytes([SYNTAX])
        super().respond(group, opcode, payload)

    def command(self, group, opcode, payload):
        if (group, opcode) == (CORE, 0):
            self.sticky = False
        if (group, opcode) == (CONFIG, 3) and self.sticky:
            super().respond(group, opcode, bytes([SYNTAX, 0]))
            self.sticky = False
            return
        super().command(group, opcode, payload)


# --- The life of sessions --------------------------------------------------------------------------


class DuplicateWipes(Held):
    """a session that loses its optional parameters when its identifier is refused as a duplicate"""

    def init(self, payload):
        super().init(payload)
        if self.answer[:1] == b"\x12":
            identifier = struct.unpack_from("<I", payload)[0]
            for session in self.sessions.values():
                if session.identifier == identifier:
                    session.values = {
                        each: value for each, value in session.values.items() if each in self.kept()}

    def kept(self):
        return (0x00, 0x11, 0x03, 0x01, 0x05, 0x06, 0x07, 0x04, 0x02, 0x12, 0x22, 0x14, 0x15, 0x08, 0x09, 0x1B)


class RefusedTakesSlot(Held):
    """a board in which each session that is one too many takes a place away until the next reset"""

    def init(self, payload):
        super().init(payload)
        if self.answer[:1] == bytes([TOO_MANY]):
            self.sessions_at_most = max(1, self.sessions_at_most - 1)

    def reset(self, payload):
        super().reset(payload)
        self.sessions_at_most = Board.sessions_at_most


class DeinitLastReport(Held):
    """a session that is deinitialised while it ranges and reports once more"""

    def deinit(self, payload):
        session = self.found(payload)
        ranged = session and session.state == ACTIVE
        super().deinit(payload)
        if ranged and session.handle not in self.sessions:
            self.once_more(session)


class BackToInit(Held):
    """a session that says that it is in INIT after a parameter was set in IDLE, until it starts"""

    def set_app_config(self, payload):
        session = self.found(payload)
        idle, before = session and session.state == IDLE, session and session.values
        super().set_app_config(payload)
        if idle and session.values is not before:
            session.again = True

    def start(self, payload):
        super().start(payload)
        session = self.found(payload)
        if session and session.state == ACTIVE:
            session.again = False

    def state(self, payload):
        session = self.found(payload)
        if len(payload) == 4 and session and session.state == IDLE and getattr(session, "again", False):
            return self.respond(CONFIG, 6, bytes([OK, INIT]))
        super().state(payload)


class StopStopsAll(Held):
    """a session that reports nothing more once another one was stopped, and stays ACTIVE"""

    def stop(self, payload):
        super().stop(payload)
        if self.answer == bytes([OK]):
            for other in self.sessions.values():
                if other.state == ACTIVE and other.timer:
                    other.timer.cancel()
                    other.timer = None


class SharedSequence(Held):
    """a session that shares the counter of its sequence numbers with all others"""
    counter = 0

    def start(self, payload):
        if self.device_state() == READY:
            self.counter = 0
        super().start(payload)

    def round(self, session):
        session.sequence = self.counter
        super().round(session)
        self.counter = session.sequence


class RefusedStartRestarts(Held):
    """a session that counts its reports from 0 again after a second START, which it refuses"""

    def start(self, payload):
        session = self.found(payload)
        ranged = session and session.state == ACTIVE
        super().start(payload)
        if ranged and len(payload) == 4:
            session.sequence = 0


class RoundsOverRestart(Held):
    """a session that counts rounds before a stop towards its limit of measurements after the next start"""
    now = None

    def start(self, payload):
        session = self.found(payload)
        done = session.rounds if session and session.state != ACTIVE else 0
        super().start(payload)
        if done and session.state == ACTIVE:
            session.earlier = getattr(session, "earlier", 0) + done

    def round(self, session):
        self.now = session
        super().round(session)

    def most_rounds(self, most):
        return max(1, most - getattr(self.now, "earlier", 0))


class RetriesInAll(Held):
    """a session that counts failed rounds in all, not in a row, towards MAX_RR_RETRY"""

    def round(self, session):
        before = session.failed
        super().round(session)
        if session.failed == 0:
            session.failed = before


# --- Parameters ------------------------------------------------------------------------------------


class LongValues(Rewriting):
    """a board that takes a two-byte parameter of three bytes or more and cuts it"""

    def rewritten(self, pairs):
        return [
            (each, value[:2] if each in TABLE and TABLE[each][0] == (2,) else value) for each, value in pairs]


class ChannelNibble(Rewriting):
    """a board that looks at the low four bits of a channel alone: 0x19 is 9"""

    def rewritten(self, pairs):
        return [
            (each, bytes([value[0] & 0x0F]) if each == CHANNEL and len(value) == 1 else value)
            for each, value in pairs]


class NamesWrongOne(Held):
    """a session that refuses a list of parameters and names the one before the bad one"""
    given = ()

    def set_app_config(self, payload):
        struct.unpack_from("<IB", payload)
        self.given = [each for each, _ in self.tlvs(payload[4:])]
        super().set_app_config(payload)

    def respond(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 3) and len(payload) > 2 and payload[0] == INVALID:
            body = b""
            for index in range(2, len(payload), 2):
                place = self.given.index(payload[index])
                body += bytes([self.given[max(0, place - 1)], payload[index + 1]])
            payload = payload[:2] + body
        super().respond(group, opcode, payload)


class RefusedStored(Held):
    """a session that refuses a value out of range and has it all the same"""

    def set_app_config(self, payload):
        super().set_app_config(payload)
        session = self.found(payload)
        if not session or session.state == ACTIVE or self.answer[:1] != bytes([INVALID]):
            return
        for identifier, value in self.tlvs(payload[4:]):
            if identifier in TABLE and identifier not in (CONTROLEES, DESTINATIONS, INTERVAL) \
                    and len(value) in TABLE[identifier][0] and not is_allowed(identifier, value, 1):
                session.values[identifier] = value


class RepeatLosesNext(Rewriting):
    """a session that loses the parameter behind one that a list holds twice, and says OK"""

    def rewritten(self, pairs):
        seen, kept, skip = set(), [], False
        for identifier, value in pairs:
            if skip:
                skip = False
                continue
            skip = identifier in seen
            seen.add(identifier)
            kept.append((identifier, value))
        return kept


class SixteenAtMost(Held):
    """a session that is asked for more than 16 parameters and tells the first 16 alone, with OK"""

    def get_app_config(self, payload):
        if len(payload) > 21 and len(payload) == 5 + payload[4]:
            payload = payload[:4] + bytes([16]) + payload[5:21]
        super().get_app_config(payload)


class ReadsOldWhileActive(Held):
    """a session that takes a parameter while it ranges and reads as it was at its start"""

    def start(self, payload):
        session = self.found(payload)
        if session and session.state != ACTIVE:
            session.at_start = session.values
        super().start(payload)

    def get_app_config(self, payload):
        session = self.found(payload)
        if not session or session.state != ACTIVE:
            return super().get_app_config(payload)
        now, session.values = session.values, session.at_start
        try:
            super().get_app_config(payload)
        finally:
            session.values = now


class ReportsForAll(Held):
    """a session that takes RANGE_DATA_NTF_CONFIG of another one, since there is one for all"""

    def set_app_config(self, payload):
        session = self.found(payload)
        before = session and session.values
        super().set_app_config(payload)
        if session and session.values is not before and REPORTS in dict(self.tlvs(payload[4:])):
            for other in self.sessions.values():
                other.values = {**other.values, REPORTS: session.values[REPORTS]}


class LimitInherited(Held):
    """a new session that has the limit of measurements of the one that was deinitialised before it"""
    left = None

    def deinit(self, payload):
        session = self.found(payload)
        super().deinit(payload)
        if session and session.handle not in self.sessions:
            self.left = session.values.get(LIMIT)

    def init(self, payload):
        super().init(payload)
        if self.answer[:1] == bytes([OK]) and self.left:
            self.sessions[struct.unpack_from("<I", self.answer, 1)[0]].values[LIMIT] = self.left
            self.left = None

    def reset(self, payload):
        super().reset(payload)
        self.left = None


class StrideOffByOne(Held):
    """a session with a stride of 2 or more that leaves out one block too few"""

    def interval(self, session):
        stride = number(session.get(STRIDE))
        whole = super().interval(session)
        return whole if stride < 2 else whole / (stride + 1) * stride


class StrideLater(Held):
    """a session that takes a stride while it ranges, with OK, and keeps to the old one until its next start"""

    def start(self, payload):
        session = self.found(payload)
        if session and session.state != ACTIVE:
            session.stride = number(session.get(STRIDE))
        super().start(payload)

    def interval(self, session):
        now = number(session.get(STRIDE))
        return super().interval(session) / (now + 1) * (getattr(session, "stride", now) + 1)


class EmptyConfigures(Held):
    """a session that goes to IDLE on an empty list of parameters"""

    def set_app_config(self, payload):
        super().set_app_config(payload)
        session = self.found(payload)
        if session and session.state == INIT and payload[4:] == b"\0":
            self.tell_session(session, IDLE)


# --- Notifications ---------------------------------------------------------------------------------


class StaleReason(Held):
    """a session that gives the reason of its last end by a limit at each later stop"""

    def end(self, session, reason):
        if reason:
            session.why = reason
        super().end(session, getattr(session, "why", 0))


class StopNamesFirst(Held):
    """a session whose stop is told as that of another one that still ranges"""
    stopping = False

    def stop(self, payload):
        self.stopping = True
        try:
            super().stop(payload)
        finally:
            self.stopping = False

    def tell_session(self, session, state, reason=0):
        others = [each for each in self.sessions.values() if each.state == ACTIVE and each is not session]
        if self.stopping and others:
            session.state = state
            return self.notify(CONFIG, 2, struct.pack("<IBB", others[0].handle, state, reason))
        super().tell_session(session, state, reason)


class NoReadyOnLimit(Held):
    """a session that ends at its limit of measurements, and the device does not say READY"""
    limited = False

    def end(self, session, reason):
        self.limited = reason == 2
        super().end(session, reason)
        self.limited = False

    def tell_device(self, state):
        if not self.limited:
            super().tell_device(state)


class ActiveTwiceOnRestart(Held):
    """a session that says ACTIVE twice when it starts for the second time"""

    def start(self, payload):
        session = self.found(payload)
        again = session and session.state != ACTIVE and session.begun is not None
        super().start(payload)
        if again and session.state == ACTIVE:
            self.tell_session(session, ACTIVE)


# --- Reports ---------------------------------------------------------------------------------------


class SequenceSevenBits(Held):
    """a session whose sequence numbers begin again after 127"""

    def report(self, session, records):
        number_now, session.sequence = session.sequence, session.sequence & 0x7F
        super().report(session, records)
        session.sequence = number_now


class ShiftedRecords(Held):
    """a session in which a controlee that is silent gets the result of the next one that answers"""

    def report(self, session, records):
        cuts = cut(records)
        for index, each in enumerate(cuts):
            answering = [other for other in cuts[index + 1:] if other[2] == 0]
            if each[2] != 0 and answering:
                cuts[index] = each[:2] + answering[0][2:]
        super().report(session, b"".join(cuts))


class StaleDistance(Held):
    """a session whose failed rounds have the distance of the last good one"""

    def report(self, session, records):
        last, cuts = session.__dict__.setdefault("last", {}), cut(records)
        for index, each in enumerate(cuts):
            if each[2] == 0:
                last[each[:2]] = each[4:6]
            elif each[:2] in last:
                cuts[index] = each[:4] + last[each[:2]] + each[6:]
        super().report(session, b"".join(cuts))


class FourRecords(Held):
    """a session with five controlees or more that reports the first four"""

    def report(self, session, records):
        super().report(session, records[:4 * RECORD])


class OldAddress(Held):
    """a session that got another peer between two starts and reports under the address of the first"""

    def start(self, payload):
        session = self.found(payload)
        if session and session.state != ACTIVE and session.is_configured():
            session.__dict__.setdefault("first", session.peers)
        super().start(payload)

    def report(self, session, records):
        cuts, first = cut(records), session.first
        if len(cuts) == len(first):
            records = b"".join(address + each[2:] for address, each in zip(first, cuts))
        super().report(session, records)


class CountsReports(Held):
    """a session whose ranging count is that of its reports, which are switched off now and then"""

    def start(self, payload):
        session = self.found(payload)
        if session and session.state != ACTIVE:
            session.reported = 0
        super().start(payload)

    def report(self, session, records):
        session.reported += 1
        super().report(session, records)

    def ranging_count(self, payload):
        session = self.found(payload)
        if len(payload) != 4 or not session:
            return super().ranging_count(payload)
        self.respond(CONTROL, 3, bytes([OK]) + struct.pack("<I", getattr(session, "reported", 0)))


class ReportLostAfterCommand(Held):
    """a session that loses the report that is due within 30 ms after a command"""
    asked = -1.0

    def command(self, group, opcode, payload):
        if (group, opcode) != (CONTROL, 0):
            self.asked = self.loop.time()
        super().command(group, opcode, payload)

    def report(self, session, records):
        if self.loop.time() - self.asked >= 0.03:
            super().report(session, records)


# --- Lists of controlees ---------------------------------------------------------------------------


class DeletedStays(Held):
    """a session that goes on reporting a controlee that was deleted while it ranges, until it starts again"""

    def start(self, payload):
        session = self.found(payload)
        if session and session.state != ACTIVE:
            session.ghosts = []
        super().start(payload)

    def multicast(self, payload):
        session = self.found(payload)
        before = session.peers if session else []
        super().multicast(payload)
        if session and session.state == ACTIVE:
            gone = [each for each in before if each not in session.peers]
            session.ghosts = [each for each in session.ghosts if each not in session.peers] + gone

    def report(self, session, records):
        known = len(records) // RECORD
        super().report(session, records + b"".join(
            self.record(address, None, known + index) for index, address in enumerate(session.ghosts)))


class CountStale(Held):
    """a session whose NUMBER_OF_CONTROLEES reads as before after its list of controlees was changed"""

    def multicast(self, payload):
        session = self.found(payload)
        super().multicast(payload)
        if session and not hasattr(session, "stale"):
            session.stale = self.before

    def command(self, group, opcode, payload):
        session = self.found(payload) if (group, opcode) == (CONFIG, 7) else None
        self.before = session.get(CONTROLEES) if session else None
        super().command(group, opcode, payload)

    def set_app_config(self, payload):
        super().set_app_config(payload)
        session = self.found(payload)
        if session and self.answer[:1] == bytes([OK]) and CONTROLEES in dict(self.tlvs(payload[4:])):
            session.__dict__.pop("stale", None)

    def get_app_config(self, payload):
        session = self.found(payload)
        if not session or getattr(session, "stale", None) is None:
            return super().get_app_config(payload)
        now, session.values = session.values, {**session.values, CONTROLEES: session.stale}
        try:
            super().get_app_config(payload)
        finally:
            session.values = now


class AllOrNothing(Held):
    """a session that takes none of a list of controlees if one is bad, and says OK of the good ones"""

    def multicast(self, payload):
        session = self.found(payload)
        before = dict(session.values) if session else {}
        super().multicast(payload)
        if session and self.answer[:1] == bytes([FAILED]):
            session.values = before


class DeletesLast(Held):
    """a session that deletes the last controlee of its list, whichever is named"""

    def multicast(self, payload):
        session = self.found(payload)
        before = session.peers if session else []
        super().multicast(payload)
        if session and len(session.peers) < len(before):
            session.values[DESTINATIONS] = b"".join(before[:len(session.peers)])


# --- Roles, time, STS ------------------------------------------------------------------------------


class ControleeWithoutLimit(Held):
    """a controlee that does not end at its limit of measurements"""
    now = None

    def round(self, session):
        self.now = session
        super().round(session)

    def most_rounds(self, most):
        return most if number(self.now.get(0x00)) == 1 else 1 << 40


class RelativeTime(Held):
    """a session whose initiation time counts from its START, not from the clock of the board"""

    def start(self, payload):
        session = self.found(payload)
        given = number(session.get(INITIATION)) if session else 0
        if not given or session.state == ACTIVE:
            return super().start(payload)
        values, now = session.values, int(self.loop.time() * 1e6)
        session.values = {**values, INITIATION: (min(given, 1 << 50) + now + 1000).to_bytes(8, "little")}
        try:
            super().start(payload)
        finally:
            session.values = values


class RefusedButActive(Held):
    """a session that refuses to start at a time that is over, and says ACTIVE when it is asked for its state"""

    def start(self, payload):
        super().start(payload)
        session = self.found(payload)
        if session:
            session.claims = self.answer == bytes([TIME_TOO_OLD])

    def state(self, payload):
        session = self.found(payload)
        if len(payload) == 4 and session and session.state == IDLE and getattr(session, "claims", False):
            return self.respond(CONFIG, 6, bytes([OK, ACTIVE]))
        super().state(payload)


class AnyKey(Held):
    """a session that ranges with a peer of another STS key"""

    class Careless(Session):
        KEYS = {}

    def init(self, payload):
        super().init(payload)
        for session in self.sessions.values():
            session.__class__ = self.Careless


class KeyLostOnStop(Held):
    """a session that has lost its STS keys when it starts again after a stop"""

    def end(self, session, reason):
        super().end(session, reason)
        if reason == 0:
            session.values = {
                each: value for each, value in session.values.items() if each not in (STATIC_IV, SESSION_KEY)}


# --- Load and long runs ----------------------------------------------------------------------------


class NinthLost(Held):
    """a board that loses the ninth and later commands of one write"""
    burst = 0

    def received(self, data):
        self.burst = 0
        super().received(data)

    def segment(self, kind, packet):
        if kind == COMMAND:
            self.burst += 1
            if self.burst > 8:
                return
        super().segment(kind, packet)


class HandlesGoAround(Held):
    """a session that is lost to the eighth one after it, which gets its handle"""

    def handle(self, identifier):
        handle = (super().handle(identifier) - 1) % 8 + 1
        old = self.sessions.pop(handle, None)
        if old:
            self.silence(old)
        return handle


class RefusalsLeak(Held):
    """a board that FAILS every SET_APP_CONFIG after ten that it refused, until a reset"""
    refused = 0

    def set_app_config(self, payload):
        if self.refused >= 10:
            return self.respond(CONFIG, 3, bytes([FAILED, 0]))
        super().set_app_config(payload)
        self.refused += self.answer[:1] != bytes([OK])

    def reset(self, payload):
        super().reset(payload)
        self.refused = 0


# --- Capabilities ----------------------------------------------------------------------------------


class ClaimsMessage(Held):
    """a board that claims messages of 1024 bytes and takes 259"""

    def capability_list(self):
        return {**super().capability_list(), 0x00: struct.pack("<H", 1024)}


class ClaimsMethod(Rewriting):
    """a board that claims SS-TWR without deferring and refuses it"""

    def rewritten(self, pairs):
        return [(each, b"\xff" if (each, value) == (ROUND_USAGE, b"\3") else value) for each, value in pairs]


class AnglesUnclaimed(Held):
    """a board that claims no angle of arrival and reports an azimuth with a figure of merit"""

    def record(self, address, peer, index):
        record = super().record(address, peer, index)
        return record if peer is None else record[:6] + struct.pack("<hB", 1600, 90) + record[9:]




# --- Right ones, but unusual -----------------------------------------------------------------------


class Unusual(Board):
    during, least = "suite(uci) & !tag(slow)", 300


class PicaOrder(Unusual):
    """a reset is answered before READY, and a session is ACTIVE before the device is"""
    swapping, kept = False, None

    def reset(self, payload):
        if payload != b"\0":
            raise Malformed
        self.respond(CORE, 0, bytes([OK]))
        self.tell_device(READY)
        for session in list(self.sessions.values()):
            self.silence(session)
            self.tell_session(session, 1)
        self.sessions = {}

    def start(self, payload):
        self.swapping = True
        try:
            super().start(payload)
        finally:
            self.swapping = False

    def tell_device(self, state):
        if self.swapping:
            self.kept = state
        else:
            super().tell_device(state)

    def tell_session(self, session, state, reason=0):
        super().tell_session(session, state, reason)
        kept, self.kept = self.kept, None
        if kept is not None:
            super().tell_device(kept)


class NotifiesFirst(Unusual):
    """what start, stop and deinit change is told before they are answered"""
    kept = None

    def respond(self, group, opcode, payload):
        if self.kept is None:
            super().respond(group, opcode, payload)
        else:
            self.kept.append((group, opcode, payload))

    def command(self, group, opcode, payload):
        if (group, opcode) not in ((CONTROL, 0), (CONTROL, 1), (CONFIG, 1)):
            return super().command(group, opcode, payload)
        self.kept = []
        try:
            super().command(group, opcode, payload)
        finally:
            kept, self.kept = self.kept, None
            for each in kept:
                self.respond(*each)


class OneByteInit(Unusual):
    """the answer to INIT has no handle, though it says UCI 2: the identifier is the name, as with pica"""

    def handle(self, identifier):
        return identifier

    def respond(self, group, opcode, payload):
        super().respond(group, opcode, payload[:1] if (group, opcode) == (CONFIG, 0) else payload)


class SevenSuffice(Unusual):
    """seven parameters make a session ready, the others have usual values"""

    class Modest(Session):
        def is_configured(self):
            return all(each in self.values for each in (0x00, 0x11, 0x03, 0x01, 0x06, 0x07, 0x22))

    def init(self, payload):
        super().init(payload)
        for session in self.sessions.values():
            session.__class__ = self.Modest


class EmptyWhereAll(Unusual):
    """asked for no parameter it tells none"""

    def get_app_config(self, payload):
        session = self.sessions.get(int.from_bytes(payload[:4], "little"))
        if len(payload) == 5 and payload[4] == 0 and session:
            return self.respond(CONFIG, 4, bytes([OK, 0]))
        super().get_app_config(payload)


class AsksOnStop(Unusual):
    """each STOP and DEINIT is to be sent twice, as with NXP"""

    def __init__(self, air=None):
        super().__init__(air)
        self.asked = set()

    def command(self, group, opcode, payload):
        this = group, opcode, payload
        if (group, opcode) in ((CONTROL, 1), (CONFIG, 1)) and this not in self.asked:
            self.asked.add(this)
            return self.notify(CORE, 7, bytes([RETRY]))
        self.asked.discard(this)
        super().command(group, opcode, payload)

    def reset(self, payload):
        super().reset(payload)
        self.asked.clear()


class AsksTwice(Unusual):
    """now and then a command is to be sent three times in all, the most that a host does"""
    commands = 0

    def command(self, group, opcode, payload):
        self.commands += 1
        if self.commands % 13 in (11, 12):
            return self.notify(CORE, 7, bytes([RETRY]))
        super().command(group, opcode, payload)


class FiRaGroupsOnly(Unusual):
    """it has no group of a vendor, and none for tests"""
    groups = {CORE, CONFIG, CONTROL}


class Claiming(Unusual):
    """Refuses values of parameters that it does not claim."""
    without = {}

    def set_app_config(self, payload):
        struct.unpack_from("<IB", payload)
        pairs = [
            (each, b"\xff" * 9 if each in self.without and number(value) in self.without[each] else value)
            for each, value in self.tlvs(payload[4:])]
        super().set_app_config(payload[:4] + bytes([len(pairs)]) + b"".join(
            bytes([each, len(value)]) + value for each, value in pairs))


class ChannelNineOnly(Claiming):
    """channel 9 alone, as it claims"""
    without = {CHANNEL: {5}}

    def capability_list(self):
        return {**super().capability_list(), 0x0E: b"\x08"}


class UnicastOnly(Claiming):
    """one controlee alone, as it claims"""
    without = {MULTI_NODE: {1}, CONTROLEES: set(range(2, 256))}

    def capability_list(self):
        return {**super().capability_list(), 0x08: b"\x01"}


class NoStriding(Claiming):
    """neither hopping nor striding, as it claims"""
    without = {STRIDE: set(range(1, 256)), HOPPING: {1}}

    def capability_list(self):
        return {**super().capability_list(), 0x0B: b"\0", 0x0C: b"\0"}


class SegmentedDiagnostics(Unusual):
    """diagnostics of 600 bytes in segments behind each report, as with QM35"""

    def report(self, session, records):
        super().report(session, records)
        self.notify(0xB, 3, struct.pack("<II", session.handle, session.sequence) + bytes(592))


class VendorCapabilities(Unusual):
    """capabilities of its vendor behind those of FiRa"""

    def capability_list(self):
        return {**super().capability_list(), 0xE3: b"\1", 0xE4: b"\2\0\3\0"}


class SlowReset(Unusual):
    """READY comes 0.2 s after the answer to a reset, and what comes before waits"""
    waiting = None

    def reset(self, payload):
        if payload != b"\0":
            raise Malformed
        self.respond(CORE, 0, bytes([OK]))
        for session in list(self.sessions.values()):
            self.silence(session)
            self.tell_session(session, 1)
        self.sessions = {}
        self.waiting = []
        self.later(0.2, self.ready)

    def ready(self):
        waiting, self.waiting = self.waiting, None
        self.tell_device(READY)
        while waiting and self.waiting is None:
            super().command(*waiting.pop(0))
        if waiting:
            self.waiting += waiting

    def opened(self):
        super().opened()
        if self.waiting:
            self.waiting = []

    def command(self, group, opcode, payload):
        if self.waiting is None:
            super().command(group, opcode, payload)
        else:
            self.waiting.append((group, opcode, payload))


class ListInResponseOnly(Unusual):
    """a changed list is told in the response, and again only where one goes while it ranges, as with pica"""
    telling = False

    def multicast(self, payload):
        session = self.sessions.get(int.from_bytes(payload[:4], "little"))
        self.telling = bool(session and session.state == ACTIVE and payload[4:5] == b"\1")
        super().multicast(payload)

    def notify(self, group, opcode, payload):
        if (group, opcode) != (CONFIG, 7) or self.telling:
            super().notify(group, opcode, payload)


class LineOfSightBits(Unusual):
    """the byte of line of sight is a bit field, in good rounds too"""

    def record(self, address, peer, index):
        record = super().record(address, peer, index)
        return record if peer is None else record[:3] + bytes([0xE0]) + record[4:]


class LateNotifications(Unusual):
    """each notification is 44 ms late, in order"""

    def __init__(self, air=None):
        super().__init__(air)
        self.queue = deque()

    def opened(self):
        super().opened()
        self.queue.clear()

    def closed(self):
        super().closed()
        self.queue.clear()

    def write(self, data):
        now = self.loop.time()
        due = now + (0.044 if data[0] >> 5 == NOTIFICATION else 0)
        if not self.queue and due <= now:
            return super().write(data)
        due = max(due, self.queue[-1][0] if self.queue else 0)
        self.queue.append((due, data))
        if len(self.queue) == 1:
            self.later(due - now, self.flush)

    def flush(self):
        while self.queue and self.queue[0][0] <= self.loop.time() + 0.0005:
            super().write(self.queue.popleft()[1])
        if self.queue:
            self.later(max(0.0, self.queue[0][0] - self.loop.time()), self.flush)


RIGHT = [
    PicaOrder, NotifiesFirst, OneByteInit, SevenSuffice, EmptyWhereAll,
    AsksOnStop, AsksTwice, FiRaGroupsOnly, ChannelNineOnly, UnicastOnly, NoStriding, SegmentedDiagnostics,
    VendorCapabilities, SlowReset, ListInResponseOnly, LineOfSightBits, LateNotifications,
]

# What finds each wrong one: a case, or a rule of the frame watch.
FOUND_BY = {
    CountStale: ("UM14",),
    MiddleSegmentsLost: ("UC13", "UF02", "UF03"),
    OneBuffer: ("UF04",),
    ReportInsideAnswer: ("UF10", "W21"),
    FullPacketTooLong: ("UF12", "UF13"),
    AnswersInterrupted: ("UX05", "UF06"),
    OneCommandARead: ("UC13", "UX04", "UX08"),
    TakesResponses: ("UX04", "UX12"),
    ReservedBitsBack: ("W22",),
    ResetLeavesTimer: ("UZ01", "W30"),
    StateStaysActive: ("UC07",),
    ReadyTooEarly: ("US33", "US34"),
    SetConfigForgotten: ("UC22",),
    StickySyntax: ("UC03", "UX16"),
    DuplicateWipes: ("US21",),
    RefusedTakesSlot: ("US30",),
    DeinitLastReport: ("US25", "W30"),
    BackToInit: ("UP01",),
    StopStopsAll: ("US33",),
    SharedSequence: ("US32", "W31"),
    RefusedStartRestarts: ("US18",),
    RoundsOverRestart: ("UR04", "US33"),
    LongValues: ("UP06",),
    ChannelNibble: ("UP05",),
    NamesWrongOne: ("US14", "US15", "UP07"),
    RefusedStored: ("UP05",),
    SixteenAtMost: ("UF10",),
    ReadsOldWhileActive: ("UR25",),
    ReportsForAll: ("US33",),
    LimitInherited: ("US27",),
    StrideOffByOne: ("UR23",),
    StaleReason: ("UR04",),
    StopNamesFirst: ("US33", "US34", "W28"),
    NoReadyOnLimit: ("UR04",),
    ActiveTwiceOnRestart: ("W28",),
    SequenceSevenBits: ("UE03",),
    FourRecords: ("UR27",),
    OldAddress: ("UM08",),
    ReportLostAfterCommand: ("UX08",),
    DeletedStays: ("UM08", "UM11"),
    AllOrNothing: ("UM11",),
    DeletesLast: ("UM08", "UM11"),
    RelativeTime: ("UR34", "UR35"),
    RefusedButActive: ("UR35",),
    AnyKey: ("UR13",),
    KeyLostOnStop: ("RG10",),
    HandlesGoAround: ("US31",),
    RefusalsLeak: ("US14", "US15"),
    ClaimsMessage: ("UF12", "UF13"),
    ClaimsMethod: ("UC31",),
    AnglesUnclaimed: ("UR30", "RG09"),
    StrideLater: ("UR23",),
    CountsReports: ("UR24",),
    ShiftedRecords: ("UR32",),
    StaleDistance: ("UR19",),
}
PAIRS = [AnyKey, AnglesUnclaimed, KeyLostOnStop, ShiftedRecords, StaleDistance]
"""Beside one that ranges with them."""
ShiftedRecords.beside = ShiftedRecords
"""A controller alone has several controlees."""
WRONG = [kind for kind in FOUND_BY if kind not in PAIRS]
MISSED = [ControleeWithoutLimit, RetriesInAll, RepeatLosesNext, EmptyConfigures, NinthLost]
"""What no case sees yet."""

IN_A_RUN = [StateStaysActive]
"""What came before, in other cases, shows them."""

give_cases(FOUND_BY, whole=IN_A_RUN)
