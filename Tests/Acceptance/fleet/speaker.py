"""`uwbrig-fleet` itself, spoken with as `uwbrig` does: a line of JSON each way."""

import json
import os
import select
import socket
import subprocess
import time

IAC, SB, SE, COM_PORT = 255, 250, 240, 44


class Speaker:
    """A client that has a session with its coordinators."""

    def __init__(self, program, addresses, environment=None):
        self.process = subprocess.Popen(
            [program, *addresses], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, **(environment or {})}, start_new_session=True)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.rest = b""
        self.reports = []
        self.last = 0

    def fileno(self):
        return self.process.stdout.fileno()

    def order(self, what, **words):
        self.last += 1
        self.say(do=what, id=self.last, **words)
        return self.last

    def say(self, **words):
        self.process.stdin.write((json.dumps(words) + "\n").encode())
        self.process.stdin.flush()

    def release(self, number):
        """Gives back what this order has got; its answer has the same number."""
        self.say(do="release", id=number)

    def take(self):
        """Reads what is there; false once it has ended."""
        try:
            data = os.read(self.fileno(), 1 << 20)
        except BlockingIOError:
            return True
        self.rest += data
        *lines, self.rest = self.rest.split(b"\n")
        self.reports += [json.loads(line) for line in lines]
        return bool(data)

    def answer(self, number, patience=30):
        """The report that ends an order."""
        deadline = time.monotonic() + patience
        while True:
            for report in self.reports:
                if report.get("id") == number and report["kind"] not in ("waits", "lost", "claimed", "freed"):
                    self.reports.remove(report)
                    return report
            assert time.monotonic() < deadline, f"no answer to order {number}: {self.reports[-5:]}"
            select.select([self], [], [], 0.1)
            assert self.take(), "uwbrig-fleet has ended"

    def ask(self, what, patience=30, **words):
        return self.answer(self.order(what, **words), patience)

    def serve(self):
        """Confirms whatever of its kits is acquired or given back, until it has ended."""
        while self.process.poll() is None and not self.process.stdin.closed:
            select.select([self], [], [], 0.1)
            if not self.take():
                return
            for report in self.reports:
                if report["kind"] in ("claimed", "freed") and "id" in report:
                    self.say(do="served", **{
                        key: report[key] for key in ("id", "coordinator", "group", "resource")})
            self.reports.clear()

    def close(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        self.process.stdout.close()

    def kill(self):
        self.process.kill()
        self.process.wait()


def open_port(host, port, rate=115200):
    """Opens a port by RFC 2217 in one write, and waits until the server has set the rate."""
    link = socket.create_connection((host, port), 5)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def sub(command, value):
        return bytes([IAC, SB, COM_PORT, command]) + value.replace(b"\xff", b"\xff\xff") + bytes([IAC, SE])

    link.sendall(
        bytes([IAC, 251, COM_PORT, IAC, 251, 0, IAC, 253, 0, IAC, 253, 3, IAC, 251, 3])
        + sub(1, rate.to_bytes(4, "big")) + sub(2, b"\x08") + sub(3, b"\x01") + sub(4, b"\x01"))
    heard = b""
    while bytes([IAC, SB, COM_PORT, 101]) not in heard:
        data = link.recv(4096)
        assert data, "the server has hung up"
        heard += data
    return link


def part(values, share):
    """The value below which this share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
