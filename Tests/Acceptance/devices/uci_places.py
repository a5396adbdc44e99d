"""UCI boards wrong in ways that the cases had not seen: the third session, the last place, limits, promises."""

import struct

from .parameters import number
from .uci import (
    ACTIVE, ACTIVE_ALREADY, CONFIG, CONTROL, CORE, DEINIT, DEVICE_ACTIVE, IDLE, INIT, INVALID, OK,
    READY, REJECTED, Board)
from .uci_beside import Carrier, Held, Refuses, Silences, session_of


class InitUntoldBeside(Held):
    """a new session is not told of while there is another one"""
    found_by, during = ("US28", "US31"), "id(US28) | id(US31)"

    def tell_session(self, session, state, reason=0):
        if state == INIT and len(self.sessions) > 1:
            session.state = state
            return
        super().tell_session(session, state, reason)


class DuplicateOfOlder(Held):
    """of several sessions the newest one's id alone is not given again"""
    found_by, during = ("US31",), "id(US31)"

    def init(self, payload):
        identifier, _ = struct.unpack("<IB", payload)
        older = [s for s in list(self.sessions.values())[:-1] if s.identifier == identifier]
        for session in older:
            session.identifier += 1
        super().init(payload)
        for session in older:
            session.identifier -= 1


class IdTwiceWhileActive(Held):
    """the id of a session that ranges is given again"""
    found_by, during = ("US21", "US31"), "id(US21) | id(US31)"

    def init(self, payload):
        identifier, _ = struct.unpack("<IB", payload)
        ranging = [s for s in self.sessions.values() if s.identifier == identifier and s.state == ACTIVE]
        for session in ranging:
            session.identifier += 1
        super().init(payload)
        for session in ranging:
            session.identifier -= 1


class ThirdShares(Held):
    """the third session has the configuration of the second"""
    found_by, during = ("US30",), "id(US30)"

    def set_app_config(self, payload):
        super().set_app_config(payload)
        sessions = list(self.sessions.values())
        if session_of(self, payload) in sessions[1:3]:
            for other in sessions[1:3]:
                other.values = session_of(self, payload).values


class LastPlaceUnusable(Held):
    """a session in the last place cannot be started"""
    found_by, during = ("US30",), "id(US30)"

    def start(self, payload):
        session = session_of(self, payload)
        if session and list(self.sessions).index(session.handle) == self.sessions_at_most - 1:
            return self.respond(CONTROL, 0, bytes([REJECTED]))
        super().start(payload)


class LastPlaceSilent(Silences):
    """a session in the last place reports nothing"""
    found_by, during = ("US30",), "id(US30)"

    def start(self, payload):
        super().start(payload)
        session = session_of(self, payload)
        if session and list(self.sessions).index(session.handle) == self.sessions_at_most - 1:
            self.hush()


class ResetEndsTwo(Held):
    """a reset ends two sessions at most"""
    found_by, during = ("UZ01",), "id(UZ01)"

    def reset(self, payload):
        left = dict(list(self.sessions.items())[2:]) if payload == b"\0" else {}
        for handle in left:
            del self.sessions[handle]
        super().reset(payload)
        self.sessions.update(left)


class NoReadyAfterEnd(Held):
    """READY is not told when a session is ended while it ranges"""
    found_by, during = ("US25",), "id(US25)"
    is_ending = False

    def deinit(self, payload):
        self.is_ending = True
        super().deinit(payload)
        self.is_ending = False

    def tell_device(self, state):
        if not self.is_ending:
            super().tell_device(state)


class NoReadyAfterLimit(Held):
    """READY is not told when a session has come to its limit"""
    found_by, during = ("UR04",), "id(UR04)"
    at_limit = False

    def end(self, session, reason):
        self.at_limit = reason == 2
        super().end(session, reason)
        self.at_limit = False

    def tell_device(self, state):
        if not self.at_limit:
            super().tell_device(state)


class DeviceActiveAfterLimit(Held):
    """DEVICE_STATE is ACTIVE when the only session has come to its limit"""
    found_by, during = ("UR04",), "id(UR04)"
    stuck = False

    def end(self, session, reason):
        self.stuck = reason == 2
        super().end(session, reason)

    def get_config(self, payload):
        if self.stuck and payload == b"\1\0":
            return self.respond(CORE, 5, bytes([OK, 1, 0, 1, DEVICE_ACTIVE]))
        super().get_config(payload)


class LimitStays(Held):
    """a limit of rounds that is taken back holds"""
    found_by, during = ("UR04",), "id(UR04)"

    def set_app_config(self, payload):
        session = session_of(self, payload)
        before = session and session.values.get(0x32)
        super().set_app_config(payload)
        if before and number(session.values.get(0x32, b"")) == 0:
            session.values[0x32] = before


