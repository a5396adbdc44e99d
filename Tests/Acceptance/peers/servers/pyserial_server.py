"""A serial port served by RFC 2217 with pyserial's own parts: pyserial_server.py DEVICE PORT."""

import socket
import sys
import threading

import serial
import serial.rfc2217


class Sender:
    """Where pyserial's protocol writes to."""

    def __init__(self, connection):
        self.connection, self.lock = connection, threading.Lock()

    def write(self, data):
        with self.lock:
            self.connection.sendall(data)


def serve(device, connection):
    with serial.Serial(device, 115200, timeout=0.01) as port:
        sender = Sender(connection)
        manager, is_over = serial.rfc2217.PortManager(port, sender), threading.Event()

        def from_port():
            while not is_over.is_set():
                data = port.read(port.in_waiting or 1)
                if data:
                    sender.write(b"".join(manager.escape(data)))

        reader = threading.Thread(target=from_port)
        reader.start()
        try:
            while data := connection.recv(1024):
                port.write(b"".join(manager.filter(data)))
        except OSError:
            pass
        is_over.set()
        reader.join()


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", int(sys.argv[2]))) as listener:
        print("ready", listener.getsockname()[1], flush=True)
        while True:
            peer, _ = listener.accept()
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with peer:
                serve(sys.argv[1], peer)
