"""The TAP document by the rules of version 14."""

import re

from documents.holding import agree, check

POINT = re.compile(r"(not )?ok (\d+) - ((?:[^\\#]|\\.)*?)(?: # (SKIP|TODO)\b ?(.*))?")


def tap(path, verdicts):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    check(text.endswith("\n") and "\r" not in text, "the last line has no end")
    lines = text.split("\n")[:-1]
    check(lines[0] == "TAP version 14", f"the first line is {lines[0]!r}")
    plan = re.fullmatch(r"1\.\.(\d+)", lines[1])
    check(plan, f"the second line is {lines[1]!r}")
    found, inside = {}, False
    for number, line in enumerate(lines[2:], 3):
        if inside:
            check(line.startswith("  "), f"line {number} ends a block too early")
            inside = line != "  ..."
        elif line == "  ---":
            inside = True
        elif not line.startswith("#"):
            point = POINT.fullmatch(line)
            check(point, f"line {number} is {line!r:.80}")
            check(int(point[2]) == len(found) + 1, f"line {number}: {point[2]} is out of order")
            name = re.sub(r"\\(.)", r"\1", point[3])
            check(name not in found, f"line {number}: {name} is there twice")
            found[name] = (not point[1], point[4])
    check(not inside, "a block does not end")
    check(int(plan[1]) == len(found), f"the plan says {plan[1]}, there are {len(found)}")
    excused = {name for name, (_, directive) in found.items() if directive == "TODO"}
    check(excused, "nothing is excused")
    bad = ("FAIL", "ERROR", "INCONCLUSIVE")
    expected = {
        name: (verdict not in bad, "TODO" if name in excused else "SKIP" if verdict == "SKIP" else None)
        for name, verdict in verdicts.items()
    }
    agree("results.tap", found, expected)
    return found
