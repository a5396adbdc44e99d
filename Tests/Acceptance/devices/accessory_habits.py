"""More accessories that are right, each with a habit that few have."""

import random
import struct

from .accessory import CONFIGURE, DATA, DID_STOP, Accessory, OneWriteForAll, VersionTwo


class FasterNotices(Accessory):
    """a declared vendor message comes 200 times a second, of 60 bytes"""
    claims = ", vendor-ids: [0x2F]"

    def opened(self):
        super().opened()
        self.chatter()

    def chatter(self):
        if self.connection:
            self.send(bytes([0x2F, 58, 0x30]) + bytes(57))
            self.later(0.005, self.chatter)


class NoticesBesideAnswers(FasterNotices, OneWriteForAll):
    """what a vendor says stands in one read with each answer"""


class UnevenAnswers(Accessory):
    """answers take any time up to nine tenths of a second"""

    def send_data(self):
        self.send(bytes([DATA]) + self.data(), random.uniform(0, 0.9))

    def start(self, body):
        self.starts_after = random.uniform(0, 1.8)
        super().start(body)

    def stop(self, message):
        self.stops_after = random.uniform(0, 0.9)
        super().stop(message)


class SlowStarts(Accessory):
    """did-start comes when the radio is on, after 1.8 s"""
    starts_after = 1.8


class StartsAnew(Accessory):
    """a configuration while ranging ends the session, with its did-stop, and begins another"""

    def configure(self, body):
        if self.ranges and self.accepts(body):
            self.ranges = False
            self.send(bytes([DID_STOP]))
        super().configure(body)


class KeepsFirst(Accessory):
    """a configuration while ranging is ignored, as the Android application does"""

    def configure(self, body):
        if not self.ranges:
            super().configure(body)


class KeepsSessionOverInitialize(Accessory):
    """initialize while ranging is answered, and the session goes on, as with Qorvo"""

    def initialize(self, message):
        if not self.ranges:
            return super().initialize(message)
        self.send_data()


class EndsAtInitialize(Accessory):
    """initialize while ranging ends the session, which did-stop tells"""

    def initialize(self, message):
        if self.ranges:
            self.send(bytes([DID_STOP]))
        super().initialize(message)


class OneStopForAll(Accessory):
    """a stop is answered only where something was begun"""

    def stop(self, message):
        if self.ranges or self.starting:
            super().stop(message)


class OneByteAlone(Accessory):
    """initialize, stop and their like are taken only without a byte behind them"""

    def take(self, message):
        if len(message) > 1 and message[0] != CONFIGURE:
            return
        super().take(message)


class OneDialect(Accessory):
    """an initialize with another byte is one of another dialect, and has no answer"""

    def initialize(self, message):
        if len(message) == 1:
            super().initialize(message)


class Zeros(Accessory):
    """bytes of zero come when the power comes on, before the first message"""

    def opened(self):
        super().opened()
        self.write(b"\0\0\0\0")


class BootText(Accessory):
    """a boot log comes with the connection, in several writes, and answers begin behind it"""

    def opened(self):
        super().opened()
        self.early, lines = b"", (
            b"*** Booting Zephyr OS build v3.7.0 ***\r\n", b"[00:00:00.257,000] <inf> bt: ready\r\n",
            b"uwb: chip ID 0xDECA0302\r\n")
        for index, line in enumerate(lines):
            self.later(0.03 * index, self.write, line)
        self.later(0.12, self.booted, self.connection)

    def booted(self, link):
        if self.connection is link:
            early, self.early = self.early, None
            super().received(early)

    def received(self, data):
        if self.early is None:
            return super().received(data)
        self.early += data


class COBS(Accessory):
    """COBS"""
    framing = "cobs"


class SpacedLines(Accessory):
    """lines of hexadecimal digits in small letters with empty lines between them"""
    framing = "hexline"

    def write(self, data):
        super().write(b"\n" + data.lower())


class LongRounds(VersionTwo):
    """specification 2.0, a request of 30 slots in a block of 1 s, with hopping"""

    def inner(self):
        return super().inner()[:21] + struct.pack("<4xBHHH", 1, 30, 2400, 1000)


class LongestInterval(VersionTwo):
    """specification 2.0, a request of the longest interval"""

    def inner(self):
        return super().inner()[:21] + struct.pack("<4xBHHH", 0, 6, 3600, 5000)


class HalfFrames(Accessory):
    """each message is written in two halves, 20 ms apart"""

    def write(self, data):
        link = self.connection
        half = len(data) // 2
        if not half or not link:
            return super().write(data)
        self.queue = getattr(self, "queue", [])
        self.queue += [(link, data[:half]), (link, data[half:])]
        if len(self.queue) == 2:
            self.next_half()

    def next_half(self):
        link, part = self.queue[0]
        if self.connection is link:
            link.write(part)
        self.later(0.01, self.after_half)

    def after_half(self):
        self.queue.pop(0)
        if self.queue:
            self.next_half()


class AnswersGetStruct(Accessory):
    """its maker's question 0x20 has an answer, which is declared"""
    claims = ", vendor-ids: [0x20]"

    def unknown(self, message):
        if message[0] == 0x20:
            self.send(b"\x20" + bytes(12))


class TellsEachStep(Accessory):
    """a text of its maker follows each message, declared"""
    claims = ", vendor-ids: [0x2F]"

    def take(self, message):
        super().take(message)
        self.send(b"\x2f\x06\x30step", 0.02)


class RateOfTheMoment(Accessory):
    """the update rate is a setting, which changes from connection to connection"""

    def opened(self):
        super().opened()
        self.rate = (0, 10, 20)[self.connections % 3]


class LateStops(Accessory):
    """did-stop comes close to its limit, one for each stop"""
    stops_after = 0.8


RIGHT = [
    FasterNotices, NoticesBesideAnswers, UnevenAnswers, SlowStarts, StartsAnew, KeepsFirst,
    KeepsSessionOverInitialize, EndsAtInitialize, OneStopForAll, OneByteAlone, OneDialect,
    Zeros, BootText, COBS, SpacedLines, LongRounds, LongestInterval,
    HalfFrames, AnswersGetStruct, TellsEachStep, RateOfTheMoment, LateStops,
]
