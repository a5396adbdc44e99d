"""Live runs are killed at random moments, and nothing that was said is lost.

A run on pseudo-terminals in real time is given SIGKILL after a random time. Then: every verdict that was
printed stands in the journal; `uwbrig report` makes JUnit, CTRF, TAP and HTML of it that parse, agree
with each other, and are marked as interrupted; and the next run on the same rig has its first verdict
within 5 s.
"""

import json
import os
import random
import re
import signal
import subprocess
import time
import xml.etree.ElementTree

from support.program import ROOT

RUNS, LONGEST = 20, 4.0
RIG = os.path.join(ROOT, "Rigs", "loopback-pty.yaml")
FILTER = "suite(accessory) & !tag(slow)"
VERDICT = re.compile(r"^(PASS|FAIL|ERROR|INCONCLUSIVE|FLAKY|FINDING|SKIP)\s+(\S+)")


def start(uwbrig, out):
    return subprocess.Popen(
        uwbrig.command("run", FILTER, "--rig", RIG, "--out", out, "--progress", "plain"),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def kill_after(uwbrig, out, seconds):
    """Runs, kills, and gives what was printed; None where the run was faster."""
    process = start(uwbrig, out)
    os.set_blocking(process.stderr.fileno(), False)
    said, end = b"", time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        said += process.stderr.read() or b""
        time.sleep(0.001)
    if process.poll() is not None:
        return None
    process.send_signal(signal.SIGKILL)
    process.wait()
    os.set_blocking(process.stderr.fileno(), True)
    said += process.stderr.read()
    # A line that the kill has cut is no verdict yet.
    return said.decode("utf-8", "replace").rpartition("\n")[0].splitlines()


def finished(path):
    """The instances that the journal has the end of, by counts."""
    counts = {}
    with open(path, "rb") as journal:
        for line in journal:
            try:
                event = json.loads(line)
            except ValueError:
                assert not line.endswith(b"\n"), f"a line that is whole and no JSON: {line!r}"
                continue
            if event["kind"] == "case-finished":
                name = event["case"] + "@" + "+".join(event["boards"])
                counts[(event["verdict"], name)] = counts.get((event["verdict"], name), 0) + 1
    return counts


def check_documents(uwbrig, out):
    documents = out + "-documents"
    answer = uwbrig.ended("report", out, "--out", documents, "--json", together=False)
    assert answer.status == 0, f"report: {answer}"
    report = json.loads(answer.out)
    assert report["interrupted"] is True and report["status"] is None, "not marked as interrupted"
    total = sum(report["counts"].values())
    junit = xml.etree.ElementTree.parse(os.path.join(documents, "junit.xml")).getroot()
    # A run without any case has one test case that says so.
    assert len(junit.findall(".//testcase")) == max(1, total), "JUnit has other cases"
    with open(os.path.join(documents, "ctrf.json"), encoding="utf-8") as file:
        ctrf = json.load(file)["results"]
    assert ctrf["summary"]["tests"] == total == len(ctrf["tests"]), "CTRF has other cases"
    with open(os.path.join(documents, "results.tap"), encoding="utf-8") as file:
        tap = file.read().splitlines()
    assert tap[1] == f"1..{total}", f"TAP plans {tap[1]}, and there are {total}"
    assert tap[-1].startswith("Bail out!"), "TAP does not bail out"
    with open(os.path.join(documents, "report.html"), encoding="utf-8") as file:
        page = file.read()
    assert page.rstrip().endswith("</html>"), "the page is cut"
    assert "interrupted" in page, "the page does not say that the run was interrupted"
    return total


def check_next(uwbrig, out):
    begun = time.monotonic()
    process = start(uwbrig, out)
    try:
        for line in process.stderr:
            if match := VERDICT.match(line.decode("utf-8", "replace")):
                took = time.monotonic() - begun
                assert match.group(1) != "ERROR", f"the next run: {line!r}"
                if match.group(1) == "SKIP":
                    continue
                assert took < 5, f"the next run has its first verdict after {took:.1f} s"
                return took
        raise AssertionError("the next run has no verdict")
    finally:
        process.kill()
        process.wait()


def once(uwbrig, out, seconds):
    """The instances in the documents of a killed run, and how long the next one took; None where the
    run was faster than its killer."""
    said = kill_after(uwbrig, out, seconds)
    if said is None:
        return None
    if not os.path.exists(os.path.join(out, "events.ndjson")):
        return 0, check_next(uwbrig, out + "-next")
    journal = finished(os.path.join(out, "events.ndjson"))
    for line in said:
        if match := VERDICT.match(line):
            key = (match.group(1), match.group(2))
            assert journal.get(key, 0) > 0, f"printed and not in the journal: {line}"
            journal[key] -= 1
    return check_documents(uwbrig, out), check_next(uwbrig, out + "-next")


def test_killed(uwbrig, folder, seeds, note):
    """killed runs: their journals and documents, and the next run"""
    runs, seed = seeds(RUNS)
    chance, results, problems = random.Random(seed), [], []
    for number in range(runs):
        seconds = chance.uniform(0.0, LONGEST)
        try:
            result = once(uwbrig, os.path.join(folder, str(number)), seconds)
        except AssertionError as problem:
            problems.append(f"after {seconds:.3f} s: {problem}")
            continue
        results += [result] if result else []
    note(
        f"{len(results)} of {runs} runs killed, {sum(cases for cases, _ in results)} instances in their "
        f"documents; the next run had its first verdict after "
        f"{max((took for _, took in results), default=0):.2f} s at most")
    assert not problems, "\n".join(problems)
    assert results, "no run was killed: nothing was proved"
