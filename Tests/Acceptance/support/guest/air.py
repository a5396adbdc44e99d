"""Accessories on a virtual air, by google/bumble: air.py ADAPTER SECOND CONTROL, ports of the guest.

Runs in bumble's own environment. An independent stack: link layer, pairing and GATT server are bumble's, and
the accessory is written from the facts of accessories, not from uwbrig's host.

A line on standard input or on the port CONTROL is a deed (`Air.deed`).
"""

import asyncio
import random
import sys

from bumble import hci
from bumble.att import ATT_Error
from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.device import Device, DeviceConfiguration, Peer
from bumble.gatt import (
    GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR, GATT_SERVICE_CHANGED_CHARACTERISTIC,
    Characteristic, CharacteristicValue, Descriptor, Service)
from bumble.host import Host
from bumble.link import LocalLink
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.transport.common import AsyncPipeSink, PacketParser
from buttonless import ButtonlessBoard
from updates import Updatable

UART = "6E40000{}-B5A3-F393-E0A9-E50E24DCCA9E"
# A service of the maker's own.
OWN = "5A1E000{}-0B5A-4C1D-9A77-2F6D3C6E8A10"
BACKGROUND, VALUE = "48FE3E40-0817-4BB2-8633-3073689C2DBA", "95E8D9D5-D8EF-4721-9A4E-807375F53328"
# Configuration data of a development board, specification 1.1; its last four bytes are address and drift.
DATA = bytes.fromhex(
    "0100000014" + "00" * 10 + "15" + "010001003FF50300B80B00000000010101" + "11D71900")
# What is wrong with an accessory of that name.
FLAWS = (
    "deaf mute unasked splits cuts open named stale forgets refuses holds leaves once").split()
# What Linux asks for, and after which a link whose peer is not heard is lost.
SUPERVISION = 0.42
LOST, LEFT = hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR, hci.HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR


class Air(LocalLink):
    """The link with the address that a connection was made with: bumble's own takes the random one of
    the sender, and a central has a public one."""

    def __init__(self):
        super().__init__()
        self.accessories, self.ports = {}, []

    def send_acl_data(self, sender, destination, transport, data):
        source = sender.random_address
        for connection in sender.le_connections.values():
            if connection.peer_address == destination:
                source = connection.self_address
        other = self.find_le_controller(destination)
        accessory = self.accessories.get(destination)
        if accessory and accessory.is_off:
            return
        if other:
            asyncio.get_running_loop().call_soon(other.on_link_acl_data, source, transport, data)
        if accessory:
            accessory.packets -= 1
            if accessory.packets == 0:
                self.deed(accessory.then)

    def find_le_controller(self, address):
        accessory = self.accessories.get(address)
        return accessory.controller if accessory else super().find_le_controller(address)

    def named(self, name):
        return [one for one in self.accessories.values() if one.name == name][0]

    def lose(self, controller, connection, reason=LOST):
        if controller.le_connections.get(connection.peer_address) is connection:
            controller.on_le_disconnected(connection, reason)

    def deed(self, line):
        """deaf 0|1 (for searches; it connects) · off NAME · on NAME · leave NAME · pair NAME · forget NAME · burst NAME COUNT · unplug · at NAME PACKETS DEED… · upon NAME MESSAGE DEED…"""
        print("deed:", line, flush=True)
        word, *rest = line.split(" ", 3)
        if word == "unplug":
            return self.ports[0].unplug()
        if word == "deaf":
            for port in self.ports:
                port.is_deaf = rest[0] == "1"
            return None
        accessory = self.named(rest[0])
        if word == "off":
            accessory.off()
        elif word == "on":
            accessory.is_off = False
            asyncio.ensure_future(accessory.advertise())
        elif word == "leave":
            for connection in list(accessory.device.connections.values()):
                asyncio.ensure_future(connection.disconnect())
        elif word == "pair":
            for connection in accessory.device.connections.values():
                connection.request_pairing()
        elif word == "forget":
            asyncio.ensure_future(accessory.device.keystore.delete_all())
        elif word == "burst":
            asyncio.ensure_future(accessory.burst(int(rest[1])))
        elif word == "at":
            accessory.packets, accessory.then = int(rest[1]), rest[2]
        elif word == "upon":
            accessory.message, accessory.then = int(rest[1], 16), rest[2]


