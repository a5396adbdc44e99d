"""What a person sees who inspects and flashes virtual boards, on a terminal of 80 columns.

With --pictures FOLDER all that is shown is kept there with its times as an asciicast (version 2), which
asciinema plays, and as plain text, with what was redrawn left out, for a page.
"""

import codecs
import fcntl
import hashlib
import json
import os
import pty
import re
import select
import shlex
import struct
import subprocess
import termios
import time

from support.program import write

WIDTH, HEIGHT = 80, 30
RIG = """\
version: 1
name: desk
time: real
boards:
  - {name: anchor, firmware: uci, link: virtual}
  - {name: kit, firmware: mcuboot-smp, link: virtual, rate: 1000000, buffer: 1024}
"""
SCENES = [
    "uwbrig inspect kit --rig desk.yaml",
    "uwbrig flash kit app.signed.bin --rig desk.yaml",
    "uwbrig inspect anchor --rig desk.yaml",
]


def image():
    """An MCUboot image of its own making: header, program, SHA-256."""
    state, program = 1, bytearray()
    while len(program) < 60_000:
        state = (state * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
        program.append(state >> 56)
    head = struct.pack("<IIHHII", 0x96F3B83D, 0, 32, 0, len(program), 0)
    head += struct.pack("<BBHI", 1, 4, 0, 0) + bytes(4)
    digest = hashlib.sha256(head + program).digest()
    return head + bytes(program) + struct.pack("<HHHH", 0x6907, 40, 0x10, 32) + digest


class Recorder:
    def __init__(self):
        self.start = time.monotonic()
        self.events = []

    def show(self, text):
        self.events.append([round(time.monotonic() - self.start, 3), "o", text])

    def type(self, command):
        self.show("$ ")
        for letter in command:
            time.sleep(0.03)
            self.show(letter)
        self.show("\r\n")

    def run(self, command, folder):
        """A command on a terminal of its own; its status and what it showed."""
        parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
        process = subprocess.Popen(
            command, stdin=child, stdout=child, stderr=child, cwd=folder, start_new_session=True
        )
        os.close(child)
        shown, decoder = "", codecs.getincrementaldecoder("utf-8")("replace")
        while True:
            ready, _, _ = select.select([parent], [], [], 0.1)
            if not ready:
                if process.poll() is not None:
                    break
                continue
            try:
                piece = os.read(parent, 65536)
            except OSError:
                break
            if not piece:
                break
            text = decoder.decode(piece)
            self.show(text)
            shown += text
        os.close(parent)
        return process.wait(), shown

    def write(self, path):
        head = {"version": 2, "width": WIDTH, "height": HEIGHT, "title": "uwbrig"}
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(head) + "\n")
            for event in self.events:
                file.write(json.dumps(event, ensure_ascii=False) + "\n")


def plain(shown):
    """What stays on the screen: without colours, and of each line what was drawn last."""
    lines = []
    for line in shown.replace("\r\n", "\n").split("\n"):
        line = re.sub(r"\x1b\[[0-9;]*m", "", line)
        last = re.split(r"\r|\x1b\[\d*[JK]", line)
        lines.append(next((part for part in reversed(last) if part), ""))
    return "\n".join(lines)


def test_inspect_and_flash(uwbrig, folder, pytestconfig):
    """boards are inspected and flashed on a terminal"""
    write(folder, "desk.yaml", RIG)
    write(folder, "app.signed.bin", image())
    recorder, text, pictures = Recorder(), "", pytestconfig.getoption("pictures")
    for scene in SCENES:
        recorder.type(scene)
        status, shown = recorder.run([uwbrig.path, *shlex.split(scene)[1:]], folder)
        recorder.show("\r\n")
        text += f"$ {scene}\n{plain(shown)}\n"
        assert status == 0, f"status {status} from: {scene}\n{plain(shown)}"
        time.sleep(0.5)
    if pictures:
        recorder.write(os.path.join(pictures, "terminal.cast"))
        write(pictures, "terminal.txt", text)