class LimitSilences(Silences):
    """the limit of one session ends the rounds of the others"""
    found_by, during = ("US33",), "id(US33)"

    def end(self, session, reason):
        super().end(session, reason)
        if reason == 2:
            self.hush()


class LimitCountsAll(Held):
    """the rounds of all sessions count for the limit of one"""
    found_by, during = ("US33",), "id(US33)"

    def round(self, session):
        for other in list(self.sessions.values()):
            most = number(other.get(0x32))
            if other is not session and other.state == ACTIVE and most:
                other.counted = getattr(other, "counted", 0) + 1
                if other.counted >= most:
                    self.end(other, 2)
        super().round(session)


class StopTakenAtLimit(Held):
    """a session that has come to its limit is stopped with OK"""
    found_by, during = ("UR04",), "id(UR04)"

    def end(self, session, reason):
        super().end(session, reason)
        session.reached = reason == 2

    def stop(self, payload):
        session = session_of(self, payload)
        if session and session.state == IDLE and getattr(session, "reached", False):
            return self.respond(CONTROL, 1, bytes([OK]))
        super().stop(payload)


class StopsLateStart(Held):
    """a session that is stopped before its time of start ranges all the same"""
    found_by, during = ("UR34",), "id(UR34)"

    def stop(self, payload):
        session = session_of(self, payload)
        waits = session and session.state == ACTIVE and session.rounds == 0 and number(session.get(0x2B))
        super().stop(payload)
        if waits:
            self.later(0.5, self.report, session, b"".join(
                self.record(each, None, index) for index, each in enumerate(session.peers)))


class RefusesStopBeforeTime(Held):
    """a session that waits for its time of start is not stopped"""
    found_by, during = ("UR34",), "id(UR34)"

    def stop(self, payload):
        session = session_of(self, payload)
        if session and session.state == ACTIVE and session.begun > self.loop.time():
            return self.respond(CONTROL, 1, bytes([REJECTED]))
        super().stop(payload)


class StopRefusedLate(Held):
    """behind 200 rounds a session is not stopped any more"""
    found_by, during = ("UE03",), "id(UE03)"

    def stop(self, payload):
        session = session_of(self, payload)
        if session and session.state == ACTIVE and session.rounds > 200:
            return self.respond(CONTROL, 1, bytes([REJECTED]))
        super().stop(payload)


class StopLateNeverTold(Held):
    """behind 200 rounds the stop of a session is not told"""
    found_by, during = ("UE03",), "id(UE03)"

    def tell_session(self, session, state, reason=0):
        if state == IDLE and session.rounds > 200:
            session.state = state
            return
        super().tell_session(session, state, reason)


class InheritsOverReset(Held):
    """a session of an id that was there before a reset has its configuration"""
    found_by, during = ("UZ02",), "id(UZ02)"
    before = {}

    def reset(self, payload):
        self.before = {s.identifier: s.values for s in self.sessions.values()}
        super().reset(payload)

    def init(self, payload):
        super().init(payload)
        newest = list(self.sessions.values())[-1:]
        for session in newest:
            if not session.values and session.identifier in self.before:
                session.values = dict(self.before.pop(session.identifier))


class StrideOfStart(Held):
    """blocks that were left out once are left out for ever"""
    found_by, during = ("UR23",), "id(UR23)"

    def start(self, payload):
        super().start(payload)
        session = session_of(self, payload)
        if session:
            session.stride = max(getattr(session, "stride", 0), number(session.get(0x2D)))

    def interval(self, session):
        return number(session.get(0x09)) / 1000 * (session.stride + 1)


class ReadsOfFirst(Held):
    """parameters are read of the oldest session, whichever is named"""
    found_by, during = ("US28",), "id(US28)"

    def get_app_config(self, payload):
        if session_of(self, payload):
            payload = struct.pack("<I", next(iter(self.sessions))) + payload[4:]
        super().get_app_config(payload)


class ReadsUsualWhileActive(Held):
    """while a session ranges its interval reads as the usual one"""
    found_by, during = ("UP20",), "id(UP20)"

    def get_app_config(self, payload):
        session = session_of(self, payload)
        if session and session.state == ACTIVE:
            values, session.values = session.values, {**session.values, 0x09: struct.pack("<I", 200)}
            super().get_app_config(payload)
            session.values = values
            return
        super().get_app_config(payload)


class RefusedAndTaken(Held):
    """what is refused while a session ranges is taken when it stops"""
    found_by, during = ("UP20",), "id(UP20)"

    def set_app_config(self, payload):
        session = session_of(self, payload)
        if session and session.state == ACTIVE:
            session.refused = dict(self.tlvs(payload[4:]))
        super().set_app_config(payload)

    def end(self, session, reason):
        super().end(session, reason)
        session.values.update(getattr(session, "refused", {}))


