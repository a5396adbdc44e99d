"""Intel HEX and UF2: bytes at addresses."""

import os
import random
import re

from peers.images.common import run, told


def by_bincopy(path, elf=False):
    import bincopy

    file = bincopy.BinFile()
    if elf:
        file.add_elf_file(path)
    else:
        file.add_ihex_file(path)
    return [(segment.address, segment.data) for segment in file.segments]


def by_intelhex(path):
    import intelhex

    file = intelhex.IntelHex(path)
    return [(start, file.tobinstr(start=start, end=end - 1)) for start, end in file.segments()]


def by_srec(path):
    """Ranges only: srec_info tells no bytes."""
    words = run("srec_info", path, "-intel")
    ranges = []
    data = words[words.index("Data:") + 5 :]
    for first, last in re.findall(r"([0-9A-F]+) - ([0-9A-F]+)", data):
        ranges.append({"address": int(first, 16), "size": int(last, 16) - int(first, 16) + 1})
    return ranges


def expect_hex(maker, name):
    path = maker.path(name)
    maker.expect(name, "bincopy", segments=told(by_bincopy(path)))
    maker.expect(name, "intelhex", segments=told(by_intelhex(path)))
    maker.expect(name, "srec_info", ranges=by_srec(path))


def make_hex(maker, seed):
    import bincopy
    import intelhex

    runs = maker.segments(seed)
    name = f"{seed}-intelhex.hex"
    file = intelhex.IntelHex()
    for address, data in runs:
        file.puts(address, data)
    if seed % 2:
        file.start_addr = {"EIP": 0x1F009}
    file.write_hex_file(maker.path(name), eolstyle="CRLF" if seed % 4 == 1 else "native")
    expect_hex(maker, name)
    if maker.small:
        return

    name = f"{seed}-bincopy.hex"
    file = bincopy.BinFile()
    for address, data in runs:
        file.add_binary(data, address)
    text = file.as_ihex(number_of_data_bytes=[1, 8, 16, 32, 255][seed % 5])
    # In any order, in lower case, and the last line without an end.
    if seed % 2:
        text = text.lower()
    maker.write(name, text.rstrip().encode())
    expect_hex(maker, name)

    # Of srecord, with addresses of 16-bit segments (records of type 02) where they reach.
    low = maker.segments(seed, top=1 << 20)
    parts = []
    for index, (address, data) in enumerate(low):
        maker.write(f"{seed}-{index}.part", data)
        parts += [maker.path(f"{seed}-{index}.part"), "-binary", "-offset", str(address)]
    name = f"{seed}-srecord.hex"
    mode = ["-address-length=3"] if seed % 2 else []
    run("srec_cat", *parts, "-output", maker.path(name), "-intel", *mode)
    expect_hex(maker, name)
    for index in range(len(low)):
        os.remove(maker.path(f"{seed}-{index}.part"))


def make_uf2(maker, seed):
    from uf2utils.file import UF2File

    chance = random.Random(seed)
    families = [(0x621E937A, "nRF52833"), (0xADA52840, "nRF52840"), (0xE48BFF56, "RP2040")]
    data, expected = b"", None
    for number in range(1 if maker.small else chance.randint(1, 3)):
        identifier, chip = families[(seed + number) % 3]
        name = f"{seed}-{number}.part.uf2"
        file = UF2File(board_family=identifier)
        runs = []
        for index in range(chance.randint(1, 3)):
            run_ = chance.randbytes(256 * (2 if maker.small else chance.randint(1, 40)))
            runs.append((0x26000 + 0x10000 * index, run_))
            file.append_payload(run_, runs[-1][0])
        file.to_file(maker.path(name))
        again = UF2File(maker.path(name))
        blocks = [(block.header.address, bytes(block.payload)) for block in again]
        if told(blocks) != told(runs):
            raise SystemExit(f"uf2utils reads other contents than it wrote: {name}")
        if expected is None:
            expected = (identifier, chip, told(blocks))
        data += maker.read(name)
        os.remove(maker.path(name))
    name = f"{seed}.uf2"
    maker.write(name, data)
    identifier, chip, segments = expected
    maker.expect(name, "uf2utils", segments=segments, options={"uf2Family": identifier},
        fields={"uf2-family.chip": chip, "uf2-family.family": f"0x{identifier:X}"})  # fmt: skip
