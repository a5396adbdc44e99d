"""More UCI boards that are right, each with a habit that few have."""

import random
import struct

from .uci import (
    ACTIVE, CONFIG, CORE, DEINIT, OK, READY, RETRY, RX_TIMEOUT, SYNTAX, Board,
)


class OneSession(Board):
    """one session at a time"""
    sessions_at_most = 1


class SmallSegments(Board):
    """messages of more than 64 bytes come in segments"""

    def send(self, kind, group, opcode, payload):
        while True:
            piece, payload = payload[:64], payload[64:]
            self.write(bytes([kind << 5 | (0x10 if payload else 0) | group, opcode, 0, len(piece)]) + piece)
            if not payload:
                return


class OneWriteForAll(Board):
    """what is said in 10 ms comes in one read"""
    held = b""

    def opened(self):
        # What was said while nobody listened is lost, as with any board.
        self.held = b""
        super().opened()

    def write(self, data):
        if not self.held:
            self.later(0.01, self.flush)
        self.held += data

    def flush(self):
        held, self.held = self.held, b""
        super().write(held)


class LateReady(Board):
    """READY comes 0.8 s after the reset"""
    during = "id(UC0*) | id(UC1*) | id(UC29) | id(US0*) | id(UR0*) | id(UZ0*)"
    least = 40

    def reset(self, payload):
        self.exactly(payload, 1)
        if payload != b"\0":
            return self.respond(CORE, 0, bytes([SYNTAX]))
        for session in list(self.sessions.values()):
            self.silence(session)
        self.sessions = {}
        self.respond(CORE, 0, bytes([OK]))
        self.later(0.8, self.tell_device, READY)


class AsksFirst(Board):
    """each command is to be sent again the first time that it comes on a connection, as NXP's"""
    seen = frozenset()

    def opened(self):
        super().opened()
        self.seen = frozenset()

    def command(self, group, opcode, payload):
        if (group, opcode) not in self.seen:
            self.seen = self.seen | {(group, opcode)}
            return self.notify(CORE, 7, bytes([RETRY]))
        super().command(group, opcode, payload)


class AsksAtRandom(Board):
    """one command of six is to be sent again"""

    def command(self, group, opcode, payload):
        if random.random() < 0.16:
            return self.notify(CORE, 7, bytes([RETRY]))
        super().command(group, opcode, payload)


class Diagnostics(Board):
    """diagnostics of its vendor in segments, of several groups, 200 a second"""
    number = 0

    def opened(self):
        super().opened()
        self.chatter()

    def chatter(self):
        if self.connection:
            self.number += 1
            self.notify((0xB, 0xE, 0xB, 0xF)[self.number % 4], 3 + self.number % 4, bytes(400))
            self.later(0.005, self.chatter)


class NoticesInBursts(Board):
    """a hundred notifications of its vendor at once, twice a second"""

    def opened(self):
        super().opened()
        self.burst()

    def burst(self):
        if self.connection:
            for number in range(100):
                self.notify(0xB, 0, bytes([number]) * 60)
            self.later(0.5, self.burst)


class Uneven(Board):
    """a report comes up to 5 ms after its round, and before what ends its session"""
    pending = None

    def report(self, session, records):
        self.tell_pending()
        self.pending = (session, records, session.sequence)
        self.later(random.uniform(0, 0.005), self.tell_pending, self.pending)

    def tell_pending(self, only=None):
        """Sends the report that waits, if it is that one."""
        if self.pending is None or only not in (None, self.pending):
            return
        session, records, number = self.pending
        self.pending = None
        if session.handle not in self.sessions:
            return
        after, session.sequence = session.sequence, number
        super().report(session, records)
        session.sequence = after

    def end(self, session, reason):
        self.tell_pending()
        super().end(session, reason)


class NotificationsFirst(Board):
    """what changes is told before the response"""

    def init(self, payload):
        self.swapped(super().init, payload)

    def start(self, payload):
        self.swapped(super().start, payload)

    def stop(self, payload):
        self.swapped(super().stop, payload)

    def swapped(self, method, payload):
        told, write = [], self.write
        self.write = told.append
        try:
            method(payload)
        finally:
            self.write = write
        for packet in told[1:] + told[:1] if told and told[0][0] >> 5 == 2 else told:
            self.write(packet)


class MoreCapabilities(Board):
    """capabilities of its vendor behind those of FiRa"""

    def capability_list(self):
        return {**super().capability_list(), 0xE0: b"\1\2\3\4", 0xE7: b"\1", 0xA9: bytes(9)}


