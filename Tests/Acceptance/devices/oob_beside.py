"""Accessories for Android phones wrong in ways that the cases had not seen.

Several technologies in one message, bits that mean nothing, requests while it ranges, and addresses.
"""

import struct

from .oob import CONFIGURED, RSSI, STOPPED, UWB, Tag, bits
from .oob_faults import Wrong as Base

RESERVED = 0xFFD0
"""Bits of technologies that there are none of."""


class Ranging(Tag):
    def ranging(self):
        """The technologies that range."""
        return bits(self.other | ({UWB} if self.sessions else set()))


class AddressByConnection(Tag):
    """another address on each connection, the same for the whole of it"""

    def own(self):
        return bytes([0x1A, 0x40 + self.connections % 64])


class NewAddressAtStop(Tag):
    """each stop is followed by another address, whatever it ended"""
    during, least = "(id(OB6*) | id(OB7*)) & !id(OB77)", 15
    number = 0

    def own(self):
        return bytes([0x1A, 0x40 + self.number % 64])

    def stop(self, version, technologies):
        super().stop(version, technologies)
        self.number += 1


class OneTechnology(Tag):
    """of several that are to start it starts the one that it likes best, and says so"""
    during, least = "(id(OB6*) | id(OB7*)) & !id(OB77)", 15

    def applied(self, blocks, configure, start):
        best = [each for each in self.offers if each in blocks and start >> each & 1][:1]
        return super().applied(blocks, configure, bits(best)) if best or not start else 0


class OneRequest(Tag):
    """a request is passed over while the one before it is not answered"""
    during, least, busy = "id(OB0*) | id(OB1*) | id(OB2*)", 20, False

    def opened(self):
        super().opened()
        self.busy = False

    def tell(self, version, wanted):
        if not self.busy:
            self.busy = True
            self.later(self.answers_after, self.free)
            super().tell(version, wanted)

    def free(self):
        self.busy = False


class RefusesWiderStops(Ranging):
    """a stop that names what does not range stops nothing, and is answered with nothing"""
    during, least = "(id(OB6*) | id(OB7*)) & !id(OB77)", 15

    def stop(self, version, technologies):
        if technologies & ~self.ranging():
            return self.answer(STOPPED, version, 0, self.answers_after)
        super().stop(version, technologies)


class EchoesStops(Tag):
    """a stop is answered with its own bits, to the last one"""
    during, least = "(id(OB6*) | id(OB7*)) & !id(OB77)", 15
    echo = 0

    def stop(self, version, technologies):
        self.echo = technologies
        super().stop(version, technologies)

    def answer(self, kind, version, technologies, after):
        super().answer(kind, version, self.echo if kind == STOPPED else technologies, after)


# Wrong ones.


class Wrong(Base, Ranging):
    found_by = ()


class StopOfThree(Wrong):
    """a stop of three technologies stops none, and says so"""
    found_by = ("OB74",)

    def stop(self, version, technologies):
        if technologies.bit_count() > 2:
            return self.answer(STOPPED, version, 0, self.answers_after)
        super().stop(version, technologies)


class StopOfThreeGoesOn(Wrong):
    """a stop of three technologies is answered as it should be, and stops none"""
    found_by = ("OB70", "OB74")

    def stop(self, version, technologies):
        if technologies.bit_count() > 2:
            return self.answer(STOPPED, version, technologies & self.ranging(), self.answers_after)
        super().stop(version, technologies)


class StopOfTwo(Wrong):
    """of two technologies that it stops it tells the first"""
    found_by = ("OB74",)

    def answer(self, kind, version, technologies, after):
        if kind == STOPPED and technologies.bit_count() == 2:
            technologies &= -technologies
        super().answer(kind, version, technologies, after)


class StopOfTwoStopsLast(Wrong):
    """of two technologies it stops the last, and tells both"""
    found_by = ("OB74",)

    def stop(self, version, technologies):
        if self.ranging() == technologies == bits((UWB, RSSI)):
            self.other.clear()
            return self.answer(STOPPED, version, technologies, self.answers_after)
        super().stop(version, technologies)


class StopBeforeStart(Wrong):
    """behind a stop of what was configured and not started the next start is answered, and nothing ranges"""
    found_by = ("OB63",)
    waits = barred = False

    def applied(self, blocks, configure, start):
        self.waits = not start
        return super().applied(blocks, configure, start)

    def begin(self, session, values):
        if self.barred:
            self.barred = False
        else:
            super().begin(session, values)

    def stop(self, version, technologies):
        if self.waits and technologies & 1:
            self.waits, self.barred = False, True
            return self.answer(STOPPED, version, 1, self.answers_after)
        super().stop(version, technologies)


