"""A guest with a real kernel, udevd and the program in it, and what is asked of them."""

import json
import os
import time

from support.guest.image import initramfs, kernel, modules_in_order, vmlinux
from support.guest.machine import Machine
from support.journal import Journal

ANCHOR, MOBILE = "F1498C5AB09C", "C0D1E2F3A4B5"
# Everything that is not slow, on both boards.
FULL = "suite(uci) & !tag(slow)"

RIG = """\
version: 1
name: guest
time: real
boards:
  - name: anchor
    firmware: uci
    role: controller
    use: device
    link: "usb:serial={anchor},interface=0{line}"
    retries: {{device: 0, rig: 3}}
  - name: mobile
    firmware: uci
    role: controlee
    link: "usb:serial={mobile},interface=0"
    profile: dwm3001cdk
    retries: {{device: 0, rig: 3}}
# The guest's processor is emulated by one that has other work: a time that it may have falsified is
# a fault of this rig, and measured again.
limits: {{jitter-maximum: 80ms}}
"""


# How many cases of a full run may have to be measured again, or may not be measured at all, because
# the emulated processor was not there: named, each with the reason that the runner gives.
HELD_UP = 8


def held_up(verdict):
    """A verdict and its reason: this machine, not the board, kept a time from being measured."""
    return verdict[0] == "INCONCLUSIVE" and "this machine did not let" in verdict[1]


def boot(uwbrig, work, seconds, programs=()):
    """A guest with the program and others of this machine in it, and its kernel's release."""
    image, modules = kernel()
    initrd = os.path.join(work, "initrd")
    initramfs(uwbrig.path, modules_in_order(modules), initrd, programs)
    machine = Machine(vmlinux(image, work), initrd, work)
    try:
        return machine, machine.booted(seconds)
    except BaseException:
        machine.end()
        raise


class Bench:
    """The guest, with kits that `uwbrig virtual` answers behind."""

    def __init__(self, uwbrig, machine, release, backend, out):
        self.uwbrig, self.machine, self.release = uwbrig, machine, release
        self.backend, self.out = backend, out
        self.scripts = 0

    def ask(self, script, seconds=60, status=0):
        """What a script in the guest says; its status has to be this one."""
        got, text = self.machine.run(script, seconds)
        assert got == status, f"status {got}, not {status}, from: {script}\n{text[-2000:]}"
        return text

    def as_user(self, command, user="runner"):
        self.scripts += 1
        path = f"/tmp/ask-{self.scripts}.sh"
        return f"cat >{path} <<'END_OF_ASK'\ncd\n{command}\nEND_OF_ASK\nsu {user} -c 'sh {path}'"

    def runner(self, command, seconds=60, status=0, user="runner"):
        """The same as a user without rights, in the groups dialout and plugdev."""
        return self.ask(self.as_user(command, user), seconds, status)

    def until(self, script, seconds=60):
        """Waits until a condition holds in the guest, and for udevd to have done its work."""
        self.ask(
            f"for i in $(seq {seconds * 20}); do if {script}; then udevadm settle; exit 0; fi; "
            "sleep 0.05; done; echo 'never true'; exit 1", seconds + 10)

    def node(self, serial):
        """The terminal that a board has just now; udev's own link, which is not of our rules."""
        links = self.ask(f"readlink -f /dev/serial/by-id/*{serial}* 2>/dev/null || true").split()
        # A pattern that nothing fits stays as it is.
        return os.path.basename(links[0]) if links and "*" not in links[0] else None

    def boards(self, user="runner"):
        found = json.loads(self.runner("uwbrig boards --json", user=user))
        return {
            device["serial"]: device for board in found["boards"] for device in board["devices"]
        }

    def put(self, path, text):
        """Writes a file of the guest that everybody may read."""
        self.ask(
            f"mkdir -p $(dirname {path})\ncat >{path} <<'END'\n{text}END\nchmod 644 {path}")

    def rig(self, anchor=ANCHOR, line=""):
        self.put("/tmp/rig.yaml", RIG.format(anchor=anchor, mobile=MOBILE, line=line))

    def console(self, lines, words=""):
        """What the console of the first board says to these lines."""
        text = "\\n".join(lines)
        return self.runner(f"printf '{text}\\n' | uwbrig console anchor --rig /tmp/rig.yaml {words}")

    def doctor(self, user="runner"):
        """What the doctor says of each of its checks."""
        status, text = self.machine.run(self.as_user("uwbrig doctor --json", user), 60)
        told = {row["name"]: row["status"] for row in json.loads(text)["checks"]}
        assert status == (1 if "fault" in told.values() else 0), f"status {status} with {told}"
        return told

    def run(self, out, filter, *arguments):
        """Starts a run in the guest as a user without rights."""
        words = " ".join(arguments)
        return self.machine.start(self.as_user(
            f"uwbrig run '{filter}' {words} --rig /tmp/rig.yaml --out {out} --progress none"))

    def fetch(self, name):
        """The cases of a run in the guest: verdict and reason of each."""
        text = self.ask(
            f"cd /home/runner/{name} && grep -E '\"kind\":\"(case-finished|run-finished)\"' "
            "events.ndjson", 60)
        path = os.path.join(self.out, f"{name}.ndjson")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return Journal(path).verdicts()

    def expected(self, filter, *arguments):
        """The verdicts of the same boards over memory, in simulated time."""
        out = os.path.join(self.out, "expected")
        self.uwbrig.ended(
            "run", f"({filter}) & (board(anchor) | board(mobile))", *arguments, "--out", out, "--progress", "none")
        return Journal(os.path.join(out, "events.ndjson")).verdicts()


def settings_before_first_byte(kit, since):
    """The last of each setting that a kit was given before it was sent anything."""
    told = [
        record for record in list(kit.records)
        if record.time >= since and record.kind in ("lines", "baud", "latency", "written")
    ]
    kinds = [record.kind for record in told]
    assert "written" in kinds, f"nothing was written; {told}"
    last = {}
    for record in told[: kinds.index("written")]:
        last[record.kind] = record.value
    return last


def broken(bench, kit):
    """A break of the console, as the device sees it."""
    since = time.monotonic()
    bench.console(["break 300ms"])
    told = kit.of("break", since)
    assert [record.value for record in told] == [True, False], f"breaks: {told}"
    held = told[1].time - told[0].time
    assert held > 0.25, f"it was held for {held:.3f} s"
    return f"{1000 * held:.0f} ms"