class Accessory:
    """A Nearby Interaction accessory.

    `background` gives it the service that asks for encryption, with one value a session; `pairs` is
    False for one that refuses, None for one that does not answer; `asks` lets it ask for the MTU and look
    at the central's services itself, and indicate instead of notify. Without `listed` its advertisement names
    no service; one that does not return advertises no more once a connection has ended.

    `guards`: the data channel is for encrypted links alone; `commands`: it takes writes without response
    alone; `slow`: seconds before each answer; `interval`: milliseconds between advertisements; `private`:
    another private address for each connection, resolvable with a bond; `changes`: it says that its
    services have changed; `layout`: the UUIDs of the service, RX and TX; `twice`: a second, dead instance of
    the service; `secures`: it asks for encryption itself as soon as it is connected; `keeps`: it remembers
    who has turned notifications on, if there is a bond; `strict`: it refuses a message of a wrong length;
    `early`: it notifies the answer before it answers the write; `own_name`: what its server calls it, unlike
    its advertisement; `unit`: the longest packet that it takes; `reverse`: TX stands before RX, with a
    description before its configuration.

    `flaw` is a word for what is wrong with it.
    """

    def __init__(
        self, air, name, address, background=False, sessions=1, pairs=True, secure=True, asks=False,
        advertised=True, listed=True, returns=True, guards=False, commands=False, slow=0, interval=100,
        private=False, changes=False, layout=UART, twice=False, secures=False, keeps=False, strict=False,
        early=False, own_name=None, unit=517, reverse=False, flaw="",
    ):
        self.secures, self.is_strict, self.is_early, self.flaw = secures, strict, early, flaw
        self.is_secure = secure
        # Those who have connected, and those with a bond who have turned notifications on.
        self.centrals, self.subscribed = 0, {}
        self.air, self.name, self.pairs, self.asks, self.sessions = air, name, pairs, asks, sessions
        self.is_named, self.is_listed, self.returns = advertised, listed, returns
        self.interval, self.is_private, self.changes, self.layout = interval, private, changes, layout
        self.is_off, self.packets, self.message, self.then = False, 0, None, ""
        self.turn = asyncio.Lock()
        self.values = [bytes(len(DATA))] * sessions
        # By connection: what it was told, and the place of its session.
        self.data, self.places = {}, {}
        self.controller = Controller(name, link=air)
        host = Host(self.controller, AsyncPipeSink(self.controller))
        self.device = Device(
            config=DeviceConfiguration(
                name=own_name or name, address=hci.Address(address), le_privacy_enabled=private, le_rpa_timeout=0,
                irk=bytes(range(16)) if private else bytes(16)), host=host)
        air.accessories[self.device.random_address] = self
        self.device.pairing_config_factory = lambda connection: PairingConfig(
            sc=secure, mitm=False, bonding=True, delegate=Delegate(self),
            identity_address_type=PairingConfig.AddressType.RANDOM)
        kinds, rights = Characteristic.Properties, Characteristic.Permissions
        told = kinds.INDICATE if asks else kinds.READ if flaw == "mute" else kinds.NOTIFY
        self.transmit = Characteristic(layout.format(3), told, rights(0), b"")
        if reverse:
            self.transmit.descriptors = [Descriptor(UUID.from_16_bits(0x2901), rights.READABLE, b"answers")]
        guard = rights.WRITE_REQUIRES_ENCRYPTION if guards else rights(0)
        if guards:
            self.transmit.descriptors = [Descriptor(
                GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR,
                rights.READABLE | rights.WRITEABLE | guard,
                self.device.gatt_server.make_descriptor_value(self.transmit))]
        receive = Characteristic(
            layout.format(2), kinds.WRITE_WITHOUT_RESPONSE | (kinds(0) if commands else kinds.WRITE),
            rights.WRITEABLE | guard, CharacteristicValue(write=self.written))
        self.device.gatt_server.max_mtu = unit
        self.device.add_service(Service(
            layout.format(1), [self.transmit] if flaw == "deaf" else
            [self.transmit, receive] if reverse else [receive, self.transmit]))
        if keeps:
            self.remember(self.device.gatt_server)
        if twice:
            self.device.add_service(Service(layout.format(1), [
                Characteristic(
                    layout.format(2), kinds.WRITE, rights.WRITEABLE,
                    CharacteristicValue(write=lambda connection, value: None)),
                Characteristic(layout.format(3), kinds.NOTIFY, rights(0), b"")]))
        if slow:
            server = self.device.gatt_server
            take = server.on_gatt_pdu
            server.on_gatt_pdu = lambda bearer, packet: asyncio.get_running_loop().call_later(
                slow, take, bearer, packet)
        if background:
            guarded = rights(0) if flaw == "open" else rights.READ_REQUIRES_ENCRYPTION
            self.device.add_service(Service(BACKGROUND, [
                Characteristic(
                    VALUE, kinds.READ, rights.READABLE | guarded,
                    CharacteristicValue(read=lambda connection, place=place: self.value(place)))
                for place in range(sessions)]))
        self.device.on("connection", self.connected)

    def value(self, place):
        return (b"\x01" if self.flaw == "named" else b"") + self.values[place]

    def remember(self, server):
        """What a central with a bond has written to the configuration of TX holds for its next connection."""
        write = server.write_cccd

        def written(connection, characteristic, value):
            self.subscribed[connection.peer_address] = bytes(value)
            write(connection, characteristic, value)

        server.write_cccd = written

    def encrypted(self, connection):
        print(self.name, "encrypted", flush=True)
        value = self.subscribed.get(connection.peer_address)
        if value and connection.is_encrypted:
            self.device.gatt_server.subscribers.setdefault(connection, {})[self.transmit.handle] = value

    def connected(self, connection):
        print(self.name, "connected", flush=True)
        self.centrals += 1
        connection.on("connection_encryption_change", lambda: self.encrypted(connection))
        if self.secures:
            connection.request_pairing()
        connection.on("pairing", lambda keys: print(self.name, "paired", flush=True))
        connection.on("pairing_failure", lambda why: print(self.name, "not paired", why, flush=True))
        taken = set(self.places.values())
        self.places[connection.handle] = min(set(range(self.sessions)) - taken, default=0)
        connection.on("disconnection", lambda reason: asyncio.ensure_future(self.left(connection, reason)))
        if len(self.device.connections) < self.sessions:
            asyncio.ensure_future(self.advertise())
        if self.asks:
            asyncio.ensure_future(self.ask(connection))

    async def ask(self, connection):
        peer = Peer(connection)
        print(self.name, "MTU", await peer.request_mtu(185), flush=True)
        await peer.discover_services()
        print(self.name, "services", len(peer.services), flush=True)

    async def left(self, connection, reason):
        print(self.name, "disconnected", reason, flush=True)
        self.data.pop(connection.handle, None)
        self.places.pop(connection.handle, None)
        if self.is_private:
            await self.rename()
        if self.returns:
            await self.advertise()

    async def hang_up(self, connection):
        if connection in self.device.connections.values():
            await connection.disconnect()

    async def power_on(self):
        await self.device.power_on()
        if not self.is_secure:
            self.keep_own_keys(self.device.keystore)
        self.air.accessories[self.device.random_address] = self

    @staticmethod
    def keep_own_keys(store):
        """A pairing of old gives each side a key, and the central encrypts by the peripheral's: bumble keeps
        the two for each other. Where `Device.get_long_term_key` has it right, this can go."""
        update = store.update

        async def updated(name, keys):
            keys.ltk_central, keys.ltk_peripheral = keys.ltk_peripheral, keys.ltk_central
            await update(name, keys)

        store.update = updated

    async def rename(self):
        """Takes another private address."""
        address = hci.Address.generate_private_address(self.device.irk)
        await self.device.send_command(hci.HCI_LE_Set_Random_Address_Command(random_address=address))
        self.device.random_address = address
        self.air.accessories[address] = self

    def off(self):
        """It loses its power: a central finds out when it has heard nothing for a while."""
        self.is_off = True
        if self.flaw == "forgets":
            asyncio.ensure_future(self.device.keystore.delete_all())
        asyncio.ensure_future(self.device.stop_advertising())
        for connection in list(self.controller.le_connections.values()):
            for other in self.air.controllers:
                for theirs in list(other.le_connections.values()):
                    if theirs.peer_address == connection.self_address:
                        asyncio.get_running_loop().call_later(SUPERVISION, self.air.lose, other, theirs)
            self.air.lose(self.controller, connection)

    async def advertise(self):
        # Of two centrals that leave at once each would begin it.
        async with self.turn:
            if not self.is_off and not self.device.is_advertising:
                await self.begin_advertising()

    async def begin_advertising(self):
        parts = [(AdvertisingData.FLAGS, bytes([6]))]
        if self.is_listed:
            parts.append((
                AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
                bytes(UUID(self.layout.format(1)))))
        # An advertisement has 31 bytes; three and 18 are taken.
        if self.is_named:
            parts.append((AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode()[:8]))
        await self.device.start_advertising(
            advertising_data=bytes(AdvertisingData(parts)), auto_restart=False,
            advertising_interval_min=self.interval, advertising_interval_max=self.interval)

    async def written(self, connection, value):
        value = bytes(value)
        right = value[:1] in (b"\x0a", b"\x0c") and len(value) == 1 or value[:1] == b"\x0b" and len(value) == 31
        if self.flaw == "refuses" or self.is_strict and not right:
            raise ATT_Error(0x80 if value else 0x0D)
        if self.flaw == "holds" and not right:
            await asyncio.sleep(3600)
        if self.is_early:
            await self.answer(connection, value)
        else:
            asyncio.ensure_future(self.answer(connection, value))
        if value[:1] == bytes([self.message or 0]) and self.message:
            self.message = None
            asyncio.get_running_loop().call_later(0.2, self.air.deed, self.then)

    async def answer(self, connection, value):
        said, data = None, self.data.get(connection.handle)
        if self.flaw == "once" and self.centrals > 1:
            return
        if self.flaw == "leaves" and value[:1] not in (b"\x0a", b"\x0b", b"\x0c"):
            return await self.hang_up(connection)
        if self.changes and value[:1] == b"\x0a":
            await self.device.gatt_server.indicate_subscriber(
                connection, self.device.gatt_server.get_characteristic_attributes(
                    UUID.from_16_bits(0x1801), GATT_SERVICE_CHANGED_CHARACTERISTIC)[1],
                bytes([1, 0, 0xFF, 0xFF]), force=True)
        if value[:1] == b"\x0a":
            address = bytes([random.randrange(1, 255), random.randrange(1, 255)])
            data = DATA[:-4] + address + DATA[-2:]
            self.data[connection.handle] = data
            place = self.places[connection.handle]
            if self.flaw != "stale" or not any(self.values[place]):
                self.values[place] = data
            said = b"\x01" + data
        elif value[:6] == b"\x0b\x01\x00\x01\x00\x19" and len(value) == 31 and data:
            # A phone of its own address is none.
            if value[27:29] != data[-4:-2]:
                said = b"\x02"
        elif value[:1] == b"\x0c":
            said = b"\x03"
        if said:
            await self.tell(connection, said)

    async def tell(self, connection, message):
        say = self.device.indicate_subscriber if self.asks else self.device.notify_subscriber
        parts, room = [message], connection.att_mtu - 3
        if self.flaw == "splits" and len(message) > 20:
            parts = [message[:20], message[20:]]
        if self.flaw == "cuts" and len(message) > room:
            parts = [message[:16] + bytes([room - 17]) + message[17:room]]
        everyone = self.device.connections.values() if self.flaw == "everyone" else [connection]
        for part in parts:
            for each in list(everyone):
                await say(each, self.transmit, part, force=self.flaw == "unasked")

    async def burst(self, count):
        """Messages of the vendor, numbered, as fast as the link takes them."""
        for connection in list(self.device.connections.values()):
            for number in range(count):
                await self.tell(connection, b"\x2e" + number.to_bytes(2, "little") + bytes(17))


