"""Accessories for Android phones that are each wrong in one way that is easily missed."""

import struct

from .oob import CONFIGURE, CONFIGURED, MOTION, RSSI, SOUNDING, STOPPED, UWB, Refused, bits
from .oob_faults import Wrong as Base


class Wrong(Base):
    found_by = ()


class RequestBigEndian(Wrong):
    """The technologies of a request are read from the other end: nothing is ever in common."""

    found_by = ("OB14", "OB25")
    offers = (UWB,)

    def tell(self, version, wanted):
        super().tell(version, int.from_bytes(wanted.to_bytes(2, "little"), "big"))


class AnswerBigEndian(Wrong):
    found_by = ("OB26", "OB23", "OB14")

    def capabilities(self, version, wanted):
        message = super().capabilities(version, wanted)
        return message[:2] + message[3:1:-1] + message[4:]


class AnswersAsRequest(Wrong):
    """The capabilities go out under the id of the request."""

    found_by = ("OB03", "OB14", "W43")

    def capabilities(self, version, wanted):
        message = super().capabilities(version, wanted)
        return message[:1] + b"\0" + message[2:]


class ConfiguredAsDraft(Wrong):
    """A configuration is answered with the draft's start response."""

    found_by = ("OB67", "W43")

    def answer(self, kind, version, technologies, after):
        super().answer(5 if kind == CONFIGURED else kind, version, technologies, after)


class StopAsConfigured(Wrong):
    """A stop is answered with the answer to a configuration."""

    found_by = ("OB71", "W44")

    def answer(self, kind, version, technologies, after):
        super().answer(CONFIGURED, version, technologies, after)


class SetOfOneByte(Wrong):
    """The answer to a configuration has one byte of technologies."""

    found_by = ("OB67", "W42")

    def answer(self, kind, version, technologies, after):
        self.send(bytes([self.own_version(version), kind, technologies & 0xFF]), after)


class TailEverywhere(Wrong):
    """The three bytes of version 2 stand behind the answer to a configuration too."""

    found_by = ("OB67", "W42")

    def answer(self, kind, version, technologies, after):
        self.send(bytes([self.own_version(version), kind]) + struct.pack("<H", technologies) + b"\0\3\0", after)


class ConfiguredInNewest(Wrong):
    found_by = ("OB67",)

    def answer(self, kind, version, technologies, after):
        super().answer(kind, self.highest if kind == CONFIGURED else version, technologies, after)


class StoppedInNewest(Wrong):
    found_by = ("OB71",)

    def answer(self, kind, version, technologies, after):
        super().answer(kind, self.highest if kind == STOPPED else version, technologies, after)


class VersionZero(Wrong):
    """Answers in version 0."""

    found_by = ("OB30", "OB14")

    def own_version(self, version):
        return 0


class OverClaims(Wrong):
    """Said to be of version 3, and of version 1."""

    found_by = ("OB33",)
    highest = 1


class OneVersionOnly(Wrong):
    """Answers requests of its own version and no other."""

    found_by = ("OB30", "OB31", "OB33")

    def tell(self, version, wanted):
        if version == 3:
            super().tell(version, wanted)


class RoleBehindMode(Wrong):
    """Role and mode are read the wrong way round."""

    found_by = ("OB50",)

    def uwb_values(self, block):
        return super().uwb_values(block[:-2] + block[:-3:-1])


class CountryBeforeKey(Wrong):
    """The country is looked for in front of the key."""

    found_by = ("OB47", "OB48")

    def key_values(self, config, key):
        turned = key[2:] + b"US"
        return super().key_values(config, turned)


class PreambleFromZero(Wrong):
    """The preamble of a configuration is read as a bit's number."""

    found_by = ("OB55",)

    def parameters(self, phone, config, channel, preamble, *rest):
        return super().parameters(phone, config, channel, preamble + 1, *rest)


class NumbersOfAndroidX(Wrong):
    """Configuration ids are those of another library: 3 is static there."""

    found_by = ("OB48", "OB53")
    sts = {1: 0, 3: 0, 6: 3}

    def key_values(self, config, key):
        return {0x27: key[:2], 0x28: key[2:8]} if self.sts[config] == 0 else {0x45: key}


class SixIsStatic(Wrong):
    found_by = ("OB48", "OB53", "OB54")
    sts = {1: 0, 3: 3, 6: 0}

    def key_values(self, config, key):
        return {0x27: key[:2], 0x28: key[2:8]} if self.sts[config] == 0 else {0x45: key}