class OneChannel(Board):
    """channel 9 alone, which its capabilities say"""

    def capability_list(self):
        return {**super().capability_list(), 0x0E: b"\x08"}

    def set_app_config(self, payload):
        if any(identifier == 0x04 and value == b"\5" for identifier, value in self.tlvs(payload[4:])):
            if self.named(payload, CONFIG, 3, b"\0"):
                self.respond(CONFIG, 3, bytes([4, 1, 4, 4]))
            return
        super().set_app_config(payload)


class ReadsNothingUnnamed(Board):
    """a question for no parameter is answered with none, as pica does"""

    def get_app_config(self, payload):
        if len(payload) == 5 and payload[4] == 0 and self.named(payload, CONFIG, 4, b"\0"):
            return self.respond(CONFIG, 4, bytes([OK, 0]))
        if len(payload) != 5 or payload[4] != 0:
            super().get_app_config(payload)


class RestartsWithLink(Board):
    """a new connection finds it as after its power came on"""

    def opened(self):
        super().opened()
        for session in list(self.sessions.values()):
            self.silence(session)
        self.sessions = {}
        self.tell_device(READY)


class BannerBesideReady(OneWriteForAll):
    """a terminal server's banner stands in one read with the first answer"""

    def opened(self):
        super().opened()
        self.write(b"ser2net port 4002 device /dev/ttyACM1 [115200N81] (Debian GNU/Linux)\r\n\r\n")


class BootLog(Board):
    """a boot log comes with the first connection, in several writes, and answers begin behind it"""
    early = None

    def opened(self):
        super().opened()
        if self.connections > 1:
            return
        self.early, lines = b"", (
            b"*** Booting Zephyr OS build v3.7.0 ***\r\n", b"[00:00:00.257,000] <inf> uwb: ready\r\n",
            b"chip ID 0xDECA0302\r\n")
        for index, line in enumerate(lines):
            self.later(0.02 * index, self.write, line)
        self.later(0.1, self.booted, self.connection)

    def booted(self, link):
        if self.connection is link:
            early, self.early = self.early, None
            super().received(early)

    def received(self, data):
        if self.early is None:
            return super().received(data)
        self.early += data


class FlushesLate(Board):
    """half a command that is older than 100 ms is dropped, and what comes next with it, as Qorvo's"""
    at = 0

    def received(self, data):
        now = self.loop.time()
        if self.buffer and now - self.at > 0.1:
            self.buffer = b""
            return
        self.at = now
        super().received(data)


class NumbersGoOn(Board):
    """numbers of reports go on over stop and start"""

    def start(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0]) if len(payload) == 4 else None
        number = session.sequence if session else 0
        super().start(payload)
        if session and session.state == ACTIVE:
            session.sequence = number


class HandlesGoDown(Board):
    """handles that count down from the highest"""

    def handle(self, identifier):
        return 0xFFFFFFFF - super().handle(identifier)


class LineOfSightUnknown(Board):
    """rounds that failed have line of sight 0 and the largest distance"""

    def failed(self, index):
        return struct.pack(
            "<BBHhBhBhBhBBB11x", RX_TIMEOUT, 0, 0xFFFF, 0, 0, 0, 0, 0, 0, 0, 0, index + 2, 0)


class ZeroesAtAll(Board):
    """rounds that failed are all zeros behind their status"""

    def failed(self, index):
        return bytes([RX_TIMEOUT]) + bytes(28)


class EndsTold(Board):
    """DEINIT of stale sessions is told before the reset's own answer"""

    def reset(self, payload):
        if payload != b"\0":
            return super().reset(payload)
        for session in list(self.sessions.values()):
            self.silence(session)
            self.tell_session(session, DEINIT)
        self.sessions = {}
        super().reset(payload)


class Slow(Board):
    """each answer takes 1.5 s"""
    during = (
        "id(UC01) | id(UC04) | id(UC05) | id(UC12) | id(UC29) | id(US01) | id(US10) | id(UR01) | id(UR02)"
        " | id(UR03) | id(UR04) | id(UR09) | id(UX01) | id(UX02) | id(UF06)")
    least = 12

    def command(self, group, opcode, payload):
        self.later(1.5, super().command, group, opcode, payload)


class SlowClock(Board):
    """its clock is 100 ppm slow"""

    def interval(self, session):
        return super().interval(session) * 1.0001


RIGHT = [
    OneSession, SmallSegments, OneWriteForAll, LateReady, AsksFirst, AsksAtRandom, Diagnostics,
    NoticesInBursts, Uneven, NotificationsFirst, MoreCapabilities, OneChannel, ReadsNothingUnnamed,
    RestartsWithLink, BannerBesideReady, BootLog, FlushesLate, NumbersGoOn, HandlesGoDown,
    LineOfSightUnknown, ZeroesAtAll, EndsTold, Slow, SlowClock,
]
