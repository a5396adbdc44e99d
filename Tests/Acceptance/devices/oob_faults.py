"""Accessories for Android phones that are each wrong in one way."""

import struct

from .oob import ASK, CONFIGURE, CONFIGURED, MOTION, RSSI, SOUNDING, STOP, UWB, Refused, Tag, bits


class Wrong(Tag):
    found_by = ()

    def __init_subclass__(cls):
        cls.during = " | ".join(f"id({case})" for case in cls.found_by if case[0] != "W")


class SizeWithoutHeader(Wrong):
    found_by = ("OB14", "OB15")

    def ultra_wideband(self):
        block = super().ultra_wideband()
        return block[:1] + b"\x12" + block[2:]


class PreambleAsBit(Wrong):
    """Bit n for preamble n."""

    found_by = ("OB17",)

    def bitmaps(self):
        return struct.pack("<III", bits(self.channels), bits(self.preambles), bits(self.configs))


class ConfigurationFromZero(Wrong):
    found_by = ("OB18",)

    def bitmaps(self):
        return struct.pack(
            "<III", bits(self.channels), bits(each - 1 for each in self.preambles),
            bits(each - 1 for each in self.configs))


class BigEndianBitmaps(Wrong):
    found_by = ("OB16",)

    def bitmaps(self):
        return struct.pack(
            ">III", bits(self.channels), bits(each - 1 for each in self.preambles), bits(self.configs))


class BigEndianInterval(Wrong):
    """96 ms as 24 576."""

    found_by = ("OB16", "OB22")

    def ultra_wideband(self):
        block = super().ultra_wideband()
        return block[:16] + struct.pack(">H", self.shortest) + block[18:]


class NoInitiator(Wrong):
    found_by = ("OB21",)
    roles = 2


class ThreeMillisecondSlots(Wrong):
    found_by = ("OB22",)
    slot = 3


class ChannelsAsList(Wrong):
    """The number of the channel in place of its bit."""

    found_by = ("OB16", "OB19")

    def bitmaps(self):
        return struct.pack("<I", 9) + super().bitmaps()[4:]


class Unrequested(Wrong):
    found_by = ("OB23",)

    def capabilities(self, version, wanted):
        return super().capabilities(version, 0xFFFF)


class AnswersOnce(Wrong):
    """A second request over one connection is not answered."""

    found_by = ("OB27",)

    def opened(self):
        super().opened()
        self.asked = 0

    def tell(self, version, wanted):
        if self.asked == 1:
            super().tell(version, wanted)


class OtherOnRepetition(Wrong):
    """What it can do is another thing each time."""

    found_by = ("OB27",)

    def bitmaps(self):
        self.channels = (5, 9) if self.asked % 2 else (9,)
        return super().bitmaps()


class BlockTwice(Wrong):
    found_by = ("OB26",)

    def block(self, technology):
        return super().block(technology) * (2 if technology == UWB else 1)


class BitWithoutBlock(Wrong):
    found_by = ("OB26",)

    def block(self, technology):
        return b"" if technology == RSSI else super().block(technology)


class BlockWithoutBit(Wrong):
    found_by = ("OB26", "OB23", "OB25")

    def capabilities(self, version, wanted):
        message = super().capabilities(version, wanted)
        return message[:2] + struct.pack("<H", struct.unpack_from("<H", message, 2)[0] & ~8) + message[4:]


class DraftSounding(Wrong):
    """The block of channel sounding as in the draft."""

    found_by = ("OB28",)

    def block(self, technology):
        if technology == SOUNDING:
            return bytes([1, 12, 2]) + bytes.fromhex("C0FFEE000001") + b"\0\0\0"
        return super().block(technology)


class NoTail(Wrong):
    found_by = ("OB31", "OB32")

    def tail(self, version):
        return b""


class TailInVersionOne(Wrong):
    found_by = ("OB30", "OB37")

    def tail(self, version):
        return super().tail(3)


class StrangeTail(Wrong):
    found_by = ("OB36",)
    kind = 9


class BigEndianKind(Wrong):
    found_by = ("OB36",)

    def tail(self, version):
        return struct.pack(">BH", self.transitioning, self.kind) if version > 1 else b""


class TailInFront(Wrong):
    """The three bytes of version 2 before the blocks."""

    found_by = ("OB31", "OB32")

    def capabilities(self, version, wanted):
        message = super().capabilities(version, wanted)
        return message[:4] + message[-3:] + message[4:-3] if version > 1 else message


class EchoesVersion(Wrong):
    found_by = ("OB33",)

    def own_version(self, version):
        return version


