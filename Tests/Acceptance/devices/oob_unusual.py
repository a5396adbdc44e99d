"""Accessories for Android phones that are right, each with a habit that is seldom met."""

import struct

from .oob import PD, RATES, RSSI, SOUNDING, STOPPED, UWB, Refused, Tag, bits


class Atmosic(Tag):
    """As Atmosic's SDK: version 3, one role, starts where both bits are set, a stop echoes what was asked."""

    roles, configs, offers = 1, (3, 6), (UWB, SOUNDING, RSSI)

    def read(self, version, body):
        if version >= 3 and len(body) > 4 and body[-1] not in (0, 1):
            raise Refused
        return super().read(version, body)

    def stop(self, version, technologies):
        super_answer, self.answer = self.answer, lambda *_: None
        super().stop(version, technologies)
        self.answer = super_answer
        self.answer(STOPPED, version, technologies & bits(self.offers), self.answers_after)


class SlowToTell(Tag):
    """Thinks for a second and a half before each answer."""

    during = "id(OB0*) | id(OB14) | id(OB2*) | id(OB3*)"
    answers_after, offers, least = 1.5, (UWB,), 25


class LateConfirmation(Tag):
    """The answers to configurations and stops come after a second and a half."""

    def answer(self, kind, version, technologies, after):
        super().answer(kind, version, technologies, after + 1.5)


class OtherWord(Tag):
    """Of a version above its own a configuration is read as its own."""

    highest, claims = 2, "oob: 2"

    def configure(self, version, body):
        super().configure(min(version, 2), body[:-1] if version > 2 and len(body) % 2 else body)


class UWBOfMany(Tag):
    """Announces one-to-many configurations, both pulse rates and every channel that kits have."""

    channels, configs = (5, 6, 8, 9, 10, 12, 13, 14), (1, 2, 3, 4, 5, 6)
    preambles = tuple(range(9, 13)) + tuple(range(25, 33))


class OnePreamble(Tag):
    """One preamble, one channel, one configuration, one interval."""

    preambles, configs, shortest, slot, offers, least = (12,), (6,), 240, 2, (UWB,), 60


class WithoutUWB(Tag):
    """Channel sounding and signal strength alone."""

    offers, least = (SOUNDING, RSSI), 15


class StrengthAlone(Tag):
    offers, least = (RSSI,), 15


class LooksAtRates(Tag):
    """An interval that is none of the rates of its id is refused, as phones do."""

    def uwb_values(self, block):
        config, interval = block[6], struct.unpack_from("<H", block, 9)[0]
        if config in RATES and interval not in RATES[config]:
            raise Refused
        return super().uwb_values(block)


class OwnCountry(Tag):
    """Does not range in a country that it does not know."""

    def uwb_values(self, block):
        if block[-4:-2] not in (b"US", b"DE"):
            raise Refused
        return super().uwb_values(block)


class LongKeysRefused(Tag):
    def uwb_values(self, block):
        if len(block) > 12 and block[12] > 16:
            raise Refused
        return super().uwb_values(block)


class ForgetsAtOnce(Tag):
    """A link that is lost ends what ranges."""

    def closed(self):
        self.stop_all()


class MakesBeforeItBreaks(Tag):
    transitioning = 1


class Wearable(Tag):
    kind, offers = 4, (SOUNDING, UWB, PD)


class UnknownKind(Tag):
    kind = 0


class StopsInItsVersion(Tag):
    """A stop of a newer version than the configuration's is no stop."""

    spoken = 0

    def configure(self, version, body):
        self.spoken = version
        super().configure(version, body)

    def stop(self, version, technologies):
        if version <= max(self.spoken, 1):
            super().stop(version, technologies)


RIGHT = [each for each in vars().values()
         if isinstance(each, type) and issubclass(each, Tag) and each is not Tag]
