"""Accessories for Android phones that are right, each with a habit that is seldom met."""

import struct

from .oob import CONFIGURED, PD, RATES, RSSI, SOUNDING, STOPPED, UWB, Refused, Tag, bits


class Nordic(Tag):
    """As nRF Connect SDK: version 1, strict about every byte, one role, nothing is kept over a connection."""

    highest, claims = 1, "oob: 1"
    roles, configs, offers = 1, (3, 6), (UWB,)

    def closed(self):
        self.stop_all()

    def configure(self, version, body):
        if version == 1 and not self.sessions:
            super().configure(version, body)

    def is_consistent(self, configure, blocks):
        return super().is_consistent(configure, blocks) and set(blocks) <= set(self.offers)

    def applied(self, blocks, configure, start):
        if start != configure:
            raise Refused
        return super().applied(blocks, configure, start)

    def tell(self, version, wanted):
        if wanted:
            super().tell(version, wanted)

    def stop(self, version, technologies):
        if version == 1 and self.sessions and technologies == 1:
            super().stop(version, technologies)


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


class PhoneAsAccessory(Tag):
    """A phone in the accessory's place: both roles, an address for each session, rates of the id alone."""

    kind, configs, offers = 1, (1, 2, 3, 4), (RSSI, UWB)
    number = 0

    def own(self):
        return bytes([0x1A, 0x40 + self.number % 64])

    def stop_all(self):
        super().stop_all()
        self.number += 1

    def stop(self, version, technologies):
        before = bool(self.sessions)
        super().stop(version, technologies)
        if before and not self.sessions:
            self.number += 1


class VersionFour(Tag):
    """Of a version that is still to come: more bytes behind the answer, and it says so to newer phones."""

    highest, claims = 4, ""

    def tail(self, version):
        return super().tail(version) + (b"\x01\x02" if version > 3 else b"")

    def own_version(self, version):
        return min(version, self.highest)


class SlowToTell(Tag):
    """Thinks for a second and a half before each answer."""

    during = "id(OB0*) | id(OB14) | id(OB2*) | id(OB3*)"
    answers_after, offers, least = 1.5, (UWB,), 25


class VerySlowToTell(Tag):
    """Thinks for more than three seconds, which a phone has the patience for."""

    during = "id(OB04) | id(OB14) | id(OB23) | id(OB24) | id(OB27) | id(OB39)"
    # A phone is warned of it: OB04 is a FINDING.
    answers_after, offers, least = 3.2, (UWB,), 5


class TellsTwice(Tag):
    """Each answer to a configuration or a stop comes twice."""

    def answer(self, kind, version, technologies, after):
        super().answer(kind, version, technologies, after)
        super().answer(kind, version, technologies, after + 0.05)


class NeverConfirms(Tag):
    """Answers neither configurations nor stops: no phone waits for that."""

    def answer(self, kind, version, technologies, after):
        pass


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


class SlowestOfAll(Tag):
    """Ranges each 600 ms at most."""

    shortest, slot, configs, offers = 600, 2, (1, 3, 6), (UWB,)


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


class KeepsRanging(Tag):
    """A second configuration while it ranges is refused, and the first goes on."""

    def configure(self, version, body):
        if self.sessions and body[4:5] == b"\0":
            return self.answer(CONFIGURED, version, 0, 0)
        super().configure(version, body)


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


class Irregular(Tag):
    """Its answers come in order, but now after 10 ms, now after 0.2 s and now after 0.4 s."""

    waits, turn, due = (0, 0.4, 0, 0.2), 0, 0

    def send(self, message, after=0):
        if after:
            now = self.loop.time()
            self.turn += 1
            self.due = max(now + after + self.waits[self.turn % len(self.waits)], self.due + 0.002)
            after = self.due - now
        super().send(message, after)


class WindsDown(Tag):
    """Its radio takes 0.6 s to end, and the answer to a stop comes when it has; others are answered meanwhile."""

    def stop(self, version, technologies):
        ours = self.sessions.get(1) if technologies & 1 else None
        ended = {each for each in self.other if technologies >> each & 1}
        self.other -= ended
        self.later(0.6, self.ended, version, ended | ({UWB} if ours else set()), ours, self.connections)

    def ended(self, version, ended, ours, link):
        if ours and self.sessions.get(1) is ours:
            self.silence()
            self.tells_motion = False
        if self.connections == link:
            self.answer(STOPPED, version, bits(ended), 0)


class RatesByNumber(Tag):
    """Intervals of 1 to 3 are the rates of its configuration, as the first phones meant them."""

    def uwb_values(self, block):
        if len(block) >= 17:
            rates, interval = RATES.get(block[6]), struct.unpack_from("<H", block, 9)[0]
            if rates and 1 <= interval <= len(rates):
                block = block[:9] + struct.pack("<H", rates[interval - 1]) + block[11:]
        return super().uwb_values(block)


RIGHT = [each for each in vars().values()
         if isinstance(each, type) and issubclass(each, Tag) and each is not Tag]
