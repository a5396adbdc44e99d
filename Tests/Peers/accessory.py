#!/usr/bin/env python3
"""A small Nearby Interaction accessory, for judging a device that is no part of this program.

Written from public descriptions of the accessory protocol alone, and with nothing of the Swift
sources: where the two understand the protocol differently, a run against this device shows it.
It has no radio: it says that ranging started, and nothing ranges.

    accessory.py --tcp PORT        serves 127.0.0.1:PORT, prints `ready PORT`; 0 picks a port
    accessory.py --serial PATH     serves a terminal, prints `ready PATH`
    --framing length16|slip|cobs|hexline
    --bug NAME                     misbehaves in one known way (see BUGS)
"""

import argparse
import os
import select
import signal
import socket
import struct
import sys
import termios
import tty

BUGS = {
    "stop-as-start": "reports a stop with 0x02 in place of 0x03, as a published firmware does",
    "accepts-truncated": "starts on shareable configuration data that is cut short",
    "silent": "answers nothing at all",
}

# Accessory to phone.
CONFIGURATION_DATA, DID_START, DID_STOP = 0x01, 0x02, 0x03
# Phone to accessory.
INITIALIZE, CONFIGURE_AND_START, STOP = 0x0A, 0x0B, 0x0C

LARGEST_MESSAGE = 256


# --- The accessory itself: messages in, messages out -------------------------------------------


class Accessory:
    """One connection's worth of state. A new connection gets a new one."""

    MANUFACTURER, MODEL, MIDDLEWARE = 0x0003F53F, 3000, 0x01010000
    INITIATOR, DRIFT_PPM, USER_INTERACTIVE = 1, 25, 20

    def __init__(self, bug=None):
        self.bug = bug
        self.address = None  # of the configuration data given out last

    def receive(self, message):
        """Returns the messages that answer this one."""
        if not message or self.bug == "silent":
            return []
        kind, body = message[0], message[1:]
        if kind == INITIALIZE:
            self.address = self.fresh_address()
            return [bytes([CONFIGURATION_DATA]) + self.configuration_data()]
        if kind == CONFIGURE_AND_START:
            if self.address is None or not self.acceptable(body):
                return []
            return [bytes([DID_START])]
        if kind == STOP:
            return [bytes([DID_START if self.bug == "stop-as-start" else DID_STOP])]
        return []  # unknown, a vendor's, or of the other direction

    @staticmethod
    def fresh_address():
        while True:
            (address,) = struct.unpack("<H", os.urandom(2))
            if address not in (0x0000, 0xFFFF):
                return address

    def configuration_data(self):
        inner = struct.pack(
            "<HHIIIBHH",
            1,
            1,
            self.MANUFACTURER,
            self.MODEL,
            self.MIDDLEWARE,
            self.INITIATOR,
            self.address,
            self.DRIFT_PPM,
        )
        outer = struct.pack("<HHB10xB", 1, 0, self.USER_INTERACTIVE, len(inner))
        return outer + inner

    def acceptable(self, data):
        """Shareable configuration data 1.0 (28 bytes) or 1.1 (30 bytes), nothing else."""
        if self.bug == "accepts-truncated" and 4 <= len(data) < 30:
            return True
        if len(data) < 28:
            return False
        major, minor, length = struct.unpack_from("<HHB", data)
        if (major, minor) not in ((1, 0), (1, 1)):
            return False
        expected = 23 if minor == 0 else 25
        if length != expected or len(data) != 5 + expected:
            return False
        (country, _session, preamble, channel, slots, slot, block, control, _iv, destination) = (
            struct.unpack_from("<2sIBBHHHB6sH", data, 5)
        )
        return (
            country.isalpha()
            and 9 <= preamble <= 12
            and channel in (5, 9)
            and slots >= 6
            and slot >= 2400
            and slot % 1200 == 0
            and slots * slot <= block * 1200  # a round fits into its block
            and control in (3, 6)
            and destination not in (self.address, 0x0000, 0xFFFF)
        )


# --- Framings: bytes in, messages out -----------------------------------------------------------


class Length16:
    """A count of two bytes, low byte first, then the message."""

    def __init__(self):
        self.buffer = b""
        self.skip = 0

    def feed(self, data):
        messages = []
        self.buffer += data
        while True:
            if self.skip:
                dropped = min(self.skip, len(self.buffer))
                self.buffer = self.buffer[dropped:]
                self.skip -= dropped
                if self.skip:
                    return messages
            if len(self.buffer) < 2:
                return messages
            (length,) = struct.unpack_from("<H", self.buffer)
            if length > LARGEST_MESSAGE:
                # Skipped as it comes, so that the next message is found where it begins.
                self.buffer = self.buffer[2:]
                self.skip = length
                continue
            if len(self.buffer) < 2 + length:
                return messages
            messages.append(self.buffer[2 : 2 + length])
            self.buffer = self.buffer[2 + length :]

    @staticmethod
    def wrap(message):
        return struct.pack("<H", len(message)) + message