class IntervalBigEndian(Wrong):
    """The interval of a configuration is read from the other end."""

    found_by = ("OB29", "OB39", "OB54")

    def uwb_values(self, block):
        return super().uwb_values(block[:9] + block[10:8:-1] + block[11:])


class ShortSession(Wrong):
    """Two bytes of the session id are used."""

    found_by = ("OB43", "OB44")

    def begin(self, session, values):
        super().begin(session & 0xFFFF, values)


class SignedSession(Wrong):
    """A session id with the top bit set is refused."""

    found_by = ("OB43", "OB44")

    def begin(self, session, values):
        if session > 0x7FFFFFFF:
            raise Refused
        super().begin(session, values)


class KeyReversed(Wrong):
    found_by = ("OB48",)

    def key_values(self, config, key):
        return super().key_values(config, key if config == 1 else key[::-1])


class WholeStaticKeyReversed(Wrong):
    found_by = ("OB47",)

    def key_values(self, config, key):
        return super().key_values(config, key[::-1] if config == 1 else key)


class VendorOfApple(Wrong):
    """The vendor id of the other system, whatever the key has."""

    found_by = ("OB47",)

    def key_values(self, config, key):
        return {0x27: b"\x4c\x00", 0x28: key[2:]} if config == 1 else {0x45: key}


class SlotsOfApple(Wrong):
    """Slots of 3 ms, as the other system has them."""

    found_by = ("OB52", "OB29")

    def parameters(self, phone, config, channel, preamble, interval, slot, *rest):
        return super().parameters(phone, config, channel, preamble, interval, 3, *rest)


class ChannelNine(Wrong):
    """Announces channel 5 and ranges on 9."""

    found_by = ("OB56",)
    channels = (5, 9)

    def parameters(self, phone, config, channel, *rest):
        return super().parameters(phone, config, 9, *rest)


class NeverLeads(Wrong):
    found_by = ("OB49", "OB29")

    def leads(self, role, mode):
        return False


class OldRole(Wrong):
    """The role of the session before."""

    found_by = ("OB81",)
    last = True

    def leads(self, role, mode):
        before, self.last = self.last, role == 1
        return before


class StaleAddress(Wrong):
    """Another address in each answer; the radio has the one that was told first."""

    found_by = ("OB20", "OB27", "OB46")
    told = 0

    def own(self):
        return bytes([0x1A, 0x2B + self.asked % 100])

    def on_air(self):
        return b"\x1a\x2b"


class Forgetful(Wrong):
    """After eight sessions there is no memory for another."""

    found_by = ("OB76",)
    begun = 0

    def begin(self, session, values):
        self.begun += 1
        if self.begun > 8:
            raise Refused
        super().begin(session, values)


class LateStop(Wrong):
    """Ranges on for four seconds behind a stop."""

    found_by = ("OB70",)

    def stop(self, version, technologies):
        if self.sessions and technologies & 1:
            session = self.sessions[1]
            self.later(4, lambda: self.sessions.get(1) is session and self.silence())
            return self.answer(STOPPED, version, 1, 0)
        super().stop(version, technologies)


class StopsMore(Wrong):
    """The answer to a stop has all that could have been stopped."""

    found_by = ("OB71",)

    def answer(self, kind, version, technologies, after):
        super().answer(kind, version, bits(self.offers) if kind == STOPPED else technologies, after)


class StopIsDeafening(Wrong):
    """A stop of nothing hangs it."""

    found_by = ("OB72", "OB73")
    is_dead = False

    def take(self, message):
        if not self.is_dead:
            super().take(message)

    def stop(self, version, technologies):
        self.is_dead = not self.sessions and not self.other
        super().stop(version, technologies)


class EmptyStopStops(Wrong):
    """A stop of no technology stops all."""

    found_by = ("OB75",)

    def stop(self, version, technologies):
        super().stop(version, technologies or 0xFFFF)


class StopsOther(Wrong):
    """A stop of another technology ends ultra-wideband, and only of that the answer tells nothing."""

    found_by = ("OB74",)

    def stop(self, version, technologies):
        if technologies & 8:
            self.silence()
        super().stop(version, technologies)


class StartsAll(Wrong):
    """What is configured starts, whatever is to start."""

    found_by = ("OB63",)

    def applied(self, blocks, configure, start):
        return super().applied(blocks, configure, configure)


