"""Accessories made from the sheets alone, by one who had not seen the cases."""

import struct

from .accessory import DATA, DID_START, DID_STOP, Accessory, VersionTwo
from .accessory_beside import Radio
from .verdicts import give_cases

DURING = "suite(accessory) & !tag(slow)"


class Wrong(Accessory):
    found_by = ()
    during = DURING


class WrongRadio(Radio):
    found_by = ()
    during = DURING


# --- Wrong ones without a radio -------------------------------------------------------------------


class AddressSurvivesLink(Wrong):
    """a configuration on a new link is taken by the initialize of the link before"""

    def idle(self):
        kept = self.address
        super().idle()
        self.address = kept


class StartOwed(Wrong):
    """did-start of a start that a lost link cut comes first on the next link"""
    starts_after, owes = 0.3, False

    def closed(self):
        self.owes = self.starting is not None
        super().closed()

    def opened(self):
        owes = self.owes or self.starting is not None
        self.owes = False
        super().opened()
        if owes:
            self.send(bytes([DID_START]), 0.02)


class HalfKept(Wrong):
    """a message of which half had come when the link was lost is joined with the next link's first"""

    def opened(self):
        kept = getattr(self, "framer", None)
        super().opened()
        self.framer = kept or self.framer


class DropsAfterBadLength(Wrong):
    """after a configuration of a wrong length the next right one is dropped, whenever it comes"""
    bad = False

    def accepts(self, data):
        if len(data) not in (28, 30):
            self.bad = True
            return False
        good = super().accepts(data)
        if good and self.bad:
            self.bad = False
            return False
        return good


class SessionOfOnes(Wrong):
    """a session ID whose low 16 bits are all ones is taken for none, and not started"""

    def accepts(self, data):
        return super().accepts(data) and data[7:9] != b"\xff\xff"


class CountryTable(Wrong):
    """countries that are not in its table of eight are not started"""
    countries = (b"EU", b"US", b"GB", b"DE", b"FR", b"IT", b"ES", b"CA")

    def accepts(self, data):
        return super().accepts(data) and data[5:7] in self.countries


class StopSwallowsInitialize(Wrong):
    """a stop after an initialize, where nothing ranges yet, swallows the next initialize"""
    eats = False

    def idle(self):
        super().idle()
        self.eats = False

    def stop(self, message):
        self.eats = self.address is not None and not self.ranges and not self.starting
        super().stop(message)

    def start(self, body):
        self.eats = False
        super().start(body)

    def initialize(self, message):
        if self.eats:
            self.eats = False
            return
        super().initialize(message)


class FourthStop(Wrong):
    """from the fourth stop of a link on, did-stop comes a second time 50 ms later"""
    stops = 0

    def opened(self):
        super().opened()
        self.stops = 0

    def stop(self, message):
        super().stop(message)
        self.stops += 1
        if self.stops >= 4:
            self.send(bytes([DID_STOP]), 0.05)


class FortiethAddress(Wrong):
    """each fortieth configuration data has the address 0000"""
    calls = 0

    def send_data(self):
        self.calls += 1
        if self.calls % 40 == 0:
            self.address = 0
        super().send_data()


class NoEscapes(Wrong):
    """SLIP without escapes, which tells where an address has the byte C0 or DB"""
    framing = "slip"

    def opened(self):
        super().opened()
        self.framer.wrap = lambda message: b"\xc0" + message + b"\xc0"


class HeaderAlone(Wrong):
    """a read that ends behind the two bytes of a length loses them"""

    def received(self, data):
        super().received(data)
        if len(self.framer.buffer) == 2:
            self.framer.buffer = b""


class ThirdInRead(Wrong):
    """of more than two messages in one read the third and later ones are lost"""

    def received(self, data):
        for message in self.framer.feed(data)[:2]:
            self.messages += 1
            self.take(message)


