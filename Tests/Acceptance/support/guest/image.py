"""What the guest boots: a Debian kernel, taken apart, and a file system of this computer's programs."""

import glob
import gzip
import lzma
import os
import re
import shutil
import stat
import struct
import subprocess

from support.program import ROOT, missing

HERE = os.path.dirname(os.path.abspath(__file__))
KERNEL = os.path.join(ROOT, ".build", "usb-guest")

MODULES = ["virtio_pci", "virtio_console", "xhci_pci", "cdc_acm", "ftdi_sio"]

# The rules of udev itself that a terminal meets. Those of other packages are left out: what is
# proved here is ours alone, and OpenOCD's rules know some of the same devices.
RULES = [
    "50-udev-default.rules", "60-serial.rules", "70-uaccess.rules", "71-seat.rules",
    "73-seat-late.rules",
]

PASSWD = """\
root:x:0:0:root:/root:/bin/sh
runner:x:1000:1000:runner:/home/runner:/bin/sh
stranger:x:1001:1001:stranger:/home/stranger:/bin/sh
"""

GROUPS = [
    "root:x:0:", "adm:x:4:", "tty:x:5:", "disk:x:6:", "lp:x:7:", "kmem:x:15:",
    "dialout:x:20:runner", "cdrom:x:24:", "tape:x:26:", "audio:x:29:", "video:x:44:",
    "plugdev:x:46:runner", "input:x:104:", "kvm:x:105:", "render:x:106:", "sgx:x:107:",
    "runner:x:1000:", "stranger:x:1001:",
]


def program(name, package, *places):
    for place in (shutil.which(name), *places):
        if place and os.path.exists(place):
            return os.path.realpath(place)
    missing(f"no {name} here: apt-get install {package} (or .ci/setup usb)")


def unpacked(path):
    """The bytes of a module, however it is compressed."""
    if path.endswith(".xz"):
        with lzma.open(path) as file:
            return file.read()
    if path.endswith(".zst"):
        zstd = program("zstd", "zstd")
        return subprocess.run([zstd, "-dcq", path], check=True, stdout=subprocess.PIPE).stdout
    with open(path, "rb") as file:
        return file.read()


def kernel(driver="cdc_acm"):
    """The newest kernel that is there with a driver: from .ci/setup, else this computer's."""
    found = []
    for root in (KERNEL, "/"):
        for image in glob.glob(os.path.join(root, "boot", "vmlinuz-*")):
            release = os.path.basename(image)[len("vmlinuz-"):]
            modules = os.path.join(root, "lib", "modules", release)
            if os.access(image, os.R_OK) and module_files(modules).get(driver):
                version = [int(part) for part in re.findall(r"\d+", release)[:4]]
                found.append((version, image, modules))
        if found:
            return max(found)[1:]
    missing(
        f"no kernel with the driver {driver} (a cloud kernel has none): run "
        ".ci/setup usb or bluetooth, which fetches Debian's package linux-image-amd64 and unpacks it, or "
        "apt-get install linux-image-amd64"
    )


def vmlinux(image, work):
    """The kernel proper, which QEMU starts without the slow unpacking in the guest.

    Unpacked once, where .ci/setup has put the kernel.
    """
    kept = os.path.join(os.path.dirname(image), "vmlinux-" + os.path.basename(image)[8:])
    if os.path.exists(kept):
        return kept
    body = unpacked_kernel(image)
    path = kept if os.access(os.path.dirname(image), os.W_OK) else os.path.join(work, "vmlinux")
    with open(path + ".new", "wb") as file:
        file.write(body)
    os.replace(path + ".new", path)
    return path


def unpacked_kernel(image):
    with open(image, "rb") as file:
        data = file.read()
    if data[0x202:0x206] != b"HdrS":
        missing(f"{image} is no Linux kernel")
    start = (data[0x1F1] + 1) * 512 + struct.unpack_from("<I", data, 0x248)[0]
    payload = data[start : start + struct.unpack_from("<I", data, 0x24C)[0]]
    if payload[:6] == b"\xfd7zXZ\0":
        body = lzma.LZMADecompressor().decompress(payload)
    elif payload[:2] == b"\x1f\x8b":
        body = gzip.decompress(payload[:-4])
    elif payload[:4] == b"\x28\xb5\x2f\xfd":
        zstd = program("zstd", "zstd")
        done = subprocess.run([zstd, "-dcq"], input=payload[:-4], stdout=subprocess.PIPE)
        body = done.stdout
    else:
        missing(f"{image}: compressed in a way that is not known here")
    return body


def module_files(folder):
    files = {}
    for path in glob.iglob(os.path.join(folder, "kernel", "**", "*.ko*"), recursive=True):
        name = os.path.basename(path).split(".ko")[0].replace("-", "_")
        files[name] = path
    return files


