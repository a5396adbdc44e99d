"""Emulated kits: a board's own USB port (CDC ACM) and an FT232R in front of one.

Behind each stands whatever answers on a TCP connection, `uwbrig virtual` in most tests: connected
when the kit is plugged in and closed when it is pulled out, as a board that lives from that cable.
"""

import socket
import struct
import threading

from support.guest.usbredir import ENDPOINT_BULK, ENDPOINT_INTERRUPT, Device


class Kit(Device):
    """A device with one serial port. It neither listens nor speaks before DTR is raised,
    unless `needs_dtr` says otherwise, and remembers each line and each speed it was given."""

    needs_dtr = True

    def __init__(self, name, serial, backend=None):
        super().__init__(name)
        self.serial = serial
        self.strings = (self.maker, self.title) + ((serial,) if serial else ())
        self.backend = backend
        self.dtr = self.rts = False
        self.baud = None
        self.heard = 0
        self.tripwire = None  # (count of bytes, what to do then)
        self._board = None

    def plug(self, path):
        self.dtr = self.rts = False
        self.baud = None
        if self.backend:
            self._board = socket.create_connection(("127.0.0.1", self.backend))
            self._board.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._listen, args=[self._board], daemon=True).start()
        super().plug(path)

    def unplugged(self):
        if self._board:
            self._board.shutdown(socket.SHUT_RDWR)
            self._board.close()
            self._board = None

    def _listen(self, board):
        try:
            while data := board.recv(4096):
                if board is self._board and (self.dtr or not self.needs_dtr):
                    self.say(data)
        except OSError:
            pass

    def received(self, data):
        if self.needs_dtr and not self.dtr:
            self.note("deaf", data)
            return
        self.heard += len(data)
        if self._board:
            try:
                self._board.sendall(data)
            except OSError:
                pass
        if self.tripwire and self.heard >= self.tripwire[0]:
            act, self.tripwire = self.tripwire[1], None
            threading.Thread(target=act, daemon=True).start()

    def lines(self, dtr, rts):
        self.dtr, self.rts = dtr, rts
        self.note("lines", (dtr, rts))

    def speed(self, baud):
        self.baud = baud
        self.note("baud", baud)


class OwnPort(Kit):
    """The port that a chip makes itself: communications class, two interfaces."""

    maker, title = "Nordic Semiconductor", "nRF52 USB Product"
    vendor, product, version = 0x1915, 0x520F, 0x0100
    device_class = (0x02, 0, 0)
    interfaces = ((0, 2, 2, 1), (1, 10, 0, 0))
    endpoints = (
        (0x82, ENDPOINT_INTERRUPT, 16, 0), (0x81, ENDPOINT_BULK, 0, 1), (0x01, ENDPOINT_BULK, 0, 1)
    )

    def configuration_descriptor(self):
        body = bytes([9, 4, 0, 0, 1, 2, 2, 1, 0])
        body += bytes([5, 0x24, 0, 0x10, 1])  # header
        body += bytes([5, 0x24, 1, 0, 1])  # call management
        body += bytes([4, 0x24, 2, 6])  # line coding, line state, break
        body += bytes([5, 0x24, 6, 0, 1])  # union
        body += bytes([7, 5, 0x82, 3, 16, 0, 16])
        body += bytes([9, 4, 1, 0, 2, 10, 0, 0, 0])
        body += bytes([7, 5, 0x81, 2, 64, 0, 0]) + bytes([7, 5, 0x01, 2, 64, 0, 0])
        return struct.pack("<BBHBBBBB", 9, 2, len(body) + 9, 2, 1, 0, 0xC0, 50) + body

    def request(self, kind, request, value, index, data, length):
        if kind == 0x21 and request == 0x20:
            self.speed(struct.unpack_from("<I", data)[0])
        elif kind == 0x21 and request == 0x22:
            self.lines(bool(value & 1), bool(value & 2))
        elif kind == 0x21 and request == 0x23:
            self.note("break", value != 0)
        elif kind == 0xA1 and request == 0x21:
            return struct.pack("<IBBB", self.baud or 9600, 0, 0, 8)
        else:
            return None
        return b""

    def damage(self, *errors):
        """Tells of errors on a line behind the device."""
        state = sum({"framing": 0x10, "parity": 0x20, "overrun": 0x40}[error] for error in errors)
        head = struct.pack("<BBHHH", 0xA1, 0x20, 0, 0, 2)
        # Carrier and readiness stay.
        self.interrupt(0x82, head + struct.pack("<H", state | 3))
        self.interrupt(0x82, head + struct.pack("<H", 3))


class ForeignPort(OwnPort):
    """Somebody else's device of the same kind: no business of ours."""

    maker, title = "STMicroelectronics", "Virtual COM Port"
    vendor, product = 0x0483, 0x5740


class Bridge(Kit):
    """An FT232R. Each packet to the computer begins with two bytes of state."""

    maker, title = "FTDI", "FT232R USB UART"
    vendor, product, version = 0x0403, 0x6001, 0x0600
    interfaces = ((0, 255, 255, 255),)
    endpoints = ((0x81, ENDPOINT_BULK, 0, 0), (0x02, ENDPOINT_BULK, 0, 0))
    needs_dtr = False
    STATE = b"\x01\x60"
    ERRORS = {"overrun": 0x02, "parity": 0x04, "framing": 0x08}
    EIGHTHS = (0, 4, 2, 1, 3, 5, 6, 7)

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.latency = 16
        self.errors = 0
        self.in_break = False

    def damage(self, error):
        """The next bytes come with an error."""
        self.errors = self.ERRORS[error]

    def configuration_descriptor(self):
        body = bytes([9, 4, 0, 0, 2, 255, 255, 255, 2])
        body += bytes([7, 5, 0x81, 2, 64, 0, 0]) + bytes([7, 5, 0x02, 2, 64, 0, 0])
        return struct.pack("<BBHBBBBB", 9, 2, len(body) + 9, 1, 1, 0, 0xA0, 45) + body

    def packet(self, size):
        part = super().packet(min(size, 64) - 2)
        if part is None:
            return None
        state, self.errors = bytes([self.STATE[0], self.STATE[1] | self.errors]), 0
        return state + part

    def request(self, kind, request, value, index, data, length):
        if kind == 0xC0:
            return {
                5: self.STATE, 10: bytes([self.latency]), 0x90: b"\xff\xff"
            }.get(request, b"\0\0")
        if request == 1:
            dtr = bool(value & 1) if value & 0x100 else self.dtr
            rts = bool(value & 2) if value & 0x200 else self.rts
            self.lines(dtr, rts)
        elif request == 3:
            eighths = (value & 0x3FFF) * 8 + self.EIGHTHS[value >> 14 | (index & 1) << 2]
            # 0 and 1 stand for the two highest speeds, which no divisor gives.
            self.speed({0: 3_000_000, 8: 2_000_000}.get(eighths) or 24_000_000 // eighths)
        elif request == 4 and bool(value & 0x4000) != self.in_break:
            self.in_break = not self.in_break
            self.note("break", self.in_break)
        elif request == 9:
            self.latency = value & 0xFF
            self.note("latency", self.latency)
        return b""
