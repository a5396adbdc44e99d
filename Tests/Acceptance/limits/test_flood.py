"""Boards that never stop to send: what they send is not kept."""

import os
import socket
import subprocess
import threading

import pytest

from support.program import write

FLOODS = {
    "zeros": bytes(65536), "the beginning of a message": b"\x06\x09" + b"A" * 65534,
    "lines of base64": (b"\x06\x09" + b"AAAA" * 30 + b"\n") * 500,
}


@pytest.fixture
def flooding():
    """Serves a port on which the same bytes come without end; its number."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve(words):
        def flood():
            try:
                link, _ = listener.accept()
                while True:
                    link.sendall(words)
            except OSError:
                pass
        threading.Thread(target=flood, daemon=True).start()
        return listener.getsockname()[1]

    yield serve
    listener.close()


@pytest.mark.parametrize("kind", FLOODS)
def test_inspect(uwbrig, folder, flooding, note, kind):
    """`inspect` of a board that floods ends, and takes less than 100 MB"""
    rig = write(folder, "rig.yaml", (
        "version: 1\nname: flood\ntime: real\nboards:\n  - {name: one, firmware: mcuboot-smp,"
        f' link: "tcp://127.0.0.1:{flooding(FLOODS[kind])}"}}\n'))
    process = subprocess.Popen(
        [uwbrig.path, "inspect", "one", "--rig", rig], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 3
    note(f"{usage.ru_maxrss / 1024:.0f} MB")
    assert usage.ru_maxrss < 100 * 1024
