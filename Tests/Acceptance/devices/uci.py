"""UCI boards, written from public descriptions of the protocol and the log of a DWM3001CDK alone.

`Board` is a healthy one with the orders and statuses of that kit; each class below it has one habit that
real ones have, or one fault. Boards that share an `Air` hear each other.
"""

import struct

from .parameters import NEEDED, TABLE, WHILE_ACTIVE, is_allowed, number, usual
from .serving import Device

DATA, COMMAND, RESPONSE, NOTIFICATION = 0, 1, 2, 3
CORE, CONFIG, CONTROL, TEST = 0, 1, 2, 0xD
OK, REJECTED, FAILED, SYNTAX, INVALID, RANGE, SIZE, GROUP, OPCODE, READ_ONLY, RETRY = range(11)
NO_SESSION, DUPLICATE, ACTIVE_ALREADY, TOO_MANY, NOT_CONFIGURED = 0x11, 0x12, 0x13, 0x14, 0x15
TIME_TOO_OLD, RX_TIMEOUT = 0x1A, 0x21
INIT, DEINIT, ACTIVE, IDLE = 0, 1, 2, 3
READY, DEVICE_ACTIVE, ERROR = 1, 2, 0xFF

INFO = bytes([2, 0, 2, 0, 2, 0, 1, 0x10, 52]) + bytes.fromhex(
    "01010000000000000000000000000000005056345832300EE0CA09") + bytes(20) + bytes.fromhex(
    "0203CADE00")
CAPABILITIES = {
    0x00: "0301", 0x01: "FF00", 0x02: "02000200", 0x03: "02000200", 0x04: "03", 0x05: "0300",
    0x06: "1E00", 0x07: "19", 0x08: "03", 0x09: "02", 0x0A: "02", 0x0B: "01", 0x0C: "01", 0x0D: "01",
    0x0E: "09", 0x0F: "0A", 0x10: "01", 0x11: "3F", 0x12: "0000000000", 0x13: "00", 0x14: "00",
    0x15: "00", 0x16: "02", 0x17: "00", 0x18: "00", 0x19: "00",
}


class Air:
    """Where boards hear each other, some metres apart."""

    def __init__(self, metres=3.0):
        self.metres = metres
        self.boards = []

    def peers(self, session):
        """The sessions that a session can range with."""
        return [
            other for board in self.boards for other in board.sessions.values()
            if board is not session.board and other.state == ACTIVE and session.hears(other)]


class Session:
    SHARED = (0x01, 0x02, 0x04, 0x08, 0x09, 0x12, 0x14, 0x15, 0x1B, 0x2C)
    KEYS = {b"\0": (0x27, 0x28), b"\3": (0x45,)}
    """What the keys of a static and of a provisioned STS are made of."""

    def __init__(self, board, identifier, kind, handle):
        self.board, self.identifier, self.kind, self.handle = board, identifier, kind, handle
        self.state, self.values, self.sequence, self.rounds = INIT, {}, 0, 0
        self.timer = self.begun = None
        self.failed = 0

    def get(self, identifier):
        return self.values.get(identifier, usual(identifier))

    def is_configured(self):
        return all(each in self.values for each in NEEDED)

    @property
    def peers(self):
        addresses = self.get(0x07) or b""
        return [addresses[index:index + 2] for index in range(0, len(addresses), 2)]

    def hears(self, other):
        return (
            self.identifier == other.identifier and self.get(0x00) != other.get(0x00)
            and self.get(0x11) != other.get(0x11)
            and all(self.get(each) == other.get(each) for each in self.SHARED)
            and all(self.get(each) == other.get(each) for each in self.KEYS.get(self.get(0x02), ()))
            and self.get(0x06) in other.peers and other.get(0x06) in self.peers)


