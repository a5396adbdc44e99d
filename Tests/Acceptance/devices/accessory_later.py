"""Accessories that are right at first: time, sessions, errors or a second phone makes them wrong."""

from .accessory import DATA, DID_STOP, Accessory, Wrong

# --- Right ones -----------------------------------------------------------------------------------


class TellsErrors(Accessory):
    """what it does not understand is told with a declared message"""
    claims = ", vendor-ids: [0x70]"

    def unknown(self, message):
        self.send(bytes([0x70, message[0]]))


class HeadAlone(Accessory):
    """length and message are written apart, 5 ms between them"""
    queue = 0

    def write(self, data):
        self.queue = max(self.queue, self.loop.time())
        for piece in (data[:2], data[2:]):
            self.later(self.queue - self.loop.time(), super().write, piece)
            self.queue += 0.005


class PausesOnce(Accessory):
    """10 s after its first message one answer takes 0.9 s"""
    begun, paused = None, False

    def send_data(self):
        self.begun = self.begun or self.loop.time()
        slow = not self.paused and self.loop.time() - self.begun > 10
        self.answers_after, self.paused = (0.9 if slow else 0), self.paused or slow
        super().send_data()


class UsesBiggestRate(Accessory):
    """the most often that an update may come"""
    rate = 10


RIGHT = [TellsErrors, HeadAlone, PausesOnce, UsesBiggestRate]


# --- Wrong ones -----------------------------------------------------------------------------------


class DriftAfterTime(Wrong):
    """4 s after its first message its clock drift is another one"""
    found_by, during, begun = ("W06",), "id(N12) | id(N18) | id(S0?)", None

    def send_data(self):
        self.begun = self.begun or self.loop.time()
        self.drift = 30 if self.loop.time() - self.begun > 4 else 25
        super().send_data()


class OlderAfterError(Wrong):
    """behind a configuration that it does not take the configuration data are those of 1.0"""
    found_by, during, bad = ("W06", "W02", "W03"), "id(C18) | id(C21)", False

    def configure(self, body):
        self.bad = self.bad or not self.accepts(body)
        super().configure(body)

    def send_data(self):
        self.acd = "1.0" if self.bad else "1.1"
        super().send_data()


class SlowAfterTen(Wrong):
    """from the tenth on configuration data take 1.3 s"""
    found_by, during, asked = ("N12", "N01", "N18", "N13"), "id(N01) | id(N12) | id(N13) | id(N18)", 0

    def send_data(self):
        self.asked += 1
        self.answers_after = 1.3 if self.asked > 10 else 0
        super().send_data()


class SlowerEachTime(Wrong):
    """each configuration data take 15 ms longer than those before"""
    found_by, during = ("N18", "N12"), "id(N18) | id(N12)"

    def send_data(self):
        self.answers_after += 0.015
        super().send_data()


class SecondPhoneTwice(Wrong):
    """behind its first connection configuration data come twice"""
    found_by, during = ("W07", "R07", "R06"), "id(R06) | id(R07) | id(N01)"

    def send_data(self):
        super().send_data()
        if self.connections > 1:
            super().send_data()


class AnswersThePreviousPhone(Wrong):
    """what the last phone asked and did not wait for is told to the next"""
    found_by, during = ("R06", "R07", "W07", "W08", "W09", "W03"), "id(R06) | id(R07) | id(R0*)"
    owed = False

    def closed(self):
        self.owed = self.address is not None
        super().closed()

    def opened(self):
        super().opened()
        if self.owed:
            self.owed = False
            self.later(0.05, self.send_data)


class StartsForTheNextPhone(Wrong):
    """what one phone was told is enough for the next to start"""
    found_by, during, before = ("C22",), "suite(accessory) & !tag(slow)", None

    def closed(self):
        address = self.address
        super().closed()
        self.before = address

    def opened(self):
        before = self.before
        super().opened()
        self.address = before


class StopDuringStartLost(Wrong):
    """a stop while it starts is not answered, and the start goes on"""
    found_by, during = ("S11",), "id(S11)"
    starts_after = 0.3

    def stop(self, message):
        if not self.starting:
            super().stop(message)


class DiesOfHigh(Wrong):
    """an unknown identifier above 0xEF ends it"""
    found_by, during, is_dead = ("R01", "R02", "R05", "E01"), "id(R01) | id(R02) | id(R05)", False

    def take(self, message):
        self.is_dead = self.is_dead or bool(message) and message[0] > 0xEF
        if not self.is_dead:
            super().take(message)


class ZeroBehindTwentieth(Wrong):
    """a byte stands behind each twentieth frame"""
    found_by, during, written = ("W01", "W02", "N12", "N18", "N01"), "id(N12) | id(N18) | id(N01)", 0

    def write(self, data):
        self.written += 1
        super().write(data + (b"\0" if self.written % 20 == 0 else b""))


class BigEndianDrift(Wrong):
    """a clock drift with the high byte first"""
    drift, found_by = 0x1900, ("W03", "N08", "N20")


class HangsUpAfterStop(Wrong):
    """it hangs up behind the answer to a stop of a session"""
    found_by, during = ("S04", "S01", "C01", "R09"), "id(S0?) | id(C01)"

    def stop(self, message):
        was = self.ranges
        super().stop(message)
        if was:
            self.later(0.01, self.hang_up)


class StopBodyLater(Wrong):
    """from the tenth on did-stop has a byte behind it"""
    found_by, during, stops = ("W02",), "id(S0?) | id(N12) | id(C1?)", 0

    def send(self, message, after=0):
        if message[0] == DID_STOP and len(message) == 1:
            self.stops += 1
            message += b"\0" if self.stops > 9 else b""
        super().send(message, after)


class OldDataTwice(Wrong):
    """configuration data of the time before stand in front of the new ones, each ninth time"""
    found_by, during, asked, old = ("W07", "N12", "N01", "N18"), "id(N01) | id(N12) | id(N18)", 0, b""

    def send_data(self):
        self.asked += 1
        if self.asked % 9 == 0 and self.old:
            self.send(bytes([DATA]) + self.old)
        super().send_data()
        self.old = self.data()


WRONG = [
    DriftAfterTime, OlderAfterError, SlowAfterTen, SlowerEachTime, SecondPhoneTwice, AnswersThePreviousPhone,
    StartsForTheNextPhone, StopDuringStartLost, DiesOfHigh, ZeroBehindTwentieth, BigEndianDrift,
    HangsUpAfterStop, StopBodyLater, OldDataTwice,
]
