"""Benches that are found on the network, and clients that their owners admit: avahi-daemon of Debian on hosts
of their own."""

import glob
import json
import os
import re
import subprocess
import time

import pytest

from fleet.conftest import BOARDS, NAMES, until
from fleet.test_fleet import LINKS
from fleet.test_network import Hosts, on_hosts
from support.program import ended, missing, need, write

BUS = """\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=%s</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/>
<allow receive_sender="*"/></policy></busconfig>
"""
KEY = r"\w{4}-\w{4}-\w{4}-\w{4}-\w{4}"


class Found(Hosts):
    """The hosts, each with a user, a system bus and avahi-daemon of its own."""

    def host(self, name):
        """What programs on this host have around them."""
        folder = os.path.join(self.folder, name)
        return {"XDG_STATE_HOME": folder, "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder}/bus"}

    def on(self, host, name, command, **options):
        words = [f"{key}={value}" for key, value in self.host(host).items()]
        return super().on(host, name, ["env", *words, *command], **options)

    def start_bus(self, host):
        folder = os.path.join(self.folder, host)
        os.makedirs(folder, exist_ok=True)
        bus = write(folder, "bus.conf", BUS % os.path.join(folder, "bus"))
        self.on(host, "bus", ["dbus-daemon", f"--config-file={bus}", "--nofork"], speaks=False)
        until(lambda: os.path.exists(os.path.join(folder, "bus")), "the bus")

    def start_avahi(self, host):
        conf = write(os.path.join(self.folder, host), "avahi.conf", (
            f"[server]\nhost-name={host}\nallow-interfaces=net0\nuse-ipv6=no\n"
            "[publish]\npublish-workstation=no\n"))
        # It has one file of its number for all of a machine.
        script = (
            "mkdir -p /run/avahi-daemon && mount -t tmpfs none /run/avahi-daemon && "
            f"exec avahi-daemon -f {conf} --no-drop-root --no-chroot --no-rlimits")
        daemon = self.on(host, "avahi", ["unshare", "-m", "sh", "-c", script], speaks=False)
        until(lambda: "startup complete" in daemon.said(), daemon.said)
        return daemon

    def start_resolved(self, host, program):
        """systemd-resolved, by a user that the bus knows; the files that it reads are its own."""
        for folder in (self.folder, os.path.join(self.folder, host)):
            os.chmod(folder, 0o711)
        conf = write(os.path.join(self.folder, host), "resolved.conf", (
            "[Resolve]\nMulticastDNS=yes\nLLMNR=no\nDNSStubListener=no\n"))
        script = (
            "mkdir -p /run/systemd /etc/systemd && mount -t tmpfs none /run/systemd && mount -t tmpfs none /etc/systemd "
            f"&& mkdir /run/systemd/resolve && chown 1:1 /run/systemd/resolve && cp {conf} /etc/systemd && "
            "exec setpriv --reuid 1 --regid 1 --clear-groups --inh-caps +net_raw,+setpcap "
            f"--ambient-caps +net_raw,+setpcap env LD_LIBRARY_PATH={':'.join(program.libraries)} {program.path}")
        daemon = self.on(host, "resolved", ["unshare", "-m", "sh", "-c", script], speaks=False)
        until(lambda: "Using system hostname" in daemon.said(), daemon.said)
        return daemon

    def start_export(self, *words, host="bench"):
        self.export = self.on(host, "export", self.uwbrig.command(
            "fleet", "export", "--rig", os.path.join(self.folder, "bench.yaml"), "--name", "bench", "--places",
            "--listen", "10.77.0.2", *words))
        return self.export.ready()

    def user(self, host, *words, status=0, named=True):
        """`uwbrig …` by the user of a host; with `named` the coordinator is given."""
        environment = {**os.environ, **self.environment, **self.host(host)}
        if not named:
            del environment["LG_COORDINATOR"]
        done = ended(self.network.inside(host, self.uwbrig.command(*words)), env=environment, timeout=90)
        assert done.status == status, str(done)
        return done.out


class Unpacked:
    """A program out of Debian's packages, which are not installed: this one would take over the resolver of
    the machine."""

    def __init__(self, folder, program, packages):
        home = os.path.join(os.path.abspath(folder), program)
        if not os.path.isdir(home):
            fresh = f"{home}-{os.getpid()}"
            os.makedirs(fresh)
            done = subprocess.run(["apt-get", "download", *packages], cwd=fresh, capture_output=True)
            if done.returncode != 0:
                missing(f"{program}: {done.stderr.decode('utf-8', 'replace')[-300:]}")
            for package in glob.glob(os.path.join(fresh, "*.deb")):
                subprocess.run(["dpkg", "-x", package, fresh], check=True)
            os.rename(fresh, home)
        (self.path,) = [
            each for each in glob.glob(f"{home}/**/{program}", recursive=True) if os.path.isfile(each) and
            os.access(each, os.X_OK)]
        self.libraries = sorted(
            {os.path.dirname(each) for each in glob.glob(f"{home}/**/*.so", recursive=True)})


