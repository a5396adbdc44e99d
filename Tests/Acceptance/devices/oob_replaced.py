"""Accessories for Android phones that are wrong with what takes the place of what ranges, or is stopped beside it."""

from .oob import RSSI, SOUNDING, Refused, Tag
from .verdicts import give_cases


class IntervalOutlivesReplacement(Tag):
    """a session that replaces a ranging one takes over that one's interval on the air; all else is new"""

    def begin(self, session, values):
        before = self.sessions.get(1)
        if before:
            values = {**values, 0x09: before.values[0x09]}
        super().begin(session, values)


class RefusalHidesSession(Tag):
    """a 02 whose values it refuses while it ranges loses the running session: a stop finds none, and it ranges on"""
    lost = None

    def uwb_values(self, block):
        try:
            return super().uwb_values(block)
        except Refused:
            self.lost = self.sessions.get(1)
            raise

    def stop(self, version, technologies):
        if self.lost and self.sessions.get(1) is self.lost:
            technologies &= ~1
        super().stop(version, technologies)


class StrengthTakesSounding(Tag):
    """a stop of signal strength ends channel sounding too, of which 07 tells nothing and a later stop finds none"""

    def stop(self, version, technologies):
        ends = RSSI in self.other and technologies >> RSSI & 1
        super().stop(version, technologies)
        if ends:
            self.other.discard(SOUNDING)


class ThirdReplacementSilent(Tag):
    """from the third session on that takes another's place, without a stop, 03 tells a start that is not on the air"""
    replaced = 0

    def begin(self, session, values):
        self.replaced = self.replaced + 1 if self.sessions else 0
        super().begin(session, values)

    def on(self, session):
        if self.replaced < 3:
            super().on(session)


FOUND_BY = {
    IntervalOutlivesReplacement: ("OB68",),
    RefusalHidesSession: ("OB70",),
    StrengthTakesSounding: ("OB74",),
    ThirdReplacementSilent: ("OB68",),
}
WRONG = list(FOUND_BY)

give_cases(FOUND_BY)
