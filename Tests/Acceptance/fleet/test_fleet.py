"""Kits of this machine shared by a stock labgrid coordinator."""

import json
import os
import re
import select
import signal
import socket
import ssl
import subprocess
import threading
import time

import pytest

from fleet.conftest import BOARDS, NAMES, free_port, until
from fleet.speaker import Speaker
from support.program import ended, need, write

CASES = "UC01|UC02|US01|US02|UR01|UX01|N01|C01|S01"
LINKS = tuple(f"labgrid:{name}" for name in NAMES)


def events(folder):
    with open(os.path.join(folder, "events.ndjson"), encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def verdicts(folder):
    return {
        (event["case"], tuple(event["boards"])): event["verdict"]
        for event in events(folder) if event["kind"] == "case-finished"}


def run(lab, links, *words, name="run"):
    rig = write(lab.folder, f"{name}.yaml", BOARDS % links)
    out = os.path.join(lab.folder, name)
    done = ended(
        lab.uwbrig.command("run", "--rig", rig, "--out", out, "--progress", "none", *words),
        env={**os.environ, **lab.environment}, timeout=300)
    return done, out


def test_stock_client(bench, note):
    """stock labgrid-client lists, acquires and releases a kit of our exporter"""
    words = bench.client("resources")
    for name in NAMES:
        assert f"bench/{name}/NetworkSerialPort" in words, words
    bench.client("-p", "lock", "acquire")
    told = bench.client("-p", "lock", "env")
    assert f"port: {bench.export.ports['lock']['port']}" in told, told
    assert bench.owner("lock").count("/") == 1
    bench.client("-p", "lock", "release")
    assert bench.owner("lock") is None
    shown = bench.client("-p", "anchor", "show")
    assert "'firmware': 'uci'" in shown and "firmware=uci" in shown, shown
    note("list, acquire, env, show, release")


def test_stock_console(bench, labgrid):
    """stock labgrid-client console opens a kit of our exporter"""
    need("microcom", "microcom")
    bench.client("-p", "anchor", "acquire")
    master, slave = os.openpty()
    process = subprocess.Popen(
        [labgrid("labgrid-client"), "-p", "anchor", "console"], stdin=slave, stdout=slave, stderr=slave,
        env={**os.environ, **bench.environment, "TERM": "vt100"}, start_new_session=True)
    os.close(slave)
    os.set_blocking(master, False)
    heard = b""

    def said():
        nonlocal heard
        try:
            heard += os.read(master, 65536)
        except BlockingIOError:
            pass
        return b"connected to" in heard

    try:
        until(said, lambda: heard)
    finally:
        process.kill()
        process.wait()
        os.close(master)
    bench.client("-p", "anchor", "release")


def test_pyserial(bench, labgrid):
    """labgrid's own serial library opens a kit of our exporter and speaks with it"""
    bench.client("-p", "anchor", "acquire")
    port = bench.export.ports["anchor"]["port"]
    # GET_DEVICE_INFO of UCI, and the first bytes of its answer.
    script = (
        "import serial.rfc2217 as r\n"
        f"s = r.Serial('rfc2217://127.0.0.1:{port}?timeout=3', baudrate=115200, timeout=5)\n"
        "s.write(bytes([0x20, 0x02, 0, 0])); print(s.read(4).hex()); s.close()")
    words = ended([labgrid("python"), "-c", script], timeout=60)
    assert words.status == 0 and re.search(r"^(6001|4002)", words.out.splitlines()[-1]), str(words)
    bench.client("-p", "anchor", "release")


def test_nobody_gets_in_without_a_lease(bench):
    """a connection to a kit that nobody has acquired is hung up on; with one, the second only listens"""
    address = ("127.0.0.1", bench.export.ports["anchor"]["port"])
    with socket.create_connection(address, 5) as stranger:
        assert stranger.recv(1) == b""
    holder = bench.acquire("anchor")
    holder.ready()
    ask = bytes([0x20, 0x02, 0, 0])
    with socket.create_connection(address, 5) as writer:
        writer.sendall(ask)
        assert writer.recv(1)
        with socket.create_connection(address, 5) as listener:
            time.sleep(0.2)
            listener.sendall(ask * 50)
            writer.settimeout(5)
            while writer.recv(65536).find(b"\x40\x02") < 0:
                writer.sendall(ask)
            listener.settimeout(5)
            assert listener.recv(1)
        holder.process.stdin.close()
        writer.settimeout(5)
        while writer.recv(65536):
            pass


def test_run(bench, devices, note):
    """a run at labgrid: places gives the verdicts of the direct ports, and the places are free after it"""
    direct, out = run(bench, tuple(f"serial:{devices[name]}" for name in NAMES), CASES, name="direct")
    assert direct.status == 0, str(direct)
    before = verdicts(out)
    leased, out = run(bench, LINKS, CASES, name="leased")
    assert leased.status == 0, str(leased)
    assert len(before) >= 5 and verdicts(out) == before
    assert all(place["owner"] is None for place in bench.places().values())
    note(f"{len(before)} cases")


def test_run_at_places(bench):
    """run --place needs no rig file: what speaks there is told by the exporter"""
    out = os.path.join(bench.folder, "placed")
    done = ended(
        bench.uwbrig.command(
            "run", CASES, "--place", "anchor", "--place", "lock", "--out", out, "--progress", "none"),
        env={**os.environ, **bench.environment}, timeout=120)
    assert done.status == 0, str(done)
    assert {board for _, boards in verdicts(out) for board in boards} >= {"anchor", "lock"}
    assert all(place["owner"] is None for place in bench.places().values())
    wrong = ended(
        bench.uwbrig.command("run", CASES, "--place", "ancor", "--progress", "none"),
        env={**os.environ, **bench.environment}, timeout=60)
    assert wrong.status == 3 and "did you mean" in wrong.out, str(wrong)


def spread(bench, *words):
    out = os.path.join(bench.folder, "spread")
    done = ended(
        bench.uwbrig.command(
            "run", "UC01|UC02|US01|US02", "--places", "firmware=uci", "--out", out, *words),
        env={**os.environ, **bench.environment}, timeout=200)
    report = os.path.join(out, "junit.xml")
    cases = []
    if os.path.exists(report):
        with open(report, encoding="utf-8") as file:
            cases = re.findall(r'<testcase [^>]*name="(\w+)@(\w+)', file.read())
    return done, cases


def test_spread(bench):
    """run --places runs a part on each bench with these tags, and makes one report"""
    done, cases = spread(bench)
    assert done.status == 0, str(done)
    assert sorted(case for case, _ in cases) == ["UC01", "UC02", "US01", "US02"], cases
    assert {board for _, board in cases} == {"anchor", "tag"}, cases
    assert all(place["owner"] is None for place in bench.places().values())


def test_spread_past_a_broken_bench(bench, fleet):
    """what a bench that fails was to run is run on another one"""
    ghost = Speaker(fleet, [bench.address])
    serving = threading.Thread(target=ghost.serve)
    try:
        ghost.ask("list")
        ghost.order("export", exporter="ghost", resources=[{
            "group": "ghost", "name": "uwb", "cls": "NetworkSerialPort", "host": "127.0.0.1",
            "port": free_port(), "speed": 115200, "protocol": "rfc2217",
            "extra": {"firmware": "uci"}, "available": True}])
        ghost.ask(
            "place", places=["ghost"], match="ghost/ghost/NetworkSerialPort", tags=[{"firmware": "uci"}])
        until(lambda: bench.places()["ghost"]["complete"], "the third place")
        serving.start()
        done, cases = spread(bench)
        passed = {case for case, board in cases if board != "ghost"}
        assert passed == {"UC01", "UC02", "US01", "US02"}, str(done)
        assert "goes to" in done.out and done.status == 0, str(done)
    finally:
        ghost.kill()
        if serving.ident:
            serving.join()


def test_abilities(bench):
    """places are found by what exporters say of their kits, and kits in sight of each other by a tag"""
    for name in NAMES:
        bench.client("-p", f"bare-{name}", "create")
        bench.client("-p", f"bare-{name}", "add-match", f"bench/{name}/*")
        bench.client("-p", name, "delete")
    until(lambda: len(bench.places()) == 3, "the bare places")
    holder = bench.acquire("--tag", "firmware=ni-accessory")
    assert [place["name"] for place in holder.ready()["places"]] == ["bare-lock"]
    listed = bench.fleet("list", "--tag", "firmware=uci")
    assert "bare-tag" in listed and "bare-lock" not in listed, listed
    two = ["--tag", "firmware=uci", "--tag", "firmware=uci", "--same", "room"]
    bench.client("-p", "bare-anchor", "set-tags", "room=1")
    bench.client("-p", "bare-tag", "set-tags", "room=2")
    refused = bench.fleet("acquire", *two, status=3)
    assert "have the same room" in refused, refused
    bench.client("-p", "bare-tag", "set-tags", "room=1")
    pair = bench.acquire(*two)
    assert sorted(place["name"] for place in pair.ready()["places"]) == ["bare-anchor", "bare-tag"]


def test_hostile_places(bench):
    """what others call their places does not reach a terminal as it is"""
    name = "\x1b[31mred\x1b]0;title\x07 \u202e/../x"
    bench.client("-p", name, "create")
    bench.client("-p", name, "set-tags", "room=\x1b[2J")
    bench.client("-p", name, "set-comment", "\x1b[5mlook\n\x07")
    bench.client("-p", name, "add-match", "bench/anchor/*")
    for words, status in (
            (["list"], 0), (["who"], 0), (["show", name], 0), (["acquire", name + "x"], 3),
            (["acquire", "--tag", "room=9"], 3)):
        said = bench.fleet(*words, status=status)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f\x9b\u202e]", said), ascii(said)
    holder = bench.acquire(name)
    assert holder.ready()["places"][0]["name"] == name
    said = bench.fleet("acquire", "--tag", "room=\x1b[2J", status=3)
    assert "is held by" in said and "\x1b" not in said, ascii(said)


