"""A USB device that QEMU's usb-redir plugs into a guest: the other end of its socket.

Connecting the socket is plugging in, closing it is pulling the plug. What the guest's driver asks
of the device arrives as packets here; descriptors and class requests are the subclass's.
"""

import collections
import socket
import struct
import threading
import time

HELLO, DEVICE_CONNECT, RESET = 0, 1, 3
INTERFACE_INFO, EP_INFO = 4, 5
SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION_STATUS = 6, 7, 8
SET_ALT, GET_ALT, ALT_STATUS = 9, 10, 11
START_INTERRUPT, STOP_INTERRUPT, INTERRUPT_STATUS = 15, 16, 17
CANCEL = 21
CONTROL, BULK, INTERRUPT = 100, 101, 103

# Connect with the device's version, end points with packet sizes, 64-bit ids, 32-bit lengths.
CAPABILITIES = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 6

SUCCESS, CANCELLED, STALL = 0, 1, 4
FULL_SPEED = 1
ENDPOINT_CONTROL, ENDPOINT_BULK, ENDPOINT_INTERRUPT, ENDPOINT_NONE = 0, 2, 3, 255

Record = collections.namedtuple("Record", "time kind value")


def text(words):
    """A string descriptor."""
    data = words.encode("utf-16-le")
    return bytes([len(data) + 2, 3]) + data


