"""Accessories for Android phones that are wrong with values and technologies that others leave alone."""

import struct

from .oob import UWB, Refused, Tag, bits
from .verdicts import give_cases


class ListsAllThatRuns(Tag):
    """03 lists all that runs by then, also what an earlier configuration has started."""

    def applied(self, blocks, configure, start):
        good = super().applied(blocks, configure, start)
        running = bits(self.other) | (1 if self.sessions else 0)
        return good | running if good and start else good


class NothingWithoutUWB(Tag):
    """A configuration without a block of ultra-wideband, as of RSSI alone, starts nothing."""

    def is_consistent(self, configure, blocks):
        return super().is_consistent(configure, blocks) and (not blocks or UWB in blocks)


class RefusedStays(Tag):
    """Channel, preamble, slot and interval of a refused configuration stay in the radio for the next session."""
    left = None

    def uwb_values(self, block):
        try:
            session, values = super().uwb_values(block)
        except Refused:
            if len(block) >= 17:
                channel, preamble, interval, slot = struct.unpack_from("<BBHB", block, 7)
                self.left = {
                    0x04: bytes([channel]), 0x14: bytes([preamble]), 0x09: struct.pack("<I", interval),
                    0x08: struct.pack("<H", 1200 * slot & 0xFFFF)}
            raise
        return session, values

    def begin(self, session, values):
        left, self.left = self.left, None
        super().begin(session, {**values, **(left or {})})


class ResponderStaticOnly(Tag):
    """Announces both roles and provisioned ids, and refuses the role of responder with a provisioned key."""

    def uwb_values(self, block):
        values = super().uwb_values(block)
        if block[-2] == 2 and self.sts[block[6]]:
            raise Refused
        return values


class StopDuringStart(Tag):
    """Its radio takes 0.3 s to start; a stop before that is answered, and then the radio comes on and stays."""
    radio_after = 0.3

    def on(self, session):
        self.sessions.setdefault(1, session)
        super().on(session)


FOUND_BY = {
    ListsAllThatRuns: ("OB67",),
    NothingWithoutUWB: ("OB67",),
    RefusedStays: ("OB69",),
    ResponderStaticOnly: ("OB50",),
    StopDuringStart: ("OB70",),
}
WRONG = list(FOUND_BY)

give_cases(FOUND_BY)
