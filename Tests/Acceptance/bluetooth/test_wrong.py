"""Accessories that are wrong in one way on the air, which no other carrier shows: the cases that are about it
fail, the others pass."""

import pytest

from bluetooth.conftest import LOCK
from bluetooth.test_carrier import verdicts

pytestmark = pytest.mark.nightly
# Service, properties, notifications, parts, the smallest MTU, encryption, value, refresh, bonds, a second
# connection, messages that mean nothing.
CASES = "id(L01)|id(L02)|id(L04)|id(L05)|id(L06)|id(L08)|id(L09)|id(L10)|id(L14)|id(M05)|id(R03)|id(N01)"


def failures(bench, name, cases):
    bench.rig(board=LOCK.replace("LINK", f"ble:name={name},service=nus").replace("Lock", name))
    text, events, _ = bench.run(cases, status=1)
    found = verdicts(events)
    assert set(found.values()) <= {"PASS", "FAIL"}, text
    return {case for case, verdict in found.items() if verdict == "FAIL"}, text


@pytest.mark.parametrize("name,expected", [
    ("Unasked", {"L04"}), ("Cuts", {"L06"}), ("Open", {"L08"}), ("Named", {"L09", "L10"}),
    ("Stale", {"L09", "L10"}), ("Leaves", {"R03"}), ("Holds", {"R03"})])
def test_found(bench, name, expected):
    """It notifies unasked, cuts silently at a small MTU, is read without encryption, gives an old value or
    another, hangs up or is silent after what it does not know."""
    found, text = failures(bench, name, CASES)
    assert found == expected, text


@pytest.mark.parametrize("name,case,others", [
    ("Deaf", "L01", ()), ("Mute", "L02", ()), ("Splits", "L05", ()), ("Refuses", "N01", ()),
    ("Once", "M05", ("N01",)), ("Forgets", "L14", ("N01", "L08"))])
def test_named(bench, name, case, others):
    """Without RX, without notifications, in two parts, refusing, for one connection alone, without its bond
    after a reset: hardly anything works, and the case that is about it is among what fails."""
    found, text = failures(bench, name, "|".join(f"id({each})" for each in (case, *others)))
    assert case in found and not found & set(others), text
