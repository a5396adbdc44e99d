"""The documents of one run that has every verdict in it, read as those who get them do.

The run is on virtual boards of which most have a fault, with a quarantine and a waiver. All readers have
to say of every instance what the journal says.
"""

import os
import re

import pytest

from documents import ctrf, junit, tap
from support.journal import Journal
from support.program import ended, need, write

# The run is cut short in the middle of cases, which are undecided then.
UNTIL = "45s"
FILTERS = ["suite(accessory) & !tag(slow)", "id(UC0*)"]
RIG = """\
version: 1
name: every-verdict
time: virtual
boards:
  - {name: good, firmware: ni-accessory, link: virtual, claims: {acd: "1.1"}, position: [1, 2, 1]}
  - {name: wrong, firmware: ni-accessory, link: virtual, misbehaviour: drift-zero,
     position: [5, 2, 1]}
  - {name: tired, firmware: ni-accessory, link: virtual, misbehaviour: wedges-after-third-retry,
     position: [4, 2, 1], retries: 1}
  - {name: mute, firmware: uci, use: helper, role: controller, link: virtual,
     misbehaviour: answers-nothing, position: [3, 3, 1]}
  - {name: phone, firmware: uci, role: controller, link: virtual, position: [0, 0, 1]}
"""
EXCUSES = {
    "quarantine": "version: 1\nquarantine:\n  - {case: N02, board: tired, reason: it is looked at, "
    "link: 'https://tracker.example/1', review: 2099-12-24}\n",
    "waivers": "version: 1\nwaivers:\n  - {case: N13, board: tired, reason: accepted, "
    "link: 'https://tracker.example/2', date: 2026-11-21}\n",
}
VERDICTS = {"PASS", "FAIL", "ERROR", "INCONCLUSIVE", "FLAKY", "FINDING", "SKIP"}


@pytest.fixture(scope="module")
def run(uwbrig, out):
    """The run: its folder, and the verdicts of its journal."""
    for name, text in [("rig", RIG), *EXCUSES.items()]:
        write(out, name + ".yaml", text)
    done = uwbrig.ended(
        "run", *FILTERS, "--rig", "rig.yaml", "--run-timeout", UNTIL, "--out", "run", "--ctrf",
        "ctrf.json", "--tap", "results.tap", "--progress", "none", cwd=out)
    assert done.status == 1, f"not 1: {done}"
    told = Journal(os.path.join(out, "run")).verdicts()
    verdicts = {name: verdict for name, (verdict, _) in told.items()}
    assert set(verdicts.values()) == VERDICTS, f"only {sorted(set(verdicts.values()))} came about"
    return out, verdicts


@pytest.fixture(scope="module")
def points(run):
    """The points of the TAP document, and where it is."""
    path = os.path.join(run[0], "results.tap")
    return path, tap.tap(path, run[1])


def test_junit(run, note):
    """junit.xml as Jenkins reads it"""
    note(f"{junit.junit(os.path.join(run[0], 'run', 'junit.xml'), run[1])} cases")


def test_ctrf(run, note):
    """the CTRF document and its schema"""
    note(f"{ctrf.ctrf(os.path.join(run[0], 'ctrf.json'), run[1])} tests")


def test_tap(points, note):
    """the TAP document by the rules of version 14"""
    note(f"{len(points[1])} points")


def test_prove(points, folder, note):
    """the TAP document and perl's reader"""
    prove = need("prove", "perl")
    path, found = points
    # Perl's reader takes version 13, of which this document is one but for its first line.
    with open(path, encoding="utf-8") as source:
        text = source.read().replace("TAP version 14", "TAP version 13", 1)
    plain = write(folder, "results-13.tap", text)
    said = ended([prove, "--exec", "cat", plain]).out
    assert "Parse errors" not in said, said[-600:]
    failed = [good for good, directive in found.values() if not good and directive != "TODO"]
    counts = re.search(r"Tests: (\d+) Failed: (\d+)", said)
    assert counts, said[-600:]
    assert counts.groups() == (str(len(found)), str(len(failed))), counts[0]
    note(counts[0])


def test_junitparser(run, note):
    """junit.xml and junitparser of PyPI, where Python has it"""
    xunit2 = pytest.importorskip("junitparser.xunit2", reason="junitparser is not here")
    verdicts = run[1]
    document = xunit2.JUnitXml.fromfile(os.path.join(run[0], "run", "junit.xml"))
    cases = [case for suite in document for case in suite]
    assert len(cases) == len(verdicts), f"{len(cases)} cases"
    flaky = {case.name for case in cases if list(case.iterchildren(xunit2.FlakyFailure))}
    expected = {name for name, verdict in verdicts.items() if verdict == "FLAKY"}
    assert flaky == expected, f"flaky {sorted(flaky ^ expected)}"
    passed = {case.name for case in cases if case.is_passed}
    expected = {name for name, verdict in verdicts.items() if junit.JUNIT[verdict] in ("passed", "flaky")}
    assert passed == expected, f"passed {sorted(passed ^ expected)[:5]}"
    note(f"{len(cases)} cases, {len(flaky)} flaky")


def test_tap_py(points, note):
    """the TAP document and tap.py of PyPI, where Python has it"""
    parser = pytest.importorskip("tap.parser", reason="tap.py is not here")
    path, found = points
    lines = list(parser.Parser().parse_file(path))
    wrong = [line for line in lines if line.category == "unknown"]
    assert not wrong, str(wrong[0])
    told = [(line.ok, line.skip) for line in lines if line.category == "test"]
    assert told == [(good, directive == "SKIP") for good, directive in found.values()], "other verdicts"
    note(f"{len(told)} points")
