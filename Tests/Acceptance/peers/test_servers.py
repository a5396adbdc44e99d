"""Virtual boards behind pseudo-terminals, behind the servers that people put before serial ports."""

import os
import socket
import subprocess
import time

import pytest

from links.kits import FirstQorvo, Kit
from peers.tools import pinned, version_of
from support.program import Virtual, end, need, succeed, write

HERE = os.path.dirname(os.path.abspath(__file__))
BOARDS = """\
version: 1
name: served
time: real
boards:
  - {name: anchor, firmware: uci, role: controller, use: device, link: "%s"}
  - {name: lock, firmware: ni-accessory, link: "%s"}
"""
CASES = "UC01|UC02|US01|US02|UR01|UX01|N01|C01|S01"
# What /etc/ser2net.yaml of Debian 12 puts before the first byte.
BANNER = r"\r\nser2net port \p device \d [\B] (Debian GNU/Linux)\r\n\r\n"
PORT = """\
connection: &{name}
    accepter: {accepter},localhost,{port}
    enable: on
    options:
      banner: *banner
      kickolduser: true
      telnet-brk-on-sync: true
    connector: serialdev(nouucplock=true),{device},115200n81,local
"""
NAMES = ("anchor", "lock")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture(scope="module")
def devices(uwbrig, module_folder):
    """The terminals of two boards, which one process serves."""
    rig = write(module_folder, "boards.yaml", BOARDS % ("virtual", "virtual"))
    served = Virtual(uwbrig, ["--rig", rig, "--pty-dir", os.path.join(module_folder, "pty")], 10)
    yield {each["board"]: each["path"] for each in served.ready["ptys"]}
    served.stop()


@pytest.fixture
def started(folder):
    """Starts servers that end with the test: started(COMMAND…) waits until its ports listen."""
    processes = []

    def start(command, *ports, **options):
        words = open(os.path.join(folder, f"server{len(processes)}.log"), "wb")
        processes.append(subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=words, stderr=subprocess.STDOUT, **options))
        words.close()
        deadline = time.monotonic() + 20
        while not all(listens(port) for port in ports):
            assert processes[-1].poll() is None, f"{command} has ended"
            assert time.monotonic() < deadline, f"{command} does not listen"
            time.sleep(0.05)

    yield start
    for process in reversed(processes):
        end(process)


def listens(port):
    """Whether a port of this machine is listened on; nothing connects, since a server may have room for one."""
    wanted = f":{port:04X}"
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with open(table, encoding="ascii") as lines:
            for line in list(lines)[1:]:
                cells = line.split()
                if cells[1].endswith(wanted) and cells[3] == "0A":
                    return True
    return False


def judged(uwbrig, folder, links):
    """`inspect` and a run on both boards succeed at the first call."""
    rig = write(folder, "rig.yaml", BOARDS % links)
    words = uwbrig.succeed("inspect", "anchor", "--rig", rig, timeout=60)
    assert "fira2+qorvo" in words, words
    uwbrig.succeed(
        "run", "--rig", rig, "--out", os.path.join(folder, "run"), "--progress", "none", CASES, timeout=120)


@pytest.mark.parametrize("scheme", ["tcp", "rfc2217"])
def test_ser2net(uwbrig, devices, started, folder, row, scheme):
    """inspect and run through ser2net with Debian's banner"""
    program = need("ser2net", "ser2net")
    accepter = "tcp" if scheme == "tcp" else "telnet(rfc2217),tcp"
    ports = [free_port() for _ in NAMES]
    text = "".join(
        PORT.format(name=name, accepter=accepter, port=port, device=devices[name])
        for name, port in zip(NAMES, ports))
    text = f"%YAML 1.1\n---\ndefine: &banner {BANNER}\n{text}"
    started([program, "-n", "-c", write(folder, "ser2net.yaml", text)], *ports)
    judged(uwbrig, folder, tuple(f"{scheme}://127.0.0.1:{port}" for port in ports))
    row("ser2net", version_of(program, "-v"), "ours → server → virtual board", "ok",
        f"inspect and run through {scheme}://, with Debian's banner")


