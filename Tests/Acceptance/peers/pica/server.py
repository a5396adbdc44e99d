"""A UCI server that behaves as google/pica was seen to, its faults included. Not pica.

pica is a program in Rust, which none of the registries that a test may use has; this was written from
what was measured of it. `server.py PORT` ends as pica does: where pica panics, the process is gone.
"""

import asyncio
import os
import sys

OK, REJECTED, FAILED, SYNTAX, INVALID, READ_ONLY = 0x00, 0x01, 0x02, 0x03, 0x04, 0x09
UNKNOWN_GID, NO_SESSION, DUPLICATE, ACTIVE_SESSION, FULL, NOT_CONFIGURED = 7, 0x11, 0x12, 0x13, 0x14, 0x15
INIT, DEINIT, ACTIVE, IDLE = 0, 1, 2, 3
READY, RANGING, ERROR = 0x01, 0x02, 0xFF

DEVICE_TYPE, USAGE, MULTI_NODE, COUNT, OWN, PEERS, DURATION, ROLE, SCHEDULE, MODE = (
    0x00, 0x01, 0x03, 0x05, 0x06, 0x07, 0x09, 0x11, 0x22, 0x26)
REPORTS = 0x0E
REQUIRED = [ROLE, MULTI_NODE, USAGE, OWN, SCHEDULE]
# Parameters of one byte with the values that they may have, and of more with their sizes.
VALUES = {
    DEVICE_TYPE: range(2), USAGE: [0, 1, 2, 3, 4, 5, 6, 9], 0x02: range(5), MULTI_NODE: range(3),
    0x04: [5, 6, 8, 9, 10, 12, 13, 14], COUNT: range(256), 0x0B: range(2), 0x0C: range(256),
    0x0D: [0, 1, 2, 3, 0xF0], 0x0E: range(8), ROLE: range(9), 0x12: [0, 1, 3], 0x13: range(2),
    0x14: range(256), 0x15: range(256), 0x16: range(4), 0x17: range(2), 0x18: range(2), 0x19: range(256),
    0x1A: range(2), 0x1B: range(256), 0x1F: range(3), 0x21: range(256), SCHEDULE: range(3),
    0x23: range(3), 0x24: range(256), 0x25: range(256), MODE: [0, 2], 0x29: range(256), 0x2C: range(2),
    0x2D: range(256), 0x2E: range(256), 0x2F: range(256), 0x31: range(2), 0x35: range(3), 0x3A: range(256),
    0x4C: range(256),
}
SIZES = {
    0x08: [2], DURATION: [4], 0x0A: [4], 0x0F: [2], 0x10: [2], 0x1D: [8], 0x20: [2], 0x27: [2], 0x28: [6],
    0x2A: [2], 0x2B: [4, 8], 0x30: [4], 0x32: [2], 0x3B: [2],
}
DEFAULTS = {
    0x02: "00", 0x04: "09", COUNT: "01", PEERS: "", 0x08: "6009", DURATION: "c8000000", 0x0A: "00000000",
    0x0B: "00", 0x0C: "06", 0x0D: "01", 0x0E: "01", 0x0F: "0000", 0x10: "204e", 0x12: "03", 0x13: "00",
    0x14: "0a", 0x15: "02", 0x16: "00", 0x17: "01", 0x1A: "01", 0x1B: "19", 0x1F: "00", 0x20: "1805",
    0x21: "00", 0x23: "00", 0x24: "00", 0x25: "32", MODE: "00", 0x27: "0000", 0x28: "000000000000",
    0x29: "01", 0x2A: "0000", 0x2B: "0000000000000000", 0x2C: "00", 0x2D: "00", 0x2E: "01", 0x2F: "01",
    0x30: "00000000", 0x31: "00", 0x32: "0000", 0x35: "01", 0x45: "", 0x46: "",
}
CAPABILITIES = {
    0x00: "01010103", 0x01: "01010103", 0x02: "03", 0x03: "1f", 0x04: "1f", 0x05: "ff", 0x06: "01",
    0x07: "01", 0x08: "00", 0x09: "01", 0x0A: "01", 0x0B: "ff", 0x0C: "ff", 0x0D: "ff", 0x0E: "ff",
    0x0F: "ff", 0x10: "ff", 0x11: "01", 0xE3: "01",
}
DEVICES = []


