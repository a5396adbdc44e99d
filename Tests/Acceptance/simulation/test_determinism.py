"""A seed is a run: same seed, same journal to the byte; another seed, another order.

Each seed draws a sample of the cases (with --whole: takes them all) and runs it in two processes with
different output directories, time zones and terminal widths. For one seed in ten the sample is run a
third time with another seed, and the order of its events must come out different.
"""

import concurrent.futures
import filecmp
import itertools
import json
import os
import random
import shutil
import time

from support.journal import Journal

SEEDS, SAMPLE, WORKERS, LIMIT = 200, 6, 2, 120
# Statuses of a run that went as it should: all fine, or (4) nothing in the sample applies.
ACCEPTABLE = {0, 4}
PLACES = [("UTC", "80"), ("Asia/Kathmandu", "213"), ("America/St_Johns", "40")]


def case_ids(uwbrig):
    document = json.loads(uwbrig.succeed("list", "--json", together=False))
    assert document.get("schema") == "uwbrig.list/1", f"unexpected schema {document.get('schema')!r}"
    ids = sorted(case["id"] for case in document["cases"])
    assert ids, "uwbrig list --json names no case"
    return ids


def run(uwbrig, work, seed, chosen, place, label):
    out = os.path.join(work, f"{label}-{seed}-{'x' * (7 * place + 1)}")
    arguments = ["run", "--seed", str(seed), "--out", out, "--progress", "none"]
    if chosen is not None:
        arguments.append("|".join(f"id({case})" for case in chosen))
    zone, columns = PLACES[place]
    done = uwbrig.ended(*arguments, env=dict(os.environ, TZ=zone, COLUMNS=columns))
    assert done.status in ACCEPTABLE, f"seed {seed}: {done}"
    return os.path.join(out, "events.ndjson"), done.status


def order(path):
    """What happened in which order, without times and contents."""
    keys = ("kind", "case", "board", "dir")
    return [
        tuple(str(event.get(key)) for key in keys)
        for event in Journal(path).events
        if event["kind"] != "run-started"
    ]


def first_difference(a, b):
    with open(a, "rb") as left, open(b, "rb") as right:
        pairs = itertools.zip_longest(left, right, fillvalue=b"(nothing)")
        for number, (one, other) in enumerate(pairs, 1):
            if one != other:
                return f"line {number}:\n  {one.decode().rstrip()}\n  {other.decode().rstrip()}"
    return None


def world(uwbrig, folder, ids, seed):
    """Returns (runs, cases started, whether another seed gave another order or None)."""
    chosen = None if ids is None else sorted(random.Random(seed).sample(ids, min(SAMPLE, len(ids))))
    work = os.path.join(folder, str(seed))
    os.mkdir(work)
    try:
        a, status = run(uwbrig, work, seed, chosen, 0, "a")
        b, status_b = run(uwbrig, work, seed, chosen, 1, "b")
        assert status == status_b, f"seed {seed}: statuses {status} and {status_b}"
        assert filecmp.cmp(a, b, shallow=False), (
            f"seed {seed}: two journals of one seed differ, {first_difference(a, b)}\n"
            f"  filter: {chosen}")
        started = len(Journal(a).of("case-started"))
        if seed % 10 != 0 or started == 0:
            return 2, started * 2, None
        c, _ = run(uwbrig, work, seed + 1_000_000, chosen, 2, "c")
        return 3, started * 3, order(a) != order(c)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def test_seed_is_a_run(uwbrig, folder, seeds, whole, note):
    """same seed, same journal to the byte; another seed, another order"""
    count, first = seeds(SEEDS)
    ids = case_ids(uwbrig)
    start = time.monotonic()
    runs = cases = empty = 0
    orders, problems = [], []
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        worlds = [
            pool.submit(world, uwbrig, folder, None if whole else ids, seed)
            for seed in range(first, first + count)]
        for future in concurrent.futures.as_completed(worlds):
            try:
                did, started, differs = future.result()
            except AssertionError as problem:
                problems.append(str(problem))
                if len(problems) >= 5:
                    pool.shutdown(cancel_futures=True)
                    break
                continue
            runs += did
            cases += started
            empty += started == 0
            orders += [] if differs is None else [differs]
    seconds = time.monotonic() - start
    what = "all cases" if whole else f"samples of {SAMPLE} of {len(ids)} cases"
    note(
        f"{count} seeds, {what}: {runs} worlds with {cases} case instances = {runs / seconds:.1f} "
        f"worlds/s, {cases / seconds:.0f} instances/s; {empty} seeds drew no case that runs on the "
        f"default rig; another order in {sum(orders)} of {len(orders)} comparisons")
    assert not problems, "\n".join(problems)
    assert cases, "no case ran: nothing was proved"
    assert count < 10 or any(orders), "the order never changed with the seed"
    assert whole or count > SEEDS or seconds <= LIMIT, f"{seconds:.0f} s; allowed {LIMIT} s"