class StartsOld(Wrong):
    """A start without a block starts what was configured last."""

    found_by = ("OB64", "OB88")
    last = None

    def is_consistent(self, configure, blocks):
        return True

    def begin(self, session, values):
        self.last = (session, values)
        super().begin(session, values)

    def applied(self, blocks, configure, start):
        if start & 1 and UWB not in blocks and self.last:
            super().begin(*self.last)
            return 1
        return super().applied(blocks, configure, start)


class SecondIsIgnored(Wrong):
    """Of sessions in a row each second is answered and not started."""

    found_by = ("OB76", "OB81")
    begun = 0

    def begin(self, session, values):
        self.begun += 1
        if self.begun % 2:
            super().begin(session, values)


class TakesAnyRole(Wrong):
    found_by = ("OB89",)

    def uwb_values(self, block):
        if block[-2] not in (1, 2):
            block = block[:-2] + b"\1" + block[-1:]
        return super().uwb_values(block)


class TakesAnyMode(Wrong):
    found_by = ("OB89",)

    def uwb_values(self, block):
        return super().uwb_values(block[:-1] + b"\1")


class TakesAnySlot(Wrong):
    found_by = ("OB92", "OB69")

    def uwb_values(self, block):
        return super().uwb_values(block[:11] + (block[11:12] if block[11] in (1, 2) else b"\2") + block[12:])


class TakesAnyInterval(Wrong):
    found_by = ("OB92",)

    def uwb_values(self, block):
        interval = struct.unpack_from("<H", block, 9)[0]
        good = interval in (96, 120, 200, 240, 600)
        return super().uwb_values(block[:9] + (block[9:11] if good else struct.pack("<H", 240)) + block[11:])


class TakesAnyChannel(Wrong):
    found_by = ("OB68", "OB69")

    def uwb_values(self, block):
        return super().uwb_values(block[:7] + bytes([self.channels[0]]) + block[8:])


class TakesAnyPreamble(Wrong):
    found_by = ("OB69",)

    def uwb_values(self, block):
        good = block[8] in self.preambles
        return super().uwb_values(block[:8] + (block[8:9] if good else b"\x0a") + block[9:])


class TakesOwnAddress(Wrong):
    found_by = ("OB91",)

    def uwb_values(self, block):
        if block[:2] in (self.own(), b"\0\0", b"\xff\xff"):
            block = b"\x12\x34" + block[2:]
        return super().uwb_values(block)


class TakesTwice(Wrong):
    """Of two blocks of one technology the last counts."""

    found_by = ("OB87",)

    def read(self, version, body):
        if len(body) > 6 and body[4] == 0 and 2 <= body[5] <= len(body) - 6 and body[4 + body[5]] == 0:
            body = body[:4] + body[4 + body[5]:]
        return super().read(version, body)


class TakesWithoutBit(Wrong):
    """Blocks count, whatever the bits say."""

    found_by = ("OB88",)

    def is_consistent(self, configure, blocks):
        return True


class HangsOnSizeZero(Wrong):
    """A block of size 0 is read for ever."""

    found_by = ("OB83",)
    is_dead = False

    def take(self, message):
        self.is_dead = self.is_dead or len(message) > 7 and message[1] == CONFIGURE and message[7] == 0
        if not self.is_dead:
            super().take(message)


class HangsOnLongKey(Wrong):
    found_by = ("OB84",)
    is_dead = False

    def take(self, message):
        self.is_dead = self.is_dead or len(message) > 20 and message[1] == CONFIGURE and message[20] == 255
        if not self.is_dead:
            super().take(message)


class ResetsOnCut(Wrong):
    """A configuration of 20 bytes makes it hang up, and it is deaf for a while."""

    found_by = ("OB82",)
    is_dead = False

    def take(self, message):
        if len(message) == 20 and message[1] == CONFIGURE:
            self.is_dead = True
            self.hang_up()
        if not self.is_dead:
            super().take(message)


class ResetsOnLong(Wrong):
    """A message over 128 bytes is written past its buffer."""

    found_by = ("OB85",)
    is_dead = False

    def take(self, message):
        self.is_dead = self.is_dead or len(message) > 128
        if not self.is_dead:
            super().take(message)


class MotionOfVersionOne(Wrong):
    """Motion has version 1."""

    found_by = ("OB40", "W45")
    version = 1

    def on(self, session):
        super().on(session)
        if self.tells_motion:
            self.send(bytes([self.version, MOTION, 0]))


class MotionOfFourBytes(Wrong):
    found_by = ("OB40", "W42")

    def on(self, session):
        super().on(session)
        if self.tells_motion:
            self.send(bytes([3, MOTION, 0, 0]), 0.05)