class AlwaysNewest(Wrong):
    """Answers in its own version whoever asks."""

    found_by = ("OB30", "OB31")

    def own_version(self, version):
        return self.highest


class DeafToNewer(Wrong):
    found_by = ("OB33",)

    def tell(self, version, wanted):
        if version <= self.highest:
            super().tell(version, wanted)


class LateAnswer(Wrong):
    found_by = ("OB04",)
    answers_after = 4.4


class ByteBehind(Wrong):
    """A byte more behind each answer."""

    found_by = ("OB03", "OB14", "OB30")

    def capabilities(self, version, wanted):
        return super().capabilities(version, wanted) + b"\0"


class AnswersTwice(Wrong):
    found_by = ("OB27",)

    def tell(self, version, wanted):
        super().tell(version, wanted)
        super().tell(version, wanted)


class Chatters(Wrong):
    """Says that something was configured as soon as someone connects."""

    found_by = ("OB03", "W44")

    def opened(self):
        super().opened()
        self.send(bytes([1, CONFIGURED, 0, 0]))


class DiesOfShortMessages(Wrong):
    """A message without a header hangs it until it is started again."""

    found_by = ("OB06", "OB05")
    is_dead = False

    def take(self, message):
        self.is_dead = self.is_dead or len(message) < 2
        if not self.is_dead:
            super().take(message)


class DiesOfReserved(Wrong):
    found_by = ("OB07",)
    is_dead = False

    def take(self, message):
        self.is_dead = self.is_dead or len(message) > 1 and message[1] not in (ASK, CONFIGURE, STOP)
        if not self.is_dead:
            super().take(message)


class EchoesReserved(Wrong):
    """Answers messages that there are none of."""

    found_by = ("OB07",)

    def take(self, message):
        if len(message) > 1 and message[1] == 4:
            return self.send(bytes([message[0], 5, 1, 0]))
        super().take(message)


class AsksFirst(Wrong):
    """Takes no configuration before it was asked for capabilities over the same connection."""

    found_by = ("OB29",)

    def opened(self):
        super().opened()
        self.asked = 0

    def configure(self, version, body):
        if not self.asked:
            return self.answer(CONFIGURED, version, 0, 0)
        super().configure(version, body)


class BigEndianSession(Wrong):
    found_by = ("OB43", "OB44")

    def begin(self, session, values):
        super().begin(int.from_bytes(session.to_bytes(4, "big"), "little"), values)


class PositiveSession(Wrong):
    """The top bit of the session id is lost."""

    found_by = ("OB44",)

    def begin(self, session, values):
        super().begin(session & 0x7FFFFFFF, values)


class ReversedPeer(Wrong):
    found_by = ("OB45",)

    def peer_of(self, phone):
        return phone[::-1]


class ReversedSelf(Wrong):
    found_by = ("OB46",)

    def on_air(self):
        return self.own()[::-1]


class ReversedVendor(Wrong):
    found_by = ("OB47",)

    def key_values(self, config, key):
        return {0x27: key[1::-1], 0x28: key[2:]} if config == 1 else {0x45: key}


class ReversedVector(Wrong):
    found_by = ("OB47",)

    def key_values(self, config, key):
        return {0x27: key[:2], 0x28: key[:1:-1]} if config == 1 else {0x45: key}


class HalfKey(Wrong):
    found_by = ("OB48",)

    def key_values(self, config, key):
        return super().key_values(config, key) if config == 1 else {0x45: key[:8] + bytes(len(key) - 8)}


class StaticAlways(Wrong):
    found_by = ("OB48", "OB53")
    sts = {1: 0, 3: 0, 6: 0}

    def key_values(self, config, key):
        return {0x27: key[:2], 0x28: key[2:8]}


class RoleOfMode(Wrong):
    """Who leads is read from the mode."""

    found_by = ("OB50",)

    def leads(self, role, mode):
        return mode == 1


class AlwaysLeads(Wrong):
    found_by = ("OB50", "OB51", "OB81")

    def leads(self, role, mode):
        return True


class SlotsOfTwo(Wrong):
    found_by = ("OB52",)

    def parameters(self, phone, config, channel, preamble, interval, slot, *rest):
        return super().parameters(phone, config, channel, preamble, interval, 2, *rest)


class FixedInterval(Wrong):
    found_by = ("OB54",)

    def parameters(self, phone, config, channel, preamble, interval, *rest):
        return super().parameters(phone, config, channel, preamble, 240, *rest)


class FixedPreamble(Wrong):
    found_by = ("OB55",)

    def parameters(self, phone, config, channel, preamble, *rest):
        return super().parameters(phone, config, channel, 10, *rest)