def test_limit(bench):
    """who holds a place as long as he said, or its owner allows, loses it; who waits knows when"""
    holder = bench.acquire("anchor", "--for", "3s")
    holder.ready()
    until(lambda: bench.places()["anchor"]["owner"], "the holder")
    time.sleep(1.5)
    next_one = bench.acquire("anchor", "--wait", "60s")
    until(lambda: re.search(r"waiting for anchor, held by \S+ since .* 1 in front, about \d+ s",
                            next_one.said()), next_one.said)
    next_one.ready()
    holder.process.wait(10)
    assert holder.process.returncode == 3 and "limit" in holder.said(), holder.said()
    bench.client("-p", "tag", "set-tags", "uwbrig_limit=2")
    bench.client("-p", "tag", "acquire")
    until(lambda: bench.owner("tag") is None, "the place to be freed", 30)


def test_two_coordinators(bench, devices, labgrid):
    """places of two coordinators are listed and acquired together; one that is down costs its own"""
    folder = os.path.join(bench.folder, "second")
    os.makedirs(folder)
    address = f"127.0.0.1:{free_port()}"
    second = bench.run(
        "second", [labgrid("labgrid-coordinator"), "-l", address], cwd=folder, speaks=False)
    first = bench.address

    def answers():
        done = ended(
            bench.uwbrig.command("fleet", "list", "--coordinator", address),
            env={**os.environ, **bench.environment}, timeout=60)
        return done.status == 0

    until(answers, second.said)
    bench.exporter(devices, "--coordinator", address, name="other")
    bench.environment["LG_COORDINATOR"] = f"{first},{address}"
    places = until(lambda: len(bench.places()) == 6 and bench.places(), "six places")
    assert f"{first}/anchor" in places and f"{address}/anchor" in places
    assert "several places" in bench.fleet("acquire", "anchor", status=3)
    both = bench.acquire(f"{first}/anchor", f"{address}/tag")
    assert len(both.ready()["places"]) == 2
    refused = bench.fleet("acquire", f"{first}/lock", f"{address}/tag", status=3)
    assert re.search(rf"{address}/tag is held by \S+ since ", refused), refused
    assert bench.owner(f"{first}/lock") is None
    both.process.stdin.close()
    both.process.wait(20)
    second.kill()
    until(lambda: len(bench.places()) == 3, "three places", 20)
    done, _ = run(bench, tuple(f"labgrid:{first}/{name}" for name in NAMES), "UC01|UC02")
    assert done.status == 0, str(done)