class ForgetsLowPower(Held):
    """LOW_POWER_MODE is on again when a session has ended"""
    found_by, during = ("UC22",), "id(UC22)"

    def deinit(self, payload):
        super().deinit(payload)
        self.device[0x01] = b"\1"


class SevenRecords(Held):
    """a report has seven records at most"""
    found_by, during = ("UR27",), "id(UR27)"

    def report(self, session, records):
        super().report(session, records[:7 * 31])


class BigReportCut(Held):
    """a report ends with its first packet"""
    found_by, during = ("UR27", "W23"), "id(UR27)"

    def notify(self, group, opcode, payload):
        super().notify(group, opcode, payload[:255] if (group, opcode) == (CONTROL, 0) else payload)


class NeverAgain(Held):
    """a controlee that was removed while a session ranges is not added again"""
    found_by, during = ("UM08",), "id(UM08)"

    def multicast(self, payload):
        session = session_of(self, payload)
        if session and session.state == ACTIVE:
            gone = session.__dict__.setdefault("gone", set())
            if payload[4] == 1:
                gone.add(payload[6:8])
            elif payload[4] == 0 and payload[6:8] in gone:
                return self.respond(CONFIG, 7, b"\2\1" + payload[6:8] + b"\5")
        super().multicast(payload)


class TwiceInOneCommand(Held):
    """a controlee that is named twice in one command is added twice"""
    found_by, during = ("UM03",), "id(UM03)"

    def multicast(self, payload):
        session = session_of(self, payload)
        if session and payload[4:6] == b"\0\2" and payload[6:12] == payload[12:18]:
            session.values[0x07] += payload[6:8] * 2
            body = b"\2" + (payload[6:8] + b"\0") * 2
            return self.respond(CONFIG, 7, b"\0" + body)
        super().multicast(payload)


class RefusesSP1(Refuses):
    """frames SP1, which its capabilities tell, are refused"""
    found_by, during, refused = ("UC31",), "id(UC31)", {0x12: {1}}


class RefusesSingleSided(Refuses):
    """single-sided ranging, which its capabilities tell, is refused"""
    found_by, during, refused = ("UC31",), "id(UC31)", {0x01: {1, 3}}


class RefusesProvisioned(Refuses):
    """a provisioned STS, which its capabilities tell, is refused"""
    found_by, during, refused = ("UC31",), "id(UC31)", {0x02: {3, 4}}


class RefusesControlee(Refuses):
    """the part of a controlee, which its capabilities tell, is refused"""
    found_by, during, refused = ("UC31",), "id(UC31)", {0x00: {0}}


class SilentWithSP1(Silences):
    """with frames SP1 it starts and reports nothing"""
    found_by, during = ("UC31",), "id(UC31)"

    def start(self, payload):
        super().start(payload)
        session = session_of(self, payload)
        if session and session.get(0x12) == b"\1":
            self.hush()


class UnknownSilences(Silences):
    """a command that it does not know ends its rounds"""
    found_by, during = ("UX08",), "id(UX08)"

    def command(self, group, opcode, payload):
        super().command(group, opcode, payload)
        if (group, opcode) not in self.COMMANDS:
            self.hush()


class MalformedSilences(Silences):
    """a command without its payload ends its rounds"""
    found_by, during = ("UX08",), "id(UX08)"

    def state(self, payload):
        if not payload:
            self.hush()
        super().state(payload)


class WritingSilences(Silences):
    """a device parameter that is written ends its rounds"""
    found_by, during = ("UX08",), "id(UX08)"

    def set_config(self, payload):
        super().set_config(payload)
        self.hush()


class SecondStartSilences(Silences):
    """a start of a session that ranges is refused, and ends its rounds"""
    found_by, during = ("UX08",), "id(UX08)"

    def start(self, payload):
        session = session_of(self, payload)
        was_active = session and session.state == ACTIVE
        super().start(payload)
        if was_active:
            self.hush()


class InitSilences(Silences):
    """a new session ends the rounds of the others"""
    found_by, during = ("US33",), "id(US33)"

    def init(self, payload):
        super().init(payload)
        self.hush()


class ConfigurationSilences(Silences):
    """the configuration of a session ends the rounds of the others"""
    found_by, during = ("US33",), "id(US33)"

    def set_app_config(self, payload):
        super().set_app_config(payload)
        self.hush(session_of(self, payload))


class ChannelFiveLong(Held):
    """30 cm too many on channel 5"""
    found_by, during = ("RG06", "W34"), "id(RG06)"

    def distance(self):
        on_five = any(s.state == ACTIVE and s.get(0x04) == b"\5" for s in self.sessions.values())
        return super().distance() + 0.3 * on_five