def panic(why):
    """The whole server is gone, and every connection with it."""
    print(f"panicked: {why}", file=sys.stderr, flush=True)
    os._exit(101)


def little(number, size):
    return number.to_bytes(size, "little")


class Session:
    def __init__(self, number, kind):
        self.id, self.kind, self.state, self.set, self.rounds, self.task = number, kind, INIT, {}, 0, None

    def value(self, parameter):
        if parameter in self.set:
            return self.set[parameter]
        return bytes.fromhex(DEFAULTS[parameter]) if parameter in DEFAULTS else None

    def peers(self):
        size = 8 if self.value(MODE) == b"\2" else 2
        return [self.value(PEERS)[at:at + size] for at in range(0, len(self.value(PEERS)), size)]

    def take(self, parameter, value):
        """Keeps a parameter; False where it is none that can be had."""
        size = 8 if self.value(MODE) == b"\2" else 2
        if parameter in VALUES:
            known = len(value) == 1 and value[0] in VALUES[parameter]
        elif parameter == OWN:
            known = len(value) == size
        elif parameter == PEERS:
            known = len(value) == size * self.value(COUNT)[0]
        else:
            # The length of a key is not looked at.
            known = len(value) in SIZES.get(parameter, []) or parameter in (0x45, 0x46)
        if known:
            self.set[parameter] = value
        return known


