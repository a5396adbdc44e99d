"""What the checks need of a run's journal (events.ndjson)."""

import json
import os


class Journal:
    def __init__(self, path):
        if os.path.isdir(path):
            path = os.path.join(path, "events.ndjson")
        self.path = path
        self.events = []
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith("\n"):
                    break  # a torn last line is no event
                try:
                    self.events.append(json.loads(line))
                except ValueError as error:
                    raise AssertionError(f"{path}:{number}: not JSON: {error}") from error

    def of(self, kind):
        return [event for event in self.events if event["kind"] == kind]

    @staticmethod
    def instance(event):
        """`id@board` or `id[parameter]@a+b`."""
        case, boards = event["case"], event.get("boards") or []
        if isinstance(boards, str):
            boards = [boards]
        return case if "@" in case or not boards else f"{case}@{'+'.join(boards)}"

    def verdicts(self):
        """The last verdict of each instance, with its reason: retries overwrite."""
        found = {}
        for event in self.of("case-finished"):
            found[self.instance(event)] = (event["verdict"], event.get("reason") or "")
        return found

    def repeated(self):
        """Instances with more than one attempt."""
        return {self.instance(event) for event in self.of("case-started") if event["attempt"] > 1}

    def finished(self):
        events = self.of("run-finished")
        return events[-1] if events else None

    def spans(self):
        """Instance, declared and taken time in seconds of every case that ran."""
        assert self.finished(), f"{self.path}: no run-finished: the run did not end properly"
        begun = {}
        for event in self.events:
            if event["kind"] == "case-started":
                begun[self.instance(event)] = event
            elif event["kind"] == "case-finished" and self.instance(event) in begun:
                start = begun.pop(self.instance(event))
                yield (self.instance(event), start.get("declared_us", 0) / 1e6,
                       (event["t_us"] - start["t_us"]) / 1e6)

    def seconds(self):
        """Lab time of all instances together: several run at a time."""
        return sum(took for _, _, took in self.spans())

    def declared(self):
        """Declared protocol time in seconds and number of the cases that were started."""
        started = self.of("case-started")
        without = [self.instance(event) for event in started if "declared_us" not in event]
        assert not without, f"{self.path}: case-started without declared_us: {without[0]}"
        return sum(event["declared_us"] for event in started) / 1e6, len(started)

    def counts(self):
        totals = {}
        for verdict, _ in self.verdicts().values():
            totals[verdict] = totals.get(verdict, 0) + 1
        return totals


def case_of(instance):
    return instance.split("@", 1)[0].split("[", 1)[0]


def compared(a, b):
    """Yields (instance, verdict of a, verdict of b, whether that may be so) where two runs differ.

    Verdicts may differ only where one side is SKIP and says why.
    """
    for instance in sorted(set(a) | set(b)):
        left, right = a.get(instance), b.get(instance)
        if left and right:
            if left[0] != right[0]:
                skips = [reason for verdict, reason in (left, right) if verdict == "SKIP"]
                yield instance, left, right, bool(skips and skips[0])
            continue
        # An instance on one side only: fine where the other side skipped the whole case, since a
        # case without its boards has no instances to name.
        there, other = (left, b) if left else (right, a)
        rest = [o for name, o in other.items() if case_of(name) == case_of(instance)]
        skipped = bool(rest) and all(v == "SKIP" and reason for v, reason in rest)
        may = skipped or (there[0] == "SKIP" and bool(there[1]))
        yield instance, left or ("-", ""), right or ("-", ""), may


def same_verdicts(one, other):
    """Holds two runs against each other; in how many instances they were compared."""
    a, b = Journal(one).verdicts(), Journal(other).verdicts()
    for path, verdicts in ((one, a), (other, b)):
        ran = any(verdict != "SKIP" for verdict, _ in verdicts.values())
        assert ran, f"{path}: no case ran, nothing to compare"
    differing = list(compared(a, b))
    wrong = [f"{name}: {' '.join(left)}; {' '.join(right)}" for name, left, right, may in differing
             if not may]
    assert not wrong, f"{len(wrong)} instances differ without a reason:\n" + "\n".join(wrong)
    return f"{len(set(a) | set(b))} instances compared, {len(differing)} differ with a reason"
