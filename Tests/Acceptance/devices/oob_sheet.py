"""Accessories for Android phones made from the sheet alone, by one who had not seen the cases."""

import os
import struct

from .oob import CONFIGURED, MOTION, UWB, Refused, Tag, TellsMotion, bits
from .verdicts import give_cases


class Wrong(Tag):
    found_by = ()
    during = "suite(ranging-oob) & !tag(slow)"


def fresh():
    """A short address that is none of the reserved ones."""
    while True:
        address = os.urandom(2)
        if address not in (b"\0\0", b"\xff\xff"):
            return address


# --- Wrong ones -----------------------------------------------------------------------------------


class MotionStays(Wrong, TellsMotion):
    """once a phone has asked for motion, later sessions that did not ask for it get it too"""

    def read(self, version, body):
        was = self.tells_motion
        try:
            return super().read(version, body)
        finally:
            self.tells_motion = self.tells_motion or was

    def stop(self, version, technologies):
        was = self.tells_motion
        super().stop(version, technologies)
        self.tells_motion = was


class VendorOfOldKey(Wrong):
    """a static session right after one of a provisioned key takes its vendor ID from that key"""
    before = None

    def key_values(self, config, key):
        values = super().key_values(config, key)
        before, self.before = self.before, None
        if self.sts[config]:
            self.before = key
        elif before:
            values[0x27] = before[:2]
        return values


class TwelveSessions(Wrong):
    """from the thirteenth session of a link on, 03 says that it started and nothing is on the air"""
    begun = 0

    def opened(self):
        super().opened()
        self.begun = 0

    def begin(self, session, values):
        self.begun += 1
        if self.begun <= 12:
            return super().begin(session, values)
        self.silence()