@pytest.fixture
def resolved(pytestconfig):
    need("busctl", "systemd")
    need("apt-get", "apt")
    return Unpacked(
        pytestconfig.getoption("tools"), "systemd-resolved", ["systemd-resolved", "libsystemd-shared"])


@pytest.fixture
def found(uwbrig, labgrid, fleet, devices, folder):
    need("avahi-daemon", "avahi-daemon")
    need("dbus-daemon", "dbus-daemon")
    with on_hosts(Found, uwbrig, labgrid, fleet, folder) as laboratory:
        for host in ("coordinator", "bench", "runner", "rival"):
            os.makedirs(os.path.join(folder, host), exist_ok=True)
        write(folder, "bench.yaml", BOARDS % tuple(f"serial:{devices[n]}" for n in NAMES))
        laboratory.on("coordinator", "coordinator", [labgrid("labgrid-coordinator"), "-l", "10.77.0.1:20408"],
                      cwd=os.path.join(folder, "coordinator"), speaks=False)
        until(lambda: laboratory.ask("list").status == 0, "the coordinator")
        for host in ("bench", "runner"):
            laboratory.start_bus(host)
            laboratory.start_avahi(host)
        yield laboratory


def test_found_and_admitted_once(found, note):
    """a bench is found by its announcement, admits a client once, and both remember it"""
    ready = found.start_export("--announce")
    key = ready["admission"]["key"]
    until(lambda: "announced on the network as bench" in found.export.said(), found.export.said)
    listed = found.user("runner", "fleet", "discover")
    assert re.search(rf"^bench +10\.77\.0\.2:{ready['admission']['port']} +{key} +new$", listed, re.M), listed

    rig = write(found.folder, "rig.yaml", BOARDS % LINKS)
    inspect = ("inspect", "anchor", "--rig", rig)
    # Who has not joined tells the bench nothing; who has, and is not admitted, gets to no port.
    refused = found.user("runner", *inspect, status=3)
    assert f"its key {key} is not known here" in refused and "fleet join" in refused, refused
    refused = found.user("runner", "fleet", "join", "bench", status=3)
    assert f"bench (key {key}) is asked" in refused, refused
    client = re.search(rf"fleet admit ({KEY})", refused)[1]
    until(lambda: f"fleet admit {client}" in found.export.said(), found.export.said)
    asks = json.loads(found.user("bench", "fleet", "admit", "--json"))["clients"]
    assert [(each["key"], each["admitted"]) for each in asks] == [(client, False)], asks
    # A key that did not ask is nobody's.
    found.user("bench", "fleet", "admit", client.replace(client[0], "x"), status=2)

    found.user("bench", "fleet", "admit", client)
    joined = found.user("runner", "fleet", "join", "bench")
    assert f"bench (key {key}) admits this user; coordinators: 10.77.0.1:20408" in joined, joined
    assert re.search(r"^bench .* joined$", found.user("runner", "fleet", "discover"), re.M)
    # The coordinator is remembered, and the port opens.
    began = time.monotonic()
    said = found.user("runner", *inspect, named=False)
    took = time.monotonic() - began
    assert "fira2+qorvo" in said, said
    # A bench that starts anew remembers too.
    found.export.signal(15)
    found.export.process.wait(20)
    again = found.start_export("--announce")
    assert again["admission"]["key"] == key
    until(lambda: "anchor" in found.user("runner", "fleet", "list", "--free", named=False), "the kits")
    assert "fira2+qorvo" in found.user("runner", *inspect, named=False)

    # What the owner takes back is refused, and others were never let in.
    found.user("bench", "fleet", "admit", "--forget", client)
    refused = found.user("runner", *inspect, status=3, named=False)
    assert "its owner has not admitted this key" in refused, refused
    holder = found.on("rival", "acquire", found.uwbrig.command("fleet", "acquire", "anchor"))
    resource = holder.ready()["places"][0]["resources"][0]
    raw = found.network.inside("rival", [
        "python3", "-c",
        "import socket, sys\n"
        f"link = socket.create_connection(('{resource['host']}', {resource['port']}), 5)\n"
        "link.sendall(bytes([255, 251, 44, 255, 253, 44, 32, 2, 0, 0]))\n"
        "link.settimeout(20)\nheard = b''\n"
        "while data := link.recv(4096): heard += data\n"
        "sys.stdout.buffer.write(heard)"])
    heard = subprocess.run(raw, capture_output=True, check=True, timeout=60).stdout
    # Not a byte of the board; the words that it was refused by, in a frame.
    assert b'"kind":"refused"' in heard and b"\x40\x02" not in heard, heard
    note(f"first use {took * 1e3:.0f} ms")


