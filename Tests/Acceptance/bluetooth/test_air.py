"""A stock accessory on a bench with one Bluetooth adapter: found, judged, lost and found again."""

import os
import shutil
import subprocess

from bluetooth.conftest import LOCK
from support.program import missing

NUS = "ble:name=Lock,service=nus"
TAG = "ble:name=Tag,service=nus"
# GATT, the Nearby Interaction service with pairing, the order of messages.
CASES = "id(L01)|id(L03)|id(L05)|id(L06)|id(L08)|id(L10)|id(L13)|id(L15)|id(N01)|id(C01)|id(S04)"


def test_scan(bench):
    """A user without rights sees what advertises, with the link for a rig file."""
    found = bench.json("uwbrig scan ble --for 3s --json")["devices"]
    links = {device["address"][-2:]: device["link"] for device in found}
    assert links["B5"] == NUS and links["B6"] == "ble:name=Tag,service=nus", links
    # Two of one name, a name that is no plain text, none at all: by their addresses.
    for end in ("B7", "B8", "BE", "BF"):
        assert links[end].startswith("ble:address="), links


def test_cases(bench, note, module_folder):
    """GATT, pairing and the order of messages: every case passes; others read what went over the air."""
    bench.rig(board=LOCK.replace("LINK", NUS))
    text, events, took = bench.run(CASES)
    finished = [event for event in events if event["kind"] == "case-finished"]
    assert len(finished) == CASES.count("id("), text[-3000:]
    assert {event["verdict"] for event in finished} == {"PASS"}, text[-3000:]
    names = {event["name"] for event in events if event["kind"] == "measurement"}
    assert {"lock: connections", "lock: RSSI", "lock: MTU", "lock: ATT round trip p50"} <= names, names
    tshark = shutil.which("tshark") or missing("no tshark here: apt-get install tshark")
    capture = os.path.join(module_folder, "lock.pcapng")
    with open(capture, "wb") as file:
        file.write(bench.file("/home/runner/o/captures/lock.pcapng"))
    read = subprocess.run(
        [tshark, "-r", capture, "-Y", "btatt", "-T", "fields", "-e", "btatt.opcode"],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    opcodes = {int(line.split(",")[0], 16) for line in read.stdout.decode().split()}
    packets = len([event for event in events if event["kind"] == "packet"])
    assert len(read.stdout.split()) == packets, (len(read.stdout.split()), packets)
    # MTU, discovery, write, notification, a refusal for want of encryption.
    assert {0x01, 0x02, 0x03, 0x08, 0x10, 0x12, 0x13, 0x1B} <= opcodes, opcodes
    note(f"{len(finished)} cases in {took:.0f} s, {packets} packets read by tshark")


def test_several(bench):
    """Two devices of one name are a list, and status 3."""
    bench.rig("ble:name=Twin,service=nus")
    text, _, _ = bench.run("id(N01)", status=3)
    assert "2 devices have this name" in text and "C0:D1:E2:F3:A4:B7" in text, text


def test_absent(bench):
    """A name that is not on the air is told with the nearest one, and status 3."""
    bench.rig("ble:name=Lok,service=nus")
    text, _, _ = bench.run("id(N01)", status=3)
    assert "no such device advertises" in text and "Lock" in text, text


def test_adapter_taken_out(bench, note):
    """The adapter is taken out while an accessory ranges: ERROR board lost; then it is there again."""
    bench.rig(TAG)
    bench.deed("upon Tag 0b unplug")
    text, events, _ = bench.run("id(R09)", status=3)
    (last,) = [event for event in events if event["kind"] == "case-finished"]
    assert last["verdict"] == "ERROR" and last["reason"].startswith("board lost"), text
    verdict = bench.verdict_after(events)
    # It is taken out 0.2 s after the message.
    assert verdict < 0.2 + bench.slowness(events), (verdict, bench.slowness(events), text)
    bench.adapter_back()
    took = bench.seconds_until_ready()
    assert took < 5 * bench.slowness(events), took
    note(f"ERROR {verdict:.2f} s after the message; the next run was ready after {took:.1f} s")


def test_second_central(bench, note):
    """A second central on the second adapter, beside the first and after it."""
    bench.rig(TAG)
    text, events, took = bench.run("id(M01)|id(M05)")
    finished = {event["case"]: event["verdict"] for event in events if event["kind"] == "case-finished"}
    assert finished == {"M01": "PASS", "M05": "PASS"}, text
    note(f"{took:.0f} s")


def test_not_advertised_service(bench):
    """bluetoothd knows the service of a board whose advertisement names none: L15 is not deceived."""
    bench.rig(board=LOCK.replace("LINK", "ble:name=Bare,service=nus"))
    text, events, _ = bench.run("id(L15)", status=1)
    (last,) = [event for event in events if event["kind"] == "case-finished"]
    assert last["verdict"] == "FAIL" and "names the service" in last["reason"], text
