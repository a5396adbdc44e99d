"""Tools of chips' own bootloaders on the boards of Rigs/bootloaders.yaml, one board each.

Each tool identifies, erases, writes and reads back, and what it read is compared with what it was to
write; then ours writes the same image, and the tool reads that.
"""

import json
import os

from support.program import ROOT, ended, read, write

RIG = os.path.join(ROOT, "Rigs", "bootloaders.yaml")
PATIENCE = 180
# Bytes that a wrong order, a lost block or a missing erase would show.
IMAGE = bytes((i * 37 + i // 256 * 11) & 0xFF for i in range(5000))
# Stand in arguments for the file of the image and for that which a tool reads into.
FILE, BACK = "<image>", "<back>"


class Place:
    """A board, the tool's programs and a folder with the image."""

    def __init__(self, uwbrig, programs, folder):
        self.uwbrig, self.programs, self.folder = uwbrig, programs, folder
        self.file = write(folder, "image.bin", IMAGE)
        self.back = os.path.join(folder, "back.bin")
        self.ptys = os.path.join(folder, "ptys")
        self.served = uwbrig.virtual("--rig", RIG, "--pty-dir", self.ptys, patience=20)

    def port(self, board):
        return os.path.join(self.ptys, board)

    def call(self, program, *arguments):
        """How the tool ended."""
        if os.path.exists(self.back):
            os.remove(self.back)
        words = [{FILE: self.file, BACK: self.back}.get(word, word) for word in arguments]
        return ended(
            [os.path.join(self.programs, program), *words], timeout=PATIENCE, cwd=self.folder,
            env={**os.environ, "NO_COLOR": "1", "TERM": "dumb"})

    def ours(self, board, base):
        """The same image by `uwbrig flash`, which reads back what it wrote."""
        rig = write(
            self.folder, "ours.yaml", "version: 1\nname: ours\ntime: real\nboards:\n  - {name: board, "
            f"firmware: {board}, link: 'serial:{self.port(board)}?baud=115200'}}\n")
        self.uwbrig.succeed(
            "flash", "board", self.file, "--rig", rig, "--base", base, timeout=PATIENCE)


# What an operation has to come to: each takes how the tool ended and the place.


def says(*texts):
    def check(done, _):
        assert done.status == 0, str(done)
        for text in texts:
            assert text in done.out, f"it does not say {text!r}: {done}"

    return check


def refuses(text):
    def check(done, _):
        assert done.status != 0 and text in done.out, f"it was to fail and say {text}: {done}"

    return check


def reads(count):
    def check(done, place):
        assert done.status == 0, str(done)
        assert read(place.back) == IMAGE[:count], "what was read is not what was written"

    return check


def answers(values=None):
    """Of blhost's JSON: success, and these words."""

    def check(done, _):
        found = json.loads(done.out[done.out.index("{") : done.out.rindex("}") + 1])
        assert done.status == 0 and found["status"]["value"] == 0, str(done)
        assert values is None or found["response"] == values, (
            f"the answer is {found['response']}, not {values}")

    return check
