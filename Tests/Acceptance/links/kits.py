"""Boards of other makers behind pseudo-terminals: receivers, answers and restarts as in their firmware.

Written from logs and from the receive code of public firmware trees, and from nothing of this program.
"""

import os
import pty
import select
import socket
import struct
import threading
import time
import tty

OK, REJECTED, SYNTAX, INVALID = 0x00, 0x01, 0x03, 0x04
UNKNOWN_GID, UNKNOWN_OID, RETRY = 0x07, 0x08, 0x0A
NO_SESSION, DUPLICATE, ACTIVE_ALREADY, NOT_CONFIGURED = 0x11, 0x12, 0x13, 0x15
INIT, DEINIT, ACTIVE, IDLE = 0, 1, 2, 3
READY, RANGING = 1, 2

CAPABILITIES_2 = bytes.fromhex(
    "0002030101 02ff00 02 0402000200 03 0402000200 04 0103 05 020300 06 021e00 07 0119 08 0103"
    "09 0102 0a 0102 0b 0101 0c 0101 0d 0101 0e 0109 0f 010a 10 0101 11 013f 12 050000000000".replace(" ", ""))
CAPABILITIES_1 = bytes.fromhex(
    "00 0401100130 01 0401100130 02 0103 03 011e 04 0119 05 0103 06 0102 07 0102 08 0101"
    "09 0101 0a 0101 0b 0109 0c 010a 0d 0101 0e 013f".replace(" ", ""))
# The parameters that a DWM3001CDK wants before a session may start.
NEEDED = {0x00, 0x01, 0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x11, 0x12, 0x14, 0x15, 0x1B, 0x22}


def packet(kind, gid, oid, payload=b""):
    """A message in segments of at most 255 bytes."""
    pieces = [payload[at:at + 255] for at in range(0, len(payload), 255)] or [b""]
    return b"".join(
        bytes([kind << 5 | (0x10 if number + 1 < len(pieces) else 0) | gid, oid, 0, len(piece)]) + piece
        for number, piece in enumerate(pieces))


def values(payload):
    """The identifiers and values behind a count; None where they do not fit."""
    found, at = {}, 1
    for _ in range(payload[0] if payload else 0):
        if at + 2 > len(payload) or at + 2 + payload[at + 1] > len(payload):
            return None
        found[payload[at]] = payload[at + 2:at + 2 + payload[at + 1]]
        at += 2 + payload[at + 1]
    return found if payload and at == len(payload) else None


class Session:
    def __init__(self, identifier, token, kind):
        self.identifier, self.token, self.kind = identifier, token, kind
        self.state, self.parameters, self.count, self.due = INIT, {}, 0, None


