#!/usr/bin/env python3
"""Writes the journal of a long run: the same for the same arguments.

    journal.py FOLDER [--instances 10000] [--events 300000] [--failed N] [--virtual]

The folder is a run directory afterwards (`run.json`, `events.ndjson`), as `uwbrig report` reads it:
eight boards that work side by side, every verdict in it, one instance in fifty that failed, with
measurements, steps and frames of real protocols, and some texts that mean harm.
"""

import argparse
import json
import os
import random

HOSTILE = '<script>alert(1)</script>\x1b[31m\u202e"&\'<b>'
SUITES = ["accessory", "uci", "ranging", "phone"]
ACCESSORY = [
    ("out", "0a"),
    ("in", "0101000100040000000100010002001000424242424200000101"),
    ("out", "0b" + "00" * 30),
    ("in", "02"),
    ("out", "0c"),
    ("in", "03"),
]
UCI = [
    ("out", "20020000"),
    ("in", "4002000b000100020001000100010000"),
    ("out", "2100000501000000" + "00"),
    ("in", "4100000100"),
    ("in", "6102000601000000" + "0000"),
    ("out", "2201000401000000"),
    ("in", "4201000100"),
    (
        "in",
        "6200003100000000010000000000c8000000000100000000000000000000000000000100000000"
        "0000640000000000000000000000" + "00" * 4,
    ),
]
VERDICTS = {0: "FAIL", 1: "ERROR", 2: "INCONCLUSIVE", 3: "FINDING", 4: "SKIP"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder")
    parser.add_argument("--instances", type=int, default=10_000)
    parser.add_argument("--events", type=int, default=300_000)
    parser.add_argument("--failed", type=int, help="how many instances failed; one in fifty otherwise")
    parser.add_argument("--virtual", action="store_true")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    chance = random.Random(7)
    boards = [(f"lock-{n}", "ni-accessory") for n in range(4)]
    boards += [(f"anchor-{n}", "uci") for n in range(4)]
    counts = {}
    time = 0
    written = 0

    with open(os.path.join(options.folder, "events.ndjson"), "w", encoding="utf-8") as file:

        def emit(kind, **fields):
            nonlocal time, written
            time += chance.randrange(20, 900)
            written += 1
            line = {"t_us": time, "kind": kind, **fields}
            file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n")

        emit("run-started", schema="uwbrig.events/1", version="0.1.0", seed=7, rig="generated")
        for name, firmware in boards:
            emit(
                "board-opened",
                board=name,
                identity=f"{firmware} {name}" if name != "lock-3" else HOSTILE,
                virtual=options.virtual,
                reason="",
                firmware=firmware,
                dialect="fira2" if firmware == "uci" else "",
            )
        # All but two lines for each instance, and the lines about the run as a whole.
        left = max(4 * options.instances, options.events - written - 1 - 2 * options.instances)
        for number in range(options.instances):
            inner = left // options.instances + (number < left % options.instances)
            name, firmware = boards[number % len(boards)]
            case = f"{SUITES[number % 4]}.case-{number // len(boards)}"
            instance = f"{case}@{name}"
            verdict = VERDICTS.get(number % 250, "PASS")
            if options.failed and number % 250 > 4 and number % max(1, options.instances // options.failed) == 7:
                verdict = "FAIL"
            emit(
                "case-started",
                case=case,
                boards=[name],
                attempt=1,
                suite=SUITES[number % 4],
                title=f"What the case with the number {number} is about",
                requirement="The device answers the message that asks for it within one second.",
                source="accessory protocol §2.3",
                tags=["generated"],
                reproduce=f"uwbrig run 'id({case}) & board({name})' --rig bench.yaml --seed 7",
            )
            frames = ACCESSORY if firmware == "ni-accessory" else UCI
            for step in range(inner):
                if step == 0:
                    emit("step", text="sends what the requirement is about", instance=instance)
                elif step == inner - 2:
                    emit(
                        "measurement",
                        name="distance" if firmware == "uci" else "answer time",
                        value=round(chance.gauss(2.0, 0.05), 4),
                        unit="m" if firmware == "uci" else "ms",
                        limits={"min": 1.5, "max": 2.5},
                        instance=instance,
                    )
                elif step == inner - 1:
                    good = verdict != "FAIL"
                    emit(
                        "assertion",
                        requirement="the answer is the one that was asked for",
                        ok=good,
                        expected="UWB_DID_STOP (0x03)",
                        got="UWB_DID_STOP (0x03)" if good else HOSTILE,
                        instance=instance,
                    )
                else:
                    direction, digits = frames[(step - 1) % len(frames)]
                    emit("frame", board=name, dir=direction, hex=digits)
            reason = {
                "PASS": "",
                "SKIP": "not claimed: background",
                "FINDING": "offers 1.1 only",
            }.get(verdict, f"no answer came {HOSTILE}")
            counts[verdict] = counts.get(verdict, 0) + 1
            emit(
                "case-finished",
                case=case,
                boards=[name],
                verdict=verdict,
                reason=reason,
                **{"class": "required"},
                duration_us=chance.randrange(1000, 90_000),
            )
        emit("run-finished", counts=counts, status=1)

    with open(os.path.join(options.folder, "run.json"), "w", encoding="utf-8") as file:
        record = {
            "schema": "uwbrig.run/1",
            "id": "20261121-013000-1a2b",
            "version": "0.1.0",
            "host": "generated",
            "arguments": ["run"],
            "started": "2026-11-21T01:30:00Z",
        }
        json.dump(record, file, indent=2)
    print(f"{options.folder}: {options.instances} instances, {written} events")


if __name__ == "__main__":
    main()
