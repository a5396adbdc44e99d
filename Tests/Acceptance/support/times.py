"""The program's limits of time, and what a run's journal says about them."""

from support.journal import Journal

FACTOR = 1.15
PER_INSTANCE = 0.020


def against_declared(path):
    """A run's time against what its cases declare: what is wrong, if anything, and a remark."""
    journal = Journal(path)
    declared, instances = journal.declared()
    assert instances, f"{path}: no case was started"
    limit = declared * FACTOR + instances * PER_INSTANCE
    took = journal.seconds()
    words = (
        f"{took:.2f} s for {instances} instances; allowed {limit:.2f} s = {FACTOR} x {declared:.2f} s "
        f"declared + {instances} x 20 ms")
    if took <= limit:
        return None, words
    longest = sorted(((took - declared, took, name) for name, declared, took in journal.spans()),
                     reverse=True)[:8]
    lines = [f"  {over:+8.3f} s  (took {took:.3f} s)  {name}" for over, took, name in longest]
    return "\n".join([f"too long: {words}", "  longest over their declared time:", *lines]), words


def repeated(path):
    """The instances that this machine kept from a verdict at first, as a remark."""
    names = sorted(Journal(path).repeated())
    return "\n".join([f"{len(names)} repeated at a quiet moment", *(f"  {name}" for name in names)])
