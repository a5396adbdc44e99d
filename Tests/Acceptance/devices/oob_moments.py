"""Accessories for Android phones that are wrong while they range, start, or were told to be something before."""

import struct

from . import uci
from .oob import CAPABILITIES, NAN, RSSI, UWB, Refused, Tag
from .verdicts import give_cases

UWB_BIT = 1 << UWB


class AnswersInSessionVersion(Tag):
    """while it ranges a request is answered in the version of the configuration, with or without the tail as that is"""
    heard, spoken = 0, 0

    def configure(self, version, body):
        self.heard = version
        super().configure(version, body)

    def begin(self, session, values):
        self.spoken = self.heard
        super().begin(session, values)

    def tell(self, version, wanted):
        super().tell(self.spoken or version if version and self.sessions else version, wanted)


class BandwidthInMegahertz(Tag):
    """the bandwidth of its Wi-Fi NAN is told in MHz, as 80, which none of the six numbers is"""
    offers = (UWB, NAN, RSSI)

    def block(self, technology):
        block = super().block(technology)
        return block[:4] + b"\x50" + block[5:] if technology == NAN else block


class VersionAtSending(Tag):
    """01 has the version of whatever message came last before it went, but the tail of its own request's version"""
    answers_after, latest = 0.2, 1

    def take(self, message):
        if len(message) >= 2:
            self.latest = message[0]
        super().take(message)

    def send(self, message, after=0):
        if not after and message[1] == CAPABILITIES:
            message = bytes([self.own_version(self.latest)]) + message[1:]
        super().send(message, after)


class InitiatorAnyway(Tag):
    """announces the role of initiator alone; told to be responder, it says that it started, and is initiator"""
    roles = 1

    def uwb_values(self, block):
        if len(block) >= 17 and block[-2] == 2:
            block = block[:-2] + b"\1" + block[-1:]
        return super().uwb_values(block)


class CachedBySession(Tag):
    """a session id that it has had before ranges with the key, address and values of its first time"""

    def __init__(self, air=None):
        super().__init__(air)
        self.known = {}

    def begin(self, session, values):
        super().begin(session, self.known.setdefault(session, values))


class StartsWhatWasStored(Tag):
    """behind a configuration that started nothing, the next one that starts has the session, key and values of that"""
    stored = None

    def opened(self):
        super().opened()
        self.stored = None

    def applied(self, blocks, configure, start):
        good = super().applied(blocks, configure, start)
        if UWB in blocks and not start & 1:
            self.stored = self.uwb_values(blocks[UWB])
        return good

    def begin(self, session, values):
        stored, self.stored = self.stored, None
        super().begin(*(stored or (session, values)))


class StopMissesOnceAsked(Tag):
    """asked for capabilities while it ranges, it finds no UWB at the next stop: 07 is without it, and it ranges on"""
    is_lost = False

    def begin(self, session, values):
        self.is_lost = False
        super().begin(session, values)

    def tell(self, version, wanted):
        self.is_lost = bool(self.sessions)
        super().tell(version, wanted)

    def stop(self, version, technologies):
        if self.is_lost and self.sessions and technologies & 1:
            self.is_lost = False
            technologies &= ~1
        super().stop(version, technologies)


class OldComesBack(Tag):
    """behind the answered stop of a session that replaced a ranging one, the replaced one ranges again"""
    replaced = None

    def begin(self, session, values):
        self.replaced = self.sessions.get(1)
        super().begin(session, values)

    def stop(self, version, technologies):
        was = self.sessions.get(1)
        super().stop(version, technologies)
        if was and 1 not in self.sessions and self.replaced:
            self.sessions[1], self.replaced = self.replaced, None

    def stop_all(self):
        self.replaced = None
        super().stop_all()


class StuckStarting(Tag):
    """a link lost while the radio starts, for 0.25 s, leaves it starting: each start of UWB is refused from then on"""
    radio_after = 0.25
    is_stuck = False

    def closed(self):
        ours = self.sessions.get(1)
        if ours and ours.state != uci.ACTIVE:
            self.is_stuck = True
            self.silence()
        super().closed()

    def uwb_values(self, block):
        if self.is_stuck:
            raise Refused
        return super().uwb_values(block)