class StopBeforeStartRefuses(StopBeforeStart):
    """behind such a stop the next start is refused"""

    def applied(self, blocks, configure, start):
        if start and self.barred:
            self.barred = False
            return 0
        return super().applied(blocks, configure, start)


class PartialStopUntold(Wrong):
    """a stop of UWB and of what does not range stops UWB, and does not tell it"""
    found_by = ("OB70", "OB71")
    is_wider = False

    def stop(self, version, technologies):
        self.is_wider = technologies & ~self.ranging() != 0
        super().stop(version, technologies)

    def answer(self, kind, version, technologies, after):
        untold = 1 if kind == STOPPED and self.is_wider else 0
        super().answer(kind, version, technologies & ~untold, after)


class StopWithReserved(Wrong):
    """reserved bits of a stop come back in its answer"""
    found_by = ("OB71",)
    asked_for = 0

    def stop(self, version, technologies):
        self.asked_for = technologies
        super().stop(version, technologies)

    def answer(self, kind, version, technologies, after):
        more = self.asked_for & RESERVED if kind == STOPPED else 0
        super().answer(kind, version, technologies | more, after)


class StopWithReservedGoesOn(Wrong):
    """a stop with reserved bits is answered as it should be, and stops nothing"""
    found_by = ("OB70",)

    def stop(self, version, technologies):
        if technologies & RESERVED:
            return self.answer(STOPPED, version, technologies & self.ranging(), self.answers_after)
        super().stop(version, technologies)


class StartWithReserved(Wrong):
    """reserved bits of a start come back in its answer"""
    found_by = ("OB64",)
    more = 0

    def configure(self, version, body):
        self.more = struct.unpack_from("<H", body, 2)[0] & RESERVED if len(body) >= 4 else 0
        super().configure(version, body)

    def answer(self, kind, version, technologies, after):
        super().answer(kind, version, technologies | (self.more if kind == CONFIGURED else 0), after)


class BusyOmits(Wrong):
    """while it ranges it offers no UWB"""
    found_by = ("OB65",)

    def tell(self, version, wanted):
        super().tell(version, wanted & ~1 if self.sessions else wanted)


class BusyWithoutData(Wrong):
    """while it ranges the block of UWB has neither channels nor preambles nor configuration ids"""
    found_by = ("OB65",)

    def bitmaps(self):
        return bytes(12) if self.sessions else super().bitmaps()


class OtherAddressWhileRanging(Wrong):
    """while it ranges it tells another address than the one that it ranges with"""
    found_by = ("OB20",)

    def own(self):
        return b"\x5e\x5f" if self.sessions else self.address

    def on_air(self):
        return self.address


class ThreeIsSlow(Wrong):
    """of three requests at once the third is answered after 5 s"""
    found_by, answers_after = ("OB27",), 0.2
    open = 0

    def tell(self, version, wanted):
        self.open += 1
        self.later(self.answers_after, self.told)
        if self.open > 2:
            return self.send(self.capabilities(self.own_version(version), wanted), 5)
        super().tell(version, wanted)

    def told(self):
        self.open -= 1


class SixOnChannelFive(Wrong):
    """with configuration id 6 it says that it ranges on channel 5, and is on channel 9"""
    found_by, channels = ("OB53",), (5, 9)

    def parameters(self, phone, config, channel, *rest):
        return super().parameters(phone, config, 9 if config == 6 else channel, *rest)


class FirstBlockAlone(Wrong):
    """of a configuration of several technologies the first block is read"""
    found_by = ("OB74",)

    def read(self, version, body):
        blocks, configure, start = super().read(version, body)
        return dict(list(blocks.items())[:1]), configure, start


RIGHT = [
    AddressByConnection, NewAddressAtStop, OneTechnology, OneRequest, RefusesWiderStops, EchoesStops,
]
WRONG = [
    BusyOmits, BusyWithoutData, FirstBlockAlone, OtherAddressWhileRanging, PartialStopUntold, SixOnChannelFive,
    StartWithReserved, StopBeforeStart, StopBeforeStartRefuses, StopOfThree, StopOfThreeGoesOn, StopOfTwo,
    StopOfTwoStopsLast, StopWithReserved, StopWithReservedGoesOn, ThreeIsSlow,
]