class LongInitialize(Wrong):
    """an initialize of more than 20 bytes is written over the model in its answer"""

    def initialize(self, message):
        if len(message) > 20:
            self.model, = struct.unpack_from("<I", message, 17)
        super().initialize(message)
        self.model = type(self).model


class BelievesDidStart(Wrong):
    """a did-start that the phone writes makes it ignore initialize until a stop, as if it ranged"""
    believes = False

    def idle(self):
        super().idle()
        self.believes = False

    def unknown(self, message):
        if message[0] == DID_START:
            self.believes = True

    def stop(self, message):
        self.believes = False
        super().stop(message)

    def initialize(self, message):
        if not self.believes:
            super().initialize(message)


class LengthOneMore(Wrong):
    """starts where the length byte says one more than there is"""

    def accepts(self, data):
        if len(data) > 5 and data[4] == len(data) - 4:
            data = data[:4] + bytes([len(data) - 5]) + data[5:]
        return super().accepts(data)


class PreambleByChannel(Wrong):
    """preamble codes 11 and 12 are not started on channel 5, and on channel 9 they are"""

    def accepts(self, data):
        return super().accepts(data) and not (data[12] == 5 and data[11] > 10)


class DataExpires(Wrong):
    """a configuration 4 s or more after its data is not started"""
    told = 0

    def send_data(self):
        self.told = self.loop.time()
        super().send_data()

    def accepts(self, data):
        return super().accepts(data) and self.loop.time() - self.told < 4


class Message256(Wrong):
    """each 256th message since it was switched on is lost"""

    def take(self, message):
        if self.messages % 256:
            super().take(message)


class StartOverInitialize(Wrong):
    """an initialize while it starts does not end the start: did-start comes behind the data"""
    starts_after = 0.3

    def initialize(self, message):
        starting, self.starting = self.starting, None
        super().initialize(message)
        self.starting = starting


class RangesOverLinks(Wrong):
    """ignores initialize while it ranges, and forgets to end ranging when the link is lost"""

    def idle(self):
        ranges = self.ranges
        super().idle()
        self.ranges = ranges

    def initialize(self, message):
        if not self.ranges:
            super().initialize(message)


class SixtyFour(Wrong):
    """the message behind one of exactly 64 bytes is lost"""
    lost = False

    def opened(self):
        super().opened()
        self.lost = False

    def take(self, message):
        if self.lost:
            self.lost = False
            return
        self.lost = len(message) == 64
        super().take(message)


class TwiceAfterEmpty(Wrong):
    """the answer that follows an empty message comes twice"""
    twice = False

    def opened(self):
        super().opened()
        self.twice = False

    def empty(self):
        self.twice = True

    def send(self, message, after=0):
        super().send(message, after)
        if self.twice:
            self.twice = False
            super().send(message, after)


class StopForgets(Wrong):
    """a stop ends what initialize made: a new configuration without one is not started"""

    def stop(self, message):
        super().stop(message)
        self.address = None


class ErrorText(Wrong):
    """a configuration that it does not take is answered with a vendor's text that nothing declares"""

    def configure(self, body):
        if not self.accepts(body):
            return self.send(b"\x2f\x05\x30bad")
        super().configure(body)


