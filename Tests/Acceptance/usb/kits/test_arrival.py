"""udevd and our rules, and kits that come."""

import json
import os
import re
import time

import pytest

from support.guest.bench import ANCHOR, MOBILE
from support.guest.kits import ForeignPort
from support.program import ROOT

RULES = os.path.join(ROOT, "udev-rules", "60-uwbrig.rules")
STRANGER = "206A3355"
# The USB device of the first port, by the name that its node has now.
NODE = "$(udevadm info -q name -r /sys/bus/usb/devices/1-1)"


@pytest.fixture
def foreign():
    return ForeignPort("foreign", STRANGER)


def test_boot(bench, note):
    """the guest boots"""
    note(f"Linux {bench.release}")


def test_before(bench, anchor):
    """without our rules a kit has no owner"""
    # Without our rules everything below has to be missing, or it would prove nothing.
    anchor.plug(bench.machine.port(1))
    bench.until("[ -e /dev/ttyACM0 ]")
    usb = bench.ask(f"stat -c '%G' {NODE}; ls /dev/uwbrig 2>&1 || true")
    assert "plugdev" not in usb and "if00" not in usb, usb
    told = bench.ask("udevadm info /dev/ttyACM0")
    assert "ID_MM" not in told and "uaccess" not in told, told
    bench.ask("uwbrig udev check", status=1)
    told = bench.doctor()
    assert told["rules-present"] == "fault" and told["nodes"] == "fault", f"{told}"


def test_install(bench):
    """`udev install` installs the file of this repository, `udev check` agrees"""
    said = bench.ask("uwbrig udev install")
    assert "Note" not in said, said
    with open(RULES, encoding="utf-8") as file:
        assert bench.ask("cat /etc/udev/rules.d/60-uwbrig.rules") == file.read(), (
            "what was installed is not udev-rules/60-uwbrig.rules")
    bench.ask("uwbrig udev check")


def test_late(bench, anchor):
    """udevd applies them to what was there before"""
    # It was plugged in before the rules came.
    told = bench.ask(f"udevadm info /dev/ttyACM0; stat -c '%G %a' {NODE}")
    assert "ID_MM_PORT_IGNORE=1" in told and "plugdev 660" in told, told
    anchor.unplug()
    bench.until("! [ -e /dev/ttyACM0 ]")


def test_plugged(bench, anchor, note):
    """a terminal that comes: group, mode, tag, link, no ModemManager"""
    start = time.monotonic()
    anchor.plug(bench.machine.port(1))
    bench.until(f"[ -e /dev/uwbrig/{ANCHOR}-if00 ]")
    took = time.monotonic() - start
    told = bench.ask("udevadm info /dev/ttyACM0; stat -c '%G %a' /dev/ttyACM0")
    for words in ("ID_MM_PORT_IGNORE=1", "dialout 660", "uaccess", f"uwbrig/{ANCHOR}-if00"):
        assert words in told, f"no {words} in\n{told}"
    note(f"link {took:.2f} s after the plug")


def test_usb_device(bench):
    """its USB device: group, mode, tag, no ModemManager, kept awake"""
    told = bench.ask(
        "d=/sys/bus/usb/devices/1-1; udevadm info $d; cat $d/power/control; "
        "stat -c '%G %a' $(udevadm info -q name -r $d)")
    for words in ("ID_MM_DEVICE_IGNORE=1", "plugdev 660", "uaccess", "\non\n"):
        assert words in told, f"no {words.strip()} in\n{told}"


def test_foreign(bench, foreign):
    """another owner's device of the same kind is left alone"""
    foreign.plug(bench.machine.port(3))
    bench.until("[ -e /dev/ttyACM1 ]")
    told = bench.ask(
        "udevadm info /dev/ttyACM1; d=/sys/bus/usb/devices/1-3; udevadm info $d; "
        "stat -c '%G %a' $(udevadm info -q name -r $d)")
    for words in ("ID_MM", "UWBRIG", "uaccess", "plugdev", "uwbrig/" + STRANGER):
        assert words not in told, f"{words} in\n{told}"
    assert STRANGER not in bench.ask("ls /dev/uwbrig"), "it has a link in /dev/uwbrig"
    foreign.unplug()
    bench.until("! [ -e /dev/ttyACM1 ]")