class Board:
    """UCI of FiRa 2.x as a DWM3001CDK with SDK 1.1.1 speaks it; the other kits differ from that."""

    version = 2
    first_handle = 1
    capabilities = CAPABILITIES_2
    initiation_size = 8
    failed_distance = 0xFFFF
    trailer = b""
    # RSSI_REPORTING by its number.
    rssi = 0x13

    def __init__(self, air):
        self.air, self.out = air, []
        self.reset()

    def reset(self):
        for boards in self.air.values():
            boards.discard(self)
        self.sessions, self.handle, self.assembly = {}, self.first_handle, b""

    @property
    def information(self):
        vendor = (bytes([1, 1, 0, 0]) + bytes(11) + bytes.fromhex("00005056345832300ee0ca09")
                  + bytes(20) + bytes.fromhex("0203cade00"))
        return bytes([OK, 2, 0, 2, 0, 2, 0, 1, 0x10, len(vendor)]) + vendor

    def say(self, data):
        self.out.append(data)

    def status(self, state):
        self.say(packet(3, 0, 1, bytes([state])))

    def session_status(self, session, state, reason=0):
        session.state = state
        self.say(packet(3, 1, 2, struct.pack("<IBB", session.token, state, reason)))

    # What was received.

    def segment(self, head, payload):
        kind, gid, oid = head[0] >> 5, head[0] & 0x0F, head[1] & 0x3F
        if kind != 1:
            return
        self.assembly += payload
        if head[0] & 0x10:
            return
        payload, self.assembly = self.assembly, b""
        self.command(gid, oid, payload)

    def command(self, gid, oid, payload):
        answer = getattr(self, f"on_{gid}_{oid}", None)
        if answer is None:
            known = gid in (0, 1, 2, 0x0B, 0x0D, 0x0E)
            return self.respond(gid, oid, [UNKNOWN_OID if known else UNKNOWN_GID])
        answer(payload)

    def respond(self, gid, oid, payload):
        self.say(packet(2, gid, oid, bytes(payload)))

    def on_0_0(self, payload):
        if len(payload) != 1:
            return self.respond(0, 0, [SYNTAX])
        ended = list(self.sessions.values())
        self.reset()
        self.status(READY)
        self.respond(0, 0, [OK])
        self.status(READY)
        for session in ended:
            self.session_status(session, DEINIT)

    def on_0_2(self, payload):
        self.respond(0, 2, self.information if not payload else [SYNTAX])

    def on_0_3(self, payload):
        count, at = 0, 0
        while at < len(self.capabilities):
            count, at = count + 1, at + 2 + self.capabilities[at + 1]
        self.respond(0, 3, bytes([OK, count]) + self.capabilities)

    def on_0_5(self, payload):
        names = payload[1:]
        if not payload or len(names) != payload[0]:
            return self.respond(0, 5, [SYNTAX, 0])
        unknown = [name for name in names if name != 0x00]
        if unknown:
            return self.respond(0, 5, [INVALID, len(unknown), *[byte for name in unknown for byte in (name, 0)]])
        ranges = any(session.state == ACTIVE for session in self.sessions.values())
        self.respond(0, 5, [OK, 1, 0x00, 1, RANGING if ranges else READY])

    def on_1_0(self, payload):
        if len(payload) != 5:
            return self.respond(1, 0, [SYNTAX])
        identifier = struct.unpack("<I", payload[:4])[0]
        if any(session.identifier == identifier for session in self.sessions.values()):
            return self.respond(1, 0, [DUPLICATE])
        token = identifier
        if self.version == 2:
            token, self.handle = self.handle, self.handle + 1
        session = self.sessions[token] = Session(identifier, token, payload[4])
        self.respond(1, 0, [OK] + list(struct.pack("<I", token) if self.version == 2 else b""))
        self.session_status(session, INIT)

    def found(self, gid, oid, payload, rest=b"", exact=True):
        """The session of a command; answers where there is none."""
        if len(payload) < 4 or exact and len(payload) != 4:
            self.respond(gid, oid, [SYNTAX])
            return None
        session = self.sessions.get(struct.unpack("<I", payload[:4])[0])
        if session is None:
            self.respond(gid, oid, bytes([NO_SESSION]) + rest)
        return session

    def on_1_1(self, payload):
        session = self.found(1, 1, payload)
        if session:
            was_active = session.state == ACTIVE
            self.air.get(session.identifier, set()).discard(self)
            del self.sessions[session.token]
            self.respond(1, 1, [OK])
            self.session_status(session, DEINIT)
            if was_active:
                self.status(READY)

    def on_1_3(self, payload):
        session = self.found(1, 3, payload, b"\0", exact=False)
        if not session:
            return
        given = values(payload[4:])
        if given is None:
            return self.respond(1, 3, [SYNTAX, 0])
        if session.state == ACTIVE:
            return self.respond(1, 3, [ACTIVE_ALREADY, 0])
        refused = [name for name, value in given.items() if not self.takes(name, value)]
        # An address list before the number of its addresses is refused, as by pica.
        names = list(given)
        if 0x05 in given and 0x07 in given and names.index(0x07) < names.index(0x05):
            refused.append(0x07)
        if refused:
            pairs = [byte for name in refused for byte in (name, INVALID)]
            return self.respond(1, 3, [INVALID, len(refused), *pairs])
        session.parameters.update(given)
        self.respond(1, 3, [OK, 0])
        if session.state == INIT and NEEDED <= set(session.parameters):
            self.session_status(session, IDLE)

    def takes(self, name, value):
        if name == 0x2B:
            return len(value) == self.initiation_size
        if name == self.rssi:
            return len(value) == 1 and value[0] < 2
        if name == 0x04:
            return value in (b"\x05", b"\x09")
        return name < 0x4E or name >= 0xE3

    def on_1_4(self, payload):
        session = self.found(1, 4, payload, b"\0", exact=False)
        if session:
            wanted = payload[5:] or sorted(session.parameters)
            there = [name for name in wanted if name in session.parameters]
            pairs = b"".join(
                bytes([name, len(session.parameters[name])]) + session.parameters[name] for name in there)
            self.respond(1, 4, bytes([OK, len(there)]) + pairs)

    def on_1_5(self, payload):
        self.respond(1, 5, [OK, len(self.sessions)])

    def on_1_6(self, payload):
        session = self.found(1, 6, payload, b"\0")
        if session:
            self.respond(1, 6, [OK, session.state])

    def on_2_0(self, payload):
        session = self.found(2, 0, payload)
        if not session:
            return
        if session.state != IDLE:
            return self.respond(2, 0, [ACTIVE_ALREADY if session.state == ACTIVE else NOT_CONFIGURED])
        self.respond(2, 0, [OK])
        self.status(RANGING)
        self.session_status(session, ACTIVE)
        session.due = time.monotonic() + self.interval(session)
        self.air.setdefault(session.identifier, set()).add(self)

    def on_2_1(self, payload):
        session = self.found(2, 1, payload)
        if not session:
            return
        if session.state != ACTIVE:
            return self.respond(2, 1, [NOT_CONFIGURED])
        self.air[session.identifier].discard(self)
        self.respond(2, 1, [OK])
        self.session_status(session, IDLE)
        self.status(READY)

    def on_2_3(self, payload):
        session = self.found(2, 3, payload, bytes(4))
        if session:
            self.respond(2, 3, bytes([OK]) + struct.pack("<I", session.count))

    # What it says by itself.

    @staticmethod
    def interval(session):
        return max(20, struct.unpack("<I", session.parameters[0x09])[0]) / 1000

    def tick(self, now):
        for session in self.sessions.values():
            if session.state == ACTIVE and session.due <= now:
                session.due += self.interval(session)
                self.round(session)

    def round(self, session):
        peers = session.parameters[0x07]
        records = b"".join(
            self.record(session, peers[at:at + 2], self.hears(session, peers[at:at + 2]))
            for at in range(0, len(peers), 2))
        head = struct.pack(
            "<IIBIBBB", session.count, session.token, 0, int(self.interval(session) * 1000), 1, 0, 0)
        body = head + bytes(8) + bytes([len(peers) // 2]) + records + self.trailer
        session.count += 1
        self.say(packet(3, 2, 0, body))

    def hears(self, session, peer):
        """Whether a board with that address and the other role ranges in the same session."""
        others = [
            other for board in self.air.get(session.identifier, ()) if board is not self
            for other in list(board.sessions.values()) if other.identifier == session.identifier]
        return any(
            other.parameters.get(0x06) == peer and other.parameters.get(0x11) != session.parameters[0x11]
            for other in others)

    def record(self, session, peer, is_heard):
        status, nlos = (0, 0) if is_heard else (0x21, 0xFF)
        distance = 157 if is_heard else self.failed_distance
        rssi = 130 if is_heard and session.parameters.get(self.rssi) == b"\1" else 0
        return (peer + struct.pack("<BBH", status, nlos, distance) + bytes(12)
                + bytes([2, rssi]) + bytes(11))


class StillRanging(Board):
    """Ranges since before the port was opened: the host that began it was killed."""

    def __init__(self, air):
        super().__init__(air)
        session = self.sessions[1] = Session(0x2A, 1, 0)
        session.state, session.due = ACTIVE, time.monotonic()
        session.parameters = {0x06: b"\x02\x00", 0x07: b"\x01\x00", 0x09: struct.pack("<I", 50), 0x11: b"\0"}
        self.handle = 2


class FirstQorvo(Board):
    """QM33 SDK 0.1.1: UCI 1.1, and the whole chip restarts 10 ms after the response to a reset."""

    version = 1
    capabilities = CAPABILITIES_1
    initiation_size = 4
    rssi = 0x36
    restarts = True

    @property
    def information(self):
        return bytes([OK, 1, 0x10, 1, 0x30, 1, 0x30, 1, 0x10, 0])

    def takes(self, name, value):
        # RX_MODE.
        if name == 0x13:
            return value == b"\0"
        return super().takes(name, value)

    def on_0_0(self, payload):
        if len(payload) != 1:
            return self.respond(0, 0, [SYNTAX])
        self.respond(0, 0, [OK])
        self.restart_at = time.monotonic() + 0.01


class QM35(Board):
    """QM35825: a failed round is at distance 0, bits of confidence, diagnostics between the rounds."""

    first_handle = 0x80000001
    failed_distance = 0

    @property
    def information(self):
        return bytes([OK, 2, 0, 2, 0, 2, 0, 1, 0x10, 0])

    def record(self, session, peer, is_heard):
        record = bytearray(super().record(session, peer, is_heard))
        record[3] = 0xA0 if is_heard else 0
        return bytes(record)

    def round(self, session):
        super().round(session)
        self.say(packet(3, 0x0B, 3, struct.pack("<I", session.token) + bytes(300)))


class AsksByStatus(Board):
    """Answers each first send of a command with a response whose status is COMMAND_RETRY."""

    deferred = None

    def command(self, gid, oid, payload):
        if self.deferred != (gid, oid, payload):
            self.deferred = gid, oid, payload
            return self.respond(gid, oid, [RETRY])
        self.deferred = None
        super().command(gid, oid, payload)


class WantsReset(Board):
    """Says ERROR to whatever comes before a reset, as pica does."""

    is_reset = False

    def command(self, gid, oid, payload):
        if not self.is_reset and (gid, oid) != (0, 0):
            return self.status(0xFF)
        self.is_reset = True
        super().command(gid, oid, payload)


class Loses(Board):
    """Swallows one command: the one with this number since the board was made."""

    number, commands = 0, 0

    def command(self, gid, oid, payload):
        self.commands += 1
        if self.commands != self.number:
            super().command(gid, oid, payload)


class LosesAnswer(Loses):
    """Carries out the command with that number, and its answer is lost on the way."""

    is_lost = False

    def command(self, gid, oid, payload):
        self.commands += 1
        self.is_lost = self.commands == self.number
        Board.command(self, gid, oid, payload)

    def respond(self, gid, oid, payload):
        if not self.is_lost:
            super().respond(gid, oid, payload)


class SR250(Board):
    """NXP's plug-and-play firmware: UCI 3.0, and each command is asked for again."""

    first_handle = 0x80000001
    trailer = bytes(21)

    def __init__(self, air):
        super().__init__(air)
        self.deferred, self.is_initialised = None, False

    @property
    def information(self):
        name = b"SR250_A1V2_PROD"
        vendor = bytes([0, len(name)]) + name + bytes([1, 2, 3, 4])
        return bytes([OK, 3, 0, 3, 0, 3, 0, 1, 0x10, len(vendor)]) + vendor

    def command(self, gid, oid, payload):
        if self.deferred != (gid, oid, payload):
            self.deferred = gid, oid, payload
            return self.say(packet(3, 0, 7, bytes([RETRY])))
        self.deferred = None
        # Nothing works before the device initialisation.
        if not self.is_initialised and (gid, oid) != (0x0E, 0):
            return self.respond(gid, oid, [REJECTED])
        super().command(gid, oid, payload)

    def on_14_0(self, payload):
        self.is_initialised = True
        self.respond(0x0E, 0, [OK])

    def on_0_0(self, payload):
        ended = list(self.sessions.values())
        self.reset()
        self.respond(0, 0, [OK])
        self.status(0)
        self.status(READY)
        for session in ended:
            self.session_status(session, DEINIT)

    def on_15_0(self, payload):
        self.respond(0x0F, 0, [OK])

    on_15_33 = lambda self, payload: self.respond(0x0F, 0x21, [OK])  # noqa: E731


class QorvoReceiver:
    """Qorvo's SDK: byte 3 is the length of every packet, and half a command is joined with the next one;
    when the rest is older than 100 ms everything is flushed."""

    def __init__(self, board, held=b""):
        self.board, self.buffer, self.since = board, held, time.monotonic() - 10

    def take(self, data):
        now = time.monotonic()
        if self.buffer and now - self.since > 0.1:
            self.buffer = b""
            return
        self.since, self.buffer = now, self.buffer + data
        while len(self.buffer) >= 4 and len(self.buffer) >= 4 + self.buffer[3]:
            length = 4 + self.buffer[3]
            self.board.segment(self.buffer[:4], self.buffer[4:length])
            self.buffer = self.buffer[length:]


class PnPReceiver:
    """A type and a length before everything."""

    def __init__(self, board):
        self.board, self.buffer = board, b""

    def take(self, data):
        self.buffer += data
        while len(self.buffer) >= 3:
            kind, length = self.buffer[0], self.buffer[1] << 8 | self.buffer[2]
            if len(self.buffer) < 3 + length:
                return
            body, self.buffer = self.buffer[3:3 + length], self.buffer[3 + length:]
            if kind == 0x01 and len(body) >= 4 and len(body) == 4 + body[3]:
                self.board.segment(body[:4], body[4:])
            elif kind == 0x04:
                self.board.say(bytes([1, 2, 3, 4]))
            elif kind == 0x12:
                self.board.status(READY)


class Kit:
    """A board behind a terminal at `path`, a symbolic link, for as long as the test lives."""

    def __init__(self, path, board, receiver=QorvoReceiver, held=b"", says=b""):
        """`held`: half a command that waits in the receiver. `says`: bytes as soon as it is opened."""
        self.path, self.board, self.receiver = path, board, receiver
        self.held, self.says = held, says
        self.is_over, self.restarts = False, 0
        self.attach()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def attach(self):
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.slave = slave
        if os.path.islink(self.path):
            os.remove(self.path)
        os.symlink(os.ttyname(slave), self.path)
        self.is_addressed = False
        make = self.receiver
        self.input = make(self.board, self.held) if self.held else make(self.board)

    @property
    def link(self):
        return f"serial:{self.path}"

    def detach(self):
        for descriptor in (self.master, self.slave):
            os.close(descriptor)
        if os.path.islink(self.path):
            os.remove(self.path)

    def restart(self):
        """The port leaves the bus and comes back, perhaps by another name."""
        self.detach()
        time.sleep(0.4)
        self.held, self.says = b"", b""
        self.board.reset()
        self.board.out = []
        self.attach()
        self.restarts += 1

    def serve(self):
        while not self.is_over:
            readable = select.select([self.master], [], [], 0.005)[0]
            if readable:
                data = self.receive()
                if not data:
                    continue
                if self.says:
                    # Behind half a packet that was on its way when the port was opened.
                    self.send(self.says)
                    self.says = b""
                if getattr(self.board, "restarts", False) and not self.is_addressed:
                    self.board.status(READY)
                self.is_addressed = True
                self.input.take(data)
            self.board.tick(time.monotonic())
            # What comes before that half is flushed away by whoever opens the port.
            if self.says:
                self.board.out = []
            for data in self.board.out:
                self.send(data)
            self.board.out = []
            at = getattr(self.board, "restart_at", None)
            if at is not None and at <= time.monotonic():
                self.board.restart_at = None
                self.restart()

    def receive(self):
        return os.read(self.master, 4096)

    def send(self, data):
        while data:
            data = data[os.write(self.master, data):]

    def end(self):
        self.is_over = True
        self.thread.join(2)
        self.detach()


class ServedKit(Kit):
    """A board behind a terminal server: the connection ends when the port leaves the bus, and none is
    accepted until it is back."""

    port, banner = 0, b""

    @property
    def link(self):
        return f"tcp://127.0.0.1:{self.port}"

    def attach(self):
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        self.is_addressed = False
        self.disconnect()

    def disconnect(self):
        self.connection, self.master = None, self.listener.fileno()
        self.input = self.receiver(self.board)

    def detach(self):
        for end in (self.connection, self.listener):
            if end:
                end.close()

    def receive(self):
        if not self.connection:
            self.connection = self.listener.accept()[0]
            self.master = self.connection.fileno()
            self.send(self.banner)
            return b""
        try:
            data = self.connection.recv(4096)
        except ConnectionError:
            data = b""
        if not data:
            self.connection.close()
            self.disconnect()
        return data

    def send(self, data):
        if self.connection:
            try:
                self.connection.sendall(data)
            except ConnectionError:
                self.connection.close()
                self.disconnect()


class BannerKit(ServedKit):
    """Behind ser2net with the banner of Debian's ser2net.yaml."""

    banner = b"\r\nser2net port tcp,2000 device /dev/ttyACM0 [115200N81,CLOCAL] (Debian GNU/Linux)\r\n\r\n"


class HastyKit(BannerKit):
    """As that, and whoever connects while the port is away gets the banner, an error and the end."""

    def restart(self):
        if self.connection:
            self.connection.close()
        deadline = time.monotonic() + 0.4
        while time.monotonic() < deadline:
            if select.select([self.listener], [], [], 0.02)[0]:
                guest = self.listener.accept()[0]
                guest.sendall(self.banner + b"Device open failure: Object was not found\r\n")
                guest.close()
        self.board.reset()
        self.board.out = []
        self.is_addressed = False
        self.disconnect()
        self.restarts += 1
