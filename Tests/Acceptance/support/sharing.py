"""What several processes of pytest-xdist need, made by the first of them."""

import fcntl
import os
import shutil


def made_once(tmp_path_factory, name, make):
    """A folder that `make(FOLDER)` has filled, once in a session."""
    # Each process of pytest-xdist has a folder below that of the session.
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder = os.path.join(shared, name)
    with open(folder + ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(os.path.join(folder, "complete")):
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
            make(folder)
            open(os.path.join(folder, "complete"), "w", encoding="ascii").close()
    return folder
