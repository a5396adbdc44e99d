"""What the acceptance tests share: the program under test, folders, boards that it serves."""

import os
import re
import shutil
import sys
import tempfile

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from peers.tools import FOLDER  # noqa: E402
from reporting import Reporter  # noqa: E402
from support import program  # noqa: E402
from support.program import ROOT, Program  # noqa: E402


def pytest_addoption(parser):
    group = parser.getgroup("uwbrig")
    group.addoption(
        "--program", help="the program under test (UWBRIG, or .build/release/uwbrig)",
        default=os.environ.get("UWBRIG") or os.path.join(ROOT, ".build", "release", "uwbrig"),
    )
    group.addoption(
        "--out", help="where runs are kept (out/acceptance)",
        default=os.path.join(ROOT, "out", "acceptance"),
    )
    group.addoption("--tools", help="where the tools of others are installed", default=FOLDER)
    group.addoption("--jlink", help="the virtual debug probe; beside the program otherwise")
    group.addoption("--whole", action="store_true", help="all seeds, images and boards, as each night")
    group.addoption("--seeds", type=int, help="how many seeds, instead of each test's own number")
    group.addoption("--first", type=int, help="the first seed, instead of each test's own")
    group.addoption("--loose", type=float, default=1, help="multiplies limits of time, when it is busy")
    group.addoption("--swift-built", action="store_true", help="the Swift tests are built already")
    group.addoption("--pictures", help="a folder for pictures of the page and a recording of a terminal")
    group.addoption("--strict-tools", action="store_true", help="a missing tool fails, as where CI is set")
    group.addoption("--table", help="writes the page of what works with what; needs --whole")
    group.addoption("--check-table", help="fails where that page no longer tells what was found")


def subjects():
    """Folders and modules: each is a marker, so that a stage can name what it runs."""
    for folder, _, files in sorted(os.walk(HERE)):
        tests = [name for name in files if re.fullmatch(r"test_\w+\.py", name)]
        if tests:
            yield from [os.path.basename(folder), *(name[5:-3] for name in sorted(tests))]


def pytest_configure(config):
    if config.getoption("table") and not config.getoption("whole"):
        raise pytest.UsageError("a table is written from a whole run alone: --whole --table FILE")
    program.is_strict = program.is_strict or config.getoption("strict_tools")
    for name in subjects():
        config.addinivalue_line("markers", f"{name}: the tests of that folder or file")
    # The processes of pytest-xdist leave the words to the one that has started them.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Reporter(config), "uwbrig-reporter")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for number, item in enumerate(items):
        *folders, module = os.path.relpath(item.path, HERE).split(os.sep)
        module = module[len("test_"):-len(".py")]
        for name in [*folders, module]:
            item.add_marker(name)
        # Those of a guest are one process's, which boots it once (--dist loadgroup).
        if folders and folders[0] in ("usb", "bluetooth"):
            item.add_marker(pytest.mark.xdist_group(folders[0]))
        words = (item.function.__doc__ or item.originalname).strip().partition("\n")[0]
        names = f" [{item.callspec.id}]" if hasattr(item, "callspec") else ""
        item.user_properties += [("title", f"{module}: {words}{names}"), ("index", number)]


@pytest.fixture(scope="session")
def uwbrig(pytestconfig):
    """The program under test."""
    path = os.path.abspath(pytestconfig.getoption("program"))
    if not os.access(path, os.X_OK):
        pytest.fail(f"no program {path}: `make program` builds it, `--program` names another", False)
    return Program(path)


@pytest.fixture(scope="session")
def whole(pytestconfig):
    return pytestconfig.getoption("whole")


@pytest.fixture
def note(record_property):
    """Says in brief how a check went, on its line."""
    return lambda words: record_property("note", words)


@pytest.fixture
def folder():
    """A folder that goes with the test."""
    path = tempfile.mkdtemp(prefix="uwbrig-")
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="module")
def module_folder():
    """A folder that goes with the tests of a file."""
    path = tempfile.mkdtemp(prefix="uwbrig-")
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="module")
def out(request, pytestconfig):
    """An empty folder for the runs of a file, which stays."""
    # Each process of pytest-xdist has its own.
    name = request.module.__name__ + os.environ.get("PYTEST_XDIST_WORKER", "")
    path = os.path.join(os.path.abspath(pytestconfig.getoption("out")), name.removeprefix("test_"))
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


@pytest.fixture
def seeds(pytestconfig):
    """How many seeds from which on: those of the command line, or these."""
    def chosen(count, first=1):
        count_, first_ = pytestconfig.getoption("seeds"), pytestconfig.getoption("first")
        return count if count_ is None else count_, first if first_ is None else first_

    return chosen


@pytest.fixture
def loose(pytestconfig):
    return pytestconfig.getoption("loose")


@pytest.fixture
def virtual(uwbrig):
    """Serves virtual boards until the test is over: virtual(ARGUMENT…)."""
    served = []

    def start(*arguments):
        served.append(uwbrig.virtual(*arguments))
        return served[-1]

    yield start
    for one in served:
        one.stop()
