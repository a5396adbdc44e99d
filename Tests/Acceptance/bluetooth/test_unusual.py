"""Accessories that are right and unusual: nothing of them is a fault."""

import json
import os
import shutil
import subprocess

import pytest

from bluetooth.conftest import LOCK
from support.program import missing

pytestmark = pytest.mark.nightly
OWN = "5A1E0001-0B5A-4C1D-9A77-2F6D3C6E8A10"
# Discovery, properties, one whole message, the smallest length, a second connection, the order of messages.
CASES = "id(L01)|id(L02)|id(L04)|id(L05)|id(L06)|id(L13)|id(N01)|id(C01)|id(S04)"


def verdicts(events):
    return {event["case"]: event["verdict"] for event in events if event["kind"] == "case-finished"}


@pytest.mark.parametrize("name,service", [
    ("Guard", "nus"), ("Command", "nus"), ("Slow", "nus"), ("Changes", "nus"), ("Asks", "nus"),
    ("Old", "nus"), ("Double", "nus"), ("Own", OWN), ("OwnAsks", OWN), ("Early", "nus"), ("EarlyAsk", "nus"),
    ("Small", "nus"), ("Reverse", "nus"), ("Strict", "nus")])
def test_unusual(bench, name, service):
    """Encrypted alone, written without response alone, slow, changed services, indications, its own service,
    answers before the write is answered, packets of 48 bytes, TX before RX, refusals."""
    bench.rig(f"ble:name={name},service={service}")
    text, events, _ = bench.run(CASES, status=None)
    assert set(verdicts(events).values()) == {"PASS"} and len(verdicts(events)) == 9, text


@pytest.mark.parametrize("name,skipped", [("Secures", {"L08"}), ("Keeps", set())])
def test_bonds(bench, name, skipped):
    """It asks for encryption itself, or keeps what a central with a bond has turned on."""
    bench.rig(board=LOCK.replace("LINK", f"ble:name={name},service=nus").replace("Lock", name))
    for _ in range(2):
        text, events, _ = bench.run(CASES + "|id(L08)|id(L09)|id(M05)", status=None)
        found = verdicts(events)
        assert {case for case, verdict in found.items() if verdict == "SKIP"} == skipped, (found, text)
        assert {found[case] for case in set(found) - skipped} == {"PASS"}, (found, text)


def test_rare(bench):
    """An advertisement every five seconds."""
    bench.rig("ble:name=Rare,service=nus")
    text, events, _ = bench.run("id(N01)|id(C01)", status=None)
    assert set(verdicts(events).values()) == {"PASS"}, text


def test_private_address(bench):
    """Another resolvable address for each connection: paired, found again, and no bond is left."""
    bench.rig(board=LOCK.replace("LINK", "ble:name=Private,service=nus"))
    text, events, _ = bench.run("id(N01)|id(L08)|id(L09)|id(L13)|id(M05)|id(C01)", status=None)
    assert set(verdicts(events).values()) == {"PASS"}, text
    left = bench.ask("grep -ls LongTermKey /var/lib/bluetooth/*/*/info; true")
    assert "info" not in left, left


def test_by_bluetoothd(bench, note):
    """In a container without the host's network: bluetoothd carries the data, what it hides is not judged."""
    bench.rig(board=LOCK.replace("LINK", "ble:name=Lock,service=nus,via=bluez"))
    text = bench.ask(
        "unshare -n su runner -c 'cd; rm -rf o; "
        f"uwbrig run \"{CASES}|id(L08)|id(L09)\" --rig /tmp/rig.yaml --out o --progress none' 2>&1",
        status=None)
    events = [json.loads(line) for line in bench.ask("cat /home/runner/o/events.ndjson").splitlines()]
    found = {event["case"]: event["verdict"] for event in events if event["kind"] == "case-finished"}
    hidden = {"L04", "L06", "L08"}
    assert {case for case, verdict in found.items() if verdict == "SKIP"} == hidden, (found, text)
    assert {found[case] for case in set(found) - hidden} == {"PASS"}, (found, text)


def test_host_capture(bench, module_folder, note):
    """Where the program may read what the adapter says, a capture has it, pairing with it."""
    bench.rig(board=LOCK.replace("LINK", "ble:name=Lock,service=nus"))
    text = bench.ask(
        "cd /root 2>/dev/null || cd /; rm -rf o; "
        "uwbrig run 'id(L08)|id(L09)' --rig /tmp/rig.yaml --out o --progress none 2>&1; "
        "stat -c %a o/captures/bluetooth.pcapng; mv o/captures/bluetooth.pcapng /tmp/", status=None)
    notes = bench.ask("grep -c 'keep it to yourself' /root/o/events.ndjson /o/events.ndjson; true")
    assert "600" in text.splitlines() and ":1" in notes, (text, notes)
    tshark = shutil.which("tshark") or missing("no tshark here: apt-get install tshark")
    capture = os.path.join(module_folder, "bluetooth.pcapng")
    with open(capture, "wb") as file:
        file.write(bench.file("/tmp/bluetooth.pcapng"))

    def count(filter):
        read = subprocess.run(
            [tshark, "-r", capture, "-Y", filter], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return len(read.stdout.splitlines())

    found = {name: count(name) for name in ("btatt", "btsmp", "bthci_cmd", "bthci_evt", "_ws.malformed")}
    assert min(found["btatt"], found["btsmp"], found["bthci_cmd"], found["bthci_evt"]) > 3, found
    assert found["_ws.malformed"] == 0, found
    note(", ".join(f"{count} {name}" for name, count in found.items()))
