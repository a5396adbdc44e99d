"""Accessories for Android phones that mistake a lost link, an empty answer or a phone without motion, and one that
takes more intervals than phones choose."""

import struct

from .oob import Tag, TellsMotion
from .verdicts import give_cases


class AnyIntervalFromMinimum(Tag):
    """takes each interval from its minimum on, also one that no phone sends"""

    def uwb_values(self, block):
        interval = int.from_bytes(block[9:11], "little")
        if len(block) < 17 or interval < self.shortest:
            return super().uwb_values(block)
        session, values = super().uwb_values(block[:9] + struct.pack("<H", 240) + block[11:])
        values[0x09] = struct.pack("<I", interval)
        return session, values


class NoTailWhenEmpty(Tag):
    """Where nothing is in common the answer ends with the empty set, in versions 2 and 3 too."""

    def capabilities(self, version, wanted):
        message = super().capabilities(version, wanted)
        return message if message[2:4] != b"\0\0" else message[:4]


class MotionLateUnasked(TellsMotion):
    """half a second into ranging it tells of motion to each phone of version 3, whatever that supports"""

    def read(self, version, body):
        everything = super().read(version, body)
        self.tells_motion = version >= 3
        return everything


class StopOnlyOfItsLink(Tag):
    """Ranging goes on over a lost link, and a stop in the next link does not end it."""

    begun = 0

    def begin(self, session, values):
        super().begin(session, values)
        self.begun = self.connections

    def stop(self, version, technologies):
        super().stop(version, technologies if self.begun == self.connections else technologies & ~1)


class OldTimer(Tag):
    """A second after a link was lost all ranging ends, that which the next link has started too."""

    def closed(self):
        self.later(1, self.stop_all)


RIGHT = [AnyIntervalFromMinimum]

FOUND_BY = {
    NoTailWhenEmpty: ("W42",),
    MotionLateUnasked: ("OB40",),
    StopOnlyOfItsLink: ("OB78",),
    OldTimer: ("OB78",),
}
WRONG = list(FOUND_BY)

give_cases(FOUND_BY, watched="id(OB24)")
