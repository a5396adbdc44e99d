"""Accessories that start in word alone, or with what an older configuration or phone had said."""

import struct

from . import uci
from .accessory import DID_START, Accessory, GivesUp, VersionTwo
from .accessory_beside import GivesUpWithRadio, Radio
from .verdicts import give_cases


class EveryOtherSecond(Radio):
    """a session is on the air for one second, and for the next it is not, and so on"""

    def on(self, session):
        super().on(session)
        self.later(1, self.turn, session)

    def turn(self, session):
        if self.sessions.get(1) is session:
            session.state = uci.IDLE if session.state == uci.ACTIVE else uci.ACTIVE
            self.later(1, self.turn, session)


class KnowsItsSessions(Radio):
    """a configuration that it had before is ranged as it was then, with the address of then"""

    def __init__(self, air=None):
        super().__init__(air)
        self.known = {}

    def parameters(self, body):
        return self.known.setdefault(bytes(body), super().parameters(body))


class LongStopInWordAlone(Radio):
    """a stop with bytes behind it is answered, and the session stays on the air"""

    def stop(self, message):
        if len(message) > 1:
            return Accessory.stop(self, message)
        super().stop(message)


class OlderInWordAlone(Radio):
    """a configuration of 1.0 has its did-start, and nothing is on the air"""

    def begin(self, body):
        if len(body) == 28:
            return self.silence()
        super().begin(body)


class HoppingRemains(Radio, VersionTwo):
    """2.0; a configuration of 1.1 or 1.0, which has no hopping mode, has that of the last one of 2.0"""
    hopping = b"\0"

    def parameters(self, body):
        if len(body) == 35:
            self.hopping = body[34:35]
        return {**super().parameters(body), 0x2C: self.hopping}


class VersionOfLastPhone(VersionTwo):
    """2.0; behind a configuration of an older version its data say that version, with the length of 2.0"""
    told = struct.pack("<HH", 2, 0)

    def start(self, body):
        self.told = body[:4]
        super().start(body)

    def inner(self):
        return self.told + super().inner()[4:]


class DeadAfterGivingUp(GivesUpWithRadio):
    """gives up rightly after 4 s without a phone; the start that follows has did-start and no radio"""
    dead = False

    def give_up(self, start):
        ranged = self.ranges
        super().give_up(start)
        self.dead = self.dead or ranged and not self.ranges

    def begin(self, body):
        if self.dead:
            self.dead = False
            return self.silence()
        super().begin(body)


class GivesUpAsStart(GivesUp):
    """a session that no phone joins ends after 3 s, which did-start tells"""
    after, told = 3, DID_START


class StartOnReturn(Radio):
    """a phone that was away from the air and comes back has another did-start told"""

    def on(self, session):
        super().on(session)
        self.watch(session, False, False)

    def watch(self, session, seen, lost):
        if self.sessions.get(1) is not session:
            return
        heard = bool(self.air.peers(session))
        if heard and lost:
            self.send(bytes([DID_START]))
        self.later(0.2, self.watch, session, seen or heard, seen and not heard)


FOUND_BY = {
    EveryOtherSecond: ("C04",),
    KnowsItsSessions: ("C25",),
    LongStopInWordAlone: ("S05",),
    OlderInWordAlone: ("V05",),
    HoppingRemains: ("V05",),
    VersionOfLastPhone: ("V05",),
    DeadAfterGivingUp: ("R09",),
    GivesUpAsStart: ("R09",),
    StartOnReturn: ("R10",),
}
WRONG = list(FOUND_BY)

give_cases(FOUND_BY)