class RequestsMilliseconds(Wrong, VersionTwo):
    """2.0; after a start with another slot duration than its own it requests that one, in ms for RSTU"""
    last = 3600

    def start(self, body):
        self.last, = struct.unpack_from("<H", body, 15)
        super().start(body)

    def inner(self):
        inner = super().inner()
        if self.last == 3600:
            return inner
        return inner[:28] + struct.pack("<H", self.last // 1200) + inner[30:]


# --- Wrong ones with a radio ----------------------------------------------------------------------


class SessionSixteenBits(WrongRadio):
    """the upper 16 bits of a session ID are zero on the air"""

    def begin(self, body):
        super().begin(body)
        self.sessions[1].identifier &= 0xFFFF


class BlocksOfTenBits(WrongRadio):
    """blocks of 1024 ms and more are that much shorter on the air"""

    def parameters(self, body):
        block, = struct.unpack_from("<H", body, 17)
        return {**super().parameters(body), 0x09: struct.pack("<I", block % 1024)}


class FirstAddressOnAir(WrongRadio):
    """of several initializes before a configuration the first one's address goes on the air"""
    pending, first = False, None

    def idle(self):
        super().idle()
        self.pending = False

    def initialize(self, message):
        super().initialize(message)
        if not self.pending:
            self.first = self.address
        self.pending = True

    def start(self, body):
        self.pending = False
        super().start(body)

    def stop(self, message):
        self.pending = False
        super().stop(message)

    def on_air(self):
        return self.first


class NinthStartOfLink(WrongRadio):
    """from the ninth start of a link on did-start comes and nothing is on the air"""
    begun = 0

    def opened(self):
        super().opened()
        self.begun = 0

    def begin(self, body):
        self.begun += 1
        if self.begun <= 8:
            return super().begin(body)
        self.silence()


class CutStartGoesOn(WrongRadio):
    """a start that a stop cut has no did-start, and is on the air 0.25 s later"""
    starts_after = 0.25

    def stop(self, message):
        cut = self.starting is not None
        super().stop(message)
        if cut:
            self.later(0.25, self.go_on, self.connections, self.starts)

    def go_on(self, link, start):
        if self.connection and link == self.connections and start == self.starts:
            self.begin(self.body)


class OutlastsLink(WrongRadio):
    """ranges on for 20 s after the link was lost"""

    def idle(self):
        Accessory.idle(self)

    def closed(self):
        super().closed()
        self.later(20, self.end, self.sessions.get(1))

    def end(self, session):
        if session and self.sessions.get(1) is session:
            self.silence()


class FirstVector(WrongRadio):
    """each start of a link uses the STS vector of its first one"""
    vector = None

    def opened(self):
        super().opened()
        self.vector = None

    def parameters(self, body):
        values = super().parameters(body)
        self.vector = self.vector or values[0x28]
        return {**values, 0x28: self.vector}


class PreambleOfFive(WrongRadio):
    """on channel 5 it uses preamble code 9, whatever the configuration says"""

    def parameters(self, body):
        values = super().parameters(body)
        return {**values, 0x14: b"\x09"} if values[0x04] == b"\5" else values


class SlotsOfFourBits(WrongRadio):
    """16 slots are missing on the air in rounds of 16 and more"""

    def parameters(self, body):
        values = super().parameters(body)
        return {**values, 0x1B: bytes([values[0x1B][0] % 16])}


class FirstSlotDuration(WrongRadio):
    """each start of a link uses the slot duration of its first one"""
    slot = None

    def opened(self):
        super().opened()
        self.slot = None

    def parameters(self, body):
        values = super().parameters(body)
        self.slot = self.slot or values[0x08]
        return {**values, 0x08: self.slot}


class HalfApplied(WrongRadio):
    """of a new configuration while it ranges the session ID alone is used, and did-start comes"""

    def start(self, body):
        if self.ranges:
            body = self.body[:7] + body[7:11] + self.body[11:]
        super().start(body)


class CountryChannel(WrongRadio):
    """for countries other than EU and US it ranges on channel 5, whatever the configuration says"""

    def parameters(self, body):
        values = super().parameters(body)
        return values if body[5:7] in (b"EU", b"US") else {**values, 0x04: b"\5"}


class SixteenBlocks(WrongRadio):
    """its radio ends after 16 blocks, and no did-stop tells of it"""

    def on(self, session):
        super().on(session)
        block, = struct.unpack("<I", session.values[0x09])
        self.later(16 * block / 1000, self.end, session)

    def end(self, session):
        if self.sessions.get(1) is session:
            self.silence()


class BusyAfterStop(WrongRadio):
    """a start less than 0.2 s after the radio was stopped has did-start and nothing on the air"""
    stopped = -1

    def stop(self, message):
        if self.sessions:
            self.stopped = self.loop.time()
        super().stop(message)

    def begin(self, body):
        if self.loop.time() - self.stopped >= 0.2:
            return super().begin(body)
        self.silence()


class RolesSwap(WrongRadio):
    """each second start without an initialize between has the other role on the air"""
    since = 0

    def initialize(self, message):
        self.since = 0
        super().initialize(message)

    def parameters(self, body):
        values = super().parameters(body)
        self.since += 1
        role = bytes([1 - self.role if self.since % 2 == 0 else self.role])
        return {**values, 0x00: role, 0x11: role}


class UnknownEndsRadio(WrongRadio):
    """an unknown message while it ranges ends its radio without a word"""

    def unknown(self, message):
        self.silence()


class StartOfLostLink(WrongRadio):
    """after a link that was lost while it started, the next start uses the lost one's configuration"""
    starts_after, lost = 0.25, None

    def idle(self):
        if self.starting:
            self.lost = self.body
        super().idle()

    def start(self, body):
        body, self.lost = self.lost or body, None
        super().start(body)


class AddressOfFifteenBits(WrongRadio):
    """an address above 7FFF is without its top bit on the air"""

    def on_air(self):
        return self.address & 0x7FFF




# --- Right ones, and unusual ----------------------------------------------------------------------


class SlowThroughout(Radio):
    """each answer takes a quarter of a second, and so does its radio"""
    answers_after, starts_after, stops_after, radio_after = 0.25, 0.25, 0.25, 0.25


class Stuffed(Accessory):
    """COBS"""
    framing = "cobs"


class AddressUntilStop(Accessory):
    """the same address over initializes and links, and a new one after each stop"""
    kept = None

    def send_data(self):
        if self.kept is None:
            self.kept = self.address
        self.address = self.kept
        super().send_data()

    def stop(self, message):
        self.kept = None
        super().stop(message)


class StartsOnceOnAir(Radio):
    """did-start comes 50 ms after its radio is on the air, as with nrfuwb"""

    def start(self, body):
        self.body = body
        self.starts += 1
        self.cancel_start()
        self.begin(body)
        self.starting = self.later(self.radio_after + 0.05, self.started)

    def started(self):
        Accessory.started(self)


class RefusesWhileRanging(Radio):
    """a configuration while it ranges is passed over without a word, and it ranges on, as AOSP's"""

    def configure(self, body):
        if not self.ranges:
            super().configure(body)


class StopsWhatRuns(Accessory):
    """a stop has an answer only where it ranges or starts, as AOSP's"""

    def stop(self, message):
        if self.ranges or self.starting:
            super().stop(message)


class RequestsInfrequent(Radio, VersionTwo):
    """2.0, a responder, which requests hopping, 25 slots of 2400 and a block of 1 s"""
    role, rate = 0, 10

    def inner(self):
        return super().inner()[:21] + struct.pack("<4xBHHH", 1, 25, 2400, 1000)


class AndroidTwo(Radio, VersionTwo):
    """2.0 with the numbers of the Android application: 0, any rate, 200 ppm, hopping, 6 slots, 120 ms"""
    manufacturer, model, middleware, rate, drift = 0, 0, 0, 0, 200

    def inner(self):
        return super().inner()[:21] + struct.pack("<4xBHHH", 1, 6, 2400, 120)


class GivesUpOnAir(Radio):
    """ends with did-stop after 8 s in which no phone was on the air"""

    def on(self, session):
        super().on(session)
        self.watch(session, 0)

    def watch(self, session, quiet):
        if self.sessions.get(1) is not session:
            return
        quiet = 0 if self.air.peers(session) else quiet + 1
        if quiet <= 8:
            self.later(1, self.watch, session, quiet)
        else:
            self.silence()
            self.ranges = False
            self.send(bytes([DID_STOP]))


class Halves(Accessory):
    """each message is written in two halves, 5 ms apart"""
    due = 0

    def write(self, data):
        now = self.loop.time()
        self.due = max(self.due, now)
        for piece in (data[:len(data) // 2], data[len(data) // 2:]):
            self.later(self.due - now, self.put, self.connection, piece)
            self.due += 0.005

    def put(self, link, piece):
        if link and self.connection is link:
            super().write(piece)


class ExactMessages(Accessory):
    """initialize and stop with bytes behind them are passed over"""

    def initialize(self, message):
        if len(message) == 1:
            super().initialize(message)

    def stop(self, message):
        if len(message) == 1:
            super().stop(message)


class TextBefore(Accessory):
    """a declared vendor text goes before each did-start and did-stop"""
    claims = ", vendor-ids: [0x2F]"

    def send(self, message, after=0):
        if message[0] in (DID_START, DID_STOP):
            super().send(b"\x2f\x04\x30ok", after)
        super().send(message, after)


class AnswersAndRanges(Radio):
    """initialize while it ranges is answered with the same data, and it ranges on, as Stella does"""

    def initialize(self, message):
        if self.ranges:
            return self.send_data()
        super().initialize(message)


class ResponderOnAir(Radio):
    """a responder with a very good clock, of any rate"""
    role, rate, drift = 0, 0, 2


RIGHT = [
    SlowThroughout, Stuffed, AddressUntilStop, StartsOnceOnAir, RefusesWhileRanging, StopsWhatRuns,
    RequestsInfrequent, AndroidTwo, GivesUpOnAir, Halves, ExactMessages, TextBefore,
    AnswersAndRanges, ResponderOnAir,
]

# What finds each wrong one: a case, or a rule of the frame watch.
FOUND_BY = {
    AddressSurvivesLink: ("C22",),
    StartOwed: ("R07",),
    HalfKept: ("E01", "E02"),
    DropsAfterBadLength: ("C18",),
    SessionOfOnes: ("C10", "C28"),
    CountryTable: ("C11",),
    StopSwallowsInitialize: ("N01", "N13", "N17"),
    FourthStop: ("C03", "C10"),
    FortiethAddress: ("W03",),
    HeaderAlone: ("F02",),
    ThirdInRead: ("C18",),
    BelievesDidStart: ("R02",),
    LengthOneMore: ("C20",),
    PreambleByChannel: ("C08",),
    DataExpires: ("C27-5s",),
    RangesOverLinks: ("R07",),
    SixtyFour: ("F01",),
    TwiceAfterEmpty: ("R03",),
    StopForgets: ("T02", "E02"),
    ErrorText: ("C18",),
    RequestsMilliseconds: ("C08",),
    SessionSixteenBits: ("C10", "C28"),
    BlocksOfTenBits: ("C06",),
    FirstAddressOnAir: ("E02",),
    NinthStartOfLink: ("C10", "C11"),
    CutStartGoesOn: ("S11",),
    OutlastsLink: ("R06",),
    FirstVector: ("C10", "C11"),
    PreambleOfFive: ("C08",),
    SlotsOfFourBits: ("C07",),
    FirstSlotDuration: ("C07",),
    CountryChannel: ("C11",),
    BusyAfterStop: ("C10", "C11"),
    RolesSwap: ("T02", "E02", "E03"),
    UnknownEndsRadio: ("E03",),
    StartOfLostLink: ("R07",),
    AddressOfFifteenBits: ("C10", "C16", "C28"),
    SixteenBlocks: ("R10",),
    LongInitialize: ("W06",),
}
WRONG = list(FOUND_BY)
BY_CHANCE = [NoEscapes, Message256]
"""Which case finds them hangs on chance."""
MISSED = [StartOverInitialize, HalfApplied]
"""What no case sees yet."""

IN_A_RUN = [RequestsMilliseconds, NinthStartOfLink, AddressSurvivesLink]
"""What came before, in other cases, shows them."""

give_cases(FOUND_BY, whole=IN_A_RUN)