@pytest.mark.nightly
def test_whole_suite(bench, devices, note):
    """the whole uci suite through exporter and client gives the verdicts of the direct ports"""
    direct, out = run(bench, tuple(f"serial:{devices[name]}" for name in NAMES), "suite(uci)", name="direct")
    before = verdicts(out)
    leased, out = run(bench, LINKS, "suite(uci)", name="leased")
    after = verdicts(out)
    assert after == before, {k: (before.get(k), after.get(k)) for k in before if before[k] != after.get(k)}
    assert leased.status == direct.status
    note(f"{len(before)} cases")


def test_inspect(bench):
    """other subcommands reach a board at a place too"""
    rig = write(bench.folder, "rig.yaml", BOARDS % LINKS)
    done = ended(
        bench.uwbrig.command("inspect", "anchor", "--rig", rig), timeout=60,
        env={**os.environ, **bench.environment})
    assert done.status == 0 and "fira2+qorvo" in done.out, str(done)


def test_held(bench):
    """a place that somebody has is refused with who and since when, and nothing is taken"""
    bench.client("-p", "tag", "acquire")
    done, out = run(bench, LINKS, CASES)
    assert done.status == 3, str(done)
    assert re.search(r"tag is held by \S+/\S+ since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", done.out), str(done)
    assert bench.owner("anchor") is None and bench.owner("lock") is None
    assert "tag is held by" in bench.fleet("who")
    bench.fleet("release", "tag")
    assert bench.owner("tag") is None


