"""The udev rules as udev itself reads them: `udevadm test` on mocked kits, and what it would apply to
their nodes.

Touches nothing of this computer: it runs in a mount namespace with private /run, /etc/udev and /dev, and
umockdev shows it devices that are not there.
"""

import os
import re

import pytest

from support.program import ROOT, need, succeed, write

RULES = os.path.join(ROOT, "udev-rules", "60-uwbrig.rules")
SYSTEM = "/devices/pci0000:00/0000:00:14.0"

# Runs in the namespace: work folder, rules, udevadm, and the paths of devices. What udev says to each
# goes to a file of its own.
SCRIPT = r"""
set -eu
work=$1 rules=$2 udevadm=$3
shift 3
if [ -d /etc/udev ]; then mount -t tmpfs tmpfs /etc/udev; fi
mkdir "$work/nodes"
mount -t tmpfs tmpfs "$work/nodes"
for node in null zero full random urandom tty; do
  touch "$work/nodes/$node"
  mount --bind "/dev/$node" "$work/nodes/$node"
done
mkdir "$work/nodes/pts" "$work/nodes/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$work/nodes/pts"
ln -s pts/ptmx "$work/nodes/ptmx"
ln -s /proc/self/fd "$work/nodes/fd"
mount --rbind "$work/nodes" /dev
mount -t tmpfs tmpfs /run
mkdir -p /run/udev/rules.d

# Debian's own rules for probes cover some of the same devices; what is proved here is ours alone.
for folder in /usr/lib/udev/rules.d /lib/udev/rules.d; do
  [ -d "$folder" ] || continue
  for file in "$folder"/*; do
    case $(basename "$file") in
    50-udev-default.rules | 60-serial.rules | 75-net-description.rules) ;;
    *) ln -sf /dev/null "/run/udev/rules.d/$(basename "$file")" ;;
    esac
  done
done
cp "$rules" /run/udev/rules.d/60-uwbrig.rules
number=0
for path; do
  umockdev-run --device "$work/devices.umockdev" -- "$udevadm" test --action=add "/sys$path" \
    >"$work/report-$number" 2>&1 || true
  number=$((number + 1))
done
umount -l "$work/nodes" 2>/dev/null || true
"""

BUSES = f"""\
P: {SYSTEM}
E: SUBSYSTEM=pci
E: DRIVER=xhci_hcd

P: {SYSTEM}/usb1
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
E: DRIVER=usb
A: idVendor=1d6b\\n
A: idProduct=0002\\n

"""
# A device with one terminal behind interface 0.
DEVICE = """\
P: {base}
N: bus/usb/001/0{node}
E: DEVTYPE=usb_device
E: SUBSYSTEM=usb
E: DEVNAME=/dev/bus/usb/001/0{node}
E: MAJOR=189
E: MINOR={minor}
E: DRIVER=usb
A: idVendor={vendor}\\n
A: idProduct={product}\\n
A: product={title}\\n
A: bDeviceClass=00\\n
A: power/control=auto\\n
{serial}
P: {base}/{name}:1.0
E: DEVTYPE=usb_interface
E: SUBSYSTEM=usb
E: DRIVER=cdc_acm
E: INTERFACE=2/2/1
A: bInterfaceNumber=00\\n
A: bInterfaceClass=02\\n
A: bInterfaceSubClass=02\\n
A: bInterfaceProtocol=01\\n

P: {base}/{name}:1.0/tty/{tty}
N: {tty}
E: SUBSYSTEM=tty
E: DEVNAME=/dev/{tty}
E: MAJOR=166
E: MINOR={number}

"""
DEVICES = [
    ("1-1", "1366", "1051", "J-Link", "000760123456", "ttyACM0"),
    ("1-2", "1915", "520f", "nRF52 USB Product", "F1498C5AB09C", "ttyACM1"),
    ("1-3", "10c4", "ea60", "CP2104 USB to UART Bridge Controller", "01A2B3C4", "ttyUSB0"),
    ("1-4", "0403", "6001", "FT232R USB UART", "A50285BI", "ttyUSB1"),
    ("1-5", "10c4", "ea60", "CP2102 USB to UART Bridge Controller", "0001", "ttyUSB2"),
    ("1-6", "1366", "1051", "J-Link", "", "ttyACM2"),
    ("1-7", "04d8", "f2f7", "YKUSH", "YK12345", "ttyACM3"),
]
HIDRAW = "1-7/1-7:1.0/0003:04D8:F2F7.0001/hidraw/hidraw0"
HIDRAW_DEVICE = f"""\
P: {SYSTEM}/usb1/{HIDRAW}
N: hidraw0
E: SUBSYSTEM=hidraw
E: DEVNAME=/dev/hidraw0
E: MAJOR=240
E: MINOR=0

"""

