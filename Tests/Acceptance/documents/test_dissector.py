"""The script for Wireshark, read by tshark with the captures of whole suites."""

import glob
import os
import re
import subprocess

import pytest

from support.program import missing, need

RIGS = {
    "accessory": ("suite(accessory) & !tag(slow)", "loopback.yaml"),
    "ranging-oob": ("suite(ranging-oob)", "android.yaml"),
    "both": ("suite(ranging-oob) | id(S0*)", "both-phones.yaml"),
}


@pytest.fixture(scope="module")
def script(uwbrig, out):
    path = os.path.join(out, "uwbrig.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write(uwbrig.succeed("export", "wireshark"))
    return path


def rows(script, capture, *fields):
    tshark = need("tshark", "tshark")
    if "with Lua" not in subprocess.run([tshark, "--version"], capture_output=True, text=True).stdout:
        missing("tshark was built without Lua")
    words = [word for field in fields for word in ("-e", field)]
    read = subprocess.run(
        [tshark, "-X", "lua_script:" + script, "-r", capture, "-T", "fields", *words],
        capture_output=True, text=True)
    assert read.returncode == 0 and "Lua" not in read.stderr, read.stderr
    return [line.split("\t") for line in read.stdout.splitlines()]


@pytest.mark.parametrize("name", RIGS)
def test_suites(uwbrig, script, out, note, name):
    """Every frame of an accessory is shown by its protocol, with the fields that this program shows."""
    cases, rig = RIGS[name]
    folder = os.path.join(out, name)
    uwbrig.succeed("run", cases, "--rig", rig, "--out", folder, "--progress", "none")
    fields = (
        "frame.len", "frame.interface_description", "frame.protocols", "uwb_accessory.identifier",
        "uwb_accessory.modelid", "ranging_oob.kind", "ranging_oob.address")
    seen = set()
    shown = {"uwb_accessory": 0, "ranging_oob": 0}
    for capture in sorted(glob.glob(os.path.join(folder, "captures", "*.pcapng"))):
        for length, said, protocols, identifier, model, kind, address in rows(
                script, capture, *fields):
            # Wireshark asks nobody about a frame without a byte.
            if said.startswith("uci") or length == "0":
                continue
            protocol = protocols.split(":")[-1]
            # What the cases send that is no message of either protocol is no more than bytes.
            assert protocol in shown or protocol in ("data", "uwbrig"), (capture, protocols)
            shown[protocol] = shown.get(protocol, 0) + 1
            seen |= {("identifier", identifier), ("kind", kind)}
            if model:
                seen.add("model")
            if address:
                seen.add("address")
    wanted = {"uwb_accessory": {("identifier", str(id)) for id in (1, 2, 3, 10, 11, 12)} | {"model"},
              "ranging_oob": {("kind", str(kind)) for kind in (0, 1, 2, 3, 6, 7)} | {"address"}}
    for protocol in wanted if name == "both" else [
            "uwb_accessory" if name == "accessory" else "ranging_oob"]:
        assert wanted[protocol] <= seen, (protocol, wanted[protocol] - seen)
        assert shown[protocol] > 20, shown
    note(", ".join(f"{count} frames as {protocol}" for protocol, count in shown.items() if count))


UCI_SUITES = {
    "ranging": ("suite(ranging)", "loopback.yaml"),
    "uci": ("suite(uci) & !tag(slow)", "loopback.yaml"),
    "accuracy": ("id(AC01) | id(AC02)", "calibration.yaml"),
    "phone": ("suite(phone) & !tag(slow)", "loopback.yaml"),
    "flash": ("suite(flash)", "bootloaders.yaml"),
}


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[] if name == "ranging" else pytest.mark.nightly) for name in UCI_SUITES])
def test_other_suites(uwbrig, script, out, note, name):
    """Captures of the other suites are read without a complaint; UCI is named from Wireshark 4.4 on."""
    version = re.search(
        r"(\d+)\.(\d+)\.\d+", subprocess.run([need("tshark", "tshark"), "--version"], capture_output=True, text=True).stdout)
    names_uci = tuple(map(int, version.groups())) >= (4, 4)
    cases, rig = UCI_SUITES[name]
    folder = os.path.join(out, name)
    uwbrig.ended("run", cases, "--rig", rig, "--out", folder, "--progress", "none", timeout=300)
    shown = {}
    for capture in sorted(glob.glob(os.path.join(folder, "captures", "*.pcapng"))):
        for said, protocols in rows(script, capture, "frame.interface_description", "frame.protocols"):
            kind = said.split(":")[0]
            if kind == "uci" and names_uci:
                assert "uci" in protocols.split(":"), (capture, protocols)
            elif kind == "uci":
                assert protocols == "data", (capture, protocols)
            shown[kind] = shown.get(kind, 0) + 1
    if name != "phone":
        assert sum(shown.values()) > 20, shown
    note(f"Wireshark {version[0]}: " + (", ".join(f"{count} frames of {kind}" for kind, count in shown.items()) or "no frames"))
