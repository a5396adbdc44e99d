"""What the program may take on any machine; the figures are told either way.

The best of several runs counts, since other work on the machine can only make one longer.
"""

import os
import time

TARGET, LIMIT = 2.0, 5.0


def test_virtual_time(uwbrig, folder, note):
    """the default rig in simulated time, from exec to exit: 2 s is the target, 5 s the limit"""
    best = None
    for attempt in (1, 2):
        start = time.monotonic()
        uwbrig.succeed("run", "--out", os.path.join(folder, str(attempt)))
        seconds = time.monotonic() - start
        best = seconds if best is None else min(best, seconds)
        if best < TARGET:
            break
    note(f"{best:.3f} s" + ("" if best < TARGET else f"; the target of {TARGET:.0f} s is missed"))
    assert best < LIMIT, f"{best:.3f} s; allowed {LIMIT:.0f} s"