MODE = "MODE 0660|mode=0660|mode 0660"
SEAT = "^TAGS=.*:uaccess:|CURRENT_TAGS=.*:uaccess:"
A_FAULT = r"60-uwbrig.rules:[0-9]+ (.*(nvalid|nknown|rror|gnor))"
OURS, MODEM = "UWBRIG_RULES=", "ID_MM_(PORT|DEVICE)_IGNORE"

# What is shown, its path below the bus, what udev has to say of it, and what it must not.
EXPECTED = [
    ("a probe", "1-1", ["ID_MM_DEVICE_IGNORE=1", MODE, SEAT, "UWBRIG_RULES=[0-9a-f]{8}"], [A_FAULT]),
    ("a probe's terminal", "1-1/1-1:1.0/tty/ttyACM0",
     ["ID_MM_PORT_IGNORE=1", "uwbrig/000760123456-if00", MODE], []),
    ("the chip's own terminal", "1-2/1-2:1.0/tty/ttyACM1",
     ["ID_MM_PORT_IGNORE=1", "uwbrig/F1498C5AB09C-if00"], []),
    ("the bridge of a kit", "1-3/1-3:1.0/tty/ttyUSB0", ["ID_MM_PORT_IGNORE=1"], []),
    ("another owner's FT232R", "1-4/1-4:1.0/tty/ttyUSB1", [], [OURS, MODEM]),
    ("another owner's CP2102", "1-5/1-5:1.0/tty/ttyUSB2", [], [OURS, MODEM]),
    ("another owner's USB device", "1-4", [], [OURS, MODEM]),
    ("a probe without a serial number", "1-6/1-6:1.0/tty/ttyACM2", ["uwbrig/at-"], []),
    ("a hub that switches power", HIDRAW, [MODE, SEAT], []),
    ("a terminal of a vendor of hubs", "1-7/1-7:1.0/tty/ttyACM3", [], [OURS]),
]


def device(name, vendor, product, title, serial, tty):
    number = int(name.rpartition("-")[2])
    # Without a number the device has no such attribute, and its paragraph goes on to its end.
    serial = f"A: serial={serial}\\n\n" if serial else ""
    return DEVICE.format(
        base=f"{SYSTEM}/usb1/{name}", node=10 + number, minor=9 + number, number=number, name=name,
        vendor=vendor, product=product, title=title, serial=serial, tty=tty)


@pytest.fixture(scope="module")
def reports(module_folder):
    """What udev says to each of the devices."""
    need("umockdev-run", "umockdev")
    udevadm = os.environ.get("UDEVADM") or need("udevadm", "udev")
    devices = BUSES + "".join(device(*each) for each in DEVICES) + HIDRAW_DEVICE
    write(module_folder, "devices.umockdev", devices)
    as_root = [] if os.getuid() == 0 else ["--user", "--map-root-user"]
    paths = [f"{SYSTEM}/usb1/{path}" for _, path, _, _ in EXPECTED]
    succeed([
        need("unshare", "util-linux"), "--mount", "--propagation", "private", *as_root, "bash", "-c",
        SCRIPT, "bash", module_folder, RULES, udevadm, *paths])
    said = []
    for number in range(len(paths)):
        with open(os.path.join(module_folder, f"report-{number}"), encoding="utf-8") as file:
            said.append(file.read())
    return said


@pytest.mark.parametrize("number", range(len(EXPECTED)), ids=[what for what, *_ in EXPECTED])
def test_rules(reports, number):
    """what udev applies to"""
    _, path, wanted, unwanted = EXPECTED[number]
    report = reports[number]
    assert path in report and "Invalid record" not in report, f"udev did not see it:\n{report[-1500:]}"
    for pattern in wanted:
        assert re.search(pattern, report, re.M), f"nothing like {pattern} in\n{report[-1500:]}"
    for pattern in unwanted:
        found = re.search(f"^.*({pattern}).*$", report, re.M)
        assert not found, found[0]
