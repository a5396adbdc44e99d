"""One guest for all tests with kits, which come and go in the order of these files.

A Debian kernel with its cdc_acm and ftdi_sio drivers, systemd-udevd, and the program run in the guest. The
kits are emulated here, down to their descriptors, and `uwbrig virtual` answers behind them.
"""

import os
import shutil
import tempfile

import pytest

from support.guest.bench import ANCHOR, MOBILE, Bench, boot
from support.guest.kits import OwnPort


@pytest.fixture(scope="session")
def bench(uwbrig, pytestconfig):
    """The guest. What it said on its console stays, with the journals of its runs."""
    out = os.path.join(os.path.abspath(pytestconfig.getoption("out")), "kits")
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    with tempfile.TemporaryDirectory(prefix="uwbrig-guest-") as work:
        server = uwbrig.virtual("--uci-tcp", "0")
        try:
            machine, release = boot(uwbrig, work, 120)
            try:
                yield Bench(uwbrig, machine, release, server.ready["uci"][0]["port"], out)
            finally:
                with open(os.path.join(out, "console"), "w", encoding="utf-8") as file:
                    file.write(machine.said())
                machine.end()
        finally:
            server.stop()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    """Says how much the guest's processor worked for a test: what other work here does not change."""
    machine = item.funcargs["bench"].machine
    before = machine.worked()
    yield
    item.user_properties.append(("note", f"{machine.worked() - before:.1f} s of the guest's processor"))


@pytest.fixture(autouse=True)
def answers(bench):
    if bench.machine.is_gone:
        pytest.fail("the guest has gone", pytrace=False)


@pytest.fixture(scope="session")
def anchor(bench):
    """The first board, not plugged in yet."""
    return OwnPort("anchor", ANCHOR, bench.backend)


@pytest.fixture(scope="session")
def mobile(bench):
    """The second board, not plugged in yet."""
    return OwnPort("mobile", MOBILE, bench.backend)


@pytest.fixture(scope="module")
def plugged(bench, anchor, mobile):
    """Both boards plugged in and under our rules, whichever tests have run before."""
    bench.ask("uwbrig udev check >/dev/null 2>&1 || uwbrig udev install")
    for number, kit in ((1, anchor), (2, mobile)):
        if not kit.attached:
            kit.plug(bench.machine.port(number))
        bench.until(f"[ -e /dev/uwbrig/{kit.serial}-if00 ]")
    bench.rig()
