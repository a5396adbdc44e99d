"""Serves devices written here on TCP ports, each from an event loop of its own thread."""

import asyncio
import socket
import threading


class Device:
    """What a device is to its links: it keeps its state over connections, as a board does."""

    def __init__(self):
        self.loop = None
        self.connection = None
        self.connections = 0

    def opened(self):
        """A link was opened."""

    def closed(self):
        """A link has ended."""

    def received(self, data):
        """Bytes as they were read."""

    def write(self, data):
        """Bytes to whoever is connected now."""
        if self.connection:
            self.connection.write(data)

    def hang_up(self):
        if self.connection:
            self.connection.close()

    def later(self, seconds, function, *arguments):
        """Calls a function after so long; what is returned has `cancel`."""
        return self.loop.call_later(seconds, function, *arguments)


class Link(asyncio.Protocol):
    def __init__(self, device):
        self.device = device

    def connection_made(self, transport):
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.transport = transport
        self.device.connection = transport
        self.device.connections += 1
        self.device.opened()

    def data_received(self, data):
        if self.device.connection is self.transport:
            self.device.received(data)

    def connection_lost(self, _):
        if self.device.connection is self.transport:
            self.device.connection = None
            self.device.closed()


class Serving:
    """Devices on ports of this machine, until it is closed."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def serve(self, device):
        """The port of a device."""

        async def start():
            device.loop = self.loop
            server = await self.loop.create_server(lambda: Link(device), "127.0.0.1", 0)
            return server.sockets[0].getsockname()[1]

        return asyncio.run_coroutine_threadsafe(start(), self.loop).result(10)

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