class SingleSidedLong(Held):
    """40 cm too many where it ranges single-sided"""
    found_by, during = ("RG06", "W34"), "id(RG06)"

    def distance(self):
        single = any(s.state == ACTIVE and s.get(0x01) in (b"\1", b"\3") for s in self.sessions.values())
        return super().distance() + 0.4 * single


class Carries(Held, Carrier):
    """Carries data wrongly."""
    beside = Carrier


class OneOfTwoGivenUp(Carries):
    """of data that wait at a stop the first is given up, and nothing is told of the others"""
    found_by, during = ("UD07",), "id(UD07)"

    def give_up(self, session, queue):
        super().give_up(session, queue[:1])


class DataOfStopped(Carries):
    """nothing is told of data for a session that was stopped"""
    found_by, during = ("UD07",), "id(UD07)"

    def take_data(self, format, payload):
        session = session_of(self, payload)
        if not session or session.state != IDLE:
            super().take_data(format, payload)


class DropsLongData(Carries):
    """data of more than 100 bytes are told to be carried, and do not come"""
    found_by, during = ("UD08",), "id(UD08)"

    def arrived(self, session, sender, sequence, data):
        if len(data) <= 100:
            super().arrived(session, sender, sequence, data)


class TwoWaitingSwapped(Carries):
    """of two data that wait the later one is carried first"""
    found_by, during = ("UD09",), "id(UD09)"

    def round(self, session):
        self.waiting(session).reverse()
        super().round(session)
        self.waiting(session).reverse()


# --- Right ones ----------------------------------------------------------------------------------


class FourControlees(Board):
    """at most four controlees"""
    controlees_at_most = 4

    def set_app_config(self, payload):
        session = session_of(self, payload)
        most = self.controlees_at_most
        if session and any(each == 0x05 and number(value) > most for each, value in self.tlvs(payload[4:])):
            return self.respond(CONFIG, 3, bytes([INVALID, 1, 0x05, INVALID]))
        super().set_app_config(payload)


class RightCarrier(Carrier):
    """data in its rounds, beside another one"""
    beside = Carrier


class TwoSessions(Board):
    """two sessions at most"""
    sessions_at_most = 2


class ManySessions(Board):
    """twelve sessions at most"""
    sessions_at_most = 12


class ReadyBeforeEnd(Board):
    """READY comes before the answer that ends a session which ranges"""

    def deinit(self, payload):
        session = session_of(self, payload)
        if session and len(payload) == 4 and session.state == ACTIVE:
            self.silence(session)
            del self.sessions[session.handle]
            if self.device_state() == READY:
                self.tell_device(READY)
            self.respond(CONFIG, 1, bytes([OK]))
            self.tell_session(session, DEINIT)
            return
        super().deinit(payload)


class ReadyBeforeIdle(Board):
    """READY comes before the IDLE of the last session"""

    def end(self, session, reason):
        self.silence(session)
        if self.device_state() == READY:
            self.tell_device(READY)
        self.tell_session(session, IDLE, reason)


class NoConfigurationWhileActive(Board):
    """while one session ranges no session is configured"""

    def set_app_config(self, payload):
        session = session_of(self, payload)
        if session and session.state != ACTIVE and self.device_state() == DEVICE_ACTIVE:
            return self.respond(CONFIG, 3, bytes([ACTIVE_ALREADY, 0]))
        super().set_app_config(payload)


RIGHT = [
    FourControlees, TwoSessions, ManySessions, ReadyBeforeEnd, ReadyBeforeIdle,
    NoConfigurationWhileActive,
]
WRONG = [
    InitUntoldBeside, DuplicateOfOlder, IdTwiceWhileActive, ThirdShares, LastPlaceUnusable,
    LastPlaceSilent, ResetEndsTwo, NoReadyAfterEnd, NoReadyAfterLimit, DeviceActiveAfterLimit,
    LimitStays, LimitSilences, LimitCountsAll, StopTakenAtLimit, StopsLateStart,
    RefusesStopBeforeTime, StopRefusedLate, StopLateNeverTold, InheritsOverReset, StrideOfStart,
    ReadsOfFirst, ReadsUsualWhileActive, RefusedAndTaken, ForgetsLowPower, SevenRecords,
    BigReportCut, NeverAgain, TwiceInOneCommand, RefusesSP1, RefusesSingleSided,
    RefusesProvisioned, RefusesControlee, SilentWithSP1, OneOfTwoGivenUp, DataOfStopped,
    UnknownSilences, MalformedSilences, WritingSilences, SecondStartSilences, InitSilences,
    ConfigurationSilences,
]
PAIRS = [ChannelFiveLong, SingleSidedLong, DropsLongData, TwoWaitingSwapped]
