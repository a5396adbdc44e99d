"""UCI boards that are no part of this program, each right with a habit or wrong in one way."""

import pytest

from . import uci
from .verdicts import finds, passes


def board(serving, device, name="mobile", role="controlee", position=None):
    place = f", position: [{position}, 0, 1]" if position is not None else ""
    return (
        f'  - {{name: {name}, firmware: uci, use: device, role: {role}, dialect: {device.dialect}{place},'
        f' link: "tcp://127.0.0.1:{serving.serve(device)}"}}')


def pair(serving, kind):
    """A healthy board and one of a kind that hears it, 3 m apart."""
    air = uci.Air(metres=3)
    return [
        board(serving, uci.Board(air), "anchor", "controller", 0),
        board(serving, kind(air), position=3),
    ]


@pytest.mark.parametrize("kind", uci.RIGHT, ids=lambda kind: kind.__name__)
def test_right(serving, judged, note, kind):
    """a right board has no FAIL"""
    note(passes(*judged([board(serving, kind())], "suite(uci) & !tag(slow)"), least=400))


@pytest.mark.parametrize("kind", uci.WRONG, ids=lambda kind: kind.__name__)
def test_wrong(serving, judged, note, kind):
    """a wrong board is found"""
    note(finds(*judged([board(serving, kind())], kind.during), kind.found_by))


def test_right_pair(serving, judged, note):
    """two right boards that hear each other have no FAIL"""
    note(passes(*judged(pair(serving, uci.Board), "suite(ranging)"), least=5))


def test_wrong_distance(serving, judged, note):
    """distances that are 40 cm too long are found where the positions are known"""
    kind = uci.LongDistances
    note(finds(*judged(pair(serving, kind), kind.during), kind.found_by))
