"""Devices of this folder, and the verdicts that a run on one has to have."""

import importlib
import os
import pkgutil

import pytest

from support.journal import case_of


def every(family, kinds):
    """The devices in the lists of one name, as WRONG, of the modules of a family, as `uci` and `uci_faults`."""
    modules = [
        importlib.import_module(f"{__package__}.{each.name}")
        for each in pkgutil.iter_modules([os.path.dirname(__file__)])
        if each.name.split("_")[0] == family]
    found = [kind for module in modules for kind in getattr(module, kinds, [])]
    # Parameters of which there are none would be a test that is skipped.
    assert found, f"no module of {family} has a list {kinds}"
    return found


def chosen(kinds, quick):
    """Devices as parameters; all but some are for the night."""
    return [
        pytest.param(kind, id=kind.__name__, marks=() if kind in quick else pytest.mark.nightly)
        for kind in kinds]


def give_cases(found_by, whole=(), watched=None):
    """Gives each device the cases and rules that find it, and those cases alone to run. Devices of `whole` run all
    of theirs; so do those that a rule of the frame watch finds, unless `watched` says which cases it watches."""
    for kind, cases in found_by.items():
        kind.found_by = cases
        judging = " | ".join(f"id({case})" for case in cases if not case.startswith("W"))
        is_watched = any(case.startswith("W") for case in cases)
        if kind not in whole and not (is_watched and watched is None):
            kind.during = judging or watched


def told(journal):
    return ", ".join(f"{count} {verdict}" for verdict, count in sorted(journal.counts().items()))


def passes(done, journal, least):
    """No case fails, and at least so many pass; a remark."""
    bad = {name: verdict for name, verdict in journal.verdicts().items()
           if verdict[0] not in ("PASS", "FLAKY", "FINDING", "SKIP")}
    lines = [f"  {name}: {verdict} {reason}" for name, (verdict, reason) in sorted(bad.items())]
    assert done.status == 0 and not bad, "\n".join([*lines, f"not 0: {done}"])
    assert journal.counts().get("PASS", 0) >= least, f"only {told(journal)}"
    return told(journal)


def finds(done, journal, cases):
    """One of some cases or rules fails; a remark."""
    failed = {case_of(name): reason for name, (verdict, reason) in journal.verdicts().items()
              if verdict == "FAIL"}
    found = [case for case in cases if case in failed]
    assert found, f"none of {', '.join(cases)} is FAIL; these are: {failed}\n{done}"
    assert done.status == 1, f"not 1: {done}"
    return f"{', '.join(found)}: {failed[found[0]]}"
