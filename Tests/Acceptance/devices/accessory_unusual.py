"""Accessories that are right, each as few are: in their pace, in what stands around their messages."""

import random

from .accessory import DID_STOP, Accessory, GivesUp


class SlowLine(Accessory):
    """a line of 9 600 baud: a byte each millisecond"""

    def opened(self):
        super().opened()
        self.queue = []

    def write(self, data):
        idle = not self.queue
        self.queue += [(self.connection, bytes([byte])) for byte in data]
        if idle:
            self.next_byte()

    def next_byte(self):
        if self.queue:
            link, byte = self.queue.pop(0)
            if link and self.connection is link:
                link.write(byte)
            self.later(0.001, self.next_byte)


class OneWorker(Accessory):
    """messages are worked off one after the other, 60 ms each"""

    def opened(self):
        super().opened()
        self.waiting, self.link = [], self.connection

    def take(self, message):
        self.waiting.append(message)
        if len(self.waiting) == 1:
            self.later(0.06, self.work, self.connection)

    def work(self, link):
        if self.connection is not link or not self.waiting:
            return
        super().take(self.waiting[0])
        self.waiting.pop(0)
        if self.waiting:
            self.later(0.06, self.work, link)


class Sleeps(Accessory):
    """after half a second without a message the next answer takes 0.4 s"""
    heard = 0

    def take(self, message):
        asleep = self.loop.time() - self.heard > 0.5
        self.heard = self.loop.time()
        if not asleep and not getattr(self, "early", None):
            return super().take(message)
        self.early = getattr(self, "early", None) or []
        self.early.append(message)
        if asleep:
            self.later(0.4, self.awake, self.connection)

    def awake(self, link):
        early, self.early = self.early, []
        for message in early if self.connection is link else ():
            super().take(message)


class BurstAtStart(Accessory):
    """fifty declared messages of 250 bytes, laid out as its maker likes, stand in front of did-start"""
    claims = ", vendor-ids: [0x2F]"

    def started(self):
        for _ in range(50):
            self.send(b"\x2f\xfa\x30" + bytes(247))
        super().started()


class Greets(Accessory):
    """a declared message comes with each connection, before it is asked anything"""
    claims = ", vendor-ids: [0x2F]"

    def opened(self):
        super().opened()
        self.send(b"\x2f\x03\x30ok")


class Statistics(Accessory):
    """declared figures follow half a second behind each did-stop"""
    claims = ", vendor-ids: [0x2F]"

    def stop(self, message):
        super().stop(message)
        self.send(b"\x2f\x08\x31" + bytes(8), 0.5)


class StartsAtOnce(Accessory):
    """did-start comes at once"""

    def start(self, body):
        self.starts += 1
        self.started()


class LargeNumbers(Accessory):
    """manufacturer, model and middleware use all of their bits"""
    manufacturer, model, middleware, drift = 0xFFFFFFFE, 0x80000001, 0xFFFF0000, 100


class AnyCountry(Accessory):
    """the country code is not looked at"""

    def accepts(self, data):
        return super().accepts(data[:5] + b"US" + data[7:] if len(data) > 7 else data)


class AddressByConnection(Accessory):
    """a new address comes with a new connection, and not with an initialize"""
    own = 0x2000

    def opened(self):
        super().opened()
        self.own += 1

    def initialize(self, message):
        self.cancel_start()
        self.ranges = False
        self.address = self.own
        self.send_data()


class FirstIsSlow(Accessory):
    """the first answer on each connection takes 0.8 s, the others none"""

    def opened(self):
        super().opened()
        self.answers_after = 0.8

    def send_data(self):
        super().send_data()
        self.answers_after = 0


class RandomPieces(Accessory):
    """each message is written in two pieces, cut at any byte, and the second is 3 ms later"""

    def write(self, data):
        link, cut = self.connection, random.randrange(1, len(data)) if len(data) > 1 else 0
        self.pieces = getattr(self, "pieces", [])
        idle = not self.pieces
        self.pieces += [(link, data[:cut]), (link, data[cut:])]
        if idle:
            self.next_piece()

    def next_piece(self):
        link, piece = self.pieces[0]
        if link and self.connection is link and piece:
            link.write(piece)
        self.later(0.003, self.after_piece)

    def after_piece(self):
        self.pieces.pop(0)
        if self.pieces:
            self.next_piece()


class StopsByItself(GivesUp):
    """a session that no phone joins ends after 2.5 s, which did-stop tells, and a stop then has another"""
    after = 2.5


class SwapsStopAndData(Accessory):
    """of a stop and an initialize in one read the initialize is answered first"""

    def received(self, data):
        messages = self.framer.feed(data)
        for message in messages:
            self.messages += 1
        if len(messages) == 2 and [each[:1] for each in messages] == [b"\x0c", b"\x0a"]:
            self.cancel_start()
            self.ranges = False
            self.take(messages[1])
            return self.send(bytes([DID_STOP]))
        for message in messages:
            self.take(message)


RIGHT = [
    SlowLine, OneWorker, Sleeps, BurstAtStart, Greets, Statistics, StartsAtOnce, LargeNumbers, AnyCountry,
    AddressByConnection, FirstIsSlow, RandomPieces, StopsByItself, SwapsStopAndData,
]
