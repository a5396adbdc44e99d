"""An accessory that takes firmware over Bluetooth LE by SMP, as Zephyr's MCUmgr does: written from the protocol's
description, with CBOR of its own.

https://docs.zephyrproject.org/latest/services/device_mgmt/smp_protocol.html
"""

import asyncio
import hashlib
import struct

from bumble import hci
from bumble.core import AdvertisingData, UUID
from bumble.device import Device, DeviceConfiguration
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.host import Host
from bumble.controller import Controller
from bumble.transport.common import AsyncPipeSink

SERVICE, MESSAGES = "8D53DC1D-1DB7-4CD3-868B-8A527460AA84", "DA2E7828-FBCE-4E01-AE9E-261174997C48"
BUFFER = 1024


def encoded(value):
    def head(kind, number):
        if number < 24:
            return bytes([kind << 5 | number])
        size = 0 if number < 256 else 1 if number < 65536 else 2
        return bytes([kind << 5 | 24 + size]) + number.to_bytes(1 << size, "big")

    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(encoded, value))
    return head(5, len(value)) + b"".join(encoded(key) + encoded(each) for key, each in value.items())


def decoded(data):
    """The value, and what stands behind it."""
    kind, number, rest = data[0] >> 5, data[0] & 31, data[1:]
    if kind == 7:
        return number == 21, rest
    if 24 <= number < 28:
        size = 1 << number - 24
        number, rest = int.from_bytes(rest[:size], "big"), rest[size:]
    is_open = number == 31
    if kind < 2:
        return (number, -1 - number)[kind], rest
    if kind < 4:
        return (rest[:number] if kind == 2 else rest[:number].decode()), rest[number:]
    items = []
    while not (is_open and rest[:1] == b"\xff") and (is_open or len(items) < number * (kind - 3)):
        item, rest = decoded(rest)
        items.append(item)
    if is_open:
        rest = rest[1:]
    return (items if kind == 4 else dict(zip(items[::2], items[1::2]))), rest


def hash_of(image):
    """The SHA-256 that an image of MCUboot carries."""
    _, _, header, _, size = struct.unpack_from("<IIHHI", image)
    at = header + size + 4
    while at < len(image):
        kind, length = struct.unpack_from("<HH", image, at)
        if kind == 0x10:
            return image[at + 4:at + 4 + length]
        at += 4 + length
    return b""


class Updatable:
    """Two slots for images; `unit` is the longest packet that it takes, `rest` the seconds for which it goes on
    after it was told to reset."""

    def __init__(self, air, name, address, unit=517, rest=0.3):
        self.rest = rest
        self.air, self.name, self.is_off, self.packets, self.then = air, name, False, 0, ""
        self.old = hashlib.sha256(name.encode()).digest()
        self.active, self.second, self.data, self.wanted = self.old, b"", b"", 0
        self.is_tried = self.is_confirmed = False
        self.line = b""
        self.controller = Controller(name, link=air)
        self.device = Device(
            config=DeviceConfiguration(name=name, address=hci.Address(address)),
            host=Host(self.controller, AsyncPipeSink(self.controller)))
        self.device.gatt_server.max_mtu = unit
        kinds, rights = Characteristic.Properties, Characteristic.Permissions
        self.messages = Characteristic(
            MESSAGES, kinds.WRITE_WITHOUT_RESPONSE | kinds.NOTIFY, rights.WRITEABLE,
            CharacteristicValue(write=self.written))
        self.device.add_service(Service(SERVICE, [self.messages]))
        air.accessories[self.device.random_address] = self
        self.device.on("connection", lambda connection: connection.on(
            "disconnection", lambda _: asyncio.ensure_future(self.advertise())))

    async def power_on(self):
        await self.device.power_on()
        self.air.accessories[self.device.random_address] = self

    async def advertise(self):
        self.line = b""
        if self.device.is_advertising:
            return
        await self.device.start_advertising(auto_restart=False, advertising_data=bytes(AdvertisingData([
            (AdvertisingData.FLAGS, bytes([6])),
            (AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, bytes(UUID(SERVICE))),
            (AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode()[:8])])))

    async def written(self, connection, value):
        self.line += bytes(value)
        while len(self.line) >= 8:
            size = 8 + int.from_bytes(self.line[2:4], "big")
            if size > BUFFER:
                print(self.name, "a message of", size, "bytes, too long", flush=True)
                self.line = b""
            if len(self.line) < size:
                return
            message, self.line = self.line[:size], self.line[size:]
            await self.answer(connection, message)

    async def answer(self, connection, message):
        operation, _, _, group, sequence, command = struct.unpack(">BBHHBB", message[:8])
        request = decoded(message[8:])[0] if len(message) > 8 else {}
        said = self.perform(operation & 7, group, command, request)
        body = encoded(said)
        head = struct.pack(
            ">BBHHBB", operation & 0xF8 | (operation & 7) + 1, 0, len(body), group, sequence, command)
        # Zephyr sends an answer in as many notifications as it takes.
        answer, room = head + body, connection.att_mtu - 3
        for at in range(0, len(answer), room):
            await self.device.notify_subscriber(connection, self.messages, answer[at:at + room])
        if (group, command) == (0, 5) and "rc" not in said:
            asyncio.get_running_loop().call_later(self.rest, lambda: asyncio.ensure_future(self.restart()))

    def perform(self, operation, group, command, request):
        if (group, command) == (0, 0):
            return {"r": request.get("d", "")}
        if (group, command) == (0, 5):
            return {}
        if (group, command) == (0, 6):
            return {"buf_size": BUFFER, "buf_count": 4}
        if (group, command) == (1, 0):
            return self.state(operation, request)
        if (group, command) == (1, 1):
            return self.upload(request)
        return {"rc": 8}

    def state(self, operation, request):
        if operation == 2:
            wanted = request.get("hash", b"")
            if wanted and wanted not in (self.active, self.second):
                return {"rc": 3}
            if request.get("confirm") and wanted in (b"", self.active):
                self.is_confirmed = True
            else:
                self.is_tried, self.is_confirmed = True, bool(request.get("confirm"))
        def slot(number, digest, **flags):
            words = "bootable pending confirmed active permanent".split()
            return {"image": 0, "slot": number, "version": "1.0.0", "hash": digest,
                    **{word: flags.get(word, False) for word in words}}
        images = [slot(0, self.active, bootable=True, active=True,
                       confirmed=self.active == self.old or self.is_confirmed and not self.is_tried)]
        if self.second:
            images.append(slot(1, self.second, bootable=True, pending=self.is_tried,
                               permanent=self.is_tried and self.is_confirmed))
        return {"images": images, "splitStatus": 0}

    def upload(self, request):
        offset = request.get("off", 0)
        if offset == 0:
            self.data, self.wanted = b"", request.get("len", 0)
        if offset == len(self.data):
            self.data += request.get("data", b"")
        if len(self.data) == self.wanted:
            self.second, self.is_tried, self.is_confirmed = hash_of(self.data), False, False
        return {"off": len(self.data)}

    async def restart(self):
        print(self.name, "restarts", flush=True)
        if self.is_tried:
            self.active, self.second, self.is_tried = self.second, self.active, False
        for connection in list(self.device.connections.values()):
            await connection.disconnect()
