"""What a device sees of a program that opens it, and a program of what befalls its device."""

import re
import time

import pytest

from support.guest.bench import ANCHOR, FULL, broken, settings_before_first_byte

pytestmark = pytest.mark.usefixtures("plugged")


@pytest.fixture(scope="module")
def since(plugged):
    """When the first program opened the port."""
    return time.monotonic()


def test_opened(bench, anchor, since, note):
    """speed, DTR and RTS are set before the first byte"""
    status, said = bench.machine.wait(
        bench.run("first", FULL, "--board anchor", "--partition hash:1/40"), 300)
    assert status == 0 and "PASS" in said, said
    last = settings_before_first_byte(anchor, since)
    assert last == {"baud": 115200, "lines": (True, True)}, f"before the first byte: {last}"
    assert not anchor.of("deaf"), "bytes were sent while DTR was off"
    note("115200, DTR and RTS on")


def test_closed(anchor, since):
    """the lines do not fall when the port is closed"""
    # A board that restarts when DTR falls would lose its session between two programs.
    told = [record.value for record in anchor.of("lines", since)]
    assert told and (False, False) not in told, f"the lines after the end: {told}"


def test_break(bench, anchor, note):
    """cdc_acm: a break is what the device sees of one"""
    note(broken(bench, anchor))


def test_damaged(bench, anchor, note):
    """cdc_acm: errors on the wire are counted, and noted in the journal"""
    start = anchor.heard
    anchor.tripwire = (start + 200, lambda: anchor.damage("framing", "overrun"))
    status, said = bench.machine.wait(
        bench.run("damaged", FULL, "--board anchor", "--partition hash:1/60"), 300)
    assert status == 0, said
    told = bench.ask("grep 'on its serial line' /home/runner/damaged/events.ndjson || true")
    words = re.search(r"anchor: on its serial line: ([^(]*) \(\S+@anchor\)", told)
    assert words and words[1] == "1 framing error, 1 overrun", told
    note(words[1])


def test_unplugged(bench, anchor, note):
    """a plug that is pulled while a program waits for bytes"""
    bench.ask(
        "mkfifo /tmp/lines; sleep 300 >/tmp/lines & echo $! >/tmp/typist; "
        "udevadm monitor --kernel --subsystem-match=tty >/tmp/kernel & echo $! >/tmp/monitor; "
        "{ su runner -c 'uwbrig console anchor --rig /tmp/rig.yaml </tmp/lines >/tmp/said 2>&1'; "
        "read -r up rest </proc/uptime; echo $up >/tmp/ended; } &")
    bench.until("grep -q 'is open' /tmp/said")
    anchor.unplug()
    bench.until("[ -s /tmp/ended ]")
    said, kernel = bench.ask("cat /tmp/said"), bench.ask("cat /tmp/kernel")
    ended = float(bench.ask("cat /tmp/ended"))
    bench.ask("kill $(cat /tmp/typist /tmp/monitor); rm /tmp/lines /tmp/said /tmp/ended")
    anchor.plug(bench.machine.port(1))
    bench.until(f"[ -e /dev/uwbrig/{ANCHOR}-if00 ]")
    assert "it hung up (unplugged" in said, said
    gone = re.findall(r"KERNEL *\[([0-9.]+)\] remove .*/tty/", kernel)
    late = ended - float(gone[0])
    # With the end of the program, on an emulated processor.
    assert late < 5, f"{1000 * late:.0f} ms after the kernel's own event"
    note(f"the program is over {1000 * max(late, 0):.0f} ms after the kernel's own event")
