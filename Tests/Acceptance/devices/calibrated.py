"""UCI boards with an antenna delay to calibrate by Qorvo's keys or NXP's tags, written from public
descriptions alone: right ones with a habit, and one class for each thing that firmware does wrong with
calibration values. Where each board stands and how wrong it is, its `Place` says.
"""

import random
import struct

from . import uci
from .uci import OK, INVALID, RANGE

SET, GET = (0xE, 0x2A), (0xE, 0x2B)
DELAY = "ant0.ch9.ant_delay"
FACTORY = {
    "ant0.ch5.ant_delay": struct.pack("<I", 16371), DELAY: struct.pack("<I", 16381),
    "ant1.ch9.ant_delay": struct.pack("<I", 16375), "ant_pair0.ch9.pdoa.offset": struct.pack("<h", 1669),
    "ant0.ch9.ref_frame0.tx_power_index": bytes([0x16, 0x16, 0x16, 0x16]),
    "pdoa_lut0.data": bytes(range(124)), "xtal_trim": bytes([0x27]),
}


class Place(uci.Air):
    """Where boards hear each other, with what nobody is told of them."""

    def __init__(self, seed=1, noise=0.03, echoes=0.0):
        super().__init__()
        self.random, self.noise, self.echoes = random.Random(seed), noise, echoes

    def range(self, one, other):
        metres = abs(one.place - other.place) + one.error() + other.error()
        metres += self.random.gauss(0, self.noise)
        if self.random.random() < self.echoes:
            metres += self.random.expovariate(1 / 0.4)
        return metres


class Board(uci.Board):
    """a board that does with its calibration what it is told"""
    offset, slope, place = 0.31, 0.0047, 0.0

    def __init__(self, air):
        super().__init__(air)
        self.keys, self.writes = dict(FACTORY), []
        self.used = dict(self.keys)
        self.pending = 0

    def command(self, group, opcode, payload):
        if (group, opcode) == SET:
            return self.set_calibration(payload)
        if (group, opcode) == GET:
            return self.get_calibration(payload)
        super().command(group, opcode, payload)

    def strings(self, payload, has_values):
        count, rest, found = struct.unpack_from("<H", payload)[0], payload[2:], []
        for _ in range(count):
            key, rest = rest[1:1 + rest[0]].decode(), rest[1 + rest[0]:]
            value = b""
            if has_values:
                value, rest = rest[1:1 + rest[0]], rest[1 + rest[0]:]
            found.append((key, value))
        return found

    def set_calibration(self, payload):
        for key, value in self.strings(payload, True):
            if key not in self.keys:
                return self.respond(*SET, bytes([INVALID]))
            if len(value) != len(self.keys[key]):
                return self.respond(*SET, bytes([RANGE]))
            self.writes.append((key, value))
            self.store(key, value)
        self.written()

    def written(self):
        self.respond(*SET, bytes([OK]))

    def store(self, key, value):
        self.keys[key] = value
        self.used[key] = value

    def store_later(self, seconds, key, value):
        """A write that is done after a while."""
        def done():
            self.pending -= 1
            Board.store(self, key, value)
        self.pending += 1
        self.later(seconds, done)

    def get_calibration(self, payload):
        body, known = b"", True
        for key, _ in self.strings(payload, False):
            value = self.shown(key)
            known = known and value is not None
            body += bytes([len(key)]) + key.encode() + bytes([INVALID if value is None else OK])
            body += bytes([len(value or b"")]) + (value or b"")
        self.respond(*GET, bytes([OK if known else uci.FAILED]) + struct.pack("<H", len(
            self.strings(payload, False))) + body)

    def shown(self, key):
        return self.keys.get(key)

    def raised(self):
        return struct.unpack("<I", self.used[DELAY])[0] - struct.unpack("<I", FACTORY[DELAY])[0]

    def error(self):
        return self.offset - self.slope * self.raised()

    def record(self, address, peer, index):
        if peer is None:
            return super().record(address, peer, index)
        centimetres = max(0, round(self.told(self.air.range(self, peer.board)) * 100))
        return address + struct.pack(
            "<BBHhBhBhBhBBB11x", 0, self.sight(), centimetres, 0, 0, 0, 0, 0, 0, 0, 0, index + 2, 120)


    def sight(self):
        """What is told of the line of sight: 0 free, 1 blocked, 255 unknown."""
        return 0

    def told(self, metres):
        """The distance that it reports of one that was measured."""
        return metres