@pytest.mark.parametrize("scheme", ["tcp", "rfc2217"])
def test_ser2net_restart(uwbrig, started, folder, row, scheme):
    """range and console with boards whose chip restarts upon a reset, which ser2net loses and finds again"""
    program = need("ser2net", "ser2net")
    accepter = "tcp" if scheme == "tcp" else "telnet(rfc2217),tcp"
    air, ports = {}, [free_port() for _ in NAMES]
    kits = [Kit(os.path.join(folder, name), FirstQorvo(air)) for name in NAMES]
    try:
        text = "".join(
            PORT.format(name=name, accepter=accepter, port=port, device=kit.path)
            for name, port, kit in zip(NAMES, ports, kits))
        text = f"%YAML 1.1\n---\ndefine: &banner {BANNER}\n{text}"
        started([program, "-n", "-c", write(folder, "ser2net.yaml", text)], *ports)
        rig = "version: 1\nname: desk\ntime: real\nboards:\n" + "".join(
            f'  - {{name: {name}, firmware: uci, use: device, role: {role}, link: "{scheme}://127.0.0.1:{port}"}}\n'
            for name, role, port in zip(NAMES, ("controller", "controlee"), ports))
        rig = write(folder, "rig.yaml", rig)
        words = uwbrig.succeed("range", *NAMES, "--rig", rig, "--rounds", "3", timeout=60)
        assert "1.57" in words and all(kit.restarts >= 1 for kit in kits), words
        with open(write(folder, "said", "2000000100\nCORE_GET_DEVICE_INFO_CMD\n"), "rb") as said:
            words = uwbrig.succeed("console", NAMES[0], "--rig", rig, "--json", timeout=60, stdin=said)
        assert "CORE_GET_DEVICE_INFO_RSP" in words, words
        uwbrig.succeed(
            "run", "--rig", rig, "--out", os.path.join(folder, "run"), "--progress", "none",
            "id(UC01)|id(US01)|id(UR01)", timeout=120)
    finally:
        for kit in kits:
            kit.end()
    row("ser2net", version_of(program, "-v"), "ours → server → board that restarts", "ok",
        f"range, console and run through {scheme}://")


def test_labgrid(uwbrig, devices, started, folder, tools, row):
    """inspect and run on places of labgrid's exporter"""
    need("ser2net", "ser2net")
    labgrid = tools("labgrid")
    port = free_port()
    address = f"127.0.0.1:{port}"
    started([labgrid.path("labgrid", "labgrid-coordinator"), "-l", address], port, cwd=folder)
    exported = "".join(
        f"{name}: {{RawSerialPort: {{port: {devices[name]}, speed: 115200}}}}\n" for name in NAMES)
    started([
        labgrid.path("labgrid", "labgrid-exporter"), "-c", address, "-n", "bench", "--hostname",
        "127.0.0.1", write(folder, "exporter.yaml", exported)])
    client = [labgrid.path("labgrid", "labgrid-client"), "-x", address]
    deadline = time.monotonic() + 30
    while any(f"bench/{name}" not in succeed([*client, "resources"]) for name in NAMES):
        assert time.monotonic() < deadline, "the exporter's ports are not known"
    links = []
    for name in NAMES:
        place = [*client, "-p", name]
        for words in (["create"], ["add-match", f"bench/{name}/NetworkSerialPort"], ["acquire"]):
            succeed([*place, *words])
        told = dict(
            line.strip(" -").split(": ", 1) for line in succeed([*place, "env"]).splitlines()
            if ": " in line)
        links.append(f"rfc2217://{told['host']}:{told['port']}")
    try:
        judged(uwbrig, folder, tuple(links))
    finally:
        for name in NAMES:
            succeed([*client, "-p", name, "release"])
    row("labgrid", pinned("labgrid"), "ours → server → virtual board", "ok")


def test_pyserial(uwbrig, devices, started, folder, tools, row):
    """inspect and run through an RFC 2217 server made of pyserial, before a port without modem lines"""
    python = tools("nxp").path("nxp", "python")
    ports = [free_port() for _ in NAMES]
    for name, port in zip(NAMES, ports):
        script = os.path.join(HERE, "servers", "pyserial_server.py")
        started([python, script, devices[name], str(port)], port)
    judged(uwbrig, folder, tuple(f"rfc2217://127.0.0.1:{port}" for port in ports))
    version = version_of(python, "-c", "import serial; print(serial.VERSION)")
    row("pyserial", version, "ours → server → virtual board", "ok")


def test_esptool(uwbrig, devices, started, folder, tools, row):
    """what esptool's RFC 2217 server does not do: serve a port without DTR and RTS"""
    server = tools("nxp").path("nxp", "esp_rfc2217_server")
    port = free_port()
    started([server, "-p", str(port), devices["anchor"]], port)
    link = f"rfc2217://127.0.0.1:{port}"
    rig = write(folder, "rig.yaml", BOARDS % (link, link))
    words = uwbrig.ended("inspect", "anchor", "--rig", rig, timeout=60)
    assert words.status == 3 and "neither DTR nor RTS" in words.out, str(words)
    row("esptool", pinned("esptool"), "ours → server → virtual board", "ok: told in a sentence")