class Delegate(PairingDelegate):
    def __init__(self, accessory):
        super().__init__(PairingDelegate.IoCapability.NO_OUTPUT_NO_INPUT)
        self.accessory = accessory

    async def accept(self):
        if self.accessory.pairs is None:
            await asyncio.sleep(3600)
        return self.accessory.pairs


class Port:
    """An adapter of the guest: what its controller says goes there."""

    def __init__(self, air, name, address):
        self.air, self.controller = air, Controller(name, link=air, public_address=address)
        # It tells of connections by the older event, which goes with the older features alone.
        features = hci.LeFeatureMask
        self.controller.le_features &= ~(
            features.LE_EXTENDED_ADVERTISING | features.LL_PRIVACY | features.LE_PERIODIC_ADVERTISING)
        # It tells of each device once a search, as many do.
        self.told, report = set(), self.controller.on_advertising_pdu
        enable = self.controller.on_hci_le_set_scan_enable_command
        self.controller.on_hci_le_set_scan_enable_command = \
            lambda command: self.told.clear() or enable(command)
        self.controller.on_advertising_pdu = lambda packet: self.hear(packet, report)
        self.is_deaf = False
        self.controller.on_hci_le_create_connection_cancel_command = self.cancel
        self.writer, reset = None, self.controller.on_hci_reset_command
        self.controller.on_hci_reset_command = lambda command: self.drop() or reset(command)

    async def serve(self, path):
        reader, self.writer = await asyncio.open_unix_connection(path)
        self.controller.set_packet_sink(self)
        parser = PacketParser(self.controller)
        while data := await reader.read(4096):
            parser.feed_data(data)

    def cancel(self, _command):
        """A connection that is no longer wanted: bumble's own controller would still make it."""
        pending, self.controller.pending_le_connection = self.controller.pending_le_connection, None
        if not pending:
            return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        asyncio.get_running_loop().call_soon(self.controller.send_hci_packet, hci.HCI_LE_Connection_Complete_Event(
            status=hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR, connection_handle=0,
            role=hci.Role.CENTRAL, peer_address_type=pending.peer_address.address_type,
            peer_address=pending.peer_address, connection_interval=0, peripheral_latency=0,
            supervision_timeout=0, central_clock_accuracy=0))
        return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.SUCCESS)

    def hear(self, packet, report):
        """Reports an advertisement: one that is no news only where a connection waits for it."""
        waits = self.controller.pending_le_connection
        is_news = packet.advertiser_address not in self.told
        if self.is_deaf and self.controller.le_scan_type == 1:
            return
        if is_news and self.controller.le_scan_enable:
            self.told.add(packet.advertiser_address)
            report(packet)
        elif waits and waits.peer_address == packet.advertiser_address:
            self.controller.create_le_connection(packet.advertiser_address)

    def on_packet(self, packet):
        self.writer.write(bytes(packet))

    def unplug(self):
        """The relay in the guest ends."""
        self.writer.write(b"\xfe")
        self.drop()

    def drop(self):
        """The adapter has forgotten its connections: the accessories find out by themselves."""
        for connection in list(self.controller.le_connections.values()):
            accessory = self.air.accessories[connection.peer_address]
            for theirs in list(accessory.controller.le_connections.values()):
                if theirs.peer_address == connection.self_address:
                    asyncio.get_running_loop().call_later(
                        SUPERVISION, self.air.lose, accessory.controller, theirs)
        self.controller.le_connections.clear()
        self.controller.pending_le_connection = None
        self.controller.le_scan_enable = False


