"""UCI boards that are right, each as few are: in their pace, in their names, in what they leave out."""

import random
import struct

from .uci import (
    ACTIVE, CONFIG, CONTROL, CORE, INVALID, NO_SESSION, RANGE, REJECTED, TABLE, Board, WantsAllAtOnce, number)


class LowestFree(Board):
    """a new session has the lowest handle that is free"""

    def handle(self, identifier):
        return next(each for each in range(1, 100) if each not in self.sessions)


class RandomHandles(Board):
    """handles are random numbers"""

    def handle(self, identifier):
        return random.randrange(0x10000, 0xFFFFFFFF)


class HeadsAlone(Board):
    """header and payload are written apart, 3 ms between them"""

    def opened(self):
        super().opened()
        self.pieces = []

    def write(self, data):
        idle = not self.pieces
        self.pieces += [(self.connection, data[:4]), (self.connection, data[4:])]
        if idle:
            self.next_piece()

    def next_piece(self):
        link, piece = self.pieces[0]
        if link and self.connection is link and piece:
            link.write(piece)
        self.later(0.001, self.after_piece, self.pieces)

    def after_piece(self, pieces):
        pieces.pop(0)
        if pieces and pieces is self.pieces:
            self.next_piece()


class LongCapabilities(Board):
    """its capabilities fill two segments"""

    def capability_list(self):
        return {**super().capability_list(), 0xE1: bytes(120), 0xE2: bytes(120)}


class SessionBeforeDevice(Board):
    """the session is told to be ACTIVE before the device"""

    def tell_device(self, state):
        if state == 2:
            self.later(0.002, super().tell_device, state)
        else:
            super().tell_device(state)


class NoVendorGroups(Board):
    """groups of vendors and tests are unknown to it"""
    groups = {CORE, CONFIG, CONTROL}


class OneKindOfSession(Board):
    """sessions of ranging alone"""

    def init(self, payload):
        if len(payload) == 5 and payload[4] != 0:
            return self.respond(CONFIG, 0, bytes([INVALID]))
        super().init(payload)


class ThreeSessions(Board):
    """three sessions at a time"""
    sessions_at_most = 3


class SaysRange(Board):
    """a value that it cannot do is out of range, and an unknown parameter invalid"""

    def respond(self, group, opcode, payload):
        if (group, opcode) == (CONFIG, 3) and payload[0] == INVALID and len(payload) > 2:
            pairs = [payload[index:index + 2] for index in range(2, len(payload), 2)]
            told = [
                pair[:1] + (bytes([RANGE]) if pair[0] in TABLE and pair[1] == INVALID else pair[1:])
                for pair in pairs]
            payload = payload[:2] + b"".join(told)
        super().respond(group, opcode, payload)


class Wakes(Board):
    """after half a second without a command the next answer takes 0.2 s"""
    heard = 0

    def command(self, group, opcode, payload):
        asleep = self.loop.time() - self.heard > 0.5
        self.heard = self.loop.time()
        self.waiting = getattr(self, "waiting", [])
        if not asleep and not self.waiting:
            return super().command(group, opcode, payload)
        self.waiting.append((group, opcode, payload))
        if len(self.waiting) == 1:
            self.later(0.2, self.awake)

    def awake(self):
        waiting, self.waiting = self.waiting, []
        for command in waiting:
            super().command(*command)


class TellsLater(Board):
    """what a session has become is told 0.1 s behind the answer"""

    def tell_session(self, session, state, reason=0):
        session.state = state
        self.later(
            0.1, self.notify, CONFIG, 2, struct.pack("<IBB", session.handle, state, reason))


class StopsAfterRound(Board):
    """a stop is answered at once, and the session is IDLE when its round is over"""
    during = "id(UR0*) | id(US24) | id(US19) | id(US12) | id(UR33) | id(UR20) | id(UC1*)"
    least = 20

    def end(self, session, reason):
        if reason or session.state != ACTIVE or not session.timer:
            return super().end(session, reason)
        self.later(0.08, self.round_over, session)

    def round_over(self, session):
        if session.handle in self.sessions and session.state == ACTIVE:
            super().end(session, 0)


class OneWorker(Board):
    """commands are worked off one after the other, 10 ms each"""

    def command(self, group, opcode, payload):
        self.waiting = getattr(self, "waiting", [])
        self.waiting.append((group, opcode, payload))
        if len(self.waiting) == 1:
            self.later(0.01, self.work)

    def work(self):
        super().command(*self.waiting[0])
        self.waiting.pop(0)
        if self.waiting:
            self.later(0.01, self.work)


class SteadyLate(Board):
    """each report comes 60 ms behind its round"""

    def report(self, session, records):
        head = struct.pack(
            "<IIBIBBBIIB", session.sequence, session.handle, 0, number(session.get(0x09)), 1, 0, 0, 0, 0,
            len(records) // 31)
        self.later(0.06, self.report_late, session, head + records)

    def end(self, session, reason):
        if not reason:
            return super().end(session, reason)
        self.silence(session)
        session.state = ACTIVE
        self.later(0.07, self.end_late, session, reason)

    def end_late(self, session, reason):
        if session.handle in self.sessions and session.state == ACTIVE:
            super().end(session, reason)

    def report_late(self, session, payload):
        # The last one comes behind the end of a session of so many rounds.
        if session.handle in self.sessions:
            self.notify(CONTROL, 0, payload)


class StatusAlone(WantsAllAtOnce):
    """an incomplete configuration is REJECTED, and nothing follows that status nor the one of an unknown session"""

    def respond(self, group, opcode, payload):
        if payload[0] in (REJECTED, NO_SESSION) and group == CONFIG and opcode in (3, 4, 7):
            payload = payload[:1]
        super().respond(group, opcode, payload)


class SwallowsAfterData(Board):
    """the command behind a data packet is swallowed: the fourth byte of its header is read as its length"""
    swallows = False

    def take_data(self, format, payload):
        self.swallows = True

    def command(self, group, opcode, payload):
        if self.swallows:
            self.swallows = False
            return
        super().command(group, opcode, payload)


class NoShortIntervals(Board):
    """no interval below 100 ms is taken"""
    least = 200

    def set_app_config(self, payload):
        if any(each == 0x09 and number(value) < 100 for each, value in self.tlvs(payload[4:])):
            return self.respond(CONFIG, 3, bytes([RANGE, 1, 0x09, RANGE]))
        super().set_app_config(payload)


RIGHT = [
    LowestFree, RandomHandles, HeadsAlone, LongCapabilities, SessionBeforeDevice, NoVendorGroups,
    OneKindOfSession, ThreeSessions, SaysRange, Wakes, TellsLater, StopsAfterRound, OneWorker, SteadyLate,
    StatusAlone, SwallowsAfterData, NoShortIntervals,
]
