"""The judges are judged: of what a board can do wrong, the suites have to find 95 of 100."""

import os


def test_mutants(uwbrig, out, note):
    """95 of 100 mutants are found"""
    words = uwbrig.succeed("mutate", "--out", os.path.join(out, "mutate"), "--progress", "none")
    note(words.strip().splitlines()[-1])
