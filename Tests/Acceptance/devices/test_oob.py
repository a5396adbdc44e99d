"""Accessories for Android phones that are no part of this program, each right with a habit or wrong in one
way, beside a UCI board as the phone's radio."""

import os

import pytest

from support.program import ROOT, read, write

from . import oob_both, oob_faults, oob_subtle, uci
from .verdicts import chosen, every, finds, passes

# What a change is held to; all of them run each night.
RIGHT = []
WRONG = [
    oob_faults.PreambleAsBit, oob_faults.TailInVersionOne, oob_faults.BigEndianSession, oob_faults.HalfKey,
    oob_faults.RoleOfMode, oob_faults.StopsAll,
]


def bench(serving, device):
    """An accessory, and the radio of the phone beside it."""
    lines = [
        f'  - {{name: tag, firmware: ranging-oob, link: "tcp://127.0.0.1:{serving.serve(device)}",'
        f' framing: length16, claims: {{{device.claims}}}}}']
    radio = uci.Board(device.air)
    lines.append(
        f'  - {{name: phone, firmware: uci, use: helper, role: controller, dialect: {radio.dialect},'
        f' link: "tcp://127.0.0.1:{serving.serve(radio)}"}}')
    return lines


@pytest.mark.parametrize("kind", chosen(every("oob", "RIGHT"), RIGHT))
def test_right(serving, judged, note, kind):
    """a right accessory has no FAIL"""
    device = kind()
    note(passes(*judged(bench(serving, device), device.during), device.least))


@pytest.mark.parametrize("kind", chosen(every("oob", "WRONG"), WRONG))
def test_wrong(serving, judged, note, kind):
    """a wrong accessory is found"""
    device = kind()
    note(finds(*judged(bench(serving, device), device.during), device.found_by))


CAUSES = [
    (oob_faults.BigEndianSession, "SESSION_ID"), (oob_subtle.ShortSession, "SESSION_ID"),
    (oob_faults.PositiveSession, "SESSION_ID"), (oob_faults.ReversedPeer, "DEVICE_MAC_ADDRESS"),
    (oob_faults.ReversedSelf, "DST_MAC_ADDRESS"), (oob_faults.ReversedVendor, "VENDOR_ID"),
    (oob_faults.ReversedVector, "STATIC_STS_IV"), (oob_subtle.WholeStaticKeyReversed, "VENDOR_ID"),
    (oob_subtle.VendorOfApple, "VENDOR_ID"), (oob_faults.HalfKey, "SESSION_KEY"),
    (oob_subtle.KeyReversed, "SESSION_KEY"), (oob_faults.StaticAlways, "STS_CONFIG"),
    (oob_subtle.SixIsStatic, "STS_CONFIG"), (oob_faults.RoleOfMode, "DEVICE_TYPE"),
    (oob_subtle.NeverLeads, "DEVICE_TYPE"), (oob_faults.SlotsOfTwo, "SLOT_DURATION"),
    (oob_subtle.SlotsOfApple, "SLOT_DURATION"), (oob_faults.ManySlots, "SLOTS_PER_RR"),
    (oob_faults.NoHopping, "HOPPING_MODE"), (oob_faults.FixedInterval, "RANGING_DURATION"),
    (oob_faults.FixedPreamble, "PREAMBLE_CODE_INDEX"), (oob_subtle.PreambleFromZero, "PREAMBLE_CODE_INDEX"),
    (oob_subtle.ChannelNine, "CHANNEL_NUMBER"),
]


@pytest.mark.parametrize("kind,parameter", [
    pytest.param(kind, parameter, id=kind.__name__,
                 marks=() if kind is oob_faults.ReversedVendor else pytest.mark.nightly)
    for kind, parameter in CAUSES])
def test_cause(serving, judged, uwbrig, folder, kind, parameter):
    """what a wrong accessory gives its radio is named, by the verdict and by `explain`"""
    device = kind()
    _, journal = judged(bench(serving, device), device.during)
    reasons = [reason for verdict, reason in journal.verdicts().values() if verdict == "FAIL"]
    named = [reason for reason in reasons if f"; cause: phone has {parameter} " in reason]
    assert named, reasons
    told = uwbrig.ended("explain", "phone", "tag", "--run", os.path.join(folder, "out"))
    assert told.status == 1 and f"phone has {parameter} " in told.out.replace("\n", " "), told


def bench_of_both(serving, device):
    """An accessory for both kinds of phone, and the radios of two phones."""
    lines = [
        f'  - {{name: lock, firmware: [ni-accessory, ranging-oob], link: "tcp://127.0.0.1:{serving.serve(device)}",'
        f' framing: length16, claims: {{{device.claims}}}}}']
    for name in ["phone", "second-phone"]:
        radio = uci.Board(device.air)
        lines.append(
            f'  - {{name: {name}, firmware: uci, use: helper, role: controller, dialect: {radio.dialect},'
            f' link: "tcp://127.0.0.1:{serving.serve(radio)}"}}')
    return lines


@pytest.mark.nightly
def test_both(serving, judged, note):
    """an accessory for both kinds of phone has no FAIL in either suite"""
    device = oob_both.Both()
    note(passes(*judged(bench_of_both(serving, device), device.during), device.least))


@pytest.mark.parametrize("story,kind,words", [
    ("both-kinds", oob_both.Both, None), ("hand-over", oob_both.Both, None),
    ("hand-over", oob_both.FirstPhoneOnly, "hand-over"), ("hand-over", oob_both.GoesOnForApple, "silent")])
def test_story(serving, judged, folder, story, kind, words):
    """both kinds of phone with one accessory, in turns and from one to the other"""
    device = kind()
    text = read(ROOT, "Rigs", "scenarios", f"{story}.yaml").decode()
    # All stand three metres apart here.
    text = text.replace("metres: 2.9", "metres: 3").replace("metres: 2.5", "metres: 3")
    done, journal = judged(bench_of_both(serving, device), write(folder, "story.yaml", text))
    (verdict, reason), = journal.verdicts().values()
    assert verdict == ("FAIL" if words else "PASS") and (words or "") in reason, f"{verdict} {reason}\n{done}"