class Board(Device):
    during, least = "suite(uci) & !tag(slow)", 400
    """What judges it, and how much of that it passes at least."""
    dialect = "fira2+qorvo"
    sessions_at_most, message_at_most, controlees_at_most = 5, 259, 8
    groups = {CORE, CONFIG, CONTROL, 0xB, TEST, 0xE}
    answers_after = 0

    def __init__(self, air=None):
        super().__init__()
        self.air = air or Air()
        self.air.boards.append(self)
        self.buffer, self.parts = b"", {}
        self.sessions, self.handles, self.device = {}, 0, {0x01: b"\1"}
        self.rounds = 0

    # Packets.

    def opened(self):
        self.buffer, self.parts = b"", {}

    def received(self, data):
        self.buffer += data
        while len(self.buffer) >= 4:
            kind = self.buffer[0] >> 5
            if kind >= 6:
                self.buffer = b""
                return
            wide = kind in (DATA, 4, 5)
            length = struct.unpack_from("<H", self.buffer, 2)[0] if wide else self.buffer[3]
            if len(self.buffer) < 4 + length:
                return
            packet, self.buffer = self.buffer[:4 + length], self.buffer[4 + length:]
            self.segment(kind, packet)

    def segment(self, kind, packet):
        group, opcode, more = packet[0] & 0x0F, packet[1] & 0x3F, packet[0] & 0x10
        if kind not in (DATA, COMMAND):
            return
        key = (kind, group, opcode if kind else 0)
        slot = "data" if kind == DATA else "control"
        before, payload = self.parts.pop(slot, (key, b""))
        if before != key:
            payload = b""
        payload += packet[4:]
        if more:
            if len(payload) <= 4096:
                self.parts[slot] = (key, payload)
            return
        if kind == DATA:
            self.take_data(group, payload)
        elif len(payload) > self.message_at_most:
            self.respond(group, opcode, bytes([SIZE]))
        else:
            self.command(group, opcode, payload)

    def send(self, kind, group, opcode, payload):
        while True:
            piece, payload = payload[:255], payload[255:]
            self.write(bytes([kind << 5 | (0x10 if payload else 0) | group, opcode, 0, len(piece)]) + piece)
            if not payload:
                return

    def respond(self, group, opcode, payload):
        self.send(RESPONSE, group, opcode, payload)

    def notify(self, group, opcode, payload):
        self.send(NOTIFICATION, group, opcode, payload)

    def tell_device(self, state):
        self.notify(CORE, 1, bytes([state]))

    def tell_session(self, session, state, reason=0):
        session.state = state
        self.notify(CONFIG, 2, struct.pack("<IBB", session.handle, state, reason))

    # Commands.

    def command(self, group, opcode, payload):
        name = self.COMMANDS.get((group, opcode))
        if name is None:
            known = group in self.groups
            return self.respond(group, opcode, bytes([OPCODE if known else GROUP]))
        try:
            getattr(self, name)(payload)
        except (struct.error, IndexError, Malformed):
            self.respond(group, opcode, bytes([SYNTAX]) + self.REFUSED.get((group, opcode), b""))

    COMMANDS = {
        (CORE, 0): "reset", (CORE, 2): "device_info", (CORE, 3): "capabilities", (CORE, 4): "set_config",
        (CORE, 5): "get_config", (CORE, 8): "timestamp",
        (CONFIG, 0): "init", (CONFIG, 1): "deinit", (CONFIG, 3): "set_app_config",
        (CONFIG, 4): "get_app_config", (CONFIG, 5): "count", (CONFIG, 6): "state", (CONFIG, 7): "multicast",
        (CONTROL, 0): "start", (CONTROL, 1): "stop", (CONTROL, 3): "ranging_count",
    }
    REFUSED = {}

    def reset(self, payload):
        if payload != b"\0":
            raise Malformed
        self.tell_device(READY)
        self.respond(CORE, 0, bytes([OK]))
        self.tell_device(READY)
        for session in list(self.sessions.values()):
            self.silence(session)
            self.tell_session(session, DEINIT)
        self.sessions = {}

    def exactly(self, payload, count):
        if len(payload) != count:
            raise Malformed

    def device_info(self, payload):
        self.exactly(payload, 0)
        self.respond(CORE, 2, bytes([OK]) + self.info())

    def info(self):
        return INFO

    def capabilities(self, payload):
        self.exactly(payload, 0)
        listed = self.capability_list()
        body = b"".join(bytes([tag, len(value)]) + value for tag, value in listed.items())
        self.respond(CORE, 3, bytes([OK, len(listed)]) + body)

    def capability_list(self):
        return {tag: bytes.fromhex(value) for tag, value in CAPABILITIES.items()}

    def tlvs(self, payload):
        """The parameters of a list that begins with its count."""
        count, rest, found = payload[0], payload[1:], []
        for _ in range(count):
            identifier, length = rest[0], rest[1]
            if len(rest) < 2 + length:
                raise Malformed
            found.append((identifier, rest[2:2 + length]))
            rest = rest[2 + length:]
        if rest:
            raise Malformed
        return found

    def set_config(self, payload):
        bad = b""
        for identifier, value in self.tlvs(payload):
            if identifier == 0:
                bad += bytes([0, READ_ONLY])
            elif identifier not in self.device:
                bad += bytes([identifier, INVALID])
            elif len(value) != 1 or value[0] > 1:
                bad += bytes([identifier, INVALID])
            else:
                self.device[identifier] = value
        self.respond(CORE, 4, bytes([INVALID if bad else OK, len(bad) // 2]) + bad)

    def get_config(self, payload):
        identifiers = payload[1:]
        self.exactly(identifiers, payload[0])
        known = {**self.device, 0: bytes([self.device_state()])}
        unknown = [each for each in identifiers if each not in known]
        if unknown:
            body = b"".join(bytes([each, 0]) for each in unknown)
            return self.respond(CORE, 5, bytes([INVALID, len(unknown)]) + body)
        body = b"".join(bytes([each, len(known[each])]) + known[each] for each in identifiers)
        self.respond(CORE, 5, bytes([OK, len(identifiers)]) + body)

    def device_state(self):
        return DEVICE_ACTIVE if any(s.state == ACTIVE for s in self.sessions.values()) else READY

    def timestamp(self, payload):
        self.exactly(payload, 0)
        self.respond(CORE, 8, bytes([OK]) + struct.pack("<Q", int(self.loop.time() * 1e6)))

    def init(self, payload):
        identifier, kind = struct.unpack("<IB", payload)
        if kind not in (0x00, 0x9F):
            return self.respond(CONFIG, 0, bytes([INVALID]))
        if any(each.identifier == identifier for each in self.sessions.values()):
            return self.respond(CONFIG, 0, bytes([DUPLICATE]))
        if len(self.sessions) >= self.sessions_at_most:
            return self.respond(CONFIG, 0, bytes([TOO_MANY]))
        handle = self.handle(identifier)
        session = self.sessions[handle] = Session(self, identifier, kind, handle)
        self.respond(CONFIG, 0, bytes([OK]) + struct.pack("<I", handle))
        self.tell_session(session, INIT)

    def handle(self, identifier):
        self.handles += 1
        return self.handles

    def named(self, payload, group, opcode, behind=b""):
        """The session that a command names; none where it does not exist, which is said."""
        session = self.sessions.get(struct.unpack_from("<I", payload)[0])
        if session is None:
            self.respond(group, opcode, bytes([NO_SESSION]) + behind)
        return session

    def deinit(self, payload):
        self.exactly(payload, 4)
        session = self.named(payload, CONFIG, 1)
        if not session:
            return
        was = self.device_state()
        self.silence(session)
        del self.sessions[session.handle]
        self.respond(CONFIG, 1, bytes([OK]))
        self.tell_session(session, DEINIT)
        if was != self.device_state():
            self.tell_device(READY)

    def set_app_config(self, payload):
        struct.unpack_from("<IB", payload)
        parameters = self.tlvs(payload[4:])
        session = self.named(payload, CONFIG, 3, b"\0")
        if not session:
            return
        new, bad = dict(session.values), b""
        for identifier, value in parameters:
            if identifier == 0x05 and len(value) == 1:
                new[identifier] = value
        for identifier, value in parameters:
            controlees = number(new.get(0x05, b"\1"))
            if identifier not in TABLE or not is_allowed(identifier, value, controlees):
                bad += bytes([identifier, INVALID])
            elif session.state == ACTIVE and identifier not in WHILE_ACTIVE:
                bad += bytes([identifier, ACTIVE_ALREADY])
            else:
                new[identifier] = value
        if bad:
            status = ACTIVE_ALREADY if bad[1::2] == bytes([ACTIVE_ALREADY]) * (len(bad) // 2) else INVALID
            return self.respond(CONFIG, 3, bytes([status, len(bad) // 2]) + bad)
        if session.state == ACTIVE:
            # A new interval begins behind the rounds that were.
            session.begun += session.rounds * self.interval(session)
        session.values = new
        if session.state == ACTIVE:
            session.begun -= session.rounds * self.interval(session)
        self.respond(CONFIG, 3, bytes([OK, 0]))
        if session.state == INIT and session.is_configured():
            self.tell_session(session, IDLE)

    def get_app_config(self, payload):
        struct.unpack_from("<IB", payload)
        identifiers = payload[5:]
        self.exactly(identifiers, payload[4])
        session = self.named(payload, CONFIG, 4, b"\0")
        if not session:
            return
        if not identifiers:
            identifiers = bytes(each for each in TABLE if session.get(each) is not None)
        unknown = [each for each in identifiers if each not in TABLE]
        if unknown:
            body = b"".join(bytes([each, 0]) for each in unknown)
            return self.respond(CONFIG, 4, bytes([INVALID, len(unknown)]) + body)
        values = [(each, session.get(each) or b"") for each in identifiers]
        body = b"".join(bytes([each, len(value)]) + value for each, value in values)
        self.respond(CONFIG, 4, bytes([OK, len(values)]) + body)

    def count(self, payload):
        self.exactly(payload, 0)
        self.respond(CONFIG, 5, bytes([OK, len(self.sessions)]))

    def state(self, payload):
        self.exactly(payload, 4)
        session = self.named(payload, CONFIG, 6)
        if session:
            self.respond(CONFIG, 6, bytes([OK, session.state]))

    def multicast(self, payload):
        handle, action, count = struct.unpack_from("<IBB", payload)
        size = {0: 6, 1: 6, 2: 22, 3: 38}.get(action)
        if size is None:
            raise Malformed
        entries = payload[6:]
        self.exactly(entries, size * count)
        session = self.named(payload, CONFIG, 7, b"\0")
        if not session:
            return
        if not session.is_configured() or number(session.get(0x03) or b"\0") != 1 \
                or number(session.get(0x00) or b"\0") != 1:
            return self.respond(CONFIG, 7, bytes([REJECTED, 0]))
        peers, told, bad = session.peers, [], False
        # Keys are for sessions that are provisioned with one for each controlee.
        wants_key = session.get(0x02) == b"\4"
        for start in range(0, len(entries), size):
            address, status = entries[start:start + 2], 0
            if action == 1:
                if address in peers:
                    peers.remove(address)
                else:
                    status = 0x07
            elif action > 1 and not wants_key:
                status = 0x05
            elif action == 0 and wants_key:
                status = 0x04
            elif address in peers:
                status = 0x08
            elif len(peers) >= self.controlees_at_most:
                status = 0x01
            else:
                peers.append(address)
            bad = bad or status != 0
            told.append(address + bytes([status]))
        session.values[0x07], session.values[0x05] = b"".join(peers), bytes([max(1, len(peers))])
        body = bytes([len(told)]) + b"".join(told)
        self.respond(CONFIG, 7, bytes([FAILED if bad else OK]) + body)
        self.notify(CONFIG, 7, struct.pack("<I", handle) + body)

    def start(self, payload):
        self.exactly(payload, 4)
        session = self.named(payload, CONTROL, 0)
        if not session:
            return
        if not session.is_configured():
            return self.respond(CONTROL, 0, bytes([NOT_CONFIGURED]))
        if session.state == ACTIVE:
            return self.respond(CONTROL, 0, bytes([ACTIVE_ALREADY]))
        wait = number(session.get(0x2B)) / 1e6 - self.loop.time() if number(session.get(0x2B)) else 0
        if wait < 0:
            return self.respond(CONTROL, 0, bytes([TIME_TOO_OLD]))
        was = self.device_state()
        self.respond(CONTROL, 0, bytes([OK]))
        session.state, session.sequence, session.rounds, session.failed = ACTIVE, 0, 0, 0
        if was != DEVICE_ACTIVE:
            self.tell_device(DEVICE_ACTIVE)
        self.tell_session(session, ACTIVE)
        session.begun = self.loop.time() + wait
        self.plan_round(session)

    def stop(self, payload):
        self.exactly(payload, 4)
        session = self.named(payload, CONTROL, 1)
        if not session:
            return
        if not session.is_configured():
            return self.respond(CONTROL, 1, bytes([NOT_CONFIGURED]))
        if session.state != ACTIVE:
            return self.respond(CONTROL, 1, bytes([ACTIVE_ALREADY]))
        self.respond(CONTROL, 1, bytes([OK]))
        self.end(session, 0)

    def end(self, session, reason):
        self.silence(session)
        self.tell_session(session, IDLE, reason)
        if self.device_state() == READY:
            self.tell_device(READY)

    def ranging_count(self, payload):
        self.exactly(payload, 4)
        session = self.named(payload, CONTROL, 3)
        if session:
            self.respond(CONTROL, 3, bytes([OK]) + struct.pack("<I", session.rounds))

    # Rounds.

    def silence(self, session):
        if session.timer:
            session.timer.cancel()
        session.timer = None
        if session.state == ACTIVE:
            session.state = IDLE

    def interval(self, session):
        stride = number(session.get(0x2D))
        return number(session.get(0x09)) / 1000 * (stride + 1)

    def plan_round(self, session):
        due = session.begun + (session.rounds + 1) * self.interval(session)
        session.timer = self.later(max(0, due - self.loop.time()), self.round, session)

    def round(self, session):
        if session.state != ACTIVE:
            return
        session.rounds += 1
        self.rounds += 1
        heard = {other.get(0x06): other for other in self.air.peers(session)}
        records = b"".join(
            self.record(address, heard.get(address), index)
            for index, address in enumerate(session.peers))
        if self.is_reported(session, heard):
            self.report(session, records)
        session.sequence += 1
        session.failed = 0 if heard else session.failed + 1
        retries = number(session.get(0x2A))
        if retries and session.failed >= retries:
            return self.end(session, 0x01)
        most = number(session.get(0x32))
        if most and session.rounds >= self.most_rounds(most):
            return self.end(session, 0x02)
        self.plan_round(session)

    def most_rounds(self, most):
        return most

    def is_reported(self, session, heard):
        """All rounds, none, or those with a peer between the near and the far limit, in cm."""
        wanted = number(session.get(0x0E))
        if wanted != 2:
            return wanted == 1
        return bool(heard) and \
            number(session.get(0x0F)) <= round(self.distance() * 100) <= number(session.get(0x10))

    def report(self, session, records):
        head = struct.pack(
            "<IIBIBBBIIB", session.sequence, session.handle, 0, number(session.get(0x09)), 1, 0, 0, 0, 0,
            len(records) // 31)
        self.notify(CONTROL, 0, head + records)

    def record(self, address, peer, index):
        if peer is None:
            return address + self.failed(index)
        centimetres = round(self.distance() * 100)
        # The strength of the signal is told where a session asks for it.
        asked = any(
            s.state == ACTIVE and address in s.peers and s.get(0x13) == b"\1" for s in self.sessions.values())
        return address + struct.pack(
            "<BBHhBhBhBhBBB11x", 0, 0, centimetres, 0, 0, 0, 0, 0, 0, 0, 0, index + 2, 120 * asked)

    def failed(self, index):
        return struct.pack("<BBHhBhBhBhBBB11x", RX_TIMEOUT, 0xFF, 0xFFFF, 0, 0, 0, 0, 0, 0, 0, 0, index + 2, 0)

    def distance(self):
        return self.air.metres

    def take_data(self, format, payload):
        """Data packets: it carries none."""


class Malformed(Exception):
    pass


# --- Right ones, with habits ---------------------------------------------------------------------


class NamesByIdentifier(Board):
    """the handle of a session is its identifier"""

    def handle(self, identifier):
        return identifier


class HighHandles(Board):
    """handles from 0x80000001 on, as QM35 has"""

    def handle(self, identifier):
        return super().handle(identifier) + 0x80000000


class VendorNotifications(Board):
    """200 notifications a second of its vendor"""

    def opened(self):
        super().opened()
        self.chatter()

    def chatter(self):
        if self.connection:
            self.notify(0xB, 3, bytes(40))
            self.later(0.005, self.chatter)


class AsksAgain(Board):
    """each fifth command is to be sent again"""
    commands = 0

    def command(self, group, opcode, payload):
        self.commands += 1
        if self.commands % 5 == 0:
            return self.notify(CORE, 7, bytes([RETRY]))
        super().command(group, opcode, payload)


class AsksByStatus(Board):
    """each fourth command is to be sent again, which its response says"""
    commands = 0

    def command(self, group, opcode, payload):
        self.commands += 1
        if self.commands % 4 == 0:
            return self.respond(group, opcode, bytes([RETRY]))
        super().command(group, opcode, payload)


class ZeroWhereFailed(Board):
    """a round that failed has distance 0 and bits of the vendor in the byte of line of sight"""

    def failed(self, index):
        return struct.pack("<BBHhBhBhBhBBB11x", RX_TIMEOUT, 0xE1, 0, 0, 0, 0, 0, 0, 0, 0, 0, index + 2, 0)


class ReadyOnConnection(Board):
    """READY when a connection is made, as pica says"""

    def opened(self):
        super().opened()
        self.tell_device(READY)


class BannerFirst(Board):
    """a terminal server says hello before the first byte"""

    def opened(self):
        super().opened()
        self.write(b"\r\nser2net port 4002 device /dev/ttyACM1 [115200N81] (Debian GNU/Linux)\r\n\r\n")


class StatusBeforeResponse(Board):
    """READY comes before the response to DEINIT, as with NXP"""

    def deinit(self, payload):
        if len(payload) == 4 and struct.unpack("<I", payload)[0] in self.sessions \
                and self.device_state() == READY:
            self.tell_device(READY)
        super().deinit(payload)


class SlowBoard(Board):
    """each answer takes 30 ms"""

    def command(self, group, opcode, payload):
        self.later(0.03, super().command, group, opcode, payload)


class BytePerByte(Board):
    """each byte is written for itself"""

    def write(self, data):
        for index in range(len(data)):
            super().write(data[index:index + 1])


class NXPBytes(Board):
    """16 bytes of its vendor behind each report"""

    def notify(self, group, opcode, payload):
        if (group, opcode) == (CONTROL, 0):
            payload += bytes(range(16))
        super().notify(group, opcode, payload)


class WantsAllAtOnce(Board):
    """a configuration that lacks something is REJECTED, whatever it holds"""

    def set_app_config(self, payload):
        session = self.sessions.get(struct.unpack_from("<I", payload)[0])
        if session and session.state == INIT:
            given = {each for each, _ in self.tlvs(payload[4:])} | set(session.values)
            if not given.issuperset(NEEDED):
                return self.respond(CONFIG, 3, bytes([REJECTED, 0]))
        super().set_app_config(payload)


RIGHT = [
    WantsAllAtOnce, Board, NamesByIdentifier, HighHandles, VendorNotifications, AsksAgain, AsksByStatus, ZeroWhereFailed,
    ReadyOnConnection, BannerFirst, StatusBeforeResponse, SlowBoard, BytePerByte, NXPBytes,
]


# --- Wrong ones, each in one way, with the cases or rules of which one has to find it -------------


class Wrong(Board):
    found_by = ()
    during = "id(UC01) | id(UC04) | id(US01) | id(US10) | id(UR01) | id(UR02)"


class Errors(Wrong):
    """the state ERROR every 2 s"""
    found_by, during = ("W29",), "id(UC01) | id(UE03) | id(UR05) | id(UR20)"

    def opened(self):
        super().opened()
        self.repeat()

    def repeat(self):
        if self.connection:
            self.later(2, self.repeat)
            self.tell_device(ERROR)


class LongDistances(Wrong):
    """40 cm too many in each distance, with true positions known"""
    found_by, during = ("W34",), "id(RG02) | id(RG06) | id(RG03)"

    def distance(self):
        return super().distance() + 0.4


class HeaderBits(Wrong):
    """a reserved bit of the header"""
    found_by = ("W22",)

    def write(self, data):
        super().write(data[:1] + bytes([data[1] | 0x40]) + data[2:])


class HeaderByte(Wrong):
    """the third byte of a header is not zero"""
    found_by = ("W22",)

    def write(self, data):
        super().write(data[:2] + b"\1" + data[3:])


class ReservedReport(Wrong):
    """reserved bytes of a report"""
    found_by, during = ("W25",), "id(UR01)"

    def record(self, address, peer, index):
        return super().record(address, peer, index)[:-1] + b"\1"


class Identifiers(Wrong):
    """notifications name the session by its identifier, and it has a handle"""
    found_by = ("W30", "UR09", "US01", "UR01")

    def tell_session(self, session, state, reason=0):
        session.state = state
        self.notify(CONFIG, 2, struct.pack("<IBB", session.identifier, state, reason))


class TakesIdentifier(Wrong):
    """commands may name a session by its identifier too"""
    found_by, during = ("US06",), "id(US06) | id(US28)"

    def named(self, payload, group, opcode, behind=b""):
        token = struct.unpack_from("<I", payload)[0]
        for session in self.sessions.values():
            if session.identifier == token:
                payload = struct.pack("<I", session.handle) + payload[4:]
        return super().named(payload, group, opcode, behind)


class OneRoundMore(Wrong):
    """a limit of rounds is passed by one"""
    found_by, during = ("UR04",), "id(UR04)"

    def most_rounds(self, most):
        return most + 1


class OneRoundLess(Wrong):
    """a limit of rounds is missed by one"""
    found_by, during = ("UR04",), "id(UR04)"

    def most_rounds(self, most):
        return max(1, most - 1)


class ForgetsConfiguration(Wrong):
    """after a stop the interval is the usual one"""
    found_by, during = ("UR03", "US12", "UR33"), "id(UR03) | id(UR33) | id(US26)"

    def end(self, session, reason):
        session.values[0x09] = struct.pack("<I", 200)
        super().end(session, reason)


class DoubledIntervals(Wrong):
    """each interval is twice as long"""
    found_by, during = ("UR05",), "id(UR05) | id(UR20)"

    def interval(self, session):
        return 2 * super().interval(session)


class InfoChanges(Wrong):
    """device information differs on each connection"""
    found_by, during = ("W32", "UC19"), "id(UC04) | id(UC19)"
    calls = 0

    def info(self):
        self.calls += 1
        return INFO[:9] + bytes([1 + self.calls % 2]) + INFO[10:]


class CapabilitiesChange(Wrong):
    """capabilities differ while it ranges"""
    found_by, during = ("W33", "UC19"), "id(UC05) | id(UC06) | id(UC07) | id(UC19)"
    calls = 0

    def capability_list(self):
        self.calls += 1
        return {**super().capability_list(), 0x08: bytes([3 if self.calls % 2 else 1])}


class ResponseTwice(Wrong):
    """a response comes twice"""
    found_by = ("W27", "UC12")

    def respond(self, group, opcode, payload):
        super().respond(group, opcode, payload)
        super().respond(group, opcode, payload)


class GoesOn(Wrong):
    """a report each 100 ms after the stop"""
    found_by, during = ("UR02", "W28"), "id(UR02)"

    def end(self, session, reason):
        super().end(session, reason)
        self.go_on(session)

    def go_on(self, session):
        if session.handle in self.sessions and session.state == IDLE:
            self.report(session, b"".join(self.record(each, None, 0) for each in session.peers))
            self.later(0.1, self.go_on, session)


class Gap(Wrong):
    """each third number of a report is left out"""
    found_by, during = ("W31", "UR06"), "id(UR05) | id(UR06)"

    def report(self, session, records):
        if session.sequence % 3 == 2:
            session.sequence += 1
        super().report(session, records)


class Surplus(Wrong):
    """a byte behind each session status"""
    found_by = ("W23",)

    def tell_session(self, session, state, reason=0):
        session.state = state
        self.notify(CONFIG, 2, struct.pack("<IBBB", session.handle, state, reason, 0))


class StrangeState(Wrong):
    """a state that has no name"""
    found_by = ("W24", "US10")

    def state(self, payload):
        session = self.named(payload, CONFIG, 6)
        if session:
            self.respond(CONFIG, 6, bytes([OK, 9]))


class UnknownNotifications(Wrong):
    """notifications of an opcode that FiRa does not have"""
    found_by = ("W26",)

    def tell_device(self, state):
        super().tell_device(state)
        self.notify(CORE, 0x3A, b"\0")


class StatusUnasked(Wrong):
    """a session is said to be IDLE again and again"""
    found_by, during = ("W28",), "id(US12) | id(US09) | id(US26) | id(US20)"

    def get_app_config(self, payload):
        super().get_app_config(payload)
        for session in self.sessions.values():
            if session.state == IDLE:
                for _ in range(3):
                    self.tell_session(session, IDLE)


class StrayBytes(Wrong):
    """three bytes of a type that is none between packets"""
    found_by = ("W21", "UC01", "UC04")

    def write(self, data):
        super().write(data + b"\xff\xff\xff")


class Late(Wrong):
    """each answer takes 2.6 s"""
    found_by, during = ("UC04",), "id(UC04)"

    def command(self, group, opcode, payload):
        self.later(2.6, super().command, group, opcode, payload)


class TiresAfterSessions(Wrong):
    """the 30th session is the last"""
    found_by, during = ("UE01", "US27"), "id(UE01)"
    made = 0

    def init(self, payload):
        self.made += 1
        if self.made <= 30:
            return super().init(payload)
        self.respond(CONFIG, 0, bytes([TOO_MANY]))


class Silent(Wrong):
    """answers nothing"""
    found_by, during = ("UC04",), "id(UC04)"

    def command(self, group, opcode, payload):
        pass


class DeafAfterReopening(Wrong):
    """answers on its first connection alone"""
    found_by, during = ("UC29",), "id(UC29) | id(UC04)"

    def received(self, data):
        if self.connections == 1:
            super().received(data)


class DiesOnce(Wrong):
    """its first reset ends it, and it comes back"""
    found_by, during = ("UC01", "UC04"), "id(UC01) | id(UC04)"
    resets, last = 0, 1

    def reset(self, payload):
        self.resets += 1
        if self.resets != self.last:
            return super().reset(payload)
        self.respond(CORE, 0, bytes([OK]))
        self.later(0.01, self.hang_up)


class DiesAtThird(DiesOnce):
    """its third reset ends it, and it comes back"""
    last = 3


class HangsUpOnStop(Wrong):
    """hangs up at a stop"""
    found_by, during = ("UR02",), "id(UR02)"

    def stop(self, payload):
        self.hang_up()


WRONG = [
    Errors, HeaderBits, HeaderByte, ReservedReport, Identifiers, TakesIdentifier,
    OneRoundMore, OneRoundLess, ForgetsConfiguration, DoubledIntervals, InfoChanges,
    CapabilitiesChange, ResponseTwice, GoesOn, Gap, Surplus, StrangeState, UnknownNotifications,
    StatusUnasked, StrayBytes, Late, TiresAfterSessions, Silent, DeafAfterReopening, DiesOnce,
    DiesAtThird, HangsUpOnStop,
]
