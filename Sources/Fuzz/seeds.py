#!/usr/bin/env python3
"""Writes the seeds of a fuzz target, from the vectors of the tests and the UCI definitions.

    seeds.py TARGET FOLDER

Seeds that no data gives stand in Tests/Corpus/<target>/, as do inputs that once broke a target.
"""

import json
import os
import sys

TESTS = "Tests"


def vectors(file):
    with open(os.path.join(TESTS, file), encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def packets():
    return [bytes.fromhex(one["hex"]) for one in vectors("Protocols/UCITests/Vectors/uci.jsonl")]


def defined_headers():
    """A header of every opcode that the definitions know, in every direction."""
    try:
        import yaml
    except ImportError:
        return []  # the vectors alone, then
    with open("Sources/Protocols/UCI/Definitions/uci.yaml", encoding="utf-8") as text:
        definitions = yaml.safe_load(text)
    headers = []
    for entry in definitions["messages"] + definitions["vendor_opcodes"]:
        gid, oid = entry["id"] if "id" in entry else (entry["gid"], entry["oid"])
        known = [kind for kind in ("cmd", "rsp", "ntf") if kind in entry]
        for kind, direction in (("cmd", 1), ("rsp", 2), ("ntf", 3)):
            if kind in known or not known:
                headers.append(bytes([direction << 5 | gid, oid, 0, 0]))
    for dpf in definitions["enums"]["dpf"]["values"].values():
        headers.append(bytes([dpf, 0, 0, 0]))
    return headers


def accessory(kind):
    """Blobs of the accessory protocol; whole messages where the vectors hold them."""
    return [bytes.fromhex(one["hex"]) for one in vectors(f"Protocols/NearbyAccessoryTests/Vectors/{kind}.jsonl")]


def configuration_data():
    for blob in accessory("acd"):
        yield blob
        yield blob[1:]  # a message has its identifier in front


def messages():
    yield from (b"\x01" + blob for blob in accessory("acd"))
    yield from (b"\x0b" + blob for blob in accessory("scd"))
    yield from (b"\x02", b"\x03", b"\x0a", b"\x0c", b"\xa5", b"\x2f\x07\x00hello")


def ranging_oob():
    return [bytes.fromhex(one["hex"]) for one in vectors("Protocols/RangingOOBTests/Vectors/ranging-oob.jsonl") if "hex" in one]


def framings():
    def slip(data):
        return b"\xc0" + data.replace(b"\xdb", b"\xdb\xdd").replace(b"\xc0", b"\xdb\xdc") + b"\xc0"

    def cobs(data):
        pieces = data.split(b"\0")
        return b"".join(bytes([len(piece) + 1]) + piece for piece in pieces) + b"\0"

    return {
        "Length16": lambda data: len(data).to_bytes(2, "little") + data,
        "SLIP": slip,
        "COBS": cobs,
        "HexLine": lambda data: data.hex().encode() + b"\n",
    }


def framed(target):
    frame = framings()[target]
    short = [data for data in messages() if len(data) < 254]
    yield from (b"\x05\xff" + frame(data) for data in short)
    yield b"\x09\x20" + b"".join(frame(data) for data in short)


def conversations():
    """Commands of the vectors in the order of a session, for the subsystem."""

    def step(packet):
        return bytes([0, packet[0] & 15, packet[1]]) + packet[3:4] + packet[4:] + b"\xc0"

    commands = [packet for packet in packets() if packet[0] >> 5 == 1 and len(packet) < 256]
    yield from (step(packet) for packet in commands)
    start = bytes.fromhex("210000050001000000")
    deinit, ranging = bytes.fromhex("2101000400000000"), bytes.fromhex("2200000400000000")
    for packet in commands:
        if packet[0] == 0x21 and packet[1] == 3:
            middle = [start, packet, ranging]
            yield b"".join(map(step, middle)) + b"\xf0" + bytes(7) + step(deinit)


def exchange(target):
    data = list(messages())
    if target == "ApplicationFlow":
        steps = [b"\x03\x01\x00"] + [b"\x05\x40" + bytes([len(one)]) + one for one in data]
        return [b"".join(steps), b"".join(steps + [b"\x01\x10\x01\x00", b"\x00\x20\x01", b"\xff\x30"])]
    steps = [b"\x40\x34\x12" + bytes([len(one)]) + one for one in data]
    return [b"\x01\x00" + b"".join(steps) + b"\x02\x00\x04\x00\x05\x01", bytes(16) + b"".join(steps)]


def journal():
    folder = os.path.join(TESTS, "Corpus", "JournalReader")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            yield from file.read().splitlines()


def files(folder, ending):
    for name in sorted(os.listdir(folder)):
        if name.endswith(ending):
            with open(os.path.join(folder, name), "rb") as file:
                yield file.read()


def images():
    """One small file of each format that begins with a mark."""
    yield from (b"\0\0" + data for data in (
        b":10000000000102030405060708090A0B0C0D0E0F78\n:00000001FF\n",
        b"\x7fELF\x01\x01\x01" + bytes(9) + b"\x02\0\x28\0\x01" + bytes(31),
        b"UF2\nWQ]\x9e" + bytes(24) + bytes(476) + b"\x30\x6f\xb1\x0a",
        bytes.fromhex("3db8f396") + bytes(28),
        b"PK\x03\x04" + bytes(26) + b"PK\x05\x06" + bytes(18),
        b"\xe9\x01\x02\x20" + bytes(44), b"DfuSe\x01" + bytes(24)))


def captures():
    section = b"\x0a\x0d\x0d\x0a\x1c\0\0\0\x4d\x3c\x2b\x1a\x01\0\0\0" + b"\xff" * 8 + b"\x1c\0\0\0"
    interface = b"\x01\0\0\0\x14\0\0\0\x2b\x01\0\0\0\0\0\0\x14\0\0\0"
    packet = b"\x06\0\0\0\x24\0\0\0" + bytes(12) + b"\x04\0\0\0\x04\0\0\0\x20\0\0\0\x24\0\0\0"
    yield b"\0" + section + interface + packet


def seeds(target):
    if target in framings():
        return framed(target)
    if target in ("AccessoryStateMachine", "ApplicationFlow"):
        return exchange(target)
    return {
        "Hexadecimal": lambda: [data.hex(":").encode() for data in messages()],
        "AccessoryMessage": messages,
        "AccessoryConfigurationData": configuration_data,
        "ShareableConfigurationData": lambda: accessory("scd"),
        "AndroidBlobs": lambda: accessory("android"),
        "UCIMessages": lambda: packets() + [one + bytes(24) for one in defined_headers()],
        "UCIStream": lambda: [b"\x05\xff\x00" + one for one in packets()]
        + [b"\x11\x40\x01" + b"".join(packets()[:16])],
        "UCIParameters": lambda: [
            bytes.fromhex(one["hex"]) for one in vectors("Protocols/UCITests/Vectors/uci-tlv.jsonl")
        ],
        "RangingOOB": ranging_oob,
        "RangingOOBStateMachines": lambda: [
            bytes(9) + bytes([end, len(one)]) + one + b"\0" for one in ranging_oob() for end in (0x20, 0x50)],
        "UWBSubsystem": conversations,
        "Dissection": lambda: packets() + list(messages()) + list(configuration_data())
        + ranging_oob(),
        "JSON": journal,
        "JournalReader": journal,
        "RigFile": lambda: files("Rigs", ".yaml"),
        "Scenario": lambda: files("Rigs/scenarios", ".yaml"),
        "Suppression": lambda: [b"\0version: 1\nquarantine: []\n", b"\x01version: 1\nwaivers: []\n"],
        "FirmwareImage": images,
        "Pcapng": captures,
        "CBOR": lambda: [b"\xa1\x62rc\x00", b"\xbf\x61a\xf5\xff", b"\x83\x01\x20\xfb" + bytes(8)],
        "BootProtocols": lambda: [
            bytes([kind]) + b"\x00" + bytes([len(one)]) + one
            for kind in range(10)
            for one in (b"\x60\x0b\x01\xc0", b"\x06\x09AAoDAAAGAAEAAAA=\n", b"\xc0\x01\x08\0\0\xc0", b"ok\r\n")
        ],
    }.get(target, list)()


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    target, folder = sys.argv[1:]
    for number, data in enumerate(seeds(target)):
        with open(os.path.join(folder, f"{number:04}"), "wb") as file:
            file.write(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
