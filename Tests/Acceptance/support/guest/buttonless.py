"""A board with Nordic's Secure DFU over Bluetooth LE: an application that becomes its bootloader when it is told to.
Written from the description of the protocol in nRF5 SDK 17.

https://infocenter.nordicsemi.com/topic/sdk_nrf5_v17.1.0/lib_dfu_transport_ble.html
https://infocenter.nordicsemi.com/topic/sdk_nrf5_v17.1.0/service_dfu.html
"""

import asyncio
import struct
import zlib

from bumble import hci
from bumble.controller import Controller
from bumble.core import AdvertisingData
from bumble.device import Device, DeviceConfiguration
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.host import Host
from bumble.transport.common import AsyncPipeSink

SERVICE = "FE59"
BUTTONLESS = "8EC9000{}-F315-4F60-9FB8-838830DAEA50"
LONGEST = {1: 512, 2: 4096}


class Half:
    """One of the two programs of the board, with an address of its own."""

    def __init__(self, air, name, address, characteristics):
        self.air, self.name, self.is_off, self.packets, self.then = air, name, True, 0, ""
        self.controller = Controller(name, link=air)
        self.device = Device(
            config=DeviceConfiguration(name=name, address=hci.Address(address)),
            host=Host(self.controller, AsyncPipeSink(self.controller)))
        self.device.add_service(Service(SERVICE, characteristics))
        self.address = self.device.random_address
        air.accessories[self.address] = self
        self.device.on("connection", lambda connection: connection.on(
            "disconnection", lambda _: asyncio.ensure_future(self.advertise())))

    async def advertise(self):
        if self.is_off or self.device.is_advertising:
            return
        await self.device.start_advertising(auto_restart=False, advertising_data=bytes(AdvertisingData([
            (AdvertisingData.FLAGS, bytes([6])),
            (AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, bytes.fromhex("59fe")),
            (AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode())])))

    async def run(self, runs):
        self.is_off = not runs
        if runs:
            return await self.advertise()
        await self.device.stop_advertising()
        for connection in list(self.device.connections.values()):
            await connection.disconnect()


class ButtonlessBoard:
    """`takes_names`: whether the application takes a name for the bootloader, as from SDK 14 on."""

    def __init__(self, air, name, address, takes_names=True):
        kinds, rights = Characteristic.Properties, Characteristic.Permissions
        self.takes_names, self.report_every, self.come = takes_names, 0, 0
        # By kind of object: its bytes so far, those that were executed, the length that was announced.
        self.made, self.kept, self.sizes, self.kind = {1: b"", 2: b""}, {1: b"", 2: b""}, {1: 0, 2: 0}, 1
        self.door = Characteristic(
            BUTTONLESS.format(3), kinds.WRITE | kinds.INDICATE, rights.WRITEABLE,
            CharacteristicValue(write=self.told))
        self.control = Characteristic(
            BUTTONLESS.format(1), kinds.WRITE | kinds.NOTIFY, rights.WRITEABLE,
            CharacteristicValue(write=self.asked))
        data = Characteristic(
            BUTTONLESS.format(2), kinds.WRITE_WITHOUT_RESPONSE, rights.WRITEABLE,
            CharacteristicValue(write=self.received))
        self.application = Half(air, name, address, [self.door])
        *first, last = address.split(":")
        self.bootloader = Half(
            air, "DfuTarg", ":".join([*first, f"{int(last, 16) + 1 & 255:02X}"]), [self.control, data])
        self.application.is_off = False

    async def power_on(self):
        await self.application.device.power_on()
        await self.bootloader.device.power_on()

    async def advertise(self):
        await self.application.advertise()

    # The application.

    async def told(self, connection, value):
        value = bytes(value)
        status = 1
        if value[:1] == b"\x02":
            length = value[1] if len(value) > 1 else 0
            if not self.takes_names:
                status = 2
            elif not 0 < length <= 20 or len(value) != 2 + length:
                status = 5
            else:
                self.bootloader.name = value[2:].decode()
        elif value[:1] != b"\x01":
            status = 2
        asyncio.ensure_future(self.say(connection, bytes([0x20, value[0], status]), value[:1] == b"\x01"))

    async def say(self, connection, answer, leaves):
        await self.application.device.indicate_subscriber(connection, self.door, answer)
        if leaves:
            print(self.application.name, "becomes its bootloader", self.bootloader.name, flush=True)
            await self.application.run(False)
            await asyncio.sleep(0.5)
            await self.bootloader.run(True)

    # The bootloader.

    def offset_and_sum(self, kind):
        data = self.kept[kind] + self.made[kind]
        return struct.pack("<II", len(data), zlib.crc32(data))

    async def asked(self, connection, value):
        value = bytes(value)
        code, status, answer = value[0], 1, b""
        if code == 1:
            self.kind, size = value[1], struct.unpack("<I", value[2:6])[0]
            if self.kind not in LONGEST or size > LONGEST[self.kind]:
                status = 5
            else:
                self.made[self.kind], self.sizes[self.kind], self.come = b"", size, 0
                if self.kind == 1:
                    self.kept = {1: b"", 2: b""}
        elif code == 2:
            self.report_every = struct.unpack("<H", value[1:3])[0]
        elif code == 3:
            answer = self.offset_and_sum(self.kind)
        elif code == 4:
            if len(self.made[self.kind]) != self.sizes[self.kind]:
                status = 8
            else:
                self.kept[self.kind] += self.made[self.kind]
                self.made[self.kind] = b""
        elif code == 6:
            self.kind = value[1]
            answer = struct.pack("<I", LONGEST[self.kind]) + self.offset_and_sum(self.kind)
        else:
            status = 2
        asyncio.ensure_future(self.answer(connection, bytes([0x60, code, status]) + answer))

    async def answer(self, connection, answer):
        await self.bootloader.device.notify_subscriber(connection, self.control, answer)
        if answer[1] == 4 and self.kind == 2 and self.is_whole():
            print(self.application.name, "has", len(self.kept[2]), zlib.crc32(self.kept[2]), flush=True)
            await self.bootloader.run(False)
            await asyncio.sleep(0.5)
            await self.application.run(True)

    def is_whole(self):
        """The last object is short: good for a package whose size is no multiple of the longest one."""
        return 0 < self.sizes[2] < LONGEST[2]

    async def received(self, connection, value):
        self.made[self.kind] += bytes(value)
        self.come += 1
        if self.report_every and self.come % self.report_every == 0:
            await self.bootloader.device.notify_subscriber(
                connection, self.control, bytes([0x60, 3, 1]) + self.offset_and_sum(self.kind))
