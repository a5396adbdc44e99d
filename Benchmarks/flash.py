#!/usr/bin/env python3
"""How fast a board is flashed: ours, nrfutil, smpmgr and esptool on the same virtual boards, in turn.

    flash.py BIN [--server BIN] [--tools FOLDER] [--rounds 3] [--many 16] [--only WORD]

BIN serves the boards at 1 Mbaud (or another build does) and flashes them; the tools are those of the
acceptance tests in FOLDER (default out/tools), and are installed there when they are missing. Each round
writes the same image to a board that is as it left the factory. Two times are taken: that of the whole
command, and that of the transfer, which is watched in the file that holds the board's flash, from the
first bytes that arrived to the last.
"""

import argparse
import os
import re
import shutil
import statistics
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Acceptance"))
from peers.boards import SECONDARY, Boards, dfu_package, mcuboot_image, pseudorandom  # noqa: E402
from peers.tools import FOLDER, Tools, pinned  # noqa: E402
from support.program import Program, succeed  # noqa: E402

RATE = 1_000_000

BOARDS = """\
version: 1
name: speed
time: real
boards:
  - {name: dfu, firmware: secure-dfu, link: LINK-dfu, OPTIONS: "", buffer: 1025}
  - {name: smp, firmware: mcuboot-smp, link: LINK-smp, OPTIONS: "", buffer: 8192}
  - {name: esp, firmware: esp-rom, link: LINK-esp, OPTIONS: ""}
"""


class Watch(threading.Thread):
    """Notes when how much of a transfer has arrived in the file of a board's flash."""

    def __init__(self, path, start, count):
        super().__init__(daemon=True)
        self.file = open(path, "rb", buffering=0)
        self.start_address, self.count = start, count
        self.samples = [(time.monotonic(), 0)]
        self.over = False

    def arrived(self):
        """Bytes so far: images are noise, so that 32 bytes of FF are flash that nothing was written to."""
        low, high = 0, self.count
        while low < high:
            middle = (low + high) // 2
            piece = os.pread(
                self.file.fileno(), min(32, self.count - middle), self.start_address + middle
            )
            if piece.strip(b"\xff"):
                low = middle + 1
            else:
                high = middle
        return low

    def run(self):
        while not self.over:
            now, count = time.monotonic(), self.arrived()
            if count != self.samples[-1][1]:
                self.samples.append((now, count))
            time.sleep(0.001)

    def end(self):
        self.over = True
        self.join()
        self.file.close()
        # From the first that was seen on: the time before it is the tool's own.
        samples = self.samples[1:]
        if len(samples) < 2:
            raise AssertionError("nothing was seen to arrive")
        # The image may move on to its place afterwards.
        (begin, first), (last, count) = samples[0], max(samples, key=lambda sample: sample[1])
        return last - begin, count - first


