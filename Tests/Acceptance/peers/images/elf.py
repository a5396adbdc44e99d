"""ELF of small programs for a Cortex-M4."""

import os
import random
import re

from peers.images.common import run, told, toolchain
from peers.images.flat import by_bincopy, by_intelhex

PROGRAM = """
.syntax unified
.cpu cortex-m4
.thumb
.section .text,"ax"
.long 0x20010000, _start + 1
.globl _start
.thumb_func
_start: b _start
{text}
.section .rodata,"a"
{rodata}
.section .data,"aw"
{data}
.section .bss,"aw",%nobits
.skip {bss}
.section .uicr,"a"
.long 0xffffff5a
"""

LINKER = """
ENTRY(_start)
MEMORY {{ FLASH (rx): ORIGIN = {base:#x}, LENGTH = 0x60000
 RAM (rwx): ORIGIN = 0x20000000, LENGTH = 0x20000
 UICR (r): ORIGIN = 0x10001208, LENGTH = 4 }}
SECTIONS {{ .text : {{ *(.text) }} > FLASH
 .rodata : {{ *(.rodata) }} > FLASH
 .data : {{ *(.data) }} > RAM AT> FLASH
 .bss (NOLOAD) : {{ *(.bss) }} > RAM
 .uicr : {{ KEEP(*(.uicr)) }} > UICR }}
"""


def by_readelf(path):
    """The sections that have bytes, each at its place in the segment that holds it."""
    words = run("readelf", "-lSW", path)
    with open(path, "rb") as file:
        data = file.read()
    loads = [
        tuple(int(one, 16) for one in match)
        for match in re.findall(
            r"^ +LOAD +0x([0-9a-f]+) 0x[0-9a-f]+ 0x([0-9a-f]+) 0x([0-9a-f]+)", words, re.M
        )
    ]
    runs = []
    for kind, offset, size, flags in re.findall(
        r"^ +\[ *\d+\] \S+ +(\w+) +[0-9a-f]{8} ([0-9a-f]{6}) ([0-9a-f]{6}) \d\d +(\w*) ", words, re.M
    ):
        start, count = int(offset, 16), int(size, 16)
        if kind != "PROGBITS" or "A" not in flags or count == 0:
            continue
        at, address, _ = next(one for one in loads if one[0] <= start < one[0] + one[2])
        runs.append((address + start - at, data[start : start + count]))
    entry = int(re.search(r"[Ee]ntry point (?:address: +)?(0x[0-9a-f]+)", words)[1], 16)
    return runs, entry


def make_elf(maker, seed):
    chance = random.Random(seed)

    def filled(size):
        return "\n".join(f".byte {byte}" for byte in chance.randbytes(size))

    base = chance.choice([0, 0xC200, 0x1F000])
    size = 120 if maker.small else chance.randint(1, 3000)
    maker.write(
        "program.s",
        PROGRAM.format(
            text=filled(size), rodata=filled(chance.randint(1, 60)), data=filled(chance.randint(1, 40)),
            bss=chance.randint(1, 4096),
        ).encode(),
    )  # fmt: skip
    maker.write("program.ld", LINKER.format(base=base).encode())
    name = f"{seed}.elf"
    run(toolchain("clang"), "--target=thumbv7em-none-eabi", "-c", "program.s", "-o", "program.o",
        cwd=maker.folder)  # fmt: skip
    # With the headers in a segment of their own, or without.
    extra = ["--no-rosegment", "-z", "max-page-size=4"] if seed % 2 else []
    run(toolchain("ld.lld"), *extra, "-T", "program.ld", "program.o", "-o", name, cwd=maker.folder)
    run(toolchain("llvm-objcopy"), "-O", "ihex", name, "program.hex", cwd=maker.folder)
    os.chmod(maker.path(name), 0o644)
    runs, entry = by_readelf(maker.path(name))
    fields = {"elf.machine": "ARM", "file.start-address": f"0x{entry:08X}"}
    maker.expect(name, "readelf", segments=told(runs), fields=fields)
    # Both go by sections and leave gaps of alignment; readelf's view above has them too.
    maker.expect(name, "llvm-objcopy", segments=told(by_intelhex(maker.path("program.hex"))))
    maker.expect(name, "bincopy", segments=told(by_bincopy(maker.path(name), elf=True)))
    for left in ("program.s", "program.ld", "program.o", "program.hex"):
        os.remove(maker.path(left))