class Delimited:
    """Messages between end marks; what grows too long is dropped up to the next mark."""

    END = None

    def __init__(self):
        self.buffer = bytearray()
        self.overflow = False

    def feed(self, data):
        messages = []
        for byte in data:
            if byte != self.END:
                if len(self.buffer) >= 4 * LARGEST_MESSAGE:
                    self.overflow = True
                else:
                    self.buffer.append(byte)
                continue
            if self.buffer and not self.overflow:
                message = self.unwrap(bytes(self.buffer))
                if message is not None and len(message) <= LARGEST_MESSAGE:
                    messages.append(message)
            self.buffer.clear()
            self.overflow = False
        return messages


class Slip(Delimited):
    END, ESCAPE, ESCAPED_END, ESCAPED_ESCAPE = 0xC0, 0xDB, 0xDC, 0xDD

    def unwrap(self, raw):
        message, escaped = bytearray(), False
        for byte in raw:
            if escaped:
                if byte not in (self.ESCAPED_END, self.ESCAPED_ESCAPE):
                    return None
                message.append(self.END if byte == self.ESCAPED_END else self.ESCAPE)
                escaped = False
            elif byte == self.ESCAPE:
                escaped = True
            else:
                message.append(byte)
        return None if escaped else bytes(message)

    @classmethod
    def wrap(cls, message):
        body = message.replace(b"\xdb", b"\xdb\xdd").replace(b"\xc0", b"\xdb\xdc")
        return b"\xc0" + body + b"\xc0"


class Cobs(Delimited):
    END = 0x00

    def unwrap(self, raw):
        message, position = bytearray(), 0
        while position < len(raw):
            code = raw[position]
            block = raw[position + 1 : position + code]
            if len(block) != code - 1:
                return None
            message += block
            position += code
            if code < 0xFF and position < len(raw):
                message.append(0)
        return bytes(message)

    @staticmethod
    def wrap(message):
        result = bytearray()
        blocks = message.split(b"\x00")
        for index, block in enumerate(blocks):
            while len(block) >= 254:
                result += b"\xff" + block[:254]
                block = block[254:]
                if not block and index == len(blocks) - 1:
                    return bytes(result) + b"\x00"
            result += bytes([len(block) + 1]) + block
        return bytes(result) + b"\x00"


class HexLine(Delimited):
    END = 0x0A

    def unwrap(self, raw):
        try:
            return bytes.fromhex(raw.decode("ascii").strip())
        except ValueError:
            return None

    @staticmethod
    def wrap(message):
        return message.hex().encode("ascii") + b"\n"


FRAMINGS = {"length16": Length16, "slip": Slip, "cobs": Cobs, "hexline": HexLine}


# --- Carriers -----------------------------------------------------------------------------------


def answer(accessory, framing, data):
    return b"".join(
        framing.wrap(reply) for message in framing.feed(data) for reply in accessory.receive(message)
    )


def serve_tcp(port, options):
    with socket.create_server(("127.0.0.1", port), backlog=8) as server:
        print("ready", server.getsockname()[1], flush=True)
        while True:
            connection, _ = server.accept()
            with connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                accessory, framing = Accessory(options.bug), FRAMINGS[options.framing]()
                try:
                    while data := connection.recv(4096):
                        connection.sendall(answer(accessory, framing, data))
                except ConnectionError:
                    pass


def serve_serial(path, options):
    descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(descriptor, termios.TCSANOW)
    print("ready", path, flush=True)
    accessory, framing = Accessory(options.bug), FRAMINGS[options.framing]()
    while True:
        select.select([descriptor], [], [])
        data = os.read(descriptor, 4096)
        if not data:
            return  # the other end of the line is gone
        reply = answer(accessory, framing, data)
        while reply:
            reply = reply[os.write(descriptor, reply) :]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--tcp", type=int, metavar="PORT")
    where.add_argument("--serial", metavar="PATH")
    parser.add_argument("--framing", choices=sorted(FRAMINGS), default="length16")
    parser.add_argument("--bug", choices=sorted(BUGS), help=", ".join(BUGS))
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        if options.serial is not None:
            serve_serial(options.serial, options)
        else:
            serve_tcp(options.tcp, options)
    except OSError as error:
        print(f"accessory.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