class ManySlots(Wrong):
    found_by = ("OB58",)
    slots = 25


class NoHopping(Wrong):
    found_by = ("OB58",)
    hopping = 0


class LosesMotionByte(Wrong):
    """Cannot read the byte of version 3."""

    found_by = ("OB40",)

    def read(self, version, body):
        return super().read(1, body)


class MotionUnasked(Wrong):
    found_by = ("OB40", "OB95")

    def on(self, session):
        super().on(session)
        self.send(bytes([3, MOTION, 0]))
        self.later(0.4, self.send, bytes([3, MOTION, 3]))


class MotionBehindStop(Wrong):
    found_by = ("OB95",)

    def stop(self, version, technologies):
        told = self.tells_motion
        super().stop(version, technologies)
        if told:
            self.later(0.5, self.send, bytes([3, MOTION, 3]))


class WaitsForSecond(Wrong):
    """Begins with the second message that tells it to."""

    found_by = ("OB35", "OB29")
    told = 0

    def begin(self, session, values):
        self.told += 1
        if self.told % 2 == 0:
            super().begin(session, values)


class AskingEnds(Wrong):
    """A request for capabilities ends what ranges."""

    found_by = ("OB65",)

    def tell(self, version, wanted):
        self.silence()
        super().tell(version, wanted)


class SaysYes(Wrong):
    """The answer names what could not start."""

    found_by = ("OB68", "OB69")

    def configure(self, version, body):
        try:
            self.applied(*self.read(version, body))
        except Refused:
            pass
        self.answer(CONFIGURED, version, 1, self.radio_after)


class NamesMore(Wrong):
    """The answer has a technology that was not asked for."""

    found_by = ("OB67",)

    def answer(self, kind, version, technologies, after):
        super().answer(kind, version, technologies | (8 if kind == CONFIGURED else 0), after)


class GoesOn(Wrong):
    """A stop is answered, and ranging goes on."""

    found_by = ("OB70",)

    def silence(self):
        pass


class StopsNothing(Wrong):
    """Stops, and says that it did not."""

    found_by = ("OB71",)

    def stop(self, version, technologies):
        self.stop_all()
        self.answer(STOP + 1, version, 0, 0)


class StopsAll(Wrong):
    found_by = ("OB74",)

    def stop(self, version, technologies):
        super().stop(version, 0xFFFF if technologies else 0)


class KeepsFirstKey(Wrong):
    """The key of the first session is that of all."""

    found_by = ("OB76",)
    kept = None

    def key_values(self, config, key):
        self.kept = self.kept or super().key_values(config, key)
        return self.kept


class KeepsFirstSession(Wrong):
    """A session that is given while it ranges, or has, is the first again."""

    found_by = ("OB76",)
    first = None

    def begin(self, session, values):
        self.first = self.first or session
        super().begin(self.first, values)


class OneRole(Wrong):
    """The role of the first session is that of all."""

    found_by = ("OB81",)
    kept = None

    def leads(self, role, mode):
        if self.kept is None:
            self.kept = role == 1
        return self.kept


class TakesCut(Wrong):
    """Starts with what it could read."""

    found_by = ("OB82",)

    def configure(self, version, body):
        if 15 <= len(body) < 30 and body[4] == UWB:
            return self.answer(CONFIGURED, version, 1, 0)
        super().configure(version, body)


class TakesAnyKey(Wrong):
    found_by = ("OB84-block",)

    def uwb_values(self, block):
        length = block[12]
        if length not in (8, 16, 32) and len(block) == 17 + length:
            block = block[:12] + b"\x08" + bytes(8) + block[-4:]
            block = block[:6] + b"\1" + block[7:]
        return super().uwb_values(block)


class TakesAnySize(Wrong):
    """Reads the block by what it should be, not by its size."""

    found_by = ("OB83",)

    def read(self, version, body):
        if len(body) > 18 and body[4] == UWB:
            body = body[:5] + bytes([min(255, 19 + body[18])]) + body[6:]
        return super().read(version, body)


class DiesOfMany(Wrong):
    """Holds every message that it cannot read, until nothing more fits."""

    found_by = ("OB93",)
    held = 0

    def take(self, message):
        self.held += len(message) > 1 and message[1] not in (ASK, CONFIGURE, STOP)
        if self.held < 500:
            super().take(message)


class ForgetsToListen(Wrong):
    """Serves no phone after one that left while it ranged."""

    found_by = ("OB11", "OB78")
    is_over = False

    def closed(self):
        self.is_over = self.is_over or bool(self.sessions)

    def take(self, message):
        if not self.is_over:
            super().take(message)


WRONG = Wrong.__subclasses__()
