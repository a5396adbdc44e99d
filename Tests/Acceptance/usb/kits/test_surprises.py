"""An FTDI adapter and a CDC port, each pulled out in mid-session, and back under other names.

The last of the files: afterwards the names of terminals are others.
"""

import time

import pytest

from support.guest.bench import FULL, MOBILE, broken, held_up, settings_before_first_byte
from support.guest.kits import Bridge, ForeignPort

STRANGER, ADAPTER = "206A3355", "A50285BI"

# A user's own profile, which says how this one adapter wants to be opened.
PROFILE = """\
version: 1
name: bench-adapter
title: UART adapter of this bench
confidence: confirmed
sources: [this bench]
chip: {mcu: unknown}
parts:
  - name: bridge
    match: {vendor: 0x0403, products: [0x6001], serials: [%s]}
    ports:
      - {interface: 0, role: command, baud: 921600, dtr: off, rts: on}
""" % ADAPTER

pytestmark = pytest.mark.usefixtures("plugged")


@pytest.fixture(scope="module")
def adapter(bench):
    return Bridge("adapter", ADAPTER, bench.backend)


@pytest.fixture(scope="module")
def others():
    """What takes the places of the adapter and of the second board."""
    return [Bridge("other adapter", "OTHER123"), ForeignPort("foreign", STRANGER)]


@pytest.fixture(scope="module")
def pulled():
    """Which boards have been pulled out, and when."""
    return []


def pull(bench, pulled, kit, other, places):
    """Out; another device of the same kind takes its place; back in another socket."""
    name = bench.node(kit.serial)

    def act():
        kit.unplug()
        pulled.append((kit.name, time.monotonic()))
        # The name is free when the program has let go of it.
        bench.until(
            f"! readlink /proc/$(pidof uwbrig | cut -d ' ' -f 1)/fd/* | grep -q {name}")
        other.plug(bench.machine.port(places[0]))
        other.wait(lambda device: device.of("configured"), 60)
        time.sleep(0.7)
        kit.plug(bench.machine.port(places[1]))
    return act


def test_bridge(bench, adapter):
    """an FT232R comes, and is no kit to our rules"""
    adapter.plug(bench.machine.port(4))
    bench.until("[ -e /dev/ttyUSB0 ]")
    assert bench.node(ADAPTER) == "ttyUSB0", f"{bench.node(ADAPTER)}"
    told = bench.ask("udevadm info /dev/ttyUSB0")
    # Any adapter has these ids: our rules must not take it for a kit.
    assert "ID_MM" not in told and "dev/uwbrig" not in told, told


def test_outcome(bench, mobile, adapter, others, pulled, note):
    """two boards go in mid-session: the run goes on when they are back"""
    # The rig file says nothing of the line: the profile does.
    bench.put("/home/runner/.config/uwbrig/boards/adapter.yaml", PROFILE)
    bench.rig(ADAPTER)
    adapter.tripwire = (500, pull(bench, pulled, adapter, others[0], (5, 6)))
    mobile.tripwire = (mobile.heard + 1400, pull(bench, pulled, mobile, others[1], (3, 4)))
    status, said = bench.machine.wait(bench.run("surprise", FULL, "--partition hash:1/12"), 300)
    assert [name for name, _ in pulled] == ["adapter", "mobile"], f"pulled: {pulled}\n{said}"
    verdicts = bench.fetch("surprise")
    bad = {
        name: why for name, why in verdicts.items()
        if why[0] not in ("PASS", "SKIP", "FLAKY") and not held_up(why)}
    # A plug that is pulled between two cases costs none.
    assert len(bad) <= 2, f"{len(bad)} cases did not pass: {list(bad.items())[:5]}"
    for name, (verdict, reason) in bad.items():
        # Whether the end of reading or of writing is noticed first is chance; this is not.
        died = reason.startswith(("device restarted", "device died"))
        assert verdict == "FAIL" and "unplugged" in reason and died, f"{name}: {verdict}: {reason}"
    lost = [name for name, (_, reason) in verdicts.items() if "board lost" in reason]
    assert not lost, f"{len(lost)} cases were not run: {lost[:5]}"
    late = any(held_up(verdict) for verdict in verdicts.values())
    assert status == (1 if bad else 3 if late else 0), f"status {status}\n{said[-800:]}"
    good = sum(verdict == "PASS" for verdict, _ in verdicts.values())
    assert good > 40, f"only {good} of {len(verdicts)} passed"
    note(f"{good} passed; a board was gone in {' and '.join(sorted(bad)) or 'no case'}")


def test_numbers(bench, mobile, adapter, others, note):
    """they are back under other names"""
    now = {kit.serial: bench.node(kit.serial) for kit in [adapter, mobile, *others]}
    assert now[ADAPTER] == "ttyUSB1" and now["OTHER123"] == "ttyUSB0", f"{now}"
    assert now[MOBILE] not in ("ttyACM1", None) and now[STRANGER] == "ttyACM1", f"{now}"
    plugs = [kit.of("plug")[-1].time for kit in (adapter, mobile)]
    for kit, time_of_plug in zip((adapter, mobile), plugs):
        assert kit.of("written", time_of_plug), f"{kit.name} was not spoken to again"
    note(f"{now[ADAPTER]} and {now[MOBILE]}")


def test_untouched(others):
    """what took their old names is sent nothing"""
    for other in others:
        assert not other.of("written"), f"{other.name} was sent {other.of('written')[:3]}"


def test_set_up(adapter, note):
    """ftdi_sio: speed, lines and latency before the first byte"""
    plugs = adapter.of("plug")
    for plug in (plugs[0], plugs[-1]):
        last = settings_before_first_byte(adapter, plug.time)
        assert abs(last.get("baud", 0) - 921600) < 921600 * 0.03, f"{last}"
        assert last.get("lines") == (False, True), f"{last}"
        assert last.get("latency") == 1, f"{last}"
    note("921600, DTR off, RTS on, latency timer 1 ms, both times")


def test_wire(bench, adapter, note):
    """ftdi_sio: errors on the wire are counted, and a break is sent"""
    bench.rig(ADAPTER)
    adapter.damage("parity")
    said = bench.console(["CORE_GET_DEVICE_INFO_CMD"])
    assert "on the serial line of anchor: 1 parity error" in said, said
    note("a parity error, and a break of " + broken(bench, adapter))


def test_kernel_log(bench):
    """no fault in the kernel's log, and no program that crashed"""
    said = bench.ask(
        "dmesg | grep -E 'BUG:|Oops|WARNING:|segfault|general protection|Out of memory' || true")
    assert not said, said
