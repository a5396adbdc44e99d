"""Virtual boards on terminals whose flash is a file, and what is written to them."""

import os
import zipfile

from support.program import succeed, write

APPLICATION_START = 0x1000
PRIMARY, SECONDARY = 0xC000, 0x44000


class Boards:
    """The boards of a rig, served by the program under test."""

    def __init__(self, uwbrig, folder, rig):
        self.uwbrig, self.folder, self.served = uwbrig, folder, None
        self.rig = write(folder, "boards.yaml", rig)

    def start(self):
        self.served = self.uwbrig.virtual(
            "--rig", self.rig, "--pty-dir", self.path("ptys"), patience=20)
        return self

    def stop(self):
        if self.served:
            self.served.stop()
            self.served = None

    def power_goes(self):
        """Ends them without a last word, and starts them on what is in their flash."""
        self.served.kill()
        self.start()

    def path(self, name):
        return os.path.join(self.folder, name)

    def port(self, board):
        # nrfutil looks for the device of a port by its name.
        return os.path.realpath(os.path.join(self.folder, "ptys", board))

    def flash(self, board, start, count):
        with open(self.path(board + ".bin"), "rb") as file:
            file.seek(start)
            return file.read(count)

    def expect(self, board, start, content):
        """Holds the flash of a board against what was to be written there."""
        found = self.flash(board, start, len(content))
        wrong = next((i for i, (a, b) in enumerate(zip(found, content)) if a != b), len(found))
        assert found == content, f"the flash of {board} differs from byte {wrong} of {len(content)} on"

    def ours(self, board, firmware, file, *more, rate=1_000_000):
        """`uwbrig flash` over the same terminal, which reads back what it wrote."""
        link = f"serial:{self.port(board)}?baud={rate}"
        rig = write(
            self.folder, f"ours-{board}.yaml", "version: 1\nname: ours\ntime: real\nboards:\n"
            f"  - {{name: board, firmware: {firmware}, link: '{link}'}}\n")
        return self.uwbrig.succeed("flash", "board", file, "--rig", rig, *more)


def pseudorandom(count, seed):
    state, out = seed, bytearray()
    while len(out) < count:
        state = (state * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
        out.append(state >> 56)
    return bytes(out)


# Intel HEX of a program at the start of the application: input, output.
AS_HEX = (
    "import sys; from intelhex import IntelHex as H; h = H(); "
    f"h.frombytes(open(sys.argv[1], 'rb').read(), {APPLICATION_START}); h.write_hex_file(sys.argv[2])")


def dfu_package(tools, folder, name, size, version=1):
    """A package of nrfutil's own making, and its firmware."""
    raw = write(folder, name + ".raw", pseudorandom(size, len(name) + size))
    hexadecimal = os.path.join(folder, name + ".hex")
    succeed([tools.path("nrfutil", "python"), "-c", AS_HEX, raw, hexadecimal])
    nrfutil, key = tools.path("nrfutil", "nrfutil"), os.path.join(folder, "key.pem")
    if not os.path.exists(key):
        succeed([nrfutil, "keys", "generate", key])
    package = os.path.join(folder, name + ".zip")
    succeed([
        nrfutil, "pkg", "generate", "--hw-version", "52", "--sd-req", "0x00", "--application",
        hexadecimal, "--application-version", str(version), "--key-file", key, package])
    with zipfile.ZipFile(package) as archive:
        binary = next(each for each in archive.namelist() if each.endswith(".bin"))
        return package, archive.read(binary)


def mcuboot_image(tools, folder, name, size, version):
    """An image that imgtool has signed, and its bytes."""
    raw = write(folder, name + ".raw", pseudorandom(size, size))
    out = os.path.join(folder, name + ".signed.bin")
    imgtool, key = tools.path("smp", "imgtool"), os.path.join(folder, "mcuboot.pem")
    if not os.path.exists(key):
        succeed([imgtool, "keygen", "-k", key, "-t", "ecdsa-p256"])
    succeed([
        imgtool, "sign", "--key", key, "--header-size", "0x200", "--pad-header", "--slot-size", "0x36000",
        "--align", "4", "--version", version, raw, out])
    with open(out, "rb") as file:
        return out, file.read()
