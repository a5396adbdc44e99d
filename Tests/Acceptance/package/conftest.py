"""The Debian package of the program under test."""

import os
import subprocess

import pytest

from support.program import ROOT


@pytest.fixture(scope="session")
def package(uwbrig, pytestconfig):
    if uwbrig.path != os.path.join(ROOT, ".build", "release", "uwbrig"):
        pytest.skip("the package is made of the release program")
    folder = os.path.join(os.path.abspath(pytestconfig.getoption("out")), "package")
    made = subprocess.run(
        ["Packaging/package", folder], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()