class Device:
    """One device with one configuration. Subclasses give descriptors and answer class requests."""

    vendor = product = version = 0
    device_class = (0, 0, 0)
    strings = ()
    interfaces = ()  # (number, class, subclass, protocol)
    endpoints = ()  # (address, type, interval, interface)

    def __init__(self, name):
        self.name = name
        self.records = []
        self.attached = False
        self._changed = threading.Condition(threading.RLock())
        self._socket = None
        self._reader = None
        self._waiting = collections.deque()  # ids of the guest's reads
        self._interrupts = 0
        self._sizes = {}  # and how much each of them takes
        self._outgoing = bytearray()  # what the board has said and was not read yet

    # What a subclass is asked for.

    def device_descriptor(self):
        return struct.pack(
            "<BBHBBBBHHHBBBB", 18, 1, 0x0200, *self.device_class, 64,
            self.vendor, self.product, self.version, 1, 2, 3 if self.strings[2:] else 0, 1,
        )

    def configuration_descriptor(self):
        raise NotImplementedError

    def request(self, kind, request, value, index, data, length):
        """The answer to a class or vendor request; None is a stall."""
        raise NotImplementedError

    def received(self, data):
        """Bytes that the guest's program has written."""

    def packet(self, size):
        """Takes the next packet for a read of at most `size` bytes; None when there is nothing."""
        if not self._outgoing:
            return None
        part = bytes(self._outgoing[:size])
        del self._outgoing[: len(part)]
        return part

    def unplugged(self):
        """The plug has been pulled."""

    # What a test does.

    def plug(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)
        self._waiting.clear()
        self._sizes.clear()
        self._outgoing.clear()
        self.attached = True
        self.note("plug", None)
        self._reader = threading.Thread(target=self._serve, args=[self._socket], daemon=True)
        self._reader.start()

    def unplug(self):
        with self._changed:
            if not self.attached:
                return
            self.attached = False
            self.note("unplug", None)
            self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
        self.unplugged()
        if threading.current_thread() is not self._reader:
            self._reader.join(5)

    def say(self, data):
        """Bytes for the guest's program."""
        with self._changed:
            self._outgoing += data
            self._flush()

    def interrupt(self, endpoint, data):
        """A packet for the guest's driver, which hears it while the port is open."""
        with self._changed:
            self._interrupts += 1
            head = struct.pack("<BBH", endpoint, SUCCESS, len(data))
            self._send(INTERRUPT, head + data, self._interrupts)

    def note(self, kind, value):
        with self._changed:
            self.records.append(Record(time.monotonic(), kind, value))
            self._changed.notify_all()

    def of(self, kind, since=0.0):
        return [r for r in list(self.records) if r.kind == kind and r.time >= since]

    def wait(self, condition, seconds):
        """Waits until `condition(device)`; whether it came true."""
        with self._changed:
            return self._changed.wait_for(lambda: condition(self), seconds)

    # The protocol.

    def _send(self, kind, body, identifier=0):
        with self._changed:
            if self.attached:
                try:
                    self._socket.sendall(struct.pack("<IIQ", kind, len(body), identifier) + body)
                except OSError:
                    pass

    def _serve(self, connection):
        stream = connection.makefile("rb")
        try:
            hello = b"uwbrig guest".ljust(64, b"\0") + struct.pack("<I", CAPABILITIES)
            # The first packet has a short id: what the other side can do is not known yet.
            connection.sendall(struct.pack("<III", HELLO, len(hello), 0) + hello)
            kind, length, _ = struct.unpack("<III", stream.read(12))
            words = struct.unpack_from("<I", stream.read(length), 64)
            if kind != HELLO or words[0] & CAPABILITIES != CAPABILITIES:
                raise OSError(f"usb-redir cannot do what is needed: {words[0]:#x}")
            self._introduce()
            while header := stream.read(16):
                kind, length, identifier = struct.unpack("<IIQ", header)
                self._packet(kind, stream.read(length), identifier)
        except (OSError, ValueError, struct.error) as problem:
            if self.attached:
                self.note("lost", str(problem))

    def _introduce(self):
        def column(rows, size, default, form):
            return struct.pack(f"<{size}{form}", *(list(rows) + [default] * (size - len(rows))))

        body = struct.pack("<I", len(self.interfaces))
        for part in range(4):
            body += column([row[part] for row in self.interfaces], 32, 0, "B")
        self._send(INTERFACE_INFO, body)
        rows = [[ENDPOINT_NONE, 0, 0, 0] for _ in range(32)]
        rows[0] = rows[16] = [ENDPOINT_CONTROL, 0, 0, 64]
        for address, kind, interval, interface in self.endpoints:
            rows[(address & 0x80) >> 3 | address & 0x0F] = [kind, interval, interface, 64]
        body = b"".join(bytes(row[part] for row in rows) for part in range(3))
        self._send(EP_INFO, body + struct.pack("<32H", *(row[3] for row in rows)))
        self._send(DEVICE_CONNECT, struct.pack(
            "<BBBBHHH", FULL_SPEED, *self.device_class, self.vendor, self.product, self.version))

    def _packet(self, kind, body, identifier):
        if kind == CONTROL:
            self._control(body, identifier)
        elif kind == BULK:
            self._bulk(body, identifier)
        elif kind == CANCEL:
            with self._changed:
                if identifier in self._waiting:
                    self._waiting.remove(identifier)
                    self._sizes.pop(identifier, None)
                    self._send(BULK, self._bulk_head(0x81, CANCELLED, 0), identifier)
        elif kind == RESET:
            # What the guest had asked for before is forgotten on both sides.
            with self._changed:
                self._waiting.clear()
                self._sizes.clear()
                self._outgoing.clear()
            self.note("reset", None)
        elif kind == SET_CONFIGURATION:
            self.note("configured", body[0])
            self._send(CONFIGURATION_STATUS, bytes([SUCCESS, body[0]]), identifier)
        elif kind == GET_CONFIGURATION:
            self._send(CONFIGURATION_STATUS, bytes([SUCCESS, 1]), identifier)
        elif kind == SET_ALT:
            self._send(ALT_STATUS, bytes([SUCCESS, body[0], body[1]]), identifier)
        elif kind == GET_ALT:
            self._send(ALT_STATUS, bytes([SUCCESS, body[0], 0]), identifier)
        elif kind in (START_INTERRUPT, STOP_INTERRUPT):
            self._send(INTERRUPT_STATUS, bytes([SUCCESS, body[0]]), identifier)

    def _control(self, body, identifier):
        endpoint, request, kind, _, value, index, length = struct.unpack_from("<BBBBHHH", body)
        if kind & 0x60 == 0 and request == 6:
            answer = self._descriptor(value >> 8, value & 0xFF)
        elif kind & 0x60 == 0:
            answer = b"" if not kind & 0x80 else b"\0\0"
        else:
            answer = self.request(kind, request, value, index, body[10:], length)
        status = SUCCESS if answer is not None else STALL
        answer = (answer or b"")[:length]
        # What was written is answered with how much of it was taken, and without data.
        count = len(answer) if kind & 0x80 else length
        head = struct.pack("<BBBBHHH", endpoint, request, kind, status, value, index, count)
        self._send(CONTROL, head + (answer if kind & 0x80 else b""), identifier)

    def _descriptor(self, kind, index):
        if kind == 1:
            return self.device_descriptor()
        if kind == 2:
            return self.configuration_descriptor()
        if kind == 3 and index == 0:
            return bytes([4, 3, 9, 4])
        if kind == 3 and index <= len(self.strings):
            return text(self.strings[index - 1])
        return None

    @staticmethod
    def _bulk_head(endpoint, status, length):
        return struct.pack("<BBHIH", endpoint, status, length & 0xFFFF, 0, length >> 16)

    def _bulk(self, body, identifier):
        endpoint, _, low, _, high = struct.unpack_from("<BBHIH", body)
        length = high << 16 | low
        if endpoint & 0x80:
            with self._changed:
                self._waiting.append(identifier)
                self._sizes[identifier] = length
                self._flush()
            return
        data = body[10:]
        self._send(BULK, self._bulk_head(endpoint, SUCCESS, len(data)), identifier)
        self.note("written", bytes(data))
        self.received(bytes(data))

    def _flush(self):
        while self._waiting:
            part = self.packet(self._sizes.get(self._waiting[0], 64))
            if part is None:
                return
            identifier = self._waiting.popleft()
            self._sizes.pop(identifier, None)
            self._send(BULK, self._bulk_head(0x81, SUCCESS, len(part)) + part, identifier)
