"""What the readers of a run's documents have in common."""


def check(good, text):
    assert good, text


def agree(what, found, expected):
    """Holds what a document says of each instance against what the journal does."""
    for name in sorted(set(found) ^ set(expected)):
        raise AssertionError(f"{what}: {name} is {'not ' if name in expected else ''}there")
    for name, value in expected.items():
        assert found[name] == value, f"{what}: {name} is {found[name]}, expected {value}"
