"""A laboratory of labgrid on this machine: stock coordinator, clients and exporters beside ours."""

import json
import os
import signal
import socket
import subprocess
import tempfile
import time

import pytest

from peers.tools import CannotInstall, Tools
from support.program import ROOT, Virtual, end, ended, missing, write

BOARDS = """\
version: 1
name: bench
time: real
boards:
  - {name: anchor, firmware: uci, role: controller, use: device, link: "%s"}
  - {name: tag, firmware: uci, link: "%s"}
  - {name: lock, firmware: ni-accessory, link: "%s"}
"""
NAMES = ("anchor", "tag", "lock")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def until(check, words, patience=30):
    """Waits until `check` gives something true, and gives that."""
    deadline = time.monotonic() + patience
    while True:
        found = check()
        if found:
            return found
        assert time.monotonic() < deadline, f"not within {patience} s: {words() if callable(words) else words}"
        time.sleep(0.02)


class Running:
    """A program that goes on until the test ends it."""

    def __init__(self, command, folder, name, environment=None, cwd=None, speaks=True):
        self.command = command
        self.log = os.path.join(folder, f"{name}.log")
        self.words = open(self.log, "wb")
        # What nobody reads would fill a pipe, and hold up whoever writes.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE if speaks else self.words,
            stderr=self.words, env={**os.environ, **(environment or {})}, cwd=cwd, start_new_session=True)
        if speaks:
            os.set_blocking(self.process.stdout.fileno(), False)
        self.out = b""

    def ready(self, patience=30):
        """The document of its first line, `ready {…}`."""
        def line():
            self.out += self.process.stdout.read() or b""
            if b"\n" in self.out:
                return self.out.partition(b"\n")[0]
            assert self.process.poll() is None, self.said()
            return None

        first = until(line, self.said, patience)
        assert first.startswith(b"ready {"), first
        return json.loads(first[len("ready "):])

    def said(self):
        with open(self.log, "rb") as file:
            return f"{' '.join(map(str, self.command))}: {file.read().decode('utf-8', 'replace')[-2000:]}"

    def kill(self):
        self.process.kill()
        self.process.wait()

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            end(self.process)
        for stream in (self.process.stdin, self.process.stdout, self.words):
            if stream:
                stream.close()


class Laboratory:
    def __init__(self, uwbrig, labgrid, fleet, folder):
        self.uwbrig, self.labgrid, self.folder = uwbrig, labgrid, folder
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self.environment = {
            "LG_COORDINATOR": self.address, "UWBRIG_FLEET": fleet, "PYTHONUNBUFFERED": "1"}
        self.started = []
        self.coordinator = None

    def run(self, name, command, **options):
        running = Running(
            command, self.folder, f"{len(self.started)}-{name}", self.environment, **options)
        self.started.append(running)
        return running

    def start_coordinator(self):
        folder = os.path.join(self.folder, "coordinator")
        os.makedirs(folder, exist_ok=True)
        self.coordinator = self.run(
            "coordinator", [self.labgrid("labgrid-coordinator"), "-l", self.address], cwd=folder, speaks=False)

        def listens():
            assert self.coordinator.process.poll() is None, self.coordinator.said()
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return True
            except OSError:
                return False

        until(listens, self.coordinator.said)
        return self.coordinator

    def client(self, *words, status=0):
        """Stock labgrid-client."""
        done = ended([self.labgrid("labgrid-client"), *words], env={**os.environ, **self.environment},
                     timeout=60)
        assert done.status == status, str(done)
        return done.out

    def fleet(self, *words, status=0):
        """`uwbrig fleet …`."""
        done = ended(
            self.uwbrig.command("fleet", *words), env={**os.environ, **self.environment}, timeout=60)
        assert done.status == status, str(done)
        return done.out

    def places(self):
        done = ended(
            self.uwbrig.command("fleet", "list", "--json"), timeout=60, together=False,
            env={**os.environ, **self.environment})
        assert done.status == 0, str(done)
        return {each["name"]: each for each in json.loads(done.out)["places"]}

    def owner(self, place):
        return self.places()[place]["owner"]

    def acquire(self, *words):
        return self.run("acquire", self.uwbrig.command("fleet", "acquire", *words, "--with-parent"))

    def exporter(self, devices, *words, name="bench"):
        rig = write(self.folder, f"{name}.yaml", BOARDS % tuple(f"serial:{devices[n]}" for n in NAMES))
        running = self.run("export", self.uwbrig.command(
            "fleet", "export", "--rig", rig, "--name", name, "--places", "--with-parent", *words))
        running.ports = {each["group"]: each for each in running.ready()["ports"]}
        return running

    def stop(self):
        for each in reversed(self.started):
            each.stop()


@pytest.fixture(scope="session")
def fleet(pytestconfig):
    """The program that speaks with coordinators."""
    named = os.environ.get("UWBRIG_FLEET")
    paths = [named] if named else [
        os.path.join(ROOT, "Fleet", ".build", kind, "uwbrig-fleet") for kind in ("release", "debug")]
    found = [path for path in paths if os.access(path, os.X_OK)]
    if not found:
        missing("uwbrig-fleet is not built: make fleet")
    return max(found, key=os.path.getmtime)


@pytest.fixture(scope="session")
def labgrid(pytestconfig):
    """labgrid(PROGRAM): a program of labgrid from PyPI."""
    tools = Tools(pytestconfig.getoption("tools"))
    try:
        tools.install("labgrid")
    except CannotInstall as problem:
        missing(str(problem))
    return lambda program: tools.path("labgrid", program)


@pytest.fixture
def devices(uwbrig, folder):
    """The terminals of three virtual boards, which one process serves."""
    rig = write(folder, "boards.yaml", BOARDS % (("virtual",) * 3))
    served = Virtual(uwbrig, ["--rig", rig, "--pty-dir", os.path.join(folder, "pty")], 30)
    yield {each["board"]: each["path"] for each in served.ready["ptys"]}
    served.stop()


@pytest.fixture
def lab(uwbrig, labgrid, fleet):
    """A coordinator with nothing in it."""
    with tempfile.TemporaryDirectory(prefix="uwbrig-fleet-") as folder:
        laboratory = Laboratory(uwbrig, labgrid, fleet, folder)
        laboratory.start_coordinator()
        yield laboratory
        laboratory.stop()


@pytest.fixture
def bench(lab, devices):
    """The same with our exporter, three kits and a place for each."""
    lab.export = lab.exporter(devices)
    return lab