def test_two(bench, mobile):
    """`boards` lists two kits for a user of the groups"""
    mobile.plug(bench.machine.port(2))
    bench.until(f"[ -e /dev/uwbrig/{MOBILE}-if00 ]")
    assert bench.node(MOBILE) == "ttyACM1", f"{bench.node(MOBILE)}"
    found = bench.boards()
    assert {ANCHOR, MOBILE} <= set(found), f"{sorted(found)}"
    for serial in (ANCHOR, MOBILE):
        access = found[serial]["ports"][0]["access"]
        assert access["state"] == "free", f"{serial}: {access}"


def test_refused(bench, note):
    """`boards` tells another user why not"""
    access = bench.boards("stranger")[ANCHOR]["ports"][0]["access"]
    assert access["state"] != "free" and "dialout" in json.dumps(access), f"{access}"
    note(access["reason"])


def test_doctor(bench, note):
    """`doctor` finds nothing for the one and the reason for the other"""
    # A program of that name is all that there is to see of it.
    bench.ask(
        "printf '#!/bin/sh\\nsleep 300\\n' >/tmp/ModemManager; chmod 755 /tmp/ModemManager; "
        "/tmp/ModemManager >/dev/null 2>&1 & echo $! >/tmp/modem")
    told = bench.doctor()
    for row in ("libraries", "rules-present", "rules-loaded", "groups", "nodes", "boards",
                "modem-manager", "autosuspend"):
        assert told[row] == "ok", f"{row} is {told[row]} in {told}"
    stranger = bench.doctor("stranger")
    assert stranger["nodes"] == "fault", f"{stranger}"
    bench.ask("kill $(cat /tmp/modem)")
    note(f"{len(told)} checks")


def one_round(bench, board, path):
    bench.ask(
        "udevadm monitor --kernel --udev --subsystem-match=tty >/tmp/kernel & "
        "echo $! >/tmp/monitor; { uwbrig boards --watch --json 2>/dev/null & "
        "echo $! >/tmp/watcher; wait; } | while read -r line; do "
        "read -r up rest </proc/uptime; echo $up $line; done >/tmp/watch & "
        "for i in $(seq 600); do grep -q present /tmp/watch && break; sleep 0.1; done")
    # What looks at intervals wakes up while nothing happens.
    wakes = bench.ask(
        "wakes() { cat /proc/$(cat /tmp/watcher)/task/*/status | grep ^voluntary; }; "
        "sleep 0.5; wakes >/tmp/before; sleep 2.2; wakes | diff /tmp/before - || true")
    assert not wakes, f"it woke up while nothing happened:\n{wakes}"
    board.unplug()
    bench.until("grep -q removed /tmp/watch")
    board.plug(path)
    bench.until("grep -q UDEV.*add /tmp/kernel && grep -q '\"added\"' /tmp/watch")
    watch, kernel = bench.ask("cat /tmp/watch"), bench.ask("cat /tmp/kernel")
    bench.ask("kill $(cat /tmp/monitor /tmp/watcher)")
    events = [line.split(" ", 1) for line in watch.splitlines()]
    told = [(float(up), json.loads(text)) for up, text in events]
    late = []
    for action, event in (("remove", "removed"), ("add", "added")):
        ours = [up for up, what in told if what["event"] == event][0]
        serials = {
            device["serial"] for _, what in told if what["event"] == event
            for found in what["boards"] for device in found["devices"]
        }
        assert serials == {board.serial}, f"{event}: {serials}"
        stamps = re.findall(rf"UDEV *\[([0-9.]+)\] {action} .*/tty/", kernel)
        late.append(ours - float(stamps[0]))
    return late


def test_watch(bench, plugged, mobile, note):
    """`boards --watch` tells of a plug pulled and put back"""
    assert json.loads(bench.ask("uwbrig boards --json"))["source"] == "udev", "udev is not asked"
    # An emulated processor is many times slower than any computer that boards are plugged into,
    # and this one may be busy: in how many milliseconds is held elsewhere.
    late = one_round(bench, mobile, bench.machine.port(2))
    words = " and ".join(f"{1000 * max(seconds, 0):.0f} ms" for seconds in late)
    assert max(late) < 5, words
    note(words + " after udev's own events, asleep until then")
