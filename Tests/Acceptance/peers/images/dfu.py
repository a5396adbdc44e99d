"""Packages of Nordic's Secure DFU, and files with a DFU suffix."""

import os
import random
import re
import zipfile

from peers.images.common import run


def make_package(maker, seed):
    chance = random.Random(seed)

    def program(name, address, size):
        import bincopy

        file = bincopy.BinFile()
        file.add_binary(chance.randbytes(size), address)
        maker.write(name, file.as_ihex().encode())
        return name

    # Two keys, in turn.
    owner = seed if maker.small else "ab"[seed % 2]
    key, public = f"{owner}-dfu.pem", f"{owner}-dfu-public.pem"
    if not os.path.exists(maker.path(key)):
        maker.tool("nrfutil", "keys", "generate", key)
        text = maker.tool("nrfutil", "keys", "display", "--key", "pk", "--format", "pem", key)
        maker.write(public, text[text.index("-----BEGIN") :].encode())
    size = 400 if maker.small else chance.randint(4, 9000) & ~3
    arguments = ["--hw-version", "52", "--sd-req", "0x00" if seed % 2 else "0xCB,0x0101,0x00"]
    shape = 0 if maker.small else seed % 4
    if shape in (0, 1, 3):
        arguments += ["--application", program("application.hex", 0x26000, size)]
        arguments += ["--application-version", str(chance.randint(0, 2**32 - 1))]
    if shape in (2, 3):
        arguments += ["--bootloader", program("bootloader.hex", 0x78000, 6000)]
        arguments += ["--bootloader-version", "7"]
    if shape == 3:
        arguments += ["--softdevice", program("softdevice.hex", 0x1000, 5000), "--sd-id", "0x0101"]
    if shape == 1:
        arguments += ["--app-boot-validation", "VALIDATE_ECDSA_P256_SHA256"]
    signed = seed % 3 != 0 or shape == 1
    if signed:
        arguments += ["--key-file", key]
    name = f"{seed}.zip"
    maker.tool("nrfutil", "pkg", "generate", *arguments, name)
    expect_package(maker, name, public if signed else None)
    if maker.small:
        os.remove(maker.path(key))
    for left in ("application.hex", "bootloader.hex", "softdevice.hex"):
        if os.path.exists(maker.path(left)):
            os.remove(maker.path(left))


def expect_package(maker, name, public):
    """What `nrfutil pkg display` tells of each image, and the bytes that nrfutil's classes read."""
    words = maker.tool("nrfutil", "pkg", "display", name)
    images = []
    types = {"application": "application", "bootloader": "bootloader",
        "softdevice_bootloader": "SoftDevice and bootloader", "softdevice": "SoftDevice"}  # fmt: skip
    for part in words.split("|- Image #")[1:]:
        role = re.search(r"\|- Type: (\w+)", part)[1].replace("sd_bl", "softdevice_bootloader")
        digest = re.search(r"hash \(little-endian\): b?'?([0-9a-f]+)", part)[1]
        images.append(
            {
                "role": role, "type": types[role],
                "size": sum(int(one) for one in re.findall(r"(?:sd|bl|app)_size: (\d+)", part)),
                "hash": bytes.fromhex(digest)[::-1].hex(),
                "firmware-version": re.search(r"fw_version: 0x[0-9a-fA-F]+ \((\d+)\)", part)[1]
                if "fw_version" in part else None,
                "signature": "ECDSA P-256" if "signature_type" in part else "none",
            }
        )  # fmt: skip
    with zipfile.ZipFile(maker.path(name)) as archive:
        packets = {one: archive.read(one).hex() for one in archive.namelist() if one.endswith(".dat")}
    maker.expect(name, "nrfutil pkg display", images=images, packets=sorted(packets.values()),
        options={"publicKey": public} if public else {})  # fmt: skip


def make_dfu(maker, seed):
    chance = random.Random(seed)
    name = f"{seed}.dfu"
    maker.write(name, chance.randbytes(chance.randint(1, 2000)))
    run("dfu-suffix", "-v", "1366", "-p", f"{chance.randint(0, 0xFFFF):04x}", "-d", "0102", "-a", name,
        cwd=maker.folder)  # fmt: skip
    words = run("dfu-suffix", "-c", name, cwd=maker.folder)
    found = {key: int(value, 16) for key, value in re.findall(r"([\w ]+):\t+0x([0-9A-F]+)", words)}
    maker.expect(
        name, "dfu-suffix",
        fields={
            "dfu-suffix.vendor": f"0x{found['Vendor ID']:X}",
            "dfu-suffix.product": f"0x{found['Product ID']:X}",
            "dfu-suffix.device": f"0x{found['BCD device']:X}",
        },
    )  # fmt: skip