class Trusted(Board):
    """a board that is right"""
    offset, place = 0.0, 2.5


# --- Right ones ------------------------------------------------------------------------------------


class SteepSlope(Board):
    """a unit is worth 5.8 mm"""
    slope = 0.0058


class FlatSlope(Board):
    """a unit is worth 3.9 mm"""
    slope = 0.0039


class OneWay(Board):
    """a unit is worth half a tick, since it counts for one direction"""
    slope = 0.00235


class Short(Board):
    """it ranges too short"""
    offset = -0.22


class AlmostRight(Board):
    """it is 5 cm off"""
    offset = 0.05


class Slow(Board):
    """each answer takes 60 ms"""

    def command(self, group, opcode, payload):
        self.later(0.06, super().command, group, opcode, payload)


class AsksAgain(Board):
    """each fifth command is to be sent again"""
    commands = 0

    def command(self, group, opcode, payload):
        self.commands += 1
        if self.commands % 5 == 0:
            return self.notify(uci.CORE, 7, bytes([uci.RETRY]))
        super().command(group, opcode, payload)


class Chatters(Board):
    """notifications of its vendor while it is written to"""

    def set_calibration(self, payload):
        self.notify(0xE, 9, bytes(20))
        super().set_calibration(payload)
        self.notify(0xE, 9, bytes(20))


class TellsEntries(Board):
    """its response to a write names each key with a status"""

    def written(self):
        key, _ = self.writes[-1]
        self.respond(*SET, bytes([OK, 1, 0, len(key)]) + key.encode() + bytes([OK]))


class NineAlone(Board):
    """it has no channel 5"""

    def __init__(self, air):
        super().__init__(air)
        self.keys = {key: value for key, value in self.keys.items() if ".ch5." not in key}


class AtReset(Board):
    """a value takes effect with the next device reset"""

    def store(self, key, value):
        self.keys[key] = value

    def reset(self, payload):
        self.used = dict(self.keys)
        super().reset(payload)


class LateResponse(Board):
    """a write is done at once and answered after 2.6 s"""

    def written(self):
        self.later(2.6, self.respond, *SET, bytes([OK]))


class NeverAnswers(Board):
    """a write is done and never answered"""

    def written(self):
        pass


class StoresLate(Board):
    """a write is acknowledged at once and done after 0.3 s"""

    def store(self, key, value):
        self.store_later(0.3, key, value)


class StoresAtReset(Board):
    """a write is acknowledged at once and done with the next device reset"""

    def __init__(self, air):
        super().__init__(air)
        self.waiting = {}

    def store(self, key, value):
        self.waiting[key] = value

    def reset(self, payload):
        for key, value in self.waiting.items():
            super().store(key, value)
        self.waiting = {}
        super().reset(payload)


class Thermometer(Board):
    """the temperature is one of its keys"""

    def shown(self, key):
        if key == "temperature_reference":
            return struct.pack("<h", self.random.randrange(-300, 300))
        return super().shown(key)

    random = random.Random(3)


class SilentToStrangers(Board):
    """a question for a key that it does not have is not answered"""

    def get_calibration(self, payload):
        if all(key in self.keys for key, _ in self.strings(payload, False)):
            super().get_calibration(payload)


RIGHT = [
    Board, SteepSlope, FlatSlope, OneWay, Short, AlmostRight, Slow, AsksAgain, Chatters, TellsEntries, NineAlone,
    AtReset, LateResponse, NeverAnswers, StoresLate, StoresAtReset, Thermometer, SilentToStrangers,
]


# --- Wrong ones ------------------------------------------------------------------------------------


class Ignores(Board):
    """a value is stored and read back, and of no effect"""

    def store(self, key, value):
        self.keys[key] = value


class Acknowledges(Board):
    """a write is acknowledged and not done"""

    def store(self, key, value):
        pass


class Clamps(Board):
    """a value moves by 12 units at most"""

    def store(self, key, value):
        if len(value) == 4:
            first = struct.unpack("<I", FACTORY[key])[0]
            value = struct.pack("<I", min(max(struct.unpack("<I", value)[0], first - 12), first + 12))
        super().store(key, value)


