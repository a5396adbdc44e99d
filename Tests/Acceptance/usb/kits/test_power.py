"""A hub that switches the power of its ports."""

import json

import pytest

from support.guest.bench import ANCHOR
from support.guest.kits import OwnPort
from support.guest.machine import HUB

LAMP = "D1A2B3C4D5E6"
PLACE = f"1-{HUB}.1"

POWER = """\
version: 1
name: bench
time: real
boards:
  - name: lamp
    firmware: uci
    role: controlee
    link: "usb:serial=%s,interface=0"
    power: hub:1-%d:1
""" % (LAMP, HUB)

pytestmark = pytest.mark.usefixtures("plugged")


@pytest.fixture(scope="module")
def lamp(bench):
    return OwnPort("lamp", LAMP, bench.backend)


def switch(bench, action, status=0):
    return bench.ask(f"uwbrig power lamp {action} --rig /tmp/power.yaml 2>&1", status=status)


def state(bench):
    return json.loads(switch(bench, "status --json"))


def test_switched(bench, lamp, note):
    """`power` takes a board off the bus and gives it back"""
    bench.put("/tmp/power.yaml", POWER)
    lamp.plug(bench.machine.port(HUB))
    bench.until(f"[ -e /dev/uwbrig/{LAMP}-if00 ]")
    told = state(bench)
    assert told["on"] is True and told["devices"] == [PLACE] and told["switching"] == "per-port", (
        f"{told}")
    switch(bench, "off")
    # The device is off the bus; udevd may need a moment more for the name of its terminal.
    bench.until(f"! [ -e /dev/uwbrig/{LAMP}-if00 ]")
    assert bench.node(LAMP) is None and LAMP not in bench.boards(), "it is still there"
    told = state(bench)
    assert told["on"] is False and told["devices"] == [], f"{told}"
    switch(bench, "on")
    bench.until(f"[ -e /dev/uwbrig/{LAMP}-if00 ]")
    note("per-port, gone and back")


def test_cycled(bench, lamp):
    """`power cycle` makes it start anew"""
    plugs = len(lamp.of("configured"))
    switch(bench, "cycle")
    bench.until(f"[ -e /dev/uwbrig/{LAMP}-if00 ]")
    assert len(lamp.of("configured")) > plugs, "it was not enumerated anew"


def test_started_anew(bench, lamp, note):
    """`power reset` resets its USB port"""
    said = switch(bench, "reset")
    assert "port reset" in said, said
    assert lamp.of("reset"), "the device was not reset"
    bench.until(f"[ -e /dev/uwbrig/{LAMP}-if00 ]")
    said = bench.ask(
        "echo CORE_GET_DEVICE_INFO_CMD | uwbrig console lamp --rig /tmp/power.yaml 2>&1")
    assert "CORE_GET_DEVICE_INFO_RSP OK" in said, said
    note("and it answers")


def test_attached(bench, lamp, note):
    """`power` switches an attached board without a rig file"""
    said = bench.ask(f"uwbrig power serial={LAMP} status --json 2>&1")
    told = json.loads(said)
    assert told["on"] is True and told["devices"] == [PLACE] and told["switching"] == "per-port", (
        said)
    plugs = len(lamp.of("configured"))
    bench.ask(f"uwbrig power path={PLACE} off 2>&1")
    bench.until(f"! [ -e /dev/uwbrig/{LAMP}-if00 ]")
    said = bench.ask(f"uwbrig power serial={LAMP} on 2>&1", status=3)
    assert "name its port, path=" in said, said
    bench.ask(f"uwbrig power path={PLACE} on 2>&1")
    bench.until(f"[ -e /dev/uwbrig/{LAMP}-if00 ]")
    assert len(lamp.of("configured")) > plugs, "it was not enumerated anew"
    said = bench.ask(f"uwbrig power path=1-{HUB} off 2>&1", status=2)
    assert "is a hub" in said, said
    note("off by its port, and on again")


def test_refused(bench, lamp):
    """a port that feeds what was not named is refused"""
    # A rig file without the board that hangs on the port.
    bench.put("/tmp/power.yaml", POWER.replace(LAMP, ANCHOR))
    said = switch(bench, "off", 3)
    assert f"it also feeds {PLACE}" in said, said
    assert bench.node(LAMP), "it has lost its power all the same"
    lamp.unplug()
