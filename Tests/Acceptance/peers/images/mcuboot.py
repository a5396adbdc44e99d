"""MCUboot images of imgtool."""

import json
import os
import random


def make_mcuboot(maker, seed):
    chance = random.Random(seed)
    kinds = ["ecdsa-p256"] if maker.small else ["ecdsa-p256", "ed25519", "rsa-2048", "rsa-3072", None]
    kind = kinds[seed % len(kinds)]
    maker.write("program.bin", chance.randbytes(200 if maker.small else chance.randint(1, 5000)))
    version = f"{chance.randint(0, 255)}.{chance.randint(0, 255)}.{chance.randint(0, 65535)}"
    build = chance.choice([0, 1, 2**32 - 1])
    name, arguments, public = f"{seed}.signed.bin", [], None
    # One key of each kind: making one takes longer than all else.
    key = f"{seed if maker.small else kind}-mcuboot.pem"
    if kind:
        if not os.path.exists(maker.path(key)):
            maker.tool("imgtool", "keygen", "-k", key, "-t", kind)
        arguments += ["-k", key]
    if kind == "ecdsa-p256":
        public = f"{seed if maker.small else kind}-mcuboot-public.pem"
        if not os.path.exists(maker.path(public)):
            text = maker.tool("imgtool", "getpub", "-k", key, "-e", "pem")
            maker.write(public, text[text.index("-----BEGIN") :].encode())
    if seed % 2 == 0:
        arguments += ["-s", str(seed), "-d", "(1,1.2.3+4)"]
    if seed % 3 == 0 and not maker.small:
        arguments += ["--pad"]
    if seed % 5 == 3:
        arguments += ["--non-bootable"]
    header = chance.choice([0x20, 0x200])
    maker.tool(
        "imgtool", "sign", "--align", "4", "--header-size", hex(header), "--pad-header", "-S", "0x8000",
        "-v", f"{version}+{build}", *arguments, "program.bin", name,
    )  # fmt: skip
    if kind:
        maker.tool("imgtool", "verify", "-k", key, name)
    maker.tool("imgtool", "dumpinfo", "-s", "-f", "json", "-o", "dump.json", name)
    expect_mcuboot(maker, name, public)
    if maker.small:
        os.remove(maker.path(key))
    for left in ("program.bin", "dump.json"):
        os.remove(maker.path(left))


def expect_mcuboot(maker, name, public):
    dump = json.loads(maker.read("dump.json"))
    head, area = dump["header"], dump["tlv_area"]
    tlvs = area.get("tlvs_prot", []) + area["tlvs"]
    kinds = {"RSA2048": "RSA-2048", "ECDSASIG": "ECDSA", "RSA3072": "RSA-3072", "ED25519": "Ed25519"}
    signature = next((kinds[one["type_name"]] for one in tlvs if one["type_name"] in kinds), "none")

    def sized(count):
        return f"{count} bytes" + (f" ({count // 1024} KiB)" if count and count % 1024 == 0 else "")

    version = head["version"]
    maker.expect(
        name, "imgtool dumpinfo", options={"publicKey": public} if public else {},
        fields={
            "mcuboot.version": version.removesuffix("+0"),
            "mcuboot.header-size": sized(head["hdr_size"]),
            "mcuboot.image-size": sized(head["img_size"]),
            "mcuboot.flags": f"0x{head['flags']:X}",
            "mcuboot.hash-check": "matches",
            "mcuboot.hash": next(one["data"] for one in tlvs if one["type"] in (16, 17, 18)),
            "mcuboot.signature": signature,
            "mcuboot.entries": " ".join(one["type_name"] for one in tlvs),
        },
        tlvs=[{"type": one["type"], "value": one["data"]} for one in tlvs],
    )  # fmt: skip