class Rounds(Board):
    """a value is cut down to a multiple of 64, the old one too"""
    offset = 0.2

    def store(self, key, value):
        number = int.from_bytes(value, "little") // 64 * 64
        super().store(key, number.to_bytes(len(value), "little"))

    restores, left = False, "keeps multiples of 64"


class RoundsSixteen(Board):
    """a new value is cut down to a multiple of 16; the old one is none and is lost by it"""
    offset, restores, left = 0.2, False, "keeps multiples of 16"

    def store(self, key, value):
        number = int.from_bytes(value, "little") // 16 * 16
        super().store(key, number.to_bytes(len(value), "little"))


class ForgetsAtReset(Board):
    """a device reset brings the old value back"""

    def reset(self, payload):
        self.keys, self.used = dict(FACTORY), dict(FACTORY)
        super().reset(payload)


class ForgetsAfterThree(Board):
    """the third device reset after a write brings the old value back"""
    resets = 0

    def store(self, key, value):
        self.resets = 0
        super().store(key, value)

    def reset(self, payload):
        self.resets += 1
        if self.resets == 3:
            self.keys, self.used = dict(FACTORY), dict(FACTORY)
        super().reset(payload)


class UsesNothingAfterReset(Board):
    """a device reset brings the old value back, and the new one is still read"""

    def reset(self, payload):
        self.used = dict(FACTORY)
        super().reset(payload)


class Reversed(Board):
    """a larger delay makes ranges longer"""
    slope = -0.0047


class FourTimes(Board):
    """a unit counts four times"""
    slope = 0.0188


class Saturates(Board):
    """the effect of a value ends at 20 units"""

    def raised(self):
        return max(-20, min(20, super().raised()))


class AtRestart(Board):
    """a value takes effect when the power was away, which nobody can take"""

    def store(self, key, value):
        self.keys[key] = value


class ResetsTrim(Board):
    """a write of a delay sets the crystal's trim to zero"""

    def store(self, key, value):
        super().store(key, value)
        if key == DELAY:
            super().store("xtal_trim", bytes(1))


class ResetsOffset(Board):
    """a write of a delay sets the offset of angles to zero"""

    def store(self, key, value):
        super().store(key, value)
        if key == DELAY:
            super().store("ant_pair0.ch9.pdoa.offset", bytes(2))


class ResetsAntenna(Board):
    """a write of a delay sets that of the other antenna to its own"""

    def store(self, key, value):
        super().store(key, value)
        if key == DELAY:
            super().store("ant1.ch9.ant_delay", value)


class ResetsTable(Board):
    """a write of a delay forgets the table of angles"""

    def store(self, key, value):
        super().store(key, value)
        if key == DELAY:
            super().store("pdoa_lut0.data", bytes(124))


class OtherChannel(Board):
    """the delay of channel 5 is written"""

    def store(self, key, value):
        super().store("ant0.ch5.ant_delay" if key == DELAY else key, value)


class StoresLater(Board):
    """a write is acknowledged at once and done after 3.2 s"""
    seconds = 3.2

    def store(self, key, value):
        self.store_later(self.seconds, key, value)


class StoresMuchLater(StoresLater):
    """a write is acknowledged at once and done after 7 s"""
    seconds = 7


class Zeroes(Board):
    """a write is not answered, and the value is zero; the third time it is done"""
    times = 0

    def store(self, key, value):
        self.times += 1
        super().store(key, value if self.times > 2 else bytes(len(value)))

    def written(self):
        if self.times > 2:
            super().written()


class Refuses(Board):
    """each write is refused"""

    def store(self, key, value):
        pass

    def written(self):
        self.respond(*SET, bytes([RANGE]))


class RefusesAndDoes(Board):
    """a write is refused, and done all the same"""
    is_wrong = False

    def written(self):
        self.respond(*SET, bytes([RANGE]))


class DiesBefore(Board):
    """it hangs up at its first two writes, which are not done"""
    deaths = 2

    def set_calibration(self, payload):
        if self.deaths > 0:
            self.deaths -= 1
            self.writes += self.strings(payload, True)
            return self.hang_up()
        super().set_calibration(payload)


class DiesAfter(Board):
    """it hangs up at each write, which is done"""

    def written(self):
        self.hang_up()