async def listen(air, reader):
    while line := await reader.readline():
        air.deed(line.decode().strip())


async def main(adapter, second, control):
    air = Air()
    air.ports = [
        Port(air, "guest", "F0:F1:F2:F3:F4:F5"), Port(air, "second", "F0:F1:F2:F3:F4:F6")]
    address = "C0:D1:E2:F3:A4:B{:X}".format
    for accessory in (
        Accessory(air, "Lock", address(5), background=True),
        Accessory(air, "Tag", address(6)),
        Accessory(air, "Twin", address(7)),
        Accessory(air, "Twin", address(8)),
        Accessory(air, "Door", address(9), background=True, sessions=2),
        Accessory(air, "Shy", address(10), background=True, pairs=False),
        Accessory(air, "Unpaired", address(11), background=True, pairs=None),
        Accessory(air, "Old", address(12), background=True, secure=False),
        Accessory(air, "Asks", address(13), asks=True),
        Accessory(air, "\x1b[7m\n<b", address(14)),
        # A resolvable private address, and no name.
        Accessory(air, "Nameless", "41:D1:E2:F3:A4:BF", advertised=False),
        Accessory(air, "Bare", "C0:D1:E2:F3:A4:C0", background=True, listed=False),
        Accessory(air, "Hush", "C0:D1:E2:F3:A4:C1", returns=False),
        # Right, and unusual.
        Accessory(air, "Guard", "C0:D1:E2:F3:A4:C2", guards=True),
        Accessory(air, "Command", "C0:D1:E2:F3:A4:C3", commands=True),
        Accessory(air, "Slow", "C0:D1:E2:F3:A4:C4", slow=0.4),
        Accessory(air, "Rare", "C0:D1:E2:F3:A4:C5", interval=5000),
        Accessory(air, "Private", "C0:D1:E2:F3:A4:C6", background=True, private=True),
        Accessory(air, "Changes", "C0:D1:E2:F3:A4:C7", changes=True),
        Accessory(air, "Own", "C0:D1:E2:F3:A4:C8", layout=OWN),
        Accessory(air, "OwnAsks", "C0:D1:E2:F3:A4:C9", layout=OWN, asks=True),
        Accessory(air, "Double", "C0:D1:E2:F3:A4:CA", twice=True),
        Accessory(air, "Secures", "C0:D1:E2:F3:A4:CB", background=True, secures=True),
        Accessory(air, "Keeps", "C0:D1:E2:F3:A4:CC", background=True, keeps=True),
        Accessory(air, "Strict", "C0:D1:E2:F3:A4:CD", strict=True),
        Accessory(air, "Early", "C0:D1:E2:F3:A4:CE", early=True),
        Accessory(air, "EarlyAsk", "C0:D1:E2:F3:A4:CF", early=True, asks=True),
        Accessory(air, "Other", "C0:D1:E2:F3:A4:D0", background=True, own_name="DWM3001 development kit"),
        Accessory(air, "Small", "C0:D1:E2:F3:A4:D1", unit=48),
        Accessory(air, "Reverse", "C0:D1:E2:F3:A4:D2", reverse=True),
        *(Accessory(air, flaw.capitalize(), f"C0:D1:E2:F3:A4:{number:02X}", flaw=flaw, background=True)
          for number, flaw in enumerate(FLAWS, 0xE0)),
        Updatable(air, "Update", "C0:D1:E2:F3:A4:D8"),
        Updatable(air, "Update64", "C0:D1:E2:F3:A4:D9", unit=64),
        Updatable(air, "Lingers", "C0:D1:E2:F3:A4:DA", rest=2),
        ButtonlessBoard(air, "Jumps", "C0:D1:E2:F3:A4:DB"),
        # Of a software of old, at an address of which the next has a carry that is not taken on.
        ButtonlessBoard(air, "JumpsOld", "C0:D1:E2:F3:A5:FF", takes_names=False),
    ):
        await accessory.power_on()
        await accessory.advertise()
    loop = asyncio.get_running_loop()
    commands = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    told, _ = await asyncio.open_unix_connection(control)
    print("ready", flush=True)
    await asyncio.gather(
        air.ports[0].serve(adapter), air.ports[1].serve(second), listen(air, commands),
        listen(air, told))


asyncio.run(main(*sys.argv[1:]))
