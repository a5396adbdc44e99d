"""What a person has for Bluetooth LE beside runs: inspect, doctor, rig init, console, a virtual accessory on
the air of the second adapter."""

import base64
import hashlib
import json
import struct
import zlib

import pytest

from peers.boards import dfu_package
from peers.tools import Tools

# Public address of the second adapter, on which the virtual accessory is.
AIR = "ble:address=F0:F1:F2:F3:F4:F6,service=nus,type=public,adapter=hci0"
# Without the service that asks for encryption: one bluetoothd has one default agent, and here it is both sides.
SERVED = """\
version: 1
name: served
boards: [{name: air, firmware: ni-accessory, link: virtual, gatt: nus}]
"""


def test_inspect(bench):
    """Services, the security that each asks for, and the firmware that it may be; the bond goes again."""
    document = bench.json("uwbrig inspect ble:name=Lock,service=nus --json")
    channels = {each["channel"]: each for each in document["boards"][0]["channels"]}
    assert all(each["trouble"] is None for each in channels.values()), channels
    gatt = channels["gatt"]["gatt"]
    found = {
        each["uuid"][:8]: each for service in gatt["services"] for each in service["characteristics"]}
    assert found["95E8D9D5"]["security"] == "encrypted" and found["95E8D9D5"]["value"] is not None, gatt
    assert found["6E400003"]["security"] == "open" and "notify" in found["6E400003"]["properties"], gatt
    assert found["6E400002"]["security"] == "not-tried", gatt
    assert found["00002A00"]["text"] == "Lock" and found["00002A00"]["handle"], gatt
    assert gatt["pairing"] == "done" and "with background sessions" in str(channels["gatt"]["items"]), gatt
    assert "ni-accessory" in channels
    assert "C0:D1:E2:F3:A4:B5" not in bench.ask("bluetoothctl paired-devices 2>/dev/null || true")


def test_hostile(bench):
    """A name that is hostile text, in the advertisement and in the server, reaches no terminal and no file as
    it is."""
    for command in (
            "scan ble --for 3s", 'inspect "ble:address=C0:D1:E2:F3:A4:BE,service=nus"',
            "rig init --ble --out hostile.yaml; cat hostile.yaml; uwbrig rig check hostile.yaml; rm hostile.yaml"):
        text = bench.ask(f"cat >/tmp/do <<'END'\nuwbrig {command}\nEND\nsu runner -c 'cd; sh /tmp/do' 2>&1")
        assert "C0:D1:E2:F3:A4:BE" in text, (command, text)
        assert "\x1b[7m" not in text, (command, text)


def test_doctor(bench):
    """Every check of Bluetooth has looked, and finds a sound computer."""
    text = bench.runner("uwbrig doctor --json", 60, None)
    checks = {
        each["name"]: each for each in json.loads(text[text.index("{"):])["checks"] if each["name"].startswith("bluetooth-")}
    # Sysfs of the guest has no rfkill entry of a kind that blocks, and bluetoothd lies where none looks.
    # The second adapter is off until something needs it.
    bad = [
        each for name, each in checks.items()
        if each["status"] not in ("ok", "not-applicable") and name != "bluetooth-power"]
    assert not bad, bad
    assert checks["bluetooth-kernel"]["note"] == "hci0, hci1" and checks["bluetooth-agent"]["status"] == "ok"


def image(size):
    """An image of MCUboot, with the digest that it is known by."""
    body = struct.pack("<IIHHIIBBHII", 0x96F3B83D, 0, 32, 0, size, 0, 1, 2, 3, 0, 0) + bytes(range(256)) * (size // 256)
    return body + struct.pack("<HHHH", 0x6907, 40, 0x10, 32) + hashlib.sha256(body).digest()


@pytest.mark.parametrize("name", ["Update", "Update64", "Lingers"])
def test_flash(bench, name):
    """SMP over the air: in packets as long as the peer takes, and the peer goes on for a while after the reset."""
    bench.ask(f"base64 -d >/tmp/app.bin <<'END'\n{base64.b64encode(image(4096)).decode()}\nEND\nchmod 644 /tmp/app.bin")
    text = bench.runner(f"uwbrig flash ble:name={name},service=smp /tmp/app.bin 2>&1")
    assert f"{name} restarts" in bench.heard(), text


@pytest.mark.parametrize("name", ["Jumps", "JumpsOld"])
def test_flash_by_nordic_dfu(bench, pytestconfig, folder, name):
    """An application becomes its bootloader when it is told to, and a package of nrfutil's goes over the air."""
    tools = Tools(pytestconfig.getoption("tools"))
    tools.install("nrfutil")
    package, firmware = dfu_package(tools, folder, name, 9000)
    with open(package, "rb") as file:
        text = base64.b64encode(file.read()).decode()
    bench.ask(f"base64 -d >/tmp/app.zip <<'END'\n{text}\nEND\nchmod 644 /tmp/app.zip")
    # Looking at it changes nothing.
    bench.runner(f"uwbrig inspect ble:name={name},service=dfu 2>&1", status=None)
    assert f"{name} becomes" not in bench.heard()
    text = bench.runner(f"uwbrig flash ble:name={name},service=dfu /tmp/app.zip 2>&1")
    assert f"{name} has {len(firmware)} {zlib.crc32(firmware)}" in bench.heard(), text
    assert "its application has become its bootloader" in text, text


def test_rig_init(bench):
    """What advertises is a rig file that the program takes."""
    bench.runner("rm -f air.yaml; uwbrig rig init --ble --out air.yaml; uwbrig rig check air.yaml")
    text = bench.ask("cat /home/runner/air.yaml")
    assert "ble:name=Lock,service=nus" in text, text


def test_console(bench):
    """A message by its bytes is answered with the configuration data."""
    text = bench.runner('(echo 0A; sleep 1; echo 0C) | uwbrig console "ble:name=Tag,service=nus"')
    assert "accessory-configuration-data" in text and "did-stop" in text, text


def test_virtual(bench, note):
    """The virtual accessory on the second adapter, reached over the first: bluetoothd's GATT server."""
    bench.ask(
        f"cat >/tmp/served.yaml <<'END'\n{SERVED}END\n"
        "(uwbrig virtual --ble hci1 --rig /tmp/served.yaml >/tmp/virtual 2>&1 </dev/null & echo $! >/tmp/virtual.pid); "
        "for i in $(seq 600); do grep -q ready /tmp/virtual && exit 0; sleep 0.1; done; cat /tmp/virtual; exit 1")
    try:
        bench.rig(AIR)
        text, events, took = bench.run("id(N01)|id(C01)|id(S04)|id(L01)|id(L06)", status=None)
        verdicts = {
            event["case"]: event["verdict"] for event in events if event["kind"] == "case-finished"}
        assert set(verdicts.values()) == {"PASS"} and len(verdicts) == 5, (verdicts, text[-3000:])
        note(f"5 cases in {took:.0f} s")
    finally:
        bench.ask("kill $(cat /tmp/virtual.pid); true")
