"""The live page: a run is followed in a headless Chromium while it goes on.

`uwbrig run --view` and `uwbrig view` serve the page of a run from its journal. The page has to follow
boards, cases and pictures without being loaded again; a case opens while the run goes on; pausing holds it;
what boards say stays text in the stream too; without the token there is nothing; viewers never change the
run; and a journal of a million events neither fills the browser nor leaves it behind.
"""

import fcntl
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import pytest

from documents.browser import Browser
from documents.relay import Relay
from support.program import ROOT, end, succeed, write

RIG = """\
version: 1
name: live
time: {time}
boards:
  - {{name: lock, firmware: ni-accessory, link: virtual, misbehaviour: never-starts, position: [1, 2, 1]}}
  - {{name: good, firmware: ni-accessory, link: virtual, claims: {{acd: "1.1"}}, position: [4, 5, 1]}}
  - {{name: initiator, firmware: uci, role: controller, link: virtual, position: [0, 0, 1]}}
  - {{name: responder, firmware: uci, role: controlee, link: virtual, position: [3, 1, 1.5]}}
"""
# Markup, the end of a script, an event of a stream, colours, and a text that runs backwards.
HOSTILE = ('<img src=x onerror=alert(1)>\x1b[31m\u202e"&\'<b></script><script>alert(2)</script>'
           '\r\n\r\nevent: over\ndata: 1\n\n')


class Served:
    """A program that serves a live page; `url` is where."""

    def __init__(self, uwbrig, *arguments, folder):
        self.process = subprocess.Popen(
            uwbrig.command(*arguments), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True)
        self.words, deadline = b"", time.monotonic() + 20
        while not (found := re.search(rb"http://\S+/", self.words)):
            assert time.monotonic() < deadline and self.process.poll() is None, self.words.decode()
            if select.select([self.process.stdout], [], [], 0.1)[0]:
                self.words += os.read(self.process.stdout.fileno(), 65536)
        self.url = found[0].decode()
        self.reader = threading.Thread(target=self._drain, daemon=True)
        self.reader.start()

    def _drain(self):
        while piece := os.read(self.process.stdout.fileno(), 65536):
            self.words += piece

    def fetch(self, path=""):
        with urllib.request.urlopen(self.url + path, timeout=20) as answer:
            return answer.read().decode()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        end(self.process)


@pytest.fixture
def served(uwbrig):
    """Serves a page until the test is over: served(ARGUMENT…, folder=FOLDER)."""
    all_of_them = []

    def start(*arguments, folder):
        all_of_them.append(Served(uwbrig, *arguments, folder=folder))
        return all_of_them[-1]

    yield start
    for one in all_of_them:
        one.stop()


@pytest.fixture(scope="module")
def browser(module_folder):
    made = Browser(os.path.join(module_folder, "profile"))
    yield made
    made.end()


