"""Images of Espressif's chips."""

import random
import re


def make_esp(maker, seed):
    from esptool.bin_image import ELFSection, ESP32FirmwareImage, ESP32S3FirmwareImage

    chance = random.Random(seed)
    image = [ESP32FirmwareImage, ESP32S3FirmwareImage][seed % 2]()
    chip = ["ESP32", "ESP32-S3"][seed % 2]
    image.entrypoint = 0x40081234
    # Without mapped segments, which both chips want in pages of 64 KiB.
    image.segments = [
        ELFSection(b".dram", 0x3FFB0000 if seed % 2 == 0 else 0x3FC90000, chance.randbytes(4 * chance.randint(1, 200)), 3),
        ELFSection(b".iram", 0x40080000 if seed % 2 == 0 else 0x40378000, chance.randbytes(4 * chance.randint(1, 200)), 3),
    ]  # fmt: skip
    name = f"{seed}.esp.bin"
    image.save(maker.path(name))
    words = maker.tool("esptool", "image-info", name)
    fields = {"esp.chip": chip}
    if re.search(r"[Cc]hecksum: 0x[0-9a-f]+ \(valid\)", words):
        fields["esp.checksum-matches"] = "yes"
    if re.search(r"[Vv]alidation hash: [0-9a-f]+ \(valid\)", words):
        fields["esp.sha256-matches"] = "yes"
    fields["esp.entry"] = f"0x{int(re.search(r'[Ee]ntry point: (0x[0-9a-f]+)', words)[1], 16):08X}"
    fields["esp.segments"] = re.search(r"[Ss]egments: (\d+)", words)[1]
    if len(fields) != 5:
        raise SystemExit(f"esptool tells too little of {name}:\n{words}")
    maker.expect(name, "esptool image-info", fields=fields)
