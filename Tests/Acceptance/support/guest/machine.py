"""The guest: QEMU with a USB controller, sockets to plug devices into, and a shell in it."""

import base64
import os
import socket
import subprocess
import threading
import time

from support.guest.image import program

PORTS = 6
# Behind them a hub that switches the power of its ports; a kit on its first port.
HUB = PORTS + 1
# /dev/kvm being there does not mean that it works, so it has to be asked for.
ACCELERATOR = os.environ.get("UWBRIG_GUEST_ACCEL", "tcg,thread=multi")


# No more than programs need: wide registers and memory protection cost an emulator a sixth of its time.
CPU = "qemu64,+ssse3,+sse4.1,+sse4.2,+popcnt"
# A kernel counts ticks for a moment to see whether its timer works. Where this machine is busy
# meanwhile there are none: the kernel then goes without the timer, or gives up.
TIMER = "no_timer_check"


class Gone(Exception):
    """The guest has ended or does not answer."""


class Answer:
    def __init__(self):
        self.event = threading.Event()
        self.status = None
        self.text = ""


class Machine:
    def __init__(self, kernel, initramfs, work, ports=()):
        """`ports` are further serial ports by name, which their sockets have too."""
        self.work = work
        self.is_gone = False  # nothing can be asked of it any more
        self.console = os.path.join(work, "console")
        self._answers = {0: Answer()}
        self._next = 1
        self._lock = threading.Lock()
        qemu = program("qemu-system-x86_64", "qemu-system-x86")
        agent = os.path.join(work, "agent")
        command = [
            qemu, "-accel", ACCELERATOR, "-cpu", CPU, "-machine", "q35", "-m", "1024", "-smp", "1",
            "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-kernel", kernel, "-initrd", initramfs,
            "-append", "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off tsc=reliable clocksource=tsc " + TIMER,
            "-serial", f"file:{self.console}",
            "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={agent},server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=agent",
            "-device", f"qemu-xhci,id=usb,p2={HUB},p3={HUB}",
            "-device", f"usb-hub,bus=usb.0,port={HUB},port-power=on",
        ]
        for port in range(1, HUB + 1):
            place = f"{HUB}.1" if port == HUB else port
            command += [
                "-chardev", f"socket,id=port{port},path={self.port(port)},server=on,wait=off",
                "-device", f"usb-redir,chardev=port{port},bus=usb.0,port={place}",
            ]
        for name in ports:
            command += [
                "-chardev", f"socket,id={name},path={os.path.join(work, name)},server=on,wait=off",
                "-device", f"virtserialport,chardev={name},name={name}",
            ]
        self._said = open(os.path.join(work, "qemu"), "wb")
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self._said, stderr=subprocess.STDOUT)
        self._socket = self._connect(agent)
        threading.Thread(target=self._read, daemon=True).start()

    def port(self, number):
        """The socket that is the USB port of this number; HUB is the first port of the hub."""
        return os.path.join(self.work, f"port{number}")

    def _connect(self, path):
        deadline = time.monotonic() + 10
        while True:
            try:
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(path)
                return connection
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise Gone("QEMU did not start: " + self.said("qemu")) from None
                time.sleep(0.05)

    def said(self, what="console"):
        with open(os.path.join(self.work, what), errors="replace") as file:
            return file.read()[-3000:]

    def _read(self):
        for line in self._socket.makefile("r", encoding="ascii", errors="replace"):
            words = line.split(" ")
            answer = self._answers.get(int(words[0])) if words[0].isdigit() else None
            if answer and len(words) == 3:
                answer.text = base64.b64decode(words[2]).decode("utf-8", "replace")
                answer.status = int(words[1])
                answer.event.set()

    def wait(self, answer, seconds):
        deadline = time.monotonic() + seconds
        while not answer.event.wait(0.2):
            if self.process.poll() is not None:
                self.is_gone = True
                raise Gone("the guest has ended; its last words:\n" + self.said())
            if time.monotonic() > deadline:
                self.is_gone = True
                raise Gone(f"no answer from the guest within {seconds} s:\n" + self.said())
        return answer.status, answer.text

    def booted(self, seconds):
        return self.wait(self._answers[0], seconds)[1].strip()

    def start(self, script):
        """Runs a shell script in the guest, and does not wait for its end."""
        with self._lock:
            number, self._next = self._next, self._next + 1
            answer = self._answers[number] = Answer()
            encoded = base64.b64encode(script.encode()).decode()
            self._socket.sendall(f"{number} {encoded}\n".encode())
        return answer

    def run(self, script, seconds=20):
        """Runs a shell script in the guest: its status, and what it said."""
        return self.wait(self.start(script), seconds)

    def worked(self):
        """Seconds of processor that the guest has taken: what other work here does not change."""
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError, ValueError):
            return 0.0

    def end(self):
        self.process.kill()
        self.process.wait()
        self._said.close()
