"""The page of what works with what: rows of the tests that let other tools and this program meet."""

import re

HEAD = ("Peer", "Version", "Direction", "Operation", "Result")
GUEST = "Linux in QEMU"

PAGE = """\
# What works with what

The tools of others and the virtual boards, this program's own programmers on the same boards, and the
images that both read.

## Overview

The table is written by `make test-peers`, which installs the tools, lets them identify, erase, write,
read and interrupt the virtual boards, and compares what the boards' flash holds with what was sent,
byte for byte. Each row comes from a run, with the version of the tool that was run.

{table}

The clients of pica are stand-ins: what they send and expect, packet by packet, as it was measured of
google/pica's own, in `Tests/Acceptance/peers/pica`; pica itself is a program in Rust that no registry
of these tests has.

Not verified against the tool, because it could not be had: nRF Util 7, J-Link Commander and probe-rs,
whose command lines and outputs are those of their makers' documentation, and pyOCD, whose command
lines were tried without a probe.
"""


def table(lines):
    return "\n".join(["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD), *lines])


def write(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.write(PAGE.format(table=table("| " + " | ".join(row) + " |" for row in rows)))


def differences(path, rows, whole):
    """What the page says otherwise, and then what needs no care."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    told = [line for line in page.splitlines() if line.startswith("| ")][1:]
    wrong, remarks = [], []
    if page != PAGE.format(table=table(told)):
        wrong.append("its words are not those of support/table.py")
    if not whole:
        kept = [line for line in told if GUEST not in line]
        if len(kept) < len(told):
            remarks.append(f"{len(told) - len(kept)} rows were not run again: they take --whole")
        told = kept

    def key(row):
        # A short run reads fewer files.
        cells = [re.sub(r"\d+ files", "files", cell) for cell in row]
        return tuple(cells[:1] + cells[2:])

    then = {key(row): row[1] for row in ([c.strip() for c in t.strip("|").split("|")] for t in told)}
    now = {key(row): row[1] for row in rows}
    wrong += [f"not in the page: {' | '.join(each)}" for each in now if each not in then]
    wrong += [f"no longer so: {' | '.join(each)}" for each in then if each not in now]
    versions = {(row[0], then[row], now[row]) for row in now if row in then and then[row] != now[row]}
    remarks += [f"the page has {peer} {old}, and this is {new}" for peer, old, new in sorted(versions)]
    return wrong, remarks
