"""What makes and reads images of all formats. This folder runs with the Python of the tools, see
`ENVIRONMENTS["images"]` in ../tools.py."""

import hashlib
import os
import random
import shutil
import subprocess
import sys

# Where the tools are: beside the Python that runs this.
PROGRAMS = os.path.dirname(sys.executable)


def run(*command, **options):
    result = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options
    )
    words = result.stdout.decode("utf-8", "replace")
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: status {result.returncode}\n{words[-3000:]}")
    return words


def toolchain(name):
    """A tool of the system, or one that the Swift toolchain brings."""
    found = shutil.which(name)
    if found:
        return found
    swift = shutil.which("swift")
    beside = os.path.join(os.path.dirname(os.path.realpath(swift)), name) if swift else ""
    if os.access(beside, os.X_OK):
        return beside
    raise SystemExit(f"{name} is missing: it comes with the Swift toolchain, or apt-get install llvm lld")


class Maker:
    def __init__(self, folder, small):
        self.folder, self.small = folder, small
        self.cases = []

    def path(self, name):
        return os.path.join(self.folder, name)

    def tool(self, name, *arguments):
        return run(os.path.join(PROGRAMS, name), *arguments, cwd=self.folder)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def expect(self, file, peer, **what):
        self.cases.append({"file": file, "peer": peer, **what})

    # Contents: runs with gaps, near each other and far apart, over the borders of 64 KiB.

    def segments(self, seed, count=None, top=1 << 32):
        chance = random.Random(seed)
        runs, address = [], chance.choice([0, 0x1000, 0x1F000, 0xFF00, 0x10000 - 7])
        for _ in range(count or chance.randint(1, 6)):
            size = chance.choice([1, 2, 15, 16, 17, 255, 256, 300, 70000 if not self.small else 90])
            if address + size > top:
                break
            runs.append((address, chance.randbytes(size)))
            address += size + chance.choice([1, 3, 64, 0xFFF0, 0x123456 if top > 1 << 24 else 9])
        if seed % 3 == 0 and top == 1 << 32:
            runs.append((0x10001208, bytes.fromhex("5affffff")))
            if runs[-2][0] + len(runs[-2][1]) > runs[-1][0]:
                runs.pop()
        return runs


def told(runs):
    """Runs as the test reads them: put in order and joined, with their digests."""
    joined = []
    for address, data in sorted((address, bytes(data)) for address, data in runs):
        if joined and joined[-1][0] + len(joined[-1][1]) == address:
            joined[-1] = (joined[-1][0], joined[-1][1] + data)
        elif data:
            joined.append((address, data))
    return [
        {"address": address, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for address, data in joined
    ]
