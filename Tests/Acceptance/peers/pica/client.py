"""What the clients that were written for google/pica do, packet by packet. Not pica's.

Each step waits for one packet of control and holds it against the whole of what is expected, in this
order and within a second, as they do.
"""

import asyncio

READY = "6001000101"


def little(number, size):
    return number.to_bytes(size, "little").hex()


class Host:
    """A board behind a connection: what it says is taken in its order."""

    def __init__(self, reader, writer, address):
        self.reader, self.writer, self.address = reader, writer, address
        self.is_mode_first = False

    @classmethod
    async def connected(cls, port, address):
        return cls(*await asyncio.open_connection("127.0.0.1", port), address)

    async def packet(self, patience):
        async def whole():
            head = await self.reader.readexactly(4)
            size = head[3] if head[0] >> 5 else int.from_bytes(head[2:4], "little")
            return head + await self.reader.readexactly(size)

        return await asyncio.wait_for(whole(), patience)

    async def expect(self, *packets):
        for wanted in packets:
            found = (await self.packet(1)).hex()
            assert found == wanted, f"expected {wanted}, got {found}"

    async def ask(self, command, *packets):
        body = bytes.fromhex(command)
        self.writer.write(body[:2] + bytes([0, len(body) - 2]) + body[2:])
        await self.expect(*packets)

    async def begin(self):
        """READY comes unasked, and again after the reset."""
        await self.expect(READY)
        await self.ask("200000", "4000000100", READY)

    async def session(self, kind, parameters):
        await self.ask("2100" + little(0, 4) + kind, "4100000100", "6102000600000000" + "0000")
        tlvs = "".join(f"{key}{len(value) // 2:02x}{value}" for key, value in parameters)
        await self.ask(
            "2103" + little(0, 4) + f"{len(parameters):02x}" + tlvs, "410300020000",
            "6102000600000000" + "0300")

    def parameters(self, peer, is_controller, mode):
        """Contention, and a usage of one-way ranging."""
        return [
            ("11", "00" if is_controller else "01"), ("00", "01" if is_controller else "00"),
            # The mode says how long the addresses are; later clients give it behind the first of them.
            *([("26", mode), ("06", self.address)] if self.is_mode_first else [
                ("06", self.address), ("26", mode)]),
            ("03", "00"), ("22", "00"), ("01", "06"), ("09", little(1000, 4)), ("05", "01"), ("07", peer)]

    def few_parameters(self, peer):
        """Those of the data client of earlier versions, which need no schedule and no usage."""
        return [
            ("11", "00"), ("00", "01"), ("06", self.address), ("26", "00"), ("09", little(1000, 4)),
            ("05", "01"), ("07", peer)]

    async def range(self, peer, is_controller, mode):
        """Two rounds; the second may have nobody in it, since the other may have ended already."""
        await self.session("00", self.parameters(peer, is_controller, mode))
        await self.ask("2200" + little(0, 4), "4200000100", "6102000600000000" + "0200", "6001000102")
        for number in range(2):
            report = await self.packet(2)
            assert report[:2].hex() == "6200", f"expected a round, got {report.hex()}"
            records = report[28]
            assert records == 1 or (number and records == 0), f"{records} records: {report.hex()}"
            if records:
                assert report[29:].hex().startswith(peer + "00"), f"not {peer}, OK: {report.hex()}"
        await self.ask("2201" + little(0, 4), "4201000100", "6102000600000000" + "0300", READY)
        await self.end()

    async def end(self):
        await self.ask("2101" + little(0, 4), "4101000100", "6102000600000000" + "0100")

    async def send(self, data, peer, is_earlier=False):
        """A message of data to a session that is idle: in segments, each with a head and a credit."""
        given = self.few_parameters(peer) if is_earlier else self.parameters(peer, True, "00")
        await self.session("01", given)
        for number, at in enumerate(range(0, len(data), 1024)):
            piece = data[at:at + 1024]
            # The address as a number of which the bytes stand the other way round.
            swapped = little(int.from_bytes(bytes.fromhex(peer), "big"), 8)
            body = bytes.fromhex(little(0, 4) + swapped + little(number, 2) + little(len(piece), 2)) + piece
            is_last = at + 1024 >= len(data)
            self.writer.write(
                bytes([0x01 if is_last else 0x11, 0]) + len(body).to_bytes(2, "little") + body)
            await self.expect("6204000500000000" + "01")
        await self.end()


async def ranging(port, is_mode_first=False):
    pair = [await Host.connected(port, "0001"), await Host.connected(port, "0002")]
    for host in pair:
        host.is_mode_first = is_mode_first
        await host.begin()
    for mode, size in (("00", 2), ("02", 8)):
        for number, host in enumerate(pair):
            host.address = (number + 1).to_bytes(size, "big").hex()
        await asyncio.gather(
            pair[0].range(pair[1].address, True, mode), pair[1].range(pair[0].address, False, mode))
    for host in pair:
        host.writer.close()


async def data(port, size, is_earlier=False):
    pair = [await Host.connected(port, "0001"), await Host.connected(port, "0002")]
    await pair[0].begin()
    await pair[0].send(bytes(at % 251 for at in range(size)), pair[1].address, is_earlier)
    for host in pair:
        host.writer.close()
