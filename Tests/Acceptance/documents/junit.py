"""junit.xml in the manner of Jenkins' plug-in, strictly in what it may hold."""

import re
import xml.etree.ElementTree as ElementTree

from documents.holding import agree, check

RERUN = {"message", "type"}, {"stackTrace", "system-out", "system-err"}
# Attributes and children of each element, as the Jenkins plug-in and Surefire have them.
DIALECT = {
    "testsuites": ({"name", "time", "tests", "failures", "errors", "skipped"}, {"testsuite"}),
    "testsuite": (
        {"name", "time", "tests", "failures", "errors", "skipped", "timestamp", "hostname", "id",
         "package", "group", "file"},
        {"properties", "testcase", "testsuite", "system-out", "system-err"},
    ),
    "properties": (set(), {"property"}),
    "property": ({"name", "value"}, set()),
    "testcase": (
        {"classname", "name", "time", "group", "file", "line"},
        {"properties", "skipped", "failure", "error", "rerunFailure", "rerunError", "flakyFailure",
         "flakyError", "system-out", "system-err"},
    ),
    "skipped": ({"message", "type"}, set()),
    "failure": ({"message", "type"}, set()),
    "error": ({"message", "type"}, set()),
    "rerunFailure": RERUN,
    "rerunError": RERUN,
    "flakyFailure": RERUN,
    "flakyError": RERUN,
    "stackTrace": (set(), set()),
    "system-out": (set(), set()),
    "system-err": (set(), set()),
}
TEXTS = {"failure", "error", "stackTrace", "system-out", "system-err", "skipped", "property"}
JUNIT = {"PASS": "passed", "FINDING": "passed", "FLAKY": "flaky", "SKIP": "skipped",
         "FAIL": "failed", "ERROR": "error", "INCONCLUSIVE": "error"}


def held(element):
    check(element.tag in DIALECT, f"<{element.tag}> is no element of the dialect")
    attributes, children = DIALECT[element.tag]
    for name in element.attrib:
        check(name in attributes, f"<{element.tag}> has no attribute {name}")
    for child in element:
        check(child.tag in children, f"<{child.tag}> may not stand in <{element.tag}>")
        held(child)
    if element.tag not in TEXTS:
        for text in [element.text, *(child.tail for child in element)]:
            check(not (text or "").strip(), f"text in <{element.tag}>: {text!r:.60}")


def seconds(text):
    """As Jenkins reads times: a number with a point, without thousands."""
    check(re.fullmatch(r"\d+(\.\d+)?", text or ""), f"time {text!r}")
    return float(text)


def outcome(case):
    kinds = [child.tag for child in case]
    ends = [kind for kind in kinds if kind in ("failure", "error", "skipped")]
    check(len(ends) <= 1, f"{case.get('name')} ends in {ends}")
    if "flakyFailure" in kinds or "flakyError" in kinds:
        check(not ends, f"{case.get('name')} is flaky and ends in {ends}")
        return "flaky"
    if "rerunFailure" in kinds or "rerunError" in kinds:
        check(ends in (["failure"], ["error"]), f"{case.get('name')} was run again and {ends}")
    return {"failure": "failed", "error": "error", "skipped": "skipped"}[ends[0]] if ends else "passed"


def junit(path, verdicts):
    root = ElementTree.parse(path).getroot()
    check(root.tag == "testsuites", f"the document is <{root.tag}>")
    held(root)
    found, keys, totals = {}, set(), {}
    for suite in root:
        cases = suite.findall("testcase")
        ends = [outcome(case) for case in cases]
        numbers = {"tests": len(ends), "failures": ends.count("failed"),
                   "errors": ends.count("error"), "skipped": ends.count("skipped")}
        for name, number in numbers.items():
            check(int(suite.get(name)) == number, f"{suite.get('name')}: {name} {suite.get(name)}")
            totals[name] = totals.get(name, 0) + number
        time = sum(seconds(case.get("time")) for case in cases)
        check(abs(seconds(suite.get("time")) - time) < 0.001, f"{suite.get('name')}: time")
        for case, end in zip(cases, ends):
            # Jenkins and GitLab know a case by these two.
            key = case.get("classname"), case.get("name")
            check(all(key) and key not in keys, f"{key} is there twice")
            keys.add(key)
            found[case.get("name")] = end
            for child in case:
                if child.tag in ("failure", "error", "skipped"):
                    check(child.get("message"), f"{key}: <{child.tag}> without a message")
                if child.tag in ("flakyFailure", "rerunFailure"):
                    check(child.findtext("stackTrace"), f"{key}: <{child.tag}> without a trace")
    for name, number in totals.items():
        check(int(root.get(name)) == number, f"{name} {root.get(name)}, counted {number}")
    agree("junit.xml", found, {name: JUNIT[verdict] for name, verdict in verdicts.items()})
    tags = {element.tag for element in root.iter()}
    check({"flakyFailure", "rerunFailure"} <= tags, "no case was run again")
    return len(found)
