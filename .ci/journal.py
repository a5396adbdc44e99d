"""What the checks in this folder need of a journal (events.ndjson)."""

import json


class Journal:
    def __init__(self, path):
        self.path = path
        self.events = []
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith("\n"):
                    break  # a torn last line is no event
                try:
                    self.events.append(json.loads(line))
                except ValueError as error:
                    raise SystemExit(f"{path}:{number}: not JSON: {error}") from error

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

    def finished(self):
        events = self.of("run-finished")
        return events[-1] if events else None

    def seconds(self):
        """Lab time of all instances together: several run at a time."""
        if self.finished() is None:
            raise SystemExit(f"{self.path}: no run-finished: the run did not end properly")
        begun, total = {}, 0
        for event in self.events:
            if event["kind"] == "case-started":
                begun[self.instance(event)] = event["t_us"]
            elif event["kind"] == "case-finished":
                total += event["t_us"] - begun.pop(self.instance(event), event["t_us"])
        return total / 1e6

    def declared(self):
        """Declared protocol time in seconds and number of the cases that were started."""
        started = self.of("case-started")
        without = [self.instance(event) for event in started if "declared_us" not in event]
        if without:
            raise SystemExit(f"{self.path}: case-started without declared_us: {without[0]}")
        return sum(event["declared_us"] for event in started) / 1e6, len(started)

    def counts(self):
        totals = {}
        for verdict, _ in self.verdicts().values():
            totals[verdict] = totals.get(verdict, 0) + 1
        return totals