def modules_in_order(folder, names=MODULES):
    """(name, bytes) of each driver, what it stands on first. What is built in is no file."""
    files, done = module_files(folder), {}
    with open(os.path.join(folder, "modules.builtin"), encoding="utf-8") as file:
        built_in = {os.path.basename(line).split(".ko")[0].replace("-", "_") for line in file}

    def take(name):
        if not name or name in done or name in built_in:
            return
        if name not in files:
            missing(f"{folder} has no driver {name}")
        data = unpacked(files[name])
        depends = re.search(rb"\0depends=([^\0]*)\0", data)
        for other in depends.group(1).decode().split(",") if depends else []:
            take(other.replace("-", "_"))
        done[name] = data

    for name in names:
        take(name)
    return list(done.items())


class Archive:
    """An initramfs, in the format that the kernel reads ("newc")."""

    def __init__(self):
        self.parts = []
        self.names = set()

    def _entry(self, name, mode, data=b""):
        head = "070701" + "".join(
            f"{value:08X}"
            for value in (len(self.parts) + 1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0,
                          len(name) + 1, 0)
        )
        body = head.encode() + name.encode() + b"\0"
        body += b"\0" * (-len(body) % 4) + data
        self.parts.append(body + b"\0" * (-len(data) % 4))

    @staticmethod
    def _merged(name):
        """Where a file is since /bin, /sbin and /lib are links into /usr."""
        name = name.strip("/")
        return f"usr/{name}" if name.split("/")[0] in ("bin", "sbin", "lib", "lib64") else name

    def folder(self, name):
        name = self._merged(name)
        if name and name not in self.names:
            self.folder(os.path.dirname(name))
            self.names.add(name)
            self._entry(name, stat.S_IFDIR | 0o755)

    def add(self, name, data, mode=0o644):
        name = self._merged(name)
        if name not in self.names:
            self.folder(os.path.dirname(name))
            self.names.add(name)
            self._entry(name, stat.S_IFREG | mode, data)

    def link(self, name, target):
        name = name.strip("/")
        self.names.add(name)
        self._entry(name, stat.S_IFLNK | 0o777, target.encode())

    def program(self, name, path):
        """A program with the libraries that it is linked to."""
        with open(path, "rb") as file:
            self.add(name, file.read(), 0o755)
        told = subprocess.run(["ldd", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for library in re.findall(r"(?:=>\s+)?(/\S+)\s+\(0x", told.stdout.decode()):
            with open(library, "rb") as file:
                self.add(library, file.read(), 0o755)
        if b"not found" in told.stdout:
            missing(f"{path} lacks a library: {told.stdout.decode()}")

    def write(self, path):
        self._entry("TRAILER!!!", 0)
        with open(path, "wb") as file:
            file.writelines(self.parts)


def stripped(binary, work):
    """The program without its symbols: half of what the guest's kernel would have to unpack."""
    path = os.path.join(work, "uwbrig")
    strip = shutil.which("strip") or shutil.which("llvm-strip")
    if strip and subprocess.run([strip, "-o", path, binary]).returncode == 0:
        return path
    return binary


def initramfs(uwbrig, modules, path, others=(), files=()):
    """The guest's files; `others` are programs of this machine that go into it as well, `files` names
    with their bytes."""
    archive = Archive()
    for name in ("bin", "sbin", "lib", "lib64"):
        archive.folder(f"usr/{name}")
        archive.link(name, f"usr/{name}")
    archive.program("bin/busybox", program("busybox", "busybox-static"))
    udevadm = program("udevadm", "udev")
    archive.program("bin/udevadm", udevadm)
    # The daemon and the tool have been one program for long; where they are two, take both.
    daemon = program("systemd-udevd", "udev", "/lib/systemd/systemd-udevd")
    if daemon == udevadm:
        archive.folder("lib/systemd")
        archive.link("usr/lib/systemd/systemd-udevd", "/usr/bin/udevadm")
    else:
        archive.program("lib/systemd/systemd-udevd", daemon)
    for name in RULES:
        for folder in ("/usr/lib/udev/rules.d", "/lib/udev/rules.d"):
            if os.path.exists(os.path.join(folder, name)):
                with open(os.path.join(folder, name), "rb") as file:
                    archive.add(f"lib/udev/rules.d/{name}", file.read())
    archive.folder("etc/udev/rules.d")
    archive.add("etc/passwd", PASSWD.encode())
    archive.add("etc/group", ("\n".join(GROUPS) + "\n").encode())
    archive.add("etc/nsswitch.conf", b"passwd: files\ngroup: files\n")
    archive.add("etc/hostname", b"guest\n")
    order = []
    for name, data in modules:
        archive.add(f"modules/{name}.ko", data)
        order.append(f"{name}.ko\n")
    archive.add("modules/order", "".join(order).encode())
    archive.program("usr/bin/uwbrig", stripped(uwbrig, os.path.dirname(path)))
    for other in others:
        archive.program(f"usr/bin/{os.path.basename(other)}", other)
    for name, data in files:
        archive.add(name, data)
    with open(os.path.join(HERE, "init"), "rb") as file:
        archive.add("init", file.read(), 0o755)
    archive.write(path)
