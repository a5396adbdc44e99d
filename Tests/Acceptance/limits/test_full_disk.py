"""The disk is full in the middle of a run.

Files of the program may not grow beyond some kilobytes, which a write answers as it does on a full
disk: with an error in the middle of a line. Then, where a namespace of its own can be had, the run is on
a disk of some kilobytes that is really full. The run has to end with status 5, say why, print every
verdict all the same, and leave a journal that can be read up to the failure.
"""

import json
import os
import re
import resource
import signal
import subprocess

import pytest

from support.program import ROOT, ended

FILTER = "suite(accessory) & !tag(slow)"
RIG = os.path.join(ROOT, "Rigs", "loopback.yaml")
COUNTS = re.compile(r"^(\d+) cases: (.*)$", re.MULTILINE)

# Mounts a disk in a namespace that ends with the run, and takes what is on it along.
SMALL = """
mount -t tmpfs -o size="$1"k none "$2" || exit 99
cp=$3; disk=$2; shift 3
"$@"
status=$?
cp -r "$disk/run" "$cp" || exit 98
exit $status
"""


def limited(kilobytes):
    def prepare():
        # Without the signal a write past the limit fails, as on a disk that is full.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes * 1024, kilobytes * 1024))

    return prepare


def run(uwbrig, out, *before, **options):
    command = uwbrig.command("run", FILTER, "--rig", RIG, "--out", out, "--progress", "none")
    return ended([*before, *command], together=False, **options)


@pytest.fixture(scope="module")
def verdicts(uwbrig, module_folder):
    """What the same run prints on a disk with room."""
    free = run(uwbrig, os.path.join(module_folder, "free"))
    counts = COUNTS.search(free.out)
    assert counts, f"a run on a disk with room has no verdicts: {free}"
    return counts.groups()


def check(uwbrig, done, out, verdicts, note):
    assert done.status == 5, f"not 5: {done}"
    told = done.errors.lower()
    assert "too large" in told or "no space" in told, f"does not say why: {done.errors[-300:]!r}"
    counts = COUNTS.search(done.out)
    assert counts and counts.groups() == verdicts, (
        f"the verdicts are {counts and counts.groups()}, and without limit {verdicts}")
    lines = 0
    with open(os.path.join(out, "events.ndjson"), "rb") as journal:
        for line in journal:
            if not line.endswith(b"\n"):
                break
            json.loads(line)
            lines += 1
    assert lines, "no line of the journal can be read"
    report = uwbrig.ended("report", out, "--out", out + "-documents", "--json", together=False)
    assert report.status == 0 and json.loads(report.out)["interrupted"] is True, str(report)
    note(f"{lines} lines can be read")


@pytest.mark.parametrize("kilobytes", [4, 64, 256])
def test_files(uwbrig, folder, verdicts, note, kilobytes):
    """files that cannot grow any more, in kB"""
    out = os.path.join(folder, "out")
    check(uwbrig, run(uwbrig, out, preexec_fn=limited(kilobytes)), out, verdicts, note)


@pytest.mark.parametrize("kilobytes", [48, 700])
def test_disk(uwbrig, folder, verdicts, note, kilobytes):
    """a disk that is full, in kB"""
    if subprocess.run(["unshare", "-rm", "true"], stderr=subprocess.DEVNULL).returncode != 0:
        pytest.skip("no namespace to be had here")
    out, disk = os.path.join(folder, "out"), os.path.join(folder, "disk")
    os.makedirs(disk)
    before = ["unshare", "-rm", "sh", "-c", SMALL, "sh", str(kilobytes), disk, out]
    check(uwbrig, run(uwbrig, os.path.join(disk, "run"), *before), out, verdicts, note)
