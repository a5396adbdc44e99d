"""What becomes of a long run: documents in time and memory, and long lists of cases.

A journal of 10 000 instances and 300 000 events is generated. All documents within 3 s and 200 MB
resident, the page at most 20 MB (and painted first within 2 s, see test_page.py); the cases of a rig
with many boards listed within 300 ms.
"""

import os
import subprocess
import sys
import time

import pytest

from support.program import ROOT, succeed, write

# Times the cases that one accessory runs: about 10 000 instances.
BOARDS = 38


def measured(command):
    """Seconds of the clock and of the processor, and the most memory in MB."""
    begun = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, f"status {process.returncode} from: {' '.join(command)}"
    return time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


@pytest.mark.nightly
def test_documents(uwbrig, folder, loose, note):
    """all documents of 10 000 instances: 3 s, 200 MB, a page of 20 MB"""
    run, out = os.path.join(folder, "run"), os.path.join(folder, "documents")
    succeed([sys.executable, os.path.join(ROOT, "Benchmarks", "journal.py"), run])
    took, spent, memory = measured(uwbrig.command("report", run, "--out", out))
    page = os.path.getsize(os.path.join(out, "report.html")) / 1e6
    words = f"{took:.2f} s, processor {spent:.2f} s, {memory:.0f} MB, page {page:.1f} MB"
    note(words)
    assert took <= 3 * loose and memory <= 200 and page <= 20, words


@pytest.mark.nightly
def test_list(uwbrig, folder, loose, note):
    """a list of about 10 000 instances: 300 ms"""
    boards = "".join(
        f"  - name: lock-{number}\n    firmware: ni-accessory\n    link: virtual\n"
        f"    personality: reference\n    framing: length16\n    position: [{number}, 2, 1]\n"
        for number in range(BOARDS))
    rig = write(folder, "many.yaml", "version: 1\nname: many\ntime: virtual\nboards:\n" + boards)
    took, spent, _ = measured(uwbrig.command("list", "--rig", rig, "--json"))
    note(f"{took:.2f} s, processor {spent:.2f} s")
    assert took <= 0.3 * loose, f"{took:.2f} s; allowed {0.3 * loose:.2f} s"
