"""Accessories wrong behind a stop, with an odd initialize, or where no phone comes."""

from . import uci
from .accessory import Accessory
from .accessory_beside import Radio
from .verdicts import give_cases


class JunkLeaks(Accessory):
    """bytes behind an initialize come back in the reserved bytes of its answer"""
    junk = b""

    def initialize(self, message):
        self.junk = message[1:11]
        super().initialize(message)

    def wrapper(self, length):
        wrapper = super().wrapper(length)
        return wrapper[:5] + self.junk + wrapper[5 + len(self.junk):]


class InitializeResumes(Radio):
    """initialize puts the session that was stopped on the air again, until the next start or stop"""
    last = None

    def idle(self):
        super().idle()
        self.last = None

    def begin(self, body):
        super().begin(body)
        self.last = self.sessions[1]

    def initialize(self, message):
        super().initialize(message)
        if self.last:
            self.last.state = uci.ACTIVE
            self.sessions[1] = self.last


class RetryKeepsRadio(Radio):
    """a stop with an initialize right behind it is told, and the radio goes on until the next start"""
    ending = None

    def idle(self):
        super().idle()
        self.not_ending()

    def not_ending(self):
        if self.ending:
            self.ending.cancel()
        self.ending = None

    def stop(self, message):
        running = self.sessions.get(1)
        super().stop(message)
        self.not_ending()
        if running and running.state == uci.ACTIVE:
            self.sessions[1] = running
            self.ending = self.later(0.05, self.end)

    def end(self):
        self.ending = None
        self.silence()

    def initialize(self, message):
        kept = self.sessions.get(1) if self.ending else None
        self.not_ending()
        super().initialize(message)
        if kept:
            self.sessions[1] = kept

    def begin(self, body):
        self.not_ending()
        super().begin(body)


class ImpatientSilently(Radio):
    """where no phone joins within 2 s the radio is switched off, and nothing tells of it"""

    def on(self, session):
        super().on(session)
        self.watch(session, 20)

    def watch(self, session, left):
        if self.sessions.get(1) is not session or self.air.peers(session):
            return
        if not left:
            return self.silence()
        self.later(0.1, self.watch, session, left - 1)


FOUND_BY = {
    JunkLeaks: ("W04",),
    InitializeResumes: ("S05",),
    RetryKeepsRadio: ("S05",),
    ImpatientSilently: ("R09",),
}
WRONG = list(FOUND_BY)

give_cases(FOUND_BY, watched="id(N17)")