def test_without_a_daemon(found):
    """where no avahi-daemon runs one sentence says so, and host:port serves as well"""
    ready = found.start_export("--announce", host="bench")
    listed = found.user("rival", "fleet", "discover", status=3)
    assert len(listed.strip().splitlines()) == 1 and "avahi-daemon" in listed, listed
    door = f"10.77.0.2:{ready['admission']['port']}"
    waiting = found.on("rival", "join", found.uwbrig.command("fleet", "join", door, "--wait", "60s"))
    until(lambda: "fleet admit" in waiting.said(), waiting.said)
    found.user("bench", "fleet", "admit", re.search(rf"fleet admit ({KEY})", waiting.said())[1])
    waiting.process.wait(30)
    assert waiting.process.returncode == 0 and "admits this user" in waiting.said(), waiting.said()
    # Another bench under the name of one that is known is told as that.
    found.export.signal(15)
    found.export.process.wait(20)
    os.remove(os.path.join(found.folder, "bench", "uwbrig", "fleet", "key"))
    ready = found.start_export("--announce")
    refused = found.user("rival", "fleet", "join", f"10.77.0.2:{ready['admission']['port']}", status=3)
    assert "expected its key" in refused and "--forget" in refused, refused


def test_daemon_that_comes_back(found):
    """an avahi-daemon that starts later, or anew, announces the bench"""
    found.start_bus("rival")
    found.export = found.on("rival", "export", found.uwbrig.command(
        "fleet", "export", "--rig", os.path.join(found.folder, "bench.yaml"), "--name", "late", "--announce",
        "--listen", "10.77.0.4"))
    found.export.ready()
    until(lambda: "not announced on the network" in found.export.said(), found.export.said)
    for _ in range(2):
        daemon = found.start_avahi("rival")
        until(lambda: "late" in found.user("runner", "fleet", "discover"), found.export.said, 40)
        daemon.stop()
        until(lambda: "late" not in found.user("runner", "fleet", "discover"), found.export.said, 40)


def test_announced_by_resolved(found, resolved):
    """systemd-resolved announces a bench where no avahi-daemon runs, once it speaks multicast DNS"""
    found.start_bus("rival")
    found.start_resolved("rival", resolved)
    rig = os.path.join(found.folder, "bench.yaml")

    def start():
        running = found.on("rival", "export", found.uwbrig.command(
            "fleet", "export", "--rig", rig, "--name", "still", "--announce", "--listen", "10.77.0.4"))
        return running, running.ready()["admission"]["port"]

    def listed():
        return found.user("runner", "fleet", "discover")

    def is_listed(port):
        return re.search(rf"^still +10\.77\.0\.4:{port} +{KEY} +new$", listed(), re.M)

    running, port = start()
    until(lambda: "multicast DNS on no link" in running.said(), running.said)
    link = found.network.inside("rival", ["cat", "/sys/class/net/net0/ifindex"])
    index = subprocess.run(link, capture_output=True, check=True).stdout.decode().strip()
    manager = ["org.freedesktop.resolve1", "/org/freedesktop/resolve1", "org.freedesktop.resolve1.Manager"]
    subprocess.run(
        found.network.inside("rival", ["busctl", "call", *manager, "SetLinkMulticastDNS", "is", index, "yes"]),
        env={**os.environ, **found.host("rival")}, check=True)
    until(lambda: is_listed(port), listed, 40)
    # It would go on to announce the port of a program that was killed.
    running.kill()
    running, port = start()
    until(lambda: "announced on the network as still, by systemd-resolved" in running.said(), running.said)
    until(lambda: is_listed(port), listed, 40)
    # At its end it is withdrawn.
    running.signal(15)
    running.process.wait(20)
    until(lambda: "still" not in listed(), listed, 40)


def test_strangers_at_the_door(found):
    """as many silent strangers as come keep nobody out"""
    ready = found.start_export("--announce")
    door = ready["admission"]["port"]
    crowd = found.network.inside("rival", [
        "python3", "-c",
        "import socket, sys, time\n"
        f"links = [socket.create_connection(('10.77.0.2', {door}), 5) for _ in range(300)]\n"
        "print('there', flush=True)\n"
        "sys.stdin.read()"])
    with subprocess.Popen(crowd, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as strangers:
        assert strangers.stdout.readline() == b"there\n"
        refused = found.user("runner", "fleet", "join", f"10.77.0.2:{door}", status=3)
        assert "is asked; its owner admits this user" in refused, refused
        strangers.stdin.close()