def test_unknown_and_unplugged(bench):
    """a place that is not there is told with the nearest name, one without its kit as that"""
    bench.client("-p", "empty", "create")
    bench.client("-p", "empty", "add-match", "bench/nothing/NetworkSerialPort")
    for words, what in (
            (["acquire", "empty"], "no kit"), (["acquire", "ancor"], "there is no place ancor"),
            (["show", "ancor"], "there is no place ancor; did you mean")):
        said = bench.fleet(*words, status=3)
        assert what in said, said


def test_queue(bench):
    """whoever waits gets the place once it is released, the first in the queue first"""
    holder = bench.acquire("anchor")
    holder.ready()
    first = bench.acquire("anchor", "lock", "--wait", "60s")
    until(lambda: "waiting for anchor" in first.said(), first.said)
    second = bench.acquire("--tag", "firmware=ni-accessory", "--wait", "60s")
    until(lambda: "waiting for lock" in second.said(), second.said)
    holder.process.stdin.close()
    assert {each["name"] for each in first.ready()["places"]} == {"anchor", "lock"}
    assert second.process.poll() is None and not second.out
    first.process.stdin.close()
    assert [each["name"] for each in second.ready()["places"]] == ["lock"]


def test_race(bench):
    """of many that want the same two kits each has both or none, one after the other"""
    clients = [bench.acquire("anchor", "tag", "--wait", "60s") for _ in range(5)]
    waiting = list(clients)
    for _ in clients:
        def granted():
            for each in waiting:
                each.out += each.process.stdout.read() or b""
                if each.out.startswith(b"ready"):
                    return each
            return None

        winner = until(granted, "somebody to have both", 40)
        waiting.remove(winner)
        owners = {bench.owner("anchor"), bench.owner("tag")}
        assert len(owners) == 1 and None not in owners
        winner.process.stdin.close()
    until(lambda: all(place["owner"] is None for place in bench.places().values()), "all to be free")


def children(running):
    found = subprocess.run(
        ["pgrep", "-P", str(running.process.pid)], capture_output=True, check=True, text=True).stdout
    return [int(number) for number in found.split()]


@pytest.mark.parametrize("victim", ["program", "starter"])
def test_killed_holder(bench, victim, loose, note):
    """whoever is killed leaves the kit to the next one within 5 s"""
    holder = bench.acquire("anchor")
    holder.ready()
    next_one = bench.acquire("anchor", "--wait", "60s")
    until(lambda: "waiting for anchor" in next_one.said(), next_one.said)
    began = time.monotonic()
    if victim == "starter":
        holder.kill()
    else:
        os.kill(children(holder)[0], signal.SIGKILL)
    next_one.ready()
    took = time.monotonic() - began
    assert took <= 5 * loose, f"{took:.1f} s"
    note(f"{took:.2f} s")


def test_killed_exporter(bench, devices):
    """an exporter that is killed takes its kits with it at once; the next one brings them back"""
    bench.export.kill()
    until(lambda: not bench.places()["anchor"]["complete"], "the kits to be gone", 10)
    bench.exporter(devices)
    until(lambda: bench.places()["anchor"]["complete"], "the kits to be back")
    holder = bench.acquire("anchor")
    holder.ready()


