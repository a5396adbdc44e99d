"""Accessories that are wrong when messages come at a bad moment, in pieces, or with values that few phones send."""

import struct

from . import uci
from .accessory import CONFIGURE, DATA, DID_STOP, Accessory, VersionTwo
from .accessory_beside import Radio
from .verdicts import give_cases


class ReservedTurnsHopping(Radio, VersionTwo):
    """2.0; where a reserved byte of the configuration is not zero its rounds hop, whatever the hopping mode is"""

    def parameters(self, body):
        values = super().parameters(body)
        return {**values, 0x2C: b"\1"} if any(body[30:34]) else values


class SlotDurationByCount(Radio):
    """rounds of six slots have slots of 3600 and all others of 2400, whatever slot duration the configuration says"""

    def parameters(self, body):
        slots, = struct.unpack_from("<H", body, 13)
        return {**super().parameters(body), 0x08: struct.pack("<H", 3600 if slots == 6 else 2400)}


class TailOfPrevious(Radio):
    """of a configuration that comes in several reads only the first is used; the rest is that of the one before"""
    last, first = b"", 0

    def opened(self):
        super().opened()
        self.first = 0

    def received(self, data):
        was_whole = not self.framer.buffer
        messages = self.framer.feed(data)
        cut = None if was_whole else max(0, self.first - 2)
        if was_whole or messages:
            self.first = len(self.framer.buffer)
        for index, message in enumerate(messages):
            self.messages += 1
            if message[:1] == bytes([CONFIGURE]):
                whole = message
                if index == 0 and cut is not None and len(self.last) == len(message):
                    message = message[:cut] + self.last[cut:]
                self.last = whole
            self.take(message)


class NewestAnswerFirst(Radio):
    """initializes within 30 ms are answered in reverse: the data told last are the older ones, the newer are used"""

    def opened(self):
        super().opened()
        self.stack = []

    def send_data(self):
        self.stack.append(bytes([DATA]) + self.data())
        if len(self.stack) == 1:
            self.later(0.03, self.answer, self.connection)

    def answer(self, link):
        if link is None or self.connection is not link:
            return
        stack, self.stack = self.stack, []
        for message in reversed(stack):
            self.send(message)


class StopBeforeRadio(Radio):
    """a stop between did-start and its first frame, 0.5 s later, is answered, and then the radio comes up and stays"""
    radio_after = 0.5

    def begin(self, body):
        self.sessions.pop(2, None)
        super().begin(body)

    def idle(self):
        super().idle()
        self.sessions.pop(2, None)

    def stop(self, message):
        coming = self.sessions.get(1)
        super().stop(message)
        if coming and coming.state != uci.ACTIVE:
            self.sessions[2] = coming

    def on(self, session):
        if session in self.sessions.values():
            session.state = uci.ACTIVE


class StopThenGone(Radio):
    """a stop is worked off in 0.2 s; where the link ends meanwhile the radio stays on until the next start"""
    ending = None

    def begin(self, body):
        self.sessions.pop(2, None)
        super().begin(body)

    def stop(self, message):
        self.finish()
        if not self.ranges:
            return super().stop(message)
        self.ranges = False
        self.ending = self.later(0.2, self.ended)

    def ended(self):
        self.ending = None
        self.silence()
        self.send(bytes([DID_STOP]))

    def finish(self):
        if self.ending:
            self.ending.cancel()
            self.ended()

    def initialize(self, message):
        self.finish()
        super().initialize(message)

    def start(self, body):
        self.finish()
        super().start(body)

    def idle(self):
        left = self.sessions.get(1) if self.ending else None
        if self.ending:
            self.ending.cancel()
        self.ending = None
        super().idle()
        if left:
            self.sessions[2] = left


class DataWithoutBody(Accessory):
    """initialize while it starts ends the start and is answered with 01 and nothing behind it"""
    starts_after = 0.3

    def initialize(self, message):
        if not self.starting:
            return super().initialize(message)
        self.cancel_start()
        self.send(bytes([DATA]))


class IgnoredYetSilences(Radio):
    """initialize while it ranges has no answer, as with nrfuwb, but the radio goes off, and nothing tells of it"""

    def initialize(self, message):
        if self.ranges:
            return self.silence()
        super().initialize(message)


class LateStopEndsNew(Radio):
    """a stop is worked off 0.3 s later, and ends what was started meanwhile, behind the next initialize"""

    def stop(self, message):
        self.later(0.3, self.end, self.connections, message)

    def end(self, link, message):
        if link == self.connections and self.connection:
            super().stop(message)


class RefusedSessionStays(Radio):
    """the session ID of a refused configuration is on the air in the session that follows"""
    left = b""

    def idle(self):
        super().idle()
        self.left = b""

    def configure(self, body):
        if self.address is not None and len(body) >= 11 and not self.ranges and not self.accepts(body):
            self.left = body[7:11]
        super().configure(body)

    def begin(self, body):
        if self.left:
            body, self.left = body[:7] + self.left + body[11:], b""
        super().begin(body)


class RecoversOnce(Radio):
    """a phone that leaves the air and comes back is found again once; when it leaves again the radio is off, silently"""

    def on(self, session):
        super().on(session)
        self.watch(session, False, 0)

    def watch(self, session, near, left):
        if self.sessions.get(1) is not session:
            return
        now = bool(self.air.peers(session))
        left += near and not now
        if left > 1:
            return self.silence()
        self.later(0.05, self.watch, session, now, left)


class StopWaitsForBlock(Radio):
    """did-stop waits for the end of a block, which takes 1.7 s with blocks of 1548 ms"""

    def stop(self, message):
        session = self.sessions.get(1)
        self.stops_after = struct.unpack("<I", session.get(0x09))[0] / 1000 + 0.15 if session else 0
        super().stop(message)


class KnownSessionStays(Radio):
    """a configuration with the session identifier of the one before is acknowledged, and that one is used again"""
    known, kept = None, {}

    def parameters(self, body):
        values = super().parameters(body)
        if body[7:11] == self.known:
            return {**self.kept, 0x06: values[0x06]}
        self.known, self.kept = body[7:11], dict(values)
        return values


FOUND_BY = {
    KnownSessionStays: ("T02",),
    TailOfPrevious: ("F02",),
    ReservedTurnsHopping: ("C15",),
    NewestAnswerFirst: ("E02",),
    StopBeforeRadio: ("S11",),
    SlotDurationByCount: ("C07",),
    StopThenGone: ("R06",),
    StopWaitsForBlock: ("C06",),
    DataWithoutBody: ("W02",),
    IgnoredYetSilences: ("E02",),
    LateStopEndsNew: ("T04",),
    RecoversOnce: ("R10",),
    RefusedSessionStays: ("E02",),
}
WRONG = list(FOUND_BY)

give_cases(FOUND_BY, watched="id(E02)")
