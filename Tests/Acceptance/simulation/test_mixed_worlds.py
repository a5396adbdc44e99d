"""A seed is one history of a mixed world, whatever process it happens in.

One world has accessories, a pair of UCI boards and two phones, and their cases in the order of its seed.
Two processes live through all seeds, in different places with different numbers of threads; the digests
of all journals must be equal, those of two seeds must differ, and nothing may have come into any world
from outside.
"""

import json
import os
import subprocess

import pytest

from support.program import write

RIG = """\
version: 1
name: mixed
time: virtual
boards:
  - name: lock
    firmware: ni-accessory
    link: virtual
    personality: reference
    claims: {acd: "1.1", background: false, sessions: 1}
    position: [-1, 2, 1]
  - name: tag
    firmware: ni-accessory
    link: virtual
    personality: reference
    claims: {acd: "2.0", background: false, sessions: 1}
    position: [6, 1, 1.2]
  - name: anna
    firmware: uci
    use: helper
    role: controller
    personality: nxp
    dialect: fira2+nxp
    link: virtual
    position: [0, 0, 1]
  - name: ben
    firmware: uci
    use: helper
    role: controller
    personality: nxp
    dialect: fira2+nxp
    link: virtual
    position: [4, 0, 1]
  - {name: anchor, firmware: uci, use: device, role: controller, personality: fira2-qorvo,
     link: virtual, position: [5, 5, 1]}
  - {name: mobile, firmware: uci, role: controlee, personality: fira2-qorvo, link: virtual,
     position: [8, 9, 1]}
faults: clean
"""
CASES = "N01 N05 C01 C22 R06 R12 UC01 UC05 UC13 US01 US04 RG01 PH07 PH09 PH28 PH44 PH48".split()
PLACES = [
    ({"TZ": "UTC", "COLUMNS": "80", "LANG": "C"}, "1"),
    ({"TZ": "Asia/Kathmandu", "COLUMNS": "213", "LANG": "C.UTF-8"}, "2"),
]


@pytest.fixture
def soak(uwbrig, folder):
    """The command that lives through mixed worlds from this seed on."""
    rig = write(folder, "mixed.yaml", RIG)
    filter_ = "|".join(f"id({case})" for case in CASES)

    def command(first, *more):
        return uwbrig.command(
            "soak", filter_, "--rig", rig, "--faults", "clean", "--world", "1000", "--first", str(first),
            "--progress", "none", *more)

    return command


def test_two_processes(soak, folder, seeds, whole, note):
    """two processes in different places live through the same worlds"""
    count, first = seeds(1000 if whole else 50)
    processes = []
    for number, (environment, jobs) in enumerate(PLACES):
        place = os.path.join(folder, "x" * (3 + 11 * number))
        os.mkdir(place)
        digests = os.path.join(place, "digests")
        words = ["--seeds", str(count), "--jobs", jobs, "--json", "--out", place, "--digests", digests]
        processes.append((digests, subprocess.Popen(
            soak(first, *words), env=dict(os.environ, **environment), cwd=place,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)))
    lines, foreign, problems, cases = [], 0, [], 0
    for digests, process in processes:
        output, errors = process.communicate()
        if process.returncode != 0:
            words = (output + errors).decode("utf-8", "replace")[-2000:]
            problems.append(f"status {process.returncode}: {words}")
            continue
        summary = json.loads(output)
        foreign += summary["foreign_enqueues"]
        cases = sum(summary["counts"].values())
        with open(digests, encoding="ascii") as file:
            lines.append(file.read().splitlines())
    assert not problems, "\n".join(problems)
    one, other = lines
    note(f"{len(one)} seeds, {cases // max(1, len(one))} case instances each, {foreign} foreign enqueues")
    assert len(one) == len(other) == count, f"{len(one)} and {len(other)} worlds of {count} seeds"
    different = [f"  {a}\n  {b}" for a, b in zip(one, other) if a != b]
    assert not different, f"two processes differ in {len(different)} worlds:\n" + "\n".join(different[:5])
    assert foreign == 0, f"{foreign} jobs came into worlds from outside"
    kinds = len({line.rsplit(" ", 1)[1] for line in one})
    assert kinds == len(one), f"only {kinds} of {len(one)} seeds are different worlds"


@pytest.mark.nightly
@pytest.mark.parametrize(
    "planted, worlds, status", [(None, 1000, 0), ("leak", 100, 5), ("memory", 200, 5)])
def test_memory(soak, folder, seeds, note, planted, worlds, status):
    """what is in use after N and after 11 N worlds is the same; a leak that is planted is found"""
    words = ["--check-memory", str(worlds), "--jobs", "2", *(["--plant", planted] if planted else [])]
    done = subprocess.run(
        soak(seeds(0)[1], *words), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    said = done.stdout.decode("utf-8", "replace").strip()
    assert done.returncode == status, f"status {done.returncode}, not {status}:\n{said[-2000:]}"
    note(said.splitlines()[-1])