def test_killed_coordinator(bench, devices):
    """a coordinator that is killed and comes back: who held a kit holds it again, and it is served"""
    # It writes its places down every 15 s.
    path = os.path.join(bench.folder, "coordinator", "places.yaml")
    until(lambda: os.path.exists(path) and b"lock" in open(path, "rb").read(), "places.yaml", 40)
    holder = bench.acquire("anchor")
    name = holder.ready()["places"][0]["owner"]
    bench.coordinator.kill()
    until(lambda: "coordinator" in holder.said(), holder.said)
    bench.start_coordinator()
    until(lambda: "anchor" in bench.places() and bench.owner("anchor") == name, "the same owner", 20)
    address = ("127.0.0.1", bench.export.ports["anchor"]["port"])

    def served():
        with socket.create_connection(address, 5) as client:
            client.sendall(bytes([0x20, 0x02, 0, 0]))
            client.settimeout(1)
            try:
                return client.recv(1)
            except TimeoutError:
                return None

    until(served, bench.export.said, 20)


def test_exporter_dies_in_a_run(bench):
    """a bench that dies in the middle of a run is an error of the bench and no fault of a board"""
    rig = write(bench.folder, "rig.yaml", BOARDS % LINKS)
    out = os.path.join(bench.folder, "run")
    running = bench.run("run", bench.uwbrig.command(
        "run", "--rig", rig, "--out", out, "--progress", "none", "suite(uci)"))
    journal = os.path.join(out, "events.ndjson")
    until(lambda: os.path.exists(journal) and b"case-finished" in open(journal, "rb").read(), running.said)
    bench.export.kill()
    running.process.wait(120)
    bad = {key: verdict for key, verdict in verdicts(out).items() if verdict == "FAIL"}
    assert running.process.returncode == 3 and not bad, (bad, running.said())


def test_exporter_is_back_in_a_run(bench, devices, note):
    """a bench that is back while its kits are held is gone on with: what it cut off is ERROR, the rest is as ever"""
    rig = write(bench.folder, "rig.yaml", BOARDS % LINKS)
    out = os.path.join(bench.folder, "run")
    running = bench.run("run", bench.uwbrig.command(
        "run", "--rig", rig, "--out", out, "--progress", "none", "id(UR0*)"))
    journal = os.path.join(out, "events.ndjson")
    # A session ranges: a case is under way, and no start state, which would wait and lose nothing.
    until(lambda: os.path.exists(journal) and b'"hex":"6200' in open(journal, "rb").read(), running.said)
    before = bench.export.ports
    began = time.monotonic()
    bench.export.kill()
    until(lambda: not bench.places()["anchor"]["complete"], "the kits to be gone", 10)
    bench.export = bench.exporter(devices)
    assert all(bench.export.ports[name]["port"] != before[name]["port"] for name in NAMES)
    running.process.wait(240)
    found = [event for event in events(out) if event["kind"] == "case-finished"]
    errors = [index for index, event in enumerate(found) if event["verdict"] == "ERROR"]
    # At most one case is under way at each board.
    assert 1 <= len(errors) <= len(NAMES), [found[index] for index in errors]
    assert running.process.returncode == 3, running.said()
    assert not [event for event in found if event["verdict"] == "FAIL"], running.said()
    after = found[errors[-1] + 1:]
    passed = {board for event in after if event["verdict"] == "PASS" for board in event["boards"]}
    assert passed >= {"anchor", "tag"}, (passed, len(after))
    until(lambda: all(place["owner"] is None for place in bench.places().values()), "all to be free")
    note(f"{len(errors)} of {len(found)} cases cut off, {time.monotonic() - began:.0f} s from the kill to the end")


def test_stock_exporter(lab, devices):
    """a run on places of labgrid's own exporter"""
    need("ser2net", "ser2net")
    text = "".join(
        f"{name}: {{RawSerialPort: {{port: {devices[name]}, speed: 115200}}}}\n" for name in NAMES)
    lab.run("stock", [
        lab.labgrid("labgrid-exporter"), "-c", lab.address, "-n", "stock", "--hostname", "127.0.0.1",
        write(lab.folder, "exporter.yaml", text)], speaks=False)
    until(lambda: all(f"stock/{name}" in lab.client("resources") for name in NAMES), "the exporter's ports")
    for name in NAMES:
        lab.client("-p", name, "create")
        lab.client("-p", name, "add-match", f"stock/{name}/NetworkSerialPort")
    done, _ = run(lab, LINKS, CASES)
    assert done.status == 0, str(done)


