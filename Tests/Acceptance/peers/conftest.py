"""The tools of others, and the rows of the table of what works with what."""

import shutil
import tempfile

import pytest

from peers.boards import Boards
from peers.boot_roms import Place
from peers.tools import CannotInstall, Tools
from support.program import missing


@pytest.fixture(scope="session")
def tools(pytestconfig):
    """installed(ENVIRONMENT…): the Python tools of others, fetched where they are not here yet."""
    tools = Tools(pytestconfig.getoption("tools"))

    def installed(*names):
        for name in names:
            try:
                tools.install(name)
            except CannotInstall as problem:
                missing(str(problem))
        return tools

    return installed


@pytest.fixture
def row(record_property, request):
    """A row of the table: row(PEER, VERSION, DIRECTION, RESULT); the operation is the title."""
    def told(peer, version, direction, result="ok", operation=None):
        operation = operation or request.function.__doc__.partition("\n")[0]
        record_property("row", [peer, version, direction, operation, result])

    return told


@pytest.fixture(scope="class")
def boards(request, uwbrig):
    """The boards of the class's `rig`, which one process serves until its tests are over."""
    folder = tempfile.mkdtemp(prefix="uwbrig-boards-")
    served = Boards(uwbrig, folder, request.cls.rig)
    try:
        yield served.start()
    finally:
        served.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def place(uwbrig, tools):
    """The boards with chips' own bootloaders, and the tools for them."""
    with tempfile.TemporaryDirectory(prefix="uwbrig-bootroms-") as folder:
        made = Place(uwbrig, tools("nxp").path("nxp", ""), folder)
        yield made
        made.served.stop()