class Bench:
    def __init__(self, binary, server, work, tools):
        self.binary, self.work = binary, work
        self.boards = Boards(Program(server), work, BOARDS)
        package, firmware = dfu_package(tools, work, "speed", 300_000)
        signed, image = mcuboot_image(tools, work, "speed", 180_000, "3.0.0")
        raw = os.path.join(work, "speed.bin")
        content = pseudorandom(120_000, 5)
        with open(raw, "wb") as file:
            file.write(content)
        special = sum(byte in (0xC0, 0xDB) for byte in firmware)
        escaped = sum(byte in (0xC0, 0xDB) for byte in content)
        # Payload over framed bytes.
        # Secure DFU: an opcode and an END to each 511 bytes, and a byte for each that is escaped.
        dfu = len(firmware) / (len(firmware) * 513 / 511 + special)
        # SMP: Base64 in lines of 127; lengths, header and map of a message of 8 KiB.
        smp = 124 / 127 * 3 / 4 * (8192 - 60) / 8192
        # ESP: 8 bytes of head, 16 of numbers and two ENDs to each 1024.
        esp = len(content) / (len(content) * 1050 / 1024 + escaped)
        # The transfer goes behind the factory's application, which has a page (Secure DFU), to the
        # second slot (SMP), or where it was asked to go.
        self.jobs = {
            "Secure DFU": ("dfu", 0x2000, firmware, dfu, [
                ("uwbrig flash", self.ours("dfu", package)),
                (f"nrfutil {pinned('nrfutil')}", lambda: [
                    tools.path("nrfutil", "nrfutil"), "dfu", "serial", "-pkg", package, "-p",
                    self.boards.port("dfu"), "-t", "2", "-cd", "0", "-fc", "0"]),
            ]),
            "SMP": ("smp", SECONDARY, image, smp, [
                ("uwbrig flash", self.ours("smp", signed)),
                (f"smpmgr {pinned('smpmgr')}", lambda: [
                    tools.path("smp", "smpmgr"), "--port", self.boards.port("smp"), "--timeout", "10",
                    "image", "upload", signed]),
            ]),
            "ESP ROM": ("esp", 0x10000, content, esp, [
                ("uwbrig flash", self.ours("esp", raw, "--base", "0x10000")),
                (f"esptool {pinned('esptool')}", lambda: [
                    tools.path("nxp", "esptool"), "--port", self.boards.port("esp"), "--no-stub",
                    "--before", "no-reset", "--after", "no-reset", "write-flash", "0x10000", raw]),
            ]),
        }  # fmt: skip

    def ours(self, board, file, *more):
        return lambda: [self.binary, "flash", board, file, "--rig", self.real(), "--json", *more]

    def real(self):
        """The same boards as somebody has them who knows their ports alone."""
        path = os.path.join(self.work, "real.yaml")
        with open(path, "w", encoding="utf-8") as file:
            text = re.sub(r", OPTIONS.*}", "}", BOARDS)
            for name in ("dfu", "smp", "esp"):
                link = f"'serial:{self.boards.port(name)}?baud={RATE}'"
                text = text.replace("LINK-" + name, link)
            file.write(text)
        return path

    def serve(self, times):
        """Boards as they left the factory."""
        self.boards.stop()
        text = re.sub("LINK-[a-z]+", "virtual", BOARDS)
        for name in ("dfu", "smp", "esp"):
            path = self.boards.path(name + ".flash")
            if os.path.exists(path):
                os.remove(path)
            options = f"rate: {RATE}, flash: {{file: {name}.flash, times: {times}}}"
            text = text.replace('OPTIONS: ""', options, 1)
        with open(self.boards.rig, "w", encoding="utf-8") as file:
            file.write(text)
        self.boards.start()

    def round(self, protocol, command, times):
        board, start, content, _, _ = self.jobs[protocol]
        self.serve(times)
        watch = Watch(self.boards.path(board + ".flash"), start, len(content))
        watch.start()
        begin = time.monotonic()
        try:
            succeed(command(), timeout=600)
            whole = time.monotonic() - begin
        finally:
            transfer, count = watch.end()
        return whole, transfer, count

    def compare(self, times, rounds, only):
        print(f"\nFlash times: {times}; {rounds} rounds each, in turn; medians\n")
        print("| Protocol | Tool | Bytes | Command, s | Transfer, kB/s | Share of the line "
              "| Command, ours = 1 | Transfer, ours = 1 |")  # fmt: skip
        print("|---|---|---|---|---|---|---|---|")
        for protocol, (_, _, content, payload, tools) in self.jobs.items():
            if only and only.lower() not in protocol.lower():
                continue
            found = {name: [] for name, _ in tools}
            for _ in range(rounds):
                for name, command in tools:
                    found[name].append(self.round(protocol, command, times))
            own = None
            for name, rows in found.items():
                whole = statistics.median(row[0] for row in rows)
                speed = statistics.median(row[2] / row[1] for row in rows)
                own = own or (whole, speed)
                share = speed / (RATE / 10 * payload) * 100
                print(f"| {protocol} | {name} | {len(content)} | {whole:.2f} | {speed / 1000:.1f} | "
                      f"{share:.1f} % | {whole / own[0]:.2f} | {own[1] / speed:.2f} |",
                      flush=True)  # fmt: skip

    def many(self, count, rate, rounds):
        """So many boards at once against one of them."""
        self.boards.stop()
        package = self.boards.path("speed.zip")
        head = "version: 1\nname: many\ntime: real\nboards:\n"
        names = [f"board-{number}" for number in range(count)]
        with open(self.boards.rig, "w", encoding="utf-8") as file:
            file.write(head)
            for name in names:
                file.write(f"  - {{name: {name}, firmware: secure-dfu, link: virtual, rate: {rate}, "
                           "flash: {times: none}, buffer: 1025}\n")  # fmt: skip
        ones, alls = [], []
        for _ in range(rounds):
            for each, times in ((["board-0", package], ones), (["--all", package], alls)):
                self.boards.stop()
                self.boards.start()
                path = os.path.join(self.work, "many-real.yaml")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(head)
                    for name in names:
                        link = f"serial:{self.boards.port(name)}?baud={rate}"
                        file.write(f"  - {{name: {name}, firmware: secure-dfu, link: '{link}'}}\n")
                begin = time.monotonic()
                words = succeed(
                    [self.binary, "flash", *each, "--rig", path, "--json"], timeout=900
                )
                times.append(time.monotonic() - begin)
                expected = 1 if times is ones else count
                if words.count('"event":"done"') != expected:
                    raise AssertionError(words[-2000:])
        one, all_of_them = statistics.median(ones), statistics.median(alls)
        print(f"| {count} | {rate} | {one:.2f} | {all_of_them:.2f} | {all_of_them / one:.2f} |",
              flush=True)  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--server")
    parser.add_argument("--tools", default=FOLDER)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--many", type=int, default=16)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    tools = Tools(options.tools)
    work = tempfile.mkdtemp(prefix="uwbrig-speed-")
    bench = None
    try:
        for each in ("nrfutil", "smp", "nxp"):
            tools.install(each)
        binary = os.path.abspath(options.binary)
        server = os.path.abspath(options.server or binary)
        bench = Bench(binary, server, work, tools)
        for times in ("none", "typical"):
            bench.compare(times, options.rounds, options.only)
        if options.many > 1 and not options.only:
            print("\n| Boards | Baud | One, s | All at once, s | Ratio |\n|---|---|---|---|---|")
            for rate in (115_200, RATE):
                bench.many(options.many, rate, 1 if rate == 115_200 else options.rounds)
    except AssertionError as problem:
        print(problem)
        return 1
    finally:
        if bench:
            bench.boards.stop()
        shutil.rmtree(work, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