class MotionOfDegrees(Wrong):
    found_by = ("OB40", "W46")

    def on(self, session):
        super().on(session)
        if self.tells_motion:
            self.send(bytes([3, MOTION, 17]), 0.05)


class MotionForAll(Wrong):
    """Motion is told to phones that do not want it."""

    found_by = ("OB40", "OB95")

    def on(self, session):
        super().on(session)
        self.send(bytes([3, MOTION, 0]), 0.1)


class KeepsMotion(Wrong):
    """Who wanted motion once gets it in every session."""

    found_by = ("OB40", "OB95")
    wanted = False

    def on(self, session):
        super().on(session)
        self.wanted = self.wanted or self.tells_motion
        if self.wanted:
            self.send(bytes([3, MOTION, 0]), 0.1)


class LevelsOfSecurity(Wrong):
    """The levels of channel sounding are none."""

    found_by = ("OB28",)

    def block(self, technology):
        return bytes([1, 9, 0]) + bytes.fromhex("C0FFEE000001") if technology == SOUNDING else super().block(technology)


class SizeOfStrength(Wrong):
    """The block of signal strength is a byte short."""

    found_by = ("OB14", "OB26")

    def block(self, technology):
        return bytes([3, 7]) + bytes.fromhex("C0FFEE0000") if technology == RSSI else super().block(technology)


class FamilyBlock(Wrong):
    """The block of ultra-wideband has bytes of its own at the end, as a draft had."""

    found_by = ("OB14", "OB15")

    def ultra_wideband(self):
        block = super().ultra_wideband()
        return block[:1] + bytes([25]) + block[2:] + bytes(5)


class IntervalOfSlots(Wrong):
    """The shortest slot is told in RSTU, cut to a byte."""

    found_by = ("OB22",)
    slot = 0xB0

    def uwb_values(self, block):
        return super().uwb_values(block)


class LongestFirst(Wrong):
    """A round does not fit into the shortest interval."""

    found_by = ("OB22",)
    shortest, slot = 5, 1


class StrangeRoles(Wrong):
    found_by = ("W46", "OB21")
    roles = 4


class OnceDisconnected(Wrong):
    """What was asked over the last connection is answered over the next."""

    found_by = ("OB12",)
    owed = None

    def tell(self, version, wanted):
        message = self.capabilities(self.own_version(version), wanted)
        link = self.connection

        def give():
            if self.connection:
                self.write(self.framer.wrap(message))
            else:
                self.owed = message
        self.later(0.05, give)

    def opened(self):
        super().opened()
        owed, self.owed = self.owed, None
        if owed:
            self.write(self.framer.wrap(owed))


class ConnectionsWearOut(Wrong):
    found_by = ("OB13", "OB11")

    def take(self, message):
        if self.connections < 60:
            super().take(message)


class AlwaysRanging(Wrong):
    """A phone that goes from the air leaves it deaf."""

    found_by = ("OB79",)

    def take(self, message):
        session = self.sessions.get(1)
        if session and not self.air.peers(session) and message[1:2] == b"\0":
            return
        super().take(message)


class RefusesAnnounced(Wrong):
    """Announces slots of 1 ms, and refuses them."""

    found_by = ("OB52",)

    def uwb_values(self, block):
        if block[11] == 1:
            raise Refused
        return super().uwb_values(block)


class RefusesSix(Wrong):
    """Announces configuration id 6, and refuses it."""

    found_by = ("OB53", "OB48")

    def uwb_values(self, block):
        if block[6] == 6:
            raise Refused
        return super().uwb_values(block)


class RefusesOlder(Wrong):
    """A configuration of version 1 is refused by an accessory of version 3."""

    found_by = ("OB39", "OB29")

    def configure(self, version, body):
        if version < 3:
            return self.answer(CONFIGURED, version, 0, 0)
        super().configure(version, body)


class NeedsMotionByte(Wrong):
    """Every configuration is read as one of version 3, the last byte of which it takes off."""

    found_by = ("OB39", "OB29")

    def read(self, version, body):
        return super().read(3, body[:-1])


class DiesOfNewerConfiguration(Wrong):
    found_by = ("OB42",)
    is_dead = False

    def take(self, message):
        self.is_dead = self.is_dead or message[:1] > b"\3" and message[1:2] == b"\2"
        if not self.is_dead:
            super().take(message)


WRONG = Wrong.__subclasses__()
