"""UCI boards that are no part of this program, each right with a habit or wrong in one way."""

import pytest

from . import uci, uci_faults, uci_later, uci_places, uci_subtle, uci_unasked
from .verdicts import chosen, every, finds, passes

# What a change is held to; all of them run each night.
RIGHT = [uci.WantsAllAtOnce, uci.VendorNotifications, uci.AsksAgain]
WRONG = [
    uci.HeaderBits, uci.TakesIdentifier, uci.OneRoundMore, uci.ForgetsConfiguration, uci.InfoChanges,
    uci_faults.SecondConnectionInfo, uci_faults.StatusWithReserved, uci_faults.SecondConnectionCapabilities,
    uci_faults.OtherHandle, uci_faults.MixesSegments, uci_subtle.LimitOnce, uci_subtle.EndsAt63,
    uci_subtle.CountsOneMore, uci_later.EndsTwice, uci_later.ChannelFiveIsSaid,
    uci_unasked.TransferUnasked, uci_unasked.ShortIds, uci_unasked.LimitOfAByte, uci_unasked.RetriesOneLess,
]


def board(serving, device, name="mobile", role="controlee", position=None):
    place = f", position: [{position}, 0, 1]" if position is not None else ""
    return (
        f'  - {{name: {name}, firmware: uci, use: device, role: {role}, dialect: {device.dialect}{place},'
        f' link: "tcp://127.0.0.1:{serving.serve(device)}"}}')


PAIR_CASES = "id(UR12) | id(UR13) | id(UR14) | id(UR16) | id(UR17) | id(UR18) | id(UR19) | id(UR30) | id(UR31)" \
    " | id(UR32) | id(UR38) | id(UW04)"


def pair(serving, kind):
    """A healthy board and one of a kind that hears it, 3 m apart; the kind is the controlee, or `leads`."""
    air = uci.Air(metres=3)
    boards = [getattr(kind, "beside", uci.Board)(air), kind(air)]
    if getattr(kind, "leads", False):
        boards.reverse()
    return [
        board(serving, boards[0], "anchor", "controller", 0),
        board(serving, boards[1], position=3),
    ]


@pytest.mark.parametrize("kind", chosen(every("uci", "RIGHT"), RIGHT))
def test_right(serving, judged, note, kind):
    """a right board has no FAIL"""
    note(passes(*judged([board(serving, kind())], kind.during), kind.least))


@pytest.mark.parametrize("kind", chosen(every("uci", "WRONG"), WRONG))
def test_wrong(serving, judged, note, kind):
    """a wrong board is found"""
    note(finds(*judged([board(serving, kind())], kind.during), kind.found_by))


def test_right_pair(serving, judged, note):
    """two right boards that hear each other have no FAIL"""
    note(passes(*judged(pair(serving, uci.Board), "suite(ranging)"), least=5))


@pytest.mark.nightly
def test_right_pair_of_uci(serving, judged, note):
    """two right boards that hear each other have no FAIL in the cases of two UCI boards either"""
    note(passes(*judged(pair(serving, uci.Board), PAIR_CASES), least=10))


def test_right_carriers(serving, judged, note):
    """two right boards that carry data for each other have no FAIL"""
    note(passes(*judged(pair(serving, uci_places.RightCarrier), "id(UD*)"), least=12))


@pytest.mark.parametrize("kind", chosen([uci.LongDistances] + every("uci", "PAIRS"), [uci.LongDistances]))
def test_wrong_pair(serving, judged, note, kind):
    """a wrong board is found beside one that it ranges with, where the positions are known"""
    note(finds(*judged(pair(serving, kind), kind.during), kind.found_by))
