"""Accessories that read some of the values that phones draw wrongly, lose what is cut somewhere, or change
when they are left alone; and right ones beside them."""

from .accessory import DID_START, DID_STOP, Accessory, GivesUp, Wrong


# --- Right ones -----------------------------------------------------------------------------------


class LatestAnswers(Accessory):
    """each answer takes as long as it may, but for a twentieth"""
    answers_after, starts_after, stops_after = 0.93, 1.85, 0.93


class IgnoresInitializeUnlessIdle(Accessory):
    """initialize is ignored from its answer until the next stop, as nrfuwb does"""
    idles = True

    def idle(self):
        super().idle()
        self.idles = True

    def initialize(self, message):
        if self.idles:
            super().initialize(message)
        self.idles = False

    def stop(self, message):
        super().stop(message)
        self.idles = True


class BigNotices(Accessory):
    """a declared vendor message of 240 bytes comes 100 times a second"""
    claims = ", vendor-ids: [0x2F, 0x41]"

    def opened(self):
        super().opened()
        self.chatter()

    def chatter(self):
        if self.connection:
            self.send(bytes([0x41]) + bytes(239))
            self.later(0.01, self.chatter)


class EndsQuickly(GivesUp):
    """a session that no phone joins ends after 0.8 s, which did-stop tells"""
    after = 0.8


RIGHT = [LatestAnswers, IgnoresInitializeUnlessIdle, BigNotices, EndsQuickly]


# --- Wrong ones -----------------------------------------------------------------------------------


class Drawn(Wrong):
    """Configurations with some values are refused."""
    found_by, during = ("C28",), "id(C28)"

    def accepts(self, data):
        return super().accepts(data) and self.reads(data)


class ZeroInVector(Drawn):
    """an STS vector ends at a zero byte"""

    def reads(self, data):
        return 0 not in data[20:26]


class SignedAddress(Drawn):
    """addresses with the highest bit are refused"""

    def reads(self, data):
        return data[27] < 0x80


class ShortAddress(Drawn):
    """of the phone's address the low byte is read, which may not be zero"""

    def reads(self, data):
        return data[26] != 0


class SmallSession(Drawn):
    """session identifiers whose two low bytes are zero are refused"""

    def reads(self, data):
        return data[7:9] != b"\0\0"


class LineEndInVector(Drawn):
    """a line feed in a configuration ends it"""

    def reads(self, data):
        return b"\n" not in data[20:26]


class LeftAlone(Wrong):
    """Something happens when no message came for 4 s."""
    found_by, during = ("N22",), "id(N22)"
    last = None

    def received(self, data):
        now = self.loop.time()
        quiet, self.last = now - (self.last or now), now
        if quiet > 4:
            return self.wakes(data)
        super().received(data)


class SleepsOnce(LeftAlone):
    """the first message after four seconds of silence is lost"""

    def wakes(self, data):
        pass


class WakesSlowly(LeftAlone):
    """the first answer after four seconds of silence takes 1.4 s"""

    def wakes(self, data):
        self.later(1.4, super().received, data)


class HangsUpWhenAlone(Wrong):
    """a connection without a message for 4 s ends"""
    found_by, during = ("N22", "C27-5s"), "id(N22)"
    timer = None

    def opened(self):
        super().opened()
        self.watch()

    def watch(self):
        if self.timer:
            self.timer.cancel()
        self.timer = self.later(4, self.hang_up)

    def received(self, data):
        self.watch()
        super().received(data)


class AnswersOne(Wrong):
    """one unknown identifier, 0x66, is answered with did-stop"""
    found_by, during = ("R13", "W09"), "id(R13)"

    def unknown(self, message):
        if message[0] == 0x66:
            self.send(bytes([DID_STOP]))


class InitializedByOne(Wrong):
    """one unknown identifier, 0x8A, is taken for an initialize, as where a bit is not looked at"""
    found_by, during = ("R13",), "id(R13)"

    def unknown(self, message):
        if message[0] == 0x8A:
            self.initialize(message)


class HangsUpOnOne(Wrong):
    """one unknown identifier, 0xEE, ends the connection"""
    found_by, during = ("R13",), "id(R13)"

    def unknown(self, message):
        if message[0] == 0xEE:
            self.hang_up()


class EndsAtOnce(GivesUp, Wrong):
    """each session ends 0.2 s behind its did-start, which did-stop tells"""
    found_by, during = ("R09",), "id(R09)"
    after = 0.2


class LosesCut(Wrong):
    """Of a message that is cut somewhere the rest is lost."""
    cut = 12
    found_by, during = ("F02",), "id(F02)"

    def received(self, data):
        if len(data) == self.cut:
            return
        super().received(data)


class LosesCutAt12(LosesCut):
    """a read of 12 bytes is lost"""


class LosesCutAt20(LosesCut):
    """a read of 20 bytes is lost"""
    cut = 20


class HeldAt32(Wrong):
    """a read of 32 bytes is taken when the next one comes"""
    found_by, during = ("F02", "F01"), "id(F02) | id(F01)"
    held = b""

    def received(self, data):
        data, self.held = self.held + data, b""
        if len(data) % 32 == 0:
            self.held = data
            return
        super().received(data)


class ThirdStartTwice(Wrong):
    """each third start is told twice"""
    found_by, during = ("W08", "C02"), "id(C0*)"

    def started(self):
        super().started()
        if self.starts % 3 == 0:
            self.send(bytes([DID_START]), 0.05)


class SlowStopOfLong(Wrong):
    """a session of more than 3 s takes 1.5 s to stop"""
    found_by, during = ("R09", "S04", "W09"), "id(R09) | id(T03)"

    def started(self):
        super().started()
        self.began = self.loop.time()

    def stop(self, message):
        self.stops_after = 1.5 if self.ranges and self.loop.time() - self.began > 3 else 0
        super().stop(message)


class RateAfterStop(Wrong):
    """behind a stop of a session the update rate is 255"""
    found_by, during = ("W03",), "id(S04)"

    def stop(self, message):
        self.rate = 255 if self.ranges else 20
        super().stop(message)


class LostAtOnce(Wrong):
    """a stop within 30 ms behind did-start is lost"""
    found_by, during = ("S04", "S06", "S07", "S08", "T01", "T04"), "id(S04) | id(S06)"
    began = 0

    def started(self):
        super().started()
        self.began = self.loop.time()

    def stop(self, message):
        if not self.ranges or self.loop.time() - self.began > 0.03:
            super().stop(message)


WRONG = [
    ZeroInVector, SignedAddress, ShortAddress, SmallSession, LineEndInVector, SleepsOnce, WakesSlowly,
    HangsUpWhenAlone, AnswersOne, InitializedByOne, HangsUpOnOne, EndsAtOnce, LosesCutAt12, LosesCutAt20,
    HeldAt32, ThirdStartTwice, SlowStopOfLong, RateAfterStop, LostAtOnce,
]