class Written:
    """A journal that is written line by line, as a run would."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "run")
        os.makedirs(self.folder)
        write(self.folder, "run.json", json.dumps({
            "schema": "uwbrig.run/1", "id": "20261121-013000-1a2b", "version": "0.1.0", "host": "generated",
            "arguments": ["run"], "started": "2026-11-21T01:30:00Z"}))
        self.file = open(os.path.join(self.folder, "events.ndjson"), "w", encoding="utf-8")
        self.claim = claimed(self.folder)
        self.time = 0
        self.add("run-started", schema="uwbrig.events/1", version="0.1.0", seed=7, rig="written", time="real",
                 planned=10)
        for board, x in (("lock", 0), (HOSTILE, 4)):
            self.add("board-placed", board=board, x=x, y=0, z=1, yaw=0, pitch=0)
            self.add("board-opened", board=board, identity="", virtual=False, reason="",
                     firmware="ni-accessory")

    def add(self, kind, **fields):
        self.time += 1000
        line = {"t_us": self.time, "kind": kind, **fields}
        self.file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n")
        self.file.flush()

    def start(self, case, board="lock"):
        self.add("case-started", case=case, boards=[board], attempt=1, suite="a", title="What " + case + " does",
                 requirement="It answers.", source="here", tags=["t"])
        self.add("step", text="asks " + HOSTILE, instance=f"{case}@{board}")
        self.add("frame", board=board, dir="out", hex="0a")

    def finish(self, case, board="lock", verdict="PASS"):
        self.add("frame", board=board, dir="in", hex="03")
        self.add("case-finished", case=case, boards=[board], verdict=verdict,
                 reason="" if verdict == "PASS" else "no answer " + HOSTILE, **{"class": "required"},
                 duration_us=2000)

    def over(self):
        self.add("run-finished", counts={}, status=0)

    def killed(self):
        """As the kernel leaves a run that was killed."""
        self.file.close()
        os.close(self.claim)


def claimed(folder):
    """A run has its folder as long as it goes on."""
    claim = os.open(folder, os.O_RDONLY)
    fcntl.flock(claim, fcntl.LOCK_EX)
    return claim


def test_follows(served, browser, folder, pytestconfig):
    """boards, frames, cases and verdicts come while they happen, and hostile names stay text"""
    journal = Written(folder)
    view = served("view", journal.folder, folder=folder)
    browser.load(view.url, 1280)
    assert not browser.complaints() or all("asks for http://127" in said for said in browser.complaints())
    journal.start("one")
    browser.until("document.querySelector('.boards').textContent.includes('one@lock')")
    browser.until("document.querySelector('.boards li.out')?.textContent.includes('initialize')")
    journal.finish("one")
    browser.until("document.getElementById('one@lock') !== null")
    assert browser.value("document.querySelector('.chip[data-verdict=PASS] b').textContent") == "1"
    assert browser.value("document.querySelector('.now .done').textContent").startswith("1 of 10 cases")
    journal.start("two", HOSTILE)
    journal.finish("two", HOSTILE, "FAIL")
    browser.until("document.querySelector('.chip[data-verdict=FAIL] b')?.textContent === '1'")
    # The groups of what failed come with the pictures.
    browser.until("document.querySelector('#_overview .case.bad') !== null")
    browser.until("document.querySelectorAll('#_room circle.board').length === 2")
    # What happened is fetched when it is opened.
    browser.value("document.querySelector('#_overview .case.bad').open = true")
    browser.value("document.querySelector('#_overview .case.bad details[data-evidence]').open = true")
    browser.until("document.querySelector('#_overview .case.bad table.seq tr.in') !== null")
    assert browser.value("document.querySelectorAll('img, main b:not(.done), .boards img').length") == 0
    assert browser.value("document.body.textContent.includes('<img src=x onerror=alert(1)>')")
    assert browser.value("document.querySelector('.now') !== null"), "a name has ended the page"
    text = browser.value("document.body.textContent")
    assert "\x1b" not in text and "\u202e" not in text and "\\u{202e}" in text
    with urllib.request.urlopen(view.url + "events?0", timeout=10) as stream:
        lines = [stream.readline() for _ in range(6)]
    assert all(line.strip() == b"" or re.match(rb"(event: (now|cases)|id: \d+|data: [\[{].*[\]}])\n$", line)
               for line in lines), lines
    assert not re.search(rb"[\x00-\x09\x0b-\x1f]", b"".join(lines)), "a control character in the stream"
    said = [words for words in browser.complaints() if not words.startswith("asks for " + view.url)]
    assert not said, said
    pictures = pytestconfig.getoption("pictures")
    if pictures:
        browser.picture(os.path.join(pictures, "live.png"), 1600)


def test_moves(served, browser, folder):
    """a board that is moved moves on the map, without the page being loaded again"""
    journal = Written(folder)
    journal.add("case-started", case="one", boards=["lock", HOSTILE], attempt=1)
    view = served("view", journal.folder, folder=folder)
    browser.load(view.url, 1280)
    spot = "document.querySelector('#_room circle[data-board=lock]')"
    before = float(browser.until(f"{spot}?.getAttribute('cx')"))
    journal.add("board-placed", board="lock", x=2, y=0, z=1, yaw=0, pitch=0)
    browser.until(f"Number({spot}.getAttribute('cx')) > {before} + 50")
    # Its sight line ends where it is.
    assert browser.value(
        "[...document.querySelectorAll('#_room line.sight')].map(line => line.getAttribute("
        "line.dataset.one === 'lock' ? 'x1' : 'x2'))") == [browser.value(f"{spot}.getAttribute('cx')")]


def test_pause(served, browser, folder):
    """a page that is paused stands still, and catches up"""
    journal = Written(folder)
    view = served("view", journal.folder, folder=folder)
    browser.load(view.url, 390)
    browser.until("document.querySelector('.boards article') !== null")
    browser.value("document.querySelector('.now button').click()")
    journal.start("one")
    journal.finish("one")
    browser.until("document.querySelector('.told').textContent.includes('1 cases since')")
    assert browser.value("document.getElementById('one@lock') === null"), "a paused page goes on"
    browser.value("document.querySelector('.now button').click()")
    browser.until("document.getElementById('one@lock') !== null")
    wide = browser.value("document.documentElement.scrollWidth")
    assert wide <= 390, f"scrolls sideways: {wide} px wide"


def test_broken_connection(served, browser, folder):
    """a connection that breaks comes back by itself, and no case is lost or told twice"""
    journal = Written(folder)
    view = served("view", journal.folder, folder=folder)
    relay = Relay(int(re.search(r":(\d+)/", view.url)[1]))
    try:
        browser.load(re.sub(r":\d+/", f":{relay.port}/", view.url, count=1), 1280)
        journal.start("one")
        journal.finish("one")
        browser.until("document.getElementById('one@lock') !== null")
        for case in ("two", "three"):
            assert relay.cut() > 0, "nothing went through the relay"
            journal.start(case)
            journal.finish(case)
            browser.until(f"document.getElementById('{case}@lock') !== null")
        names = browser.value("[...document.querySelectorAll('table.all tr[data-v]')].map((row) => row.id)")
        assert names == ["three@lock", "two@lock", "one@lock"], names
        assert browser.value("document.querySelector('.told').textContent") == ""
    finally:
        relay.close()
    browser.until("document.querySelector('.told').textContent.includes('trying again')")


def test_running_case(served, browser, folder):
    """a case that still runs opens, with its frames as they come"""
    journal = Written(folder)
    journal.start("long")
    view = served("view", journal.folder, folder=folder)
    browser.load(view.url, 1280)
    browser.until("document.querySelector('.boards a')?.textContent === 'long@lock'")
    browser.value("document.querySelector('.boards a').click()")
    browser.until("document.querySelector('#_watched table.seq tr.out') !== null")
    journal.add("frame", board="lock", dir="in", hex="03")
    browser.until("document.querySelector('#_watched table.seq tr.in') !== null")


def test_ends(served, browser, folder):
    """when the run is over the whole report takes the place of the live page"""
    journal = Written(folder)
    journal.start("one")
    view = served("view", journal.folder, folder=folder)
    browser.load(view.url, 1280)
    browser.until("document.querySelector('.boards article') !== null")
    journal.finish("one", verdict="FAIL")
    journal.over()
    browser.until("document.querySelector('.now') === null && document.querySelector('table.seq') !== null")
    assert "1 failed" in browser.value("document.querySelector('h1').textContent")


def test_killed(served, browser, folder):
    """a run that was killed is said to have ended without an end, also while its page is open"""
    journal = Written(folder)
    journal.start("one")
    view = served("view", journal.folder, folder=folder)
    browser.load(view.url, 1280)
    browser.until("document.querySelector('.boards article') !== null")
    journal.killed()
    browser.until("document.querySelector('.now') === null && document.querySelector('.banner') !== null")
    assert "Interrupted" in browser.value("document.querySelector('h1').textContent")
    assert "was interrupted" in browser.value("document.querySelector('.banner').textContent")


def test_killed_run(uwbrig, served, browser, folder):
    """a real run that is killed is shown as interrupted a second later"""
    write(folder, "rig.yaml", RIG.format(time="real"))
    run = served("run", "id(C0*)", "--rig", "rig.yaml", "--out", "run", "--progress", "none", "--view", folder=folder)
    view = served("view", os.path.join(folder, "run"), folder=folder)
    browser.load(view.url, 390)
    browser.until("document.querySelectorAll('.boards li').length > 0", 20)
    run.process.kill()
    run.process.wait()
    browser.until("document.querySelector('.now') === null && document.querySelector('.banner') !== null")
    assert "Interrupted" in browser.value("document.querySelector('h1').textContent")


def test_replay(served, browser, folder, pytestconfig, note):
    """a run is seen again: the slider, by the keyboard too, shows what was at a moment; playing goes on"""
    journal = Written(folder)
    for number, case in enumerate(["one", "two", "three", "four"]):
        journal.time = number * 10_000_000
        journal.start(case)
        journal.add("board-placed", board="lock", x=number, y=0, z=1, yaw=0, pitch=0)
        journal.finish(case, verdict="FAIL" if case == "three" else "PASS")
    journal.time = 40_000_000
    journal.over()
    view = served("view", journal.folder, folder=folder)
    browser.load(view.url, 1280)
    browser.value("document.querySelector('.again a').click()")
    browser.until("document.querySelector('[name=moment]') !== null && document.querySelector('.done').textContent")
    done = "document.querySelector('.now .done').textContent"
    assert browser.value(done).startswith("0 "), browser.value(done)
    browser.value("document.querySelector('[name=moment]').focus()")
    browser.press("End")
    browser.until(f"{done}.startsWith('4 of')")
    last = float(browser.value("document.querySelector('#_room circle[data-board=lock]').getAttribute('cx')"))
    browser.press("PageDown")
    browser.until(f"{done}.startsWith('4 of') && document.querySelector('.moment output').textContent === '36 s'")
    for _ in range(3):
        browser.press("PageDown")
    browser.until(f"{done}.startsWith('3 of')")
    assert browser.value("document.getElementById('four@lock') === null"), "a case of later is shown"
    browser.until(
        f"Number(document.querySelector('#_room circle[data-board=lock]').getAttribute('cx')) < {last} - 20")
    assert browser.value("document.querySelector('[name=moment]').getAttribute('aria-valuetext')") == "24 s of 40 s"
    # A case of the moment opens while nothing moves.
    browser.value("document.querySelector('#_cases details[data-evidence]').open = true")
    browser.until("document.querySelector('#_cases table.seq') !== null")
    pictures = pytestconfig.getoption("pictures")
    if pictures:
        for width, scheme in [(390, "dark"), (1280, "light")]:
            browser.media(scheme)
            browser.load(view.url + "replay", width)
            browser.until(done)
            browser.value("document.querySelector('[name=moment]').focus()")
            browser.press("End")
            browser.until(f"{done}.startsWith('4 of')")
            browser.picture(os.path.join(pictures, f"replay-{width}-{scheme}.png"), 1800)
        browser.media()
    browser.value("document.querySelector('[name=moment]').focus()")
    browser.press("Home")
    browser.until(f"{done}.startsWith('0 ')")
    browser.value("const speed = document.querySelector('[name=speed]'); speed.value = '10';"
                  "speed.dispatchEvent(new Event('input')); document.querySelector('button.hold').click()")
    begun = time.monotonic()
    browser.until("document.querySelector('.told').textContent === 'this is the end'", 15)
    took = time.monotonic() - begun
    assert 3 < took < 10, f"40 s ten times as fast took {took:.1f} s"
    wide = browser.value("document.documentElement.scrollWidth")
    assert wide <= 1280, f"scrolls sideways: {wide} px wide"
    note(f"40 s of a run, ten times as fast, in {took:.1f} s")


@pytest.mark.nightly
def test_slow_viewer(served, folder, note):
    """a viewer that takes nothing is hung up on; another one sees everything meanwhile"""
    journal = Written(folder)
    view = served("view", journal.folder, folder=folder)
    host, port, token = re.match(r"http://([^:]+):(\d+)/(\w+)/", view.url).groups()
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect((host, int(port)))
    slow.sendall(f"GET /{token}/events?0 HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    before = connections(int(port))
    cases, told = 9_000, 0
    for number in range(cases):
        journal.add("case-finished", case=f"c{number}", boards=["lock"], verdict="FAIL", reason="x" * 550,
                    **{"class": "required"}, duration_us=5)
    begun = time.monotonic()
    with urllib.request.urlopen(view.url + "events?0", timeout=20) as stream:
        while told < cases:
            line = stream.readline()
            assert line, "the stream of the other one has ended"
            told += line.count(b'"ordinal"') if line.startswith(b"data: [") else 0
    took = time.monotonic() - begun
    deadline = time.monotonic() + 20
    while connections(int(port)) >= before:
        assert time.monotonic() < deadline, "the slow one is still served"
        time.sleep(0.1)
    dropped = time.monotonic() - begun
    slow.close()
    assert "What the boards do now" in view.fetch()
    note(f"{cases} cases after {took:.1f} s, the slow one dropped after {dropped:.1f} s")


def connections(port):
    """How many connections a server of this machine has."""
    with open("/proc/net/tcp", encoding="ascii") as file:
        rows = [line.split() for line in file][1:]
    return sum(int(row[1].rsplit(":", 1)[1], 16) == port and row[3] == "01" for row in rows)


class Viewers:
    """Viewers that follow a run to its end: of each the updates, and the cases by name."""

    def __init__(self, url, number):
        self.updates, self.cases, self.ends = [0] * number, [set() for _ in range(number)], [False] * number
        self.threads = [threading.Thread(target=self._follow, args=(url, index)) for index in range(number)]
        for thread in self.threads:
            thread.start()

    def _follow(self, url, index):
        try:
            with urllib.request.urlopen(url + "events?0", timeout=60) as stream:
                for line in stream:
                    self.updates[index] += line == b"event: now\n"
                    self.ends[index] |= line == b"event: over\n"
                    if line.startswith(b"data: ["):
                        self.cases[index] |= {case["name"] for case in json.loads(line[6:])}
        except OSError:
            pass

    def wait(self):
        for thread in self.threads:
            thread.join(30)


def verdicts(folder):
    with open(os.path.join(folder, "events.ndjson"), encoding="utf-8") as file:
        events = [json.loads(line) for line in file]
    return {f"{event['case']}@{'+'.join(event['boards'])}": (event["verdict"], event["reason"])
            for event in events if event["kind"] == "case-finished"}


@pytest.mark.nightly
def test_verdicts_of_a_live_run(uwbrig, folder, note):
    """over terminals and in real time, the verdicts with twenty viewers are those without"""
    rig = os.path.join(ROOT, "Rigs", "loopback-pty.yaml")
    run = ["run", "id(N0*) | id(C01) | id(C02) | id(S0*) | id(UC0*)", "--rig", rig, "--progress", "none"]
    alone = uwbrig.ended(*run, "--out", "alone", cwd=folder)
    watched = Served(uwbrig, *run, "--view", "--out", "watched", folder=folder)
    viewers = Viewers(watched.url, 20)
    status = watched.process.wait(120)
    viewers.wait()
    before, after = (verdicts(os.path.join(folder, name)) for name in ("alone", "watched"))
    assert before == after and status == alone.status, {
        name: (before.get(name), after.get(name)) for name in before if before[name] != after.get(name)}
    assert all(viewers.ends), "a viewer has not seen the end"
    assert all(names == set(after) for names in viewers.cases), "a viewer has not seen every case"
    assert min(viewers.updates) >= 3, viewers.updates
    note(f"{len(after)} verdicts are equal; viewers saw {min(viewers.updates)} to {max(viewers.updates)} updates")


def test_real_run(uwbrig, served, browser, folder, note):
    """`run --view` shows a real run while it goes on, and its end"""
    write(folder, "rig.yaml", RIG.format(time="real"))
    run = served(
        "run", "id(C0*) | id(RG02*)", "--rig", "rig.yaml", "--out", "run", "--progress", "none", "--view", "--run-timeout", "7s",
        folder=folder)
    browser.load(run.url, 1280)
    browser.until("document.querySelectorAll('.boards li').length > 0", 20)
    first = browser.value("document.querySelector('.now .done').textContent")
    browser.until(f"document.querySelector('.now .done')?.textContent !== {json.dumps(first)}", 20)
    browser.until("document.querySelector('.now') === null && document.querySelectorAll('table.all tr').length > 3", 40)
    status = run.process.wait(20)
    assert status in (1, 3), run.words.decode()[-1500:]
    # What served the page has ended with the run: the way to see it again is a command, and no dead link.
    assert browser.value("document.querySelector('.again a')") is None
    command = browser.value("document.querySelector('.again code').textContent")
    assert command == "uwbrig view run", command
    again = served(*command.split()[1:], folder=folder)
    assert 'href="replay"' in again.fetch()
    note(f"from {first!r} to {browser.value('document.querySelector(`.lead`).textContent')!r}")


def test_viewers_change_nothing(uwbrig, folder, note):
    """with twenty viewers, one of them slow, the journal of a virtual run is the same to the byte"""
    run = ["run", "suite(accessory) | id(US*)", "--rig", "loopback.yaml", "--seed", "3", "--progress", "none"]
    alone = uwbrig.ended(*run, "--out", "alone", cwd=folder)
    watched = Served(uwbrig, *run, "--view", "--out", "watched", folder=folder)
    # One that asks and takes nothing.
    host, port, token = re.match(r"http://([^:]+):(\d+)/(\w+)/", watched.url).groups()
    slow = socket.create_connection((host, int(port)))
    slow.sendall(f"GET /{token}/events?0 HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    viewers = Viewers(watched.url, 19)
    status = watched.process.wait(120)
    viewers.wait()
    slow.close()
    one, other = (open(os.path.join(folder, name, "events.ndjson"), "rb").read() for name in ("alone", "watched"))
    assert one == other and status == alone.status, "the journal differs"
    names = set(verdicts(os.path.join(folder, "alone")))
    assert all(viewers.ends), "a viewer has not seen the end"
    assert all(seen == names for seen in viewers.cases), [len(seen) for seen in viewers.cases]
    assert min(viewers.updates) >= 3, viewers.updates
    note(f"{len(one)} bytes are equal; each viewer saw all {len(names)} cases in {min(viewers.updates)} to "
         f"{max(viewers.updates)} updates")


def test_secret(served, folder):
    """without the token there is nothing, and what is no request is refused"""
    journal = Written(folder)
    view = served("view", journal.folder, folder=folder)
    host, port, token = re.match(r"http://([^:]+):(\d+)/(\w+)/", view.url).groups()
    assert host == "127.0.0.1" and len(token) > 16, view.url
    for path in ("", "events", "overview", f"{token[:-1]}/", f"x{token}/events"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"http://{host}:{port}/{path}", timeout=10)
        assert refused.value.code == 404
    for text, status in [(f"POST /{token}/ HTTP/1.1\r\n\r\n", b"405"), ("nonsense\r\n\r\n", b"400"),
                         ("GET /" + "a" * 20_000, b"431")]:
        with socket.create_connection((host, int(port))) as line:
            line.sendall(text.encode())
            assert line.recv(100).split()[1] == status
    assert "What the boards do now" in view.fetch()


@pytest.mark.parametrize("events", [60_000, pytest.param(1_000_000, marks=pytest.mark.nightly)])
def test_long_run(events, served, browser, folder, note):
    """of a million events the page stays below 300 MB, and follows"""
    instances = events // 50
    succeed([
        sys.executable, os.path.join(ROOT, "Benchmarks", "journal.py"), os.path.join(folder, "big"),
        "--instances", str(instances), "--events", str(events)])
    # Without its end it is a run that goes on.
    path = os.path.join(folder, "big", "events.ndjson")
    with open(path, "rb+") as file:
        file.seek(-400, os.SEEK_END)
        tail = file.read()
        file.seek(-400, os.SEEK_END)
        file.truncate(file.tell() + tail.rindex(b"\n", 0, len(tail) - 1) + 1)
    claim = claimed(os.path.join(folder, "big"))
    begun = time.monotonic()
    view = served("view", os.path.join(folder, "big"), folder=folder)
    browser.load(view.url, 1280)
    browser.until("document.querySelector('.now .done').textContent.startsWith('" + str(instances) + "')", 300)
    took = time.monotonic() - begun
    browser.value("new Promise((then) => setTimeout(() => then(true), 1500))")
    browser.call("HeapProfiler.collectGarbage")
    heap = browser.call("Runtime.getHeapUsage")
    memory = renderer_memory(browser.process.pid)
    with open(path, "a", encoding="utf-8") as file:
        line = {"t_us": 10**10, "kind": "case-finished", "case": "last", "boards": ["lock-0"], "verdict": "PASS",
                "reason": "", "class": "required", "duration_us": 5}
        file.write(json.dumps(line) + "\n")
    written = time.monotonic()
    browser.until("document.getElementById('last@lock-0') !== null")
    behind = time.monotonic() - written
    os.close(claim)
    with open(f"/proc/{view.process.pid}/status", encoding="ascii") as file:
        server = next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) * 1024
    rows = browser.value("document.querySelectorAll('table.all tr[data-v]').length")
    note(f"at the end after {took:.1f} s; {memory / 1e6:.0f} MB in the browser, "
         f"{heap['usedSize'] / 1e6:.0f} MB of it of scripts, {rows} rows; "
         f"{server / 1e6:.0f} MB in the server; a line is seen after {behind:.1f} s")
    assert rows <= 3_000
    assert memory < 300e6, f"{memory / 1e6:.0f} MB"


def renderer_memory(browser):
    """What the largest page of a browser has for itself, in bytes."""
    sizes = [0]
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                command = file.read()
            if b"--type=renderer" not in command or not descends(int(pid), browser):
                continue
            with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
                private = sum(int(line.split()[1]) for line in file if line.startswith("Private_"))
            sizes.append(private * 1024)
        except OSError:
            continue
    return max(sizes)


def descends(pid, ancestor):
    while pid > 1:
        if pid == ancestor:
            return True
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            pid = int(file.read().rsplit(")", 1)[1].split()[1])
    return False