class DiesZeroed(Board):
    """it hangs up at its first write and comes back with zero"""
    deaths = 1

    def set_calibration(self, payload):
        if self.deaths > 0:
            self.deaths -= 1
            self.writes += self.strings(payload, True)
            super().store(DELAY, bytes(4))
            return self.hang_up()
        super().set_calibration(payload)


class ReadsBackAnother(Board):
    """another value works than the one that is read back"""

    def store(self, key, value):
        super().store(key, value)
        if key == DELAY and value != FACTORY[DELAY]:
            self.used[key] = struct.pack("<I", struct.unpack("<I", value)[0] + 64)


class Adds(Board):
    """a write is added to what stands there"""
    restores = False

    def store(self, key, value):
        if len(value) == 4:
            number = int.from_bytes(value, "little") + int.from_bytes(self.keys[key], "little")
            value = (number & 0xFFFFFFFF).to_bytes(4, "little")
        super().store(key, value)


WRONG = [
    Ignores, Acknowledges, Clamps, Rounds, RoundsSixteen, ForgetsAtReset, ForgetsAfterThree, UsesNothingAfterReset,
    Reversed, FourTimes, Saturates, AtRestart, ResetsTrim, ResetsOffset, ResetsAntenna, ResetsTable, OtherChannel,
    StoresLater, StoresMuchLater, Zeroes, Refuses, RefusesAndDoes, DiesBefore, DiesAfter, DiesZeroed, ReadsBackAnother,
    Adds,
]


# --- Accuracy: a pair of boards, the second of which is meant --------------------------------------------


class Exact(Board):
    """a board that is right"""
    offset = 0.0


class Fades(Exact):
    """its ranges go slowly to and fro by 3 cm, as in a room where somebody walks"""
    during, wander = "id(AC01) | id(AC05) | id(AC08)", 0.0

    def told(self, metres):
        self.wander = 0.95 * self.wander + self.air.random.gauss(0, 0.03 * (1 - 0.95 ** 2) ** 0.5)
        return metres + self.wander


class NearTheLimit(Exact):
    """it is 1.8 cm off"""
    during, offset = "id(AC01) | id(AC02) | id(AC05)", 0.018


class SightUnknown(Exact):
    """it never knows whether the way is free"""
    during = "id(AC11)"

    def sight(self):
        return 255


class SightOften(Exact):
    """one range in twenty is told as blocked"""
    during, count = "id(AC11)", 0

    def sight(self):
        self.count += 1
        return int(self.count % 20 == 0)


class Sixteen(Exact):
    """it is 16 cm off"""
    during, found_by, offset = "id(AC01) | id(AC05)", ("AC01", "AC05"), 0.16


class Blocked(Exact):
    """the way is told as blocked in every third round"""
    during, found_by, count = "id(AC11)", ("AC11",), 0

    def sight(self):
        self.count += 1
        return int(self.count % 3 == 0)


class OneSided(Exact):
    """it reports 8 cm more than its peer"""
    during, found_by = "id(AC07)", ("AC07",)

    def told(self, metres):
        return metres + 0.08


class Scatters(Exact):
    """its ranges scatter by 12 cm"""
    during, found_by = "id(AC03) | id(AC06)", ("AC03", "AC06")

    def told(self, metres):
        return metres + self.air.random.gauss(0, 0.12)


class Drifts(Exact):
    """its ranges grow by 0.1 cm each round"""
    during, found_by, count = "id(AC08)", ("AC08",), 0

    def told(self, metres):
        self.count += 1
        return metres + 0.001 * self.count


class Flips(Exact):
    """every fifth range is 1.2 m longer"""
    during, found_by, count = "id(AC10)", ("AC10",), 0

    def told(self, metres):
        self.count += 1
        return metres + (1.2 if self.count % 5 == 0 else 0)


class Jitters(Exact):
    """its rounds are late by up to 60 ms"""
    during, found_by = "id(AC13)", ("AC13",)

    def report(self, session, records):
        self.later(self.air.random.random() * 0.06, super().report, session, records)


KEEPS = [Exact, Fades, NearTheLimit, SightUnknown, SightOften]
BREAKS = [Sixteen, Blocked, OneSided, Scatters, Drifts, Flips, Jitters]
Exact.during = "id(AC01) | id(AC05) | id(AC06) | id(AC07)"