class Device:
    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.sessions, self.low_power, self.is_reset = {}, b"\1", False

    # What goes out

    def send(self, kind, group, opcode, body=b""):
        pieces = [body[at:at + 255] for at in range(0, len(body), 255)] or [b""]
        for number, piece in enumerate(pieces, 1):
            more = 0x10 if number < len(pieces) else 0
            self.writer.write(bytes([kind << 5 | more | group, opcode, 0, len(piece)]) + piece)

    def later(self, *packet):
        """What is told is told after the response."""
        asyncio.get_running_loop().call_later(0.005, lambda: self.send(3, *packet))

    def tell_state(self, state):
        self.later(0, 1, bytes([state]))

    def move(self, session, state, reason=0):
        session.state = state
        self.later(1, 2, little(session.id, 4) + bytes([state, reason]))

    # What comes in

    async def serve(self):
        DEVICES.append(self)
        self.tell_state(READY)
        held = b""
        try:
            while True:
                head = await self.reader.readexactly(4)
                kind, is_last = head[0] >> 5, not head[0] & 0x10
                if kind > 3:
                    return
                size = int.from_bytes(head[2:4], "little") if kind == 0 else head[3]
                held += await self.reader.readexactly(size)
                # Segments are joined, whatever their headers say: a command that is not finished
                # swallows the next one.
                if is_last or kind == 0:
                    if kind == 1:
                        self.command(head[0] & 0x0F, head[1] & 0x3F, held)
                    elif kind == 0:
                        self.data(held)
                    held = b""
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            DEVICES.remove(self)
            for session in self.sessions.values():
                self.stop(session)
            self.writer.close()

    def command(self, group, opcode, body):
        if group not in (0, 1, 2, 0xC):
            return self.send(2, group, opcode, bytes([UNKNOWN_GID]))
        if (group, opcode) != (0, 0) and not self.is_reset:
            return self.tell_state(ERROR)
        work = {
            (0, 0): self.reset, (0, 2): self.device_info, (0, 3): self.capabilities,
            (0, 4): self.set_config, (0, 5): self.get_config,
            (1, 0): self.initialize, (1, 1): self.deinitialize, (1, 3): self.configure,
            (1, 4): self.configuration, (1, 5): self.count, (1, 6): self.state, (1, 7): self.multicast,
            (1, 0xB): self.data_size,
            (2, 0): self.start, (2, 1): self.halt, (2, 3): self.ranging_count,
            (0xC, 1): lambda body: bytes([OK]), (0xC, 0): lambda body: bytes(21),
        }.get((group, opcode))
        if work is None and (group, opcode) not in [(0, 8), (1, 9)]:
            panic(f"unsupported opcode {opcode:#x} of group {group:#x}")
        try:
            answer = work(body)
        except (IndexError, ValueError, TypeError):
            answer = bytes([1, SYNTAX])
        self.send(2, group, opcode, answer)

    def data(self, body):
        session = self.sessions.get(int.from_bytes(body[:4], "little"))
        if session:
            self.send(3, 2, 4, little(session.id, 4) + b"\1")

    def session(self, body, size=4):
        if len(body) < size:
            raise ValueError
        return self.sessions.get(int.from_bytes(body[:4], "little"))

    # Core

    def reset(self, body):
        if len(body) != 1:
            raise ValueError
        for session in self.sessions.values():
            self.stop(session)
        self.sessions, self.is_reset = {}, True
        self.tell_state(READY)
        return bytes([OK])

    def device_info(self, body):
        if any(session.state == ACTIVE for session in self.sessions.values()):
            panic("device information while a session ranges")
        return bytes([OK]) + bytes.fromhex("0200 0130 0130 0110 00")

    def capabilities(self, body):
        values = {tag: bytes.fromhex(value) for tag, value in CAPABILITIES.items()}
        return bytes([OK, len(values)]) + b"".join(
            bytes([tag, len(value)]) + value for tag, value in values.items())

    def set_config(self, body):
        refused = []
        for parameter, value in tlvs(body):
            if parameter == 1:
                self.low_power = value[:1]
            else:
                refused.append(bytes([parameter, READ_ONLY if parameter == 0 else INVALID]))
        return bytes([INVALID if refused else OK, len(refused)]) + b"".join(refused)

    def get_config(self, body):
        ids = body[1:1 + body[0]]
        strange = [each for each in ids if each > 1]
        if strange:
            return bytes([INVALID, len(strange)]) + b"".join(bytes([each, 0]) for each in strange)
        values = {0: bytes([ERROR]), 1: self.low_power}
        return bytes([OK, len(ids)]) + b"".join(bytes([each, 1]) + values[each] for each in ids)

    # Sessions

    def initialize(self, body):
        if len(body) != 5:
            raise ValueError
        number = int.from_bytes(body[:4], "little")
        old = self.sessions.get(number)
        if not old and len(self.sessions) >= 255:
            return bytes([FULL])
        self.sessions[number] = Session(number, body[4])
        if old:
            self.stop(old)
            self.move(old, DEINIT)
            return bytes([DUPLICATE])
        self.move(self.sessions[number], INIT)
        return bytes([OK])

    def deinitialize(self, body):
        session = self.session(body)
        if not session:
            return bytes([NO_SESSION])
        was = session.state
        self.stop(session)
        del self.sessions[session.id]
        self.move(session, DEINIT)
        if was == ACTIVE and not self.ranges():
            self.tell_state(READY)
        return bytes([OK])

    def configure(self, body):
        session = self.session(body, 5)
        if not session:
            return bytes([NO_SESSION, 0])
        if session.kind not in (0, 1):
            panic("parameters of a session of another type")
        given = tlvs(body[4:])
        if session.state == ACTIVE and any(parameter == 0x0D for parameter, _ in given):
            return bytes([ACTIVE_SESSION, 0])
        if session.state == IDLE:
            return bytes([REJECTED, 0])
        before, refused = dict(session.set), []
        for parameter, value in given:
            if not session.take(parameter, value):
                refused.append(bytes([parameter, INVALID]))
        if any(session.value(parameter) is None for parameter in REQUIRED):
            session.set = before
            return bytes([REJECTED, 0])
        if refused:
            session.set = before
            return bytes([INVALID, len(refused)]) + b"".join(refused)
        if session.state == INIT:
            self.move(session, IDLE)
        return bytes([OK, 0])

    def configuration(self, body):
        session = self.session(body, 5)
        if not session:
            return bytes([NO_SESSION, 0])
        ids = body[5:5 + body[4]]
        values = [session.value(each) for each in ids]
        if None in values:
            return bytes([FAILED, 0])
        return bytes([OK, len(ids)]) + b"".join(
            bytes([each, len(value)]) + value for each, value in zip(ids, values))

    def count(self, body):
        return bytes([OK, len(self.sessions)])

    def state(self, body):
        session = self.session(body)
        return bytes([OK, session.state]) if session else bytes([NO_SESSION, 0])

    def multicast(self, body):
        session = self.session(body, 6)
        if not session:
            return bytes([NO_SESSION, 0])
        is_fit = session.value(DEVICE_TYPE) == b"\1" and session.value(MULTI_NODE) == b"\1"
        if session.state not in (ACTIVE, IDLE) or not is_fit:
            return bytes([REJECTED, 0])
        action, number, rest = body[4], body[5], body[6:]
        size = {0: 6, 1: 6, 2: 22, 3: 38}[action]
        if len(rest) != number * size:
            raise ValueError
        peers, status, results = session.peers(), OK, []
        for at in range(0, len(rest), size):
            peer, result = rest[at:at + 2], OK
            if action == 1 and peer not in peers:
                status, result = FAILED, 2
            elif action == 1:
                peers.remove(peer)
            elif peer not in peers and len(peers) == 8:
                status, result = 0x17, 1
            elif action > 1 and session.value(0x02) != b"\4":
                status, result = FAILED, 7
            elif peer not in peers:
                peers.append(peer)
            results.append(peer + bytes([result]))
        session.set[COUNT], session.set[PEERS] = bytes([len(peers)]), b"".join(peers)
        if action == 1 and session.state == ACTIVE:
            self.later(1, 7, little(session.id, 4) + bytes([len(results)]) + b"".join(results))
        if not peers:
            self.stop(session)
            self.move(session, IDLE, 0x33)
        return bytes([status, len(results)]) + b"".join(results)

    def data_size(self, body):
        if len(body) != 4:
            raise ValueError
        return body + little(0, 2)

    # Ranging

    def ranges(self):
        return any(session.state == ACTIVE for session in self.sessions.values())

    def start(self, body):
        session = self.session(body)
        if not session:
            return bytes([NO_SESSION])
        if session.state != IDLE:
            return bytes([NOT_CONFIGURED])
        was = self.ranges()
        self.move(session, ACTIVE)
        session.rounds, session.task = 0, asyncio.ensure_future(self.range(session))
        if not was:
            self.tell_state(RANGING)
        return bytes([OK])

    def halt(self, body):
        session = self.session(body)
        if not session:
            return bytes([NO_SESSION])
        if session.state != ACTIVE:
            return bytes([ACTIVE_SESSION])
        self.stop(session)
        self.move(session, IDLE)
        if not self.ranges():
            self.tell_state(READY)
        return bytes([OK])

    def ranging_count(self, body):
        session = self.session(body)
        return bytes([OK if session else NO_SESSION]) + little(session.rounds if session else 0, 4)

    @staticmethod
    def stop(session):
        if session.task:
            session.task.cancel()
        session.task = None

    async def range(self, session):
        while True:
            # As pica's own loop does (session.rs): what a round takes, and the grain of a timer, come on top.
            await asyncio.sleep(int.from_bytes(session.value(DURATION), "little") / 1000)
            records = [self.record(peer) for peer in session.peers() if self.hears(session, peer)]
            head = little(session.rounds, 4) + little(session.id, 4) + bytes([0]) + bytes(4) + bytes([
                1, 0, 1 if session.value(MODE) == b"\2" else 0]) + bytes(8) + bytes([len(records)])
            # Rounds without reports are not counted either.
            if session.value(REPORTS) != b"\0":
                session.rounds += 1
                self.send(3, 2, 0, head + b"".join(records))

    def hears(self, session, peer):
        for device in DEVICES:
            other = device.sessions.get(session.id)
            if device is not self and other and other.state == ACTIVE and other.value(OWN) == peer:
                return session.value(OWN) in other.peers() and all(
                    session.value(each) != other.value(each) for each in (ROLE, DEVICE_TYPE))
        return False

    @staticmethod
    def record(peer):
        """At no distance, in the line of sight, of the best quality."""
        return peer + bytes([OK, 0]) + bytes(2) + (bytes(2) + b"\x64") * 4 + bytes([0, 0xFF]) + bytes(
            13 - len(peer))


def tlvs(body):
    found, at = [], 1
    for _ in range(body[0]):
        size = body[at + 1]
        if at + 2 + size > len(body):
            raise ValueError
        found.append((body[at], body[at + 2:at + 2 + size]))
        at += 2 + size
    return found


async def main(port):
    async def serve(reader, writer):
        await Device(reader, writer).serve()

    server = await asyncio.start_server(serve, "127.0.0.1", port)
    print("ready", server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else 0))