def test_hung_exporter(bench, devices):
    """an exporter that hangs is told as that"""
    stopped = children(bench.export)
    bench.export.signal(signal.SIGSTOP)
    for child in stopped:
        os.kill(child, signal.SIGSTOP)
    try:
        words = bench.fleet("acquire", "anchor", status=3)
        assert "does not answer" in words, words
    finally:
        for child in stopped:
            os.kill(child, signal.SIGCONT)
        bench.export.signal(signal.SIGCONT)


def test_hung_server(bench):
    """where the ports' own program hangs, its kits are refused within seconds, and are there again after"""
    bench.export.signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        words = bench.fleet("acquire", "anchor", status=3)
        assert "does not answer" in words and time.monotonic() - began < 8, words
    finally:
        bench.export.signal(signal.SIGCONT)
    address = ("127.0.0.1", bench.export.ports["anchor"]["port"])

    def is_shut():
        with socket.create_connection(address, 5) as stranger:
            stranger.settimeout(0.5)
            try:
                return stranger.recv(1) == b""
            except TimeoutError:
                return False

    until(is_shut, "the port that nobody has to be shut")
    bench.acquire("anchor").ready()


def test_killed_program_of_an_exporter(bench):
    """an exporter starts its uwbrig-fleet again when that is killed, and shows its kits anew"""
    os.kill(children(bench.export)[0], signal.SIGKILL)
    until(lambda: "started again" in bench.export.said(), bench.export.said)
    until(lambda: all(place["complete"] for place in bench.places().values()), "the kits to be back")
    holder = bench.acquire("anchor")
    holder.ready()
    with socket.create_connection(("127.0.0.1", bench.export.ports["anchor"]["port"]), 5) as writer:
        writer.sendall(bytes([0x20, 0x02, 0, 0]))
        writer.settimeout(5)
        assert writer.recv(1)


def test_tls(bench, labgrid):
    """coordinators behind TLS are reached where LG_COORDINATOR_TLS says so, and only by the right name"""
    need("openssl", "openssl")
    key, certificate = (os.path.join(bench.folder, name) for name in ("key.pem", "cert.pem"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    with Encrypted(certificate, key, bench.port) as door:
        secure = {
            **os.environ, **bench.environment, "LG_COORDINATOR": f"localhost:{door.port}",
            "LG_COORDINATOR_TLS": "true", "UWBRIG_COORDINATOR_CACERT": certificate}
        for changes, status in (
                ({}, 0), ({"LG_COORDINATOR": f"127.0.0.1:{door.port}"}, 3),
                ({"UWBRIG_COORDINATOR_CACERT": ""}, 3), ({"LG_COORDINATOR_TLS": "0"}, 3)):
            done = ended(bench.uwbrig.command("fleet", "list"), env={**secure, **changes}, timeout=60)
            assert done.status == status and ("anchor" in done.out) == (status == 0), (changes, str(done))


class Encrypted:
    """A server that takes TLS off for a coordinator."""

    def __init__(self, certificate, key, port):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)
        self.context.set_alpn_protocols(["h2"])
        self.target = ("127.0.0.1", port)

    def __enter__(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.close()

    def serve(self):
        while True:
            try:
                plain, _ = self.server.accept()
            except OSError:
                return
            threading.Thread(target=self.connect, args=(plain,), daemon=True).start()

    def connect(self, plain):
        try:
            near = self.context.wrap_socket(plain, server_side=True)
        except OSError:
            plain.close()
            return
        far = socket.create_connection(self.target)
        near.setblocking(False)
        try:
            while True:
                if not near.pending():
                    select.select([near, far], [], [])
                try:
                    data = near.recv(65536)
                    if not data:
                        return
                    far.sendall(data)
                except ssl.SSLWantReadError:
                    pass
                if select.select([far], [], [], 0)[0]:
                    data = far.recv(65536)
                    if not data:
                        return
                    near.setblocking(True)
                    near.sendall(data)
                    near.setblocking(False)
        except OSError:
            return
        finally:
            near.close()
            far.close()