class IntervalByTens(Wrong):
    """intervals are rounded up to tens on the air: 96 is 100"""

    def parameters(self, *arguments):
        values = super().parameters(*arguments)
        interval, = struct.unpack("<I", values[0x09])
        return {**values, 0x09: struct.pack("<I", (interval + 9) // 10 * 10)}


class SessionOf31Bits(Wrong):
    """a session ID is without its top bit on the air"""

    def begin(self, session, values):
        super().begin(session & 0x7FFFFFFF, values)


class AirAddressOfLostLink(Wrong):
    """a new address on each link; after a link lost while it ranged the radio keeps the old one until a stop"""
    aired = None

    def opened(self):
        super().opened()
        self.address = fresh()
        if not self.sessions:
            self.aired = self.address

    def stop(self, version, technologies):
        super().stop(version, technologies)
        self.aired = self.address

    def on_air(self):
        return self.aired


class TailStays(Wrong):
    """once a phone of version 2 or later has asked, answers of version 1 have the tail too"""
    newer = False

    def tail(self, version):
        self.newer = self.newer or version > 1
        return super().tail(max(version, 2) if self.newer else version)


class SoundingBringsRSSI(Wrong):
    """where channel sounding is asked for, RSSI is listed unasked"""

    def capabilities(self, version, wanted):
        return super().capabilities(version, wanted | (8 if wanted & 2 else 0))


class ReservedBitEmpties(Wrong):
    """where a reserved technology is asked for beside UWB, nothing is listed"""

    def capabilities(self, version, wanted):
        return super().capabilities(version, 0 if wanted >> 6 else wanted)


class OneConfigLeft(Wrong):
    """after its first configuration it announces that config ID alone, until the next boot"""
    used = ()

    def parameters(self, phone, config, *others):
        self.used = self.used or (config,)
        return super().parameters(phone, config, *others)

    def bitmaps(self):
        return super().bitmaps()[:8] + struct.pack("<I", bits(self.used or self.configs))


class DraftStart(Wrong):
    """message 04 of the draft is answered with 05"""

    def take(self, message):
        if len(message) == 4 and message[1] == 4:
            return self.send(bytes([self.own_version(message[0]), 5]) + message[2:])
        super().take(message)


class StartStays(Wrong):
    """a configuration that is to start nothing starts what the one before did"""
    last = 0

    def applied(self, blocks, configure, start):
        self.last = start = start or self.last & configure
        return super().applied(blocks, configure, start)


class StopOfIdleStopsAll(Wrong):
    """a stop of a technology that does not run ends the others too, and 07 does not say so"""

    def stop(self, version, technologies):
        running = bits(self.other | ({UWB} if self.sessions else set()))
        super().stop(version, technologies)
        if technologies & ~running:
            self.stop_all()


class RadioOutlastsStop(Wrong):
    """its radio goes on for 2.5 s after 07 said that it was stopped"""

    def stop(self, version, technologies):
        ending, ours = self.sessions.pop(2, None), self.sessions.get(1)
        super().stop(version, technologies)
        if ours and 1 not in self.sessions:
            self.sessions[2] = ours
            self.later(2.5, self.end, ours)
        elif ending:
            self.sessions[2] = ending

    def end(self, session):
        if self.sessions.get(2) is session:
            del self.sessions[2]

    def begin(self, session, values):
        self.sessions.pop(2, None)
        super().begin(session, values)


class MotionByteAfterSeveral(Wrong):
    """a configuration of version 3 with several technologies is refused for its motion byte"""

    def read(self, version, body):
        found = super().read(version, body)
        if version >= 3 and len(found[0]) > 1:
            raise Refused
        return found


class RoleStays(Wrong):
    """the first session as an initiator after one as a responder is one as a responder on the air"""
    followed = False

    def leads(self, role, mode):
        leads = super().leads(role, mode)
        followed, self.followed = self.followed, not leads
        return leads and not followed


class AnswerOwed(Wrong):
    """03 that a lost link cut off comes first on the next link"""
    radio_after = 0.4

    def __init__(self, air=None):
        super().__init__(air)
        self.owed = []

    def opened(self):
        super().opened()
        owed, self.owed = self.owed, []
        for message in owed:
            self.send(message)

    def answer(self, kind, version, technologies, after):
        if kind != CONFIGURED:
            return super().answer(kind, version, technologies, after)
        message = bytes([self.own_version(version), kind]) + struct.pack("<H", technologies)
        self.owed.append(message)
        self.later(after, self.pay, self.connection, message)

    def pay(self, link, message):
        if link and self.connection is link:
            self.owed.remove(message)
            self.send(message)


class Message128(Wrong):
    """each 128th message since it was switched on is lost"""
    messages = 0

    def take(self, message):
        self.messages += 1
        if self.messages % 128:
            super().take(message)


class FiftyBytes(Wrong):
    """a message of more than 50 bytes is lost, as a configuration of three technologies is"""

    def take(self, message):
        if len(message) <= 50:
            super().take(message)


class FirstPreamble(Wrong):
    """each session of a link has the preamble of the first on the air"""
    preamble = None

    def opened(self):
        super().opened()
        self.preamble = None

    def begin(self, session, values):
        self.preamble = self.preamble or values[0x14]
        super().begin(session, {**values, 0x14: self.preamble})


class StopOfLostLink(Wrong):
    """ranges on over a lost link, and on the next one a stop does not end that"""
    owner = 0

    def begin(self, session, values):
        self.owner = self.connections
        super().begin(session, values)

    def stop(self, version, technologies):
        if self.sessions and self.owner != self.connections:
            technologies &= ~1
        super().stop(version, technologies)


class BusyRadio(Wrong):
    """a start less than 0.1 s after a stop is answered as started, and nothing is on the air"""
    stopped = -1

    def stop(self, version, technologies):
        if self.sessions and technologies & 1:
            self.stopped = self.loop.time()
        super().stop(version, technologies)

    def begin(self, session, values):
        if self.loop.time() - self.stopped >= 0.1:
            return super().begin(session, values)
        self.silence()


class SaysWhatWasToStart(Wrong):
    """03 lists what was to be started, whether it was configured or not"""

    def applied(self, blocks, configure, start):
        return super().applied(blocks, configure, start) | start


class KindSwapped(Wrong):
    """in answers of version 2 the device type has its high byte first, in those of version 3 not"""

    def tail(self, version):
        tail = super().tail(version)
        return tail[:1] + tail[:0:-1] if version == 2 else tail


class SessionOnce(Wrong):
    """the session ID of the session before is refused after its stop, on the same link"""
    last = None

    def opened(self):
        super().opened()
        self.last = None

    def uwb_values(self, block):
        session, values = super().uwb_values(block)
        if session == self.last and not self.sessions:
            raise Refused
        return session, values

    def begin(self, session, values):
        self.last = session
        super().begin(session, values)




# --- Right ones, and unusual ----------------------------------------------------------------------


class SlowTag(Tag):
    """Each answer takes a quarter of a second, and so does its radio."""

    answers_after, radio_after = 0.25, 0.25


class MakesBeforeBreaking(Tag):
    """Of a type that is not known, and starts a second technology beside the first."""

    transitioning, kind = 1, 0


class AddressByLink(Tag):
    """A new address on each link, which its radio uses too."""

    def opened(self):
        super().opened()
        self.address = fresh()


class SingleChoice(Tag):
    """UWB alone, with one config ID, one preamble and long slots, as Find Hub asks for at least."""

    offers, configs, preambles, shortest, slot, least = (UWB,), (6,), (10,), 240, 2, 60


class HeldTogether(Tag):
    """What it says is held for 15 ms and written together."""

    held = b""

    def opened(self):
        super().opened()
        self.held = b""

    def write(self, data):
        if not self.held:
            self.later(0.015, self.flush, self.connection)
        self.held += data

    def flush(self, link):
        if link and self.connection is link:
            held, self.held = self.held, b""
            super().write(held)


class KeepsTheFirst(Tag):
    """While UWB ranges the same configuration is answered and goes on, another one is refused until a stop;
    a lost link ends all."""

    def opened(self):
        super().opened()
        self.stop_all()

    def closed(self):
        self.stop_all()

    def begin(self, session, values):
        ours = self.sessions.get(1)
        if ours is None:
            super().begin(session, values)
        elif (ours.identifier, ours.values) != (session, values):
            raise Refused


class AnswersInVersionOne(Tag):
    """03 and 07 are of version 1, whatever the phone's is."""

    def answer(self, kind, version, technologies, after):
        super().answer(kind, 1, technologies, after)


class PutDown(Tag):
    """Tells a phone that asked for motion how it comes to rest, and then nothing more."""

    def configure(self, version, body):
        super().configure(version, body)
        ours = self.sessions.get(1)
        if self.tells_motion and ours:
            for index, motion in enumerate((2, 1, 0)):
                self.later(0.2 * (index + 1), self.move, self.connections, ours, motion)

    def move(self, link, ours, motion):
        if self.tells_motion and self.sessions.get(1) is ours and link == self.connections:
            self.send(bytes([3, MOTION, motion]))


class NoConfirmations(Tag):
    """Neither a configuration nor a stop is answered, which is optional outside Find Hub."""

    least = 40

    def answer(self, kind, version, technologies, after):
        pass


RIGHT = [
    SlowTag, MakesBeforeBreaking, AddressByLink, SingleChoice, HeldTogether, KeepsTheFirst,
    AnswersInVersionOne, PutDown, NoConfirmations,
]

# What finds each wrong one: a case, or a rule of the frame watch.
FOUND_BY = {
    MotionStays: ("OB62", "OB63", "OB65"),
    VendorOfOldKey: ("OB49", "OB54", "OB81"),
    TwelveSessions: ("OB46", "OB47", "OB48"),
    IntervalByTens: ("OB54",),
    SessionOf31Bits: ("OB43", "OB44", "OB59"),
    AirAddressOfLostLink: ("OB78",),
    TailStays: ("OB26", "OB37", "W46"),
    SoundingBringsRSSI: ("OB23",),
    ReservedBitEmpties: ("OB25",),
    DraftStart: ("OB07", "W43"),
    StartStays: ("OB63",),
    RadioOutlastsStop: ("OB70", "OB74"),
    RoleStays: ("OB52",),
    FirstPreamble: ("OB55", "OB59"),
    BusyRadio: ("OB40", "OB43", "OB44"),
    SaysWhatWasToStart: ("OB64",),
    KindSwapped: ("W46",),
    OneConfigLeft: ("W48",),
    StopOfIdleStopsAll: ("OB75",),
    MotionByteAfterSeveral: ("OB40",),
    StopOfLostLink: ("OB78",),
    AnswerOwed: ("OB12",),
}
WRONG = list(FOUND_BY)
BY_CHANCE = [Message128]
"""Which case finds them hangs on chance."""
MISSED = [FiftyBytes, SessionOnce]
"""What no case sees yet."""

IN_A_RUN = [TwelveSessions, RoleStays, MotionStays, StartStays]
"""What came before, in other cases, shows them."""

give_cases(FOUND_BY, whole=IN_A_RUN)