class MuteAbroad(Tag):
    """with another country than US it says that it started, and nothing is on the air"""
    abroad = False

    def uwb_values(self, block):
        found = super().uwb_values(block)
        self.abroad = block[-4:-2] != b"US"
        return found

    def begin(self, session, values):
        if self.abroad:
            return self.silence()
        super().begin(session, values)


class OrphanBeside(Tag):
    """a session that outlasted its link stays on the air beside the one that the next link starts, for a minute"""
    owner = 0

    def begin(self, session, values):
        ours = self.sessions.get(1)
        if ours and self.owner != self.connections:
            self.sessions[2] = ours
            self.later(60, self.let_go, ours)
        self.owner = self.connections
        super().begin(session, values)

    def let_go(self, session):
        if self.sessions.get(2) is session:
            del self.sessions[2]

    def stop(self, version, technologies):
        orphan = self.sessions.pop(2, None)
        super().stop(version, technologies)
        if orphan:
            self.sessions[2] = orphan

    def stop_all(self):
        self.sessions.pop(2, None)
        super().stop_all()


class AddressByteUnset(Tag):
    """a phone's address one byte of which is 00 or FF is taken for none or for all, and refused"""

    def uwb_values(self, block):
        if any(byte in (0x00, 0xFF) for byte in block[:2]):
            raise Refused
        return super().uwb_values(block)


class GivesUpOnLatePhone(Tag):
    """hears it no phone in the first second of a session, it leaves the air for good"""

    def on(self, session):
        super().on(session)
        self.later(1, self.look, session)

    def look(self, session):
        if self.sessions.get(1) is session and not self.air.peers(session):
            self.silence()


class OthersEndRanging(Tag):
    """a request for the capabilities of others than ultra-wideband ends what ranges"""

    def tell(self, version, wanted):
        if version and not wanted & UWB_BIT:
            self.silence()
        super().tell(version, wanted)


class AnswerOutlivesLink(Tag):
    """the answer to a start that the end of a link cut off is the first message of the next link"""
    radio_after, kept = 0.2, None

    def opened(self):
        super().opened()
        kept, self.kept = self.kept, None
        if kept:
            self.send(kept)

    def answer(self, kind, version, technologies, after):
        message = bytes([self.own_version(version), kind]) + struct.pack("<H", technologies)
        self.later(after, self.confirm, message)

    def confirm(self, message):
        if self.connection:
            self.send(message)
        else:
            self.kept = message


class ToldBesideOthers(Tag):
    """ultra-wideband that cannot start is told as started where another technology beside it was"""

    def applied(self, blocks, configure, start):
        try:
            return super().applied(blocks, configure, start)
        except Refused:
            others = {each: block for each, block in blocks.items() if each != UWB}
            good = super().applied(others, configure, start)
            if not good:
                raise
            return good | (UWB_BIT if not start or start & UWB_BIT else 0)


class ListsWhatRanges(Tag):
    """what ranges is listed in each answer, whatever was asked for"""

    def tell(self, version, wanted):
        super().tell(version, wanted | (UWB_BIT if self.sessions else 0))


FOUND_BY = {
    ListsWhatRanges: ("OB65",),
    OthersEndRanging: ("OB65",),
    AnswerOutlivesLink: ("OB12",),
    ToldBesideOthers: ("OB68",),
    AddressByteUnset: ("OB45",),
    AnswersInSessionVersion: ("OB65",),
    BandwidthInMegahertz: ("W46",),
    InitiatorAnyway: ("OB68",),
    CachedBySession: ("OB62",),
    GivesUpOnLatePhone: ("OB114",),
    MuteAbroad: ("OB60",),
    OldComesBack: ("OB70",),
    OrphanBeside: ("OB78",),
    StartsWhatWasStored: ("OB63",),
    StopMissesOnceAsked: ("OB65",),
    StuckStarting: ("OB11",),
    VersionAtSending: ("OB27",),
}
WRONG = list(FOUND_BY)

give_cases(FOUND_BY, watched="id(OB23) | id(OB24)")
