"""What the recipes for CI services run.

The GitHub action, the GitLab template and the systemd units are read, and their scripts and command
lines are run here with the program, in a folder of their own, as far as a machine without those services
can: the status of the program has to come through, the files have to be where the recipe looks for them,
and every flag has to be one that the program takes.
"""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree

import pytest
import yaml

from peers.tools import CannotInstall, Tools
from support.program import ROOT, ended, missing, succeed, write


def load(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return yaml.safe_load(file)


def shell(program, script, place, variables):
    environment = {"PATH": os.environ["PATH"], "HOME": place, **variables}
    return subprocess.run(
        [program, "-e", "-c", script],
        cwd=place, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)


@pytest.mark.parametrize("schema,path", [
    ("github-workflows", ".github/workflows/release.yml"),
    ("github-actions", ".github/actions/uwbrig/action.yml"),
    ("gitlab-ci", ".gitlab/uwbrig.yml"),
])
def test_schema(schema, path, pytestconfig):
    """the files of GitHub and GitLab keep to the published schemas"""
    try:
        programs = Tools(pytestconfig.getoption("tools")).install("schemas")
    except CannotInstall as problem:
        missing(str(problem))
    succeed([
        os.path.join(programs, "check-jsonschema"), "--builtin-schema", f"vendor.{schema}",
        os.path.join(ROOT, path)])


def test_github(uwbrig, folder):
    """the GitHub action"""
    action = load(".github/actions/uwbrig/action.yml")
    assert action["runs"]["using"] == "composite", "the action is not composite"
    inputs = {name: str(about["default"]) for name, about in action["inputs"].items()}
    assert inputs["base"] == "${{ github.event.pull_request.base.sha }}"
    inputs["base"] = ""
    for step in action["runs"]["steps"]:
        _, _, version = step.get("uses", "").partition("@")
        assert re.fullmatch("(|[0-9a-f]{40})", version), f"{step['uses']} is not pinned by its hash"
    step = action["runs"]["steps"][0]
    assert "${{" not in step["run"], "an input stands in the script itself"
    for given, status in (
        ({"filter": "N01", "partition": "slice:1/2", "arguments": "--retries 1"}, 0),
        ({"filter": "no-such-case"}, 2),
        ({"filter": "N01 & !all()"}, 4),
    ):
        place = tempfile.mkdtemp(dir=folder)
        values = {**inputs, "program": uwbrig.path, **given}
        variables = {"GITHUB_ACTIONS": "true"}
        for file in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"):
            variables[file] = os.path.join(place, file)
        for name, text in step["env"].items():
            for key, value in values.items():
                text = text.replace("${{ inputs.%s }}" % key, value)
            assert "${{" not in text, f"{name}: {text} is no input"
            variables[name] = text
        done = shell("bash", step["run"], place, variables)
        assert done.returncode == status, f"{given}: {done.returncode}: {done.stdout[-400:]}"
        with open(variables["GITHUB_OUTPUT"], encoding="utf-8") as file:
            assert f"status={status}" in file.read().splitlines(), "no status in the outputs"
        if status == 0:
            out = os.path.join(place, values["out"])
            for name in ("junit.xml", "ctrf.json", "results.tap", "report.html", "events.ndjson"):
                assert os.path.exists(os.path.join(out, name)), f"no {name}"
            assert "::group::" in done.stdout, "no group in the log"
            assert os.path.getsize(variables["GITHUB_STEP_SUMMARY"]) > 0, "no summary"


def test_gitlab(uwbrig, folder):
    """the GitLab template"""
    job = load(".gitlab/uwbrig.yml")[".uwbrig"]
    script = "\n".join(job["script"])
    for given, status in (
        ({"UWBRIG_FILTER": "N01"}, 0),
        ({"UWBRIG_FILTER": "N01 | N02", "CI_NODE_TOTAL": "2", "CI_NODE_INDEX": "2"}, 0),
        ({"UWBRIG_FILTER": "N01", "UWBRIG_ARGUMENTS": "--no-such-flag"}, 2),
    ):
        place = tempfile.mkdtemp(dir=folder)
        variables = {**job["variables"], "GITLAB_CI": "true", "UWBRIG": uwbrig.path, **given}
        done = shell("sh", script, place, variables)
        assert done.returncode == status, f"{given}: {done.returncode}: {done.stdout[-400:]}"
        if status == 0:
            path = job["artifacts"]["reports"]["junit"]
            path = path.replace("$UWBRIG_OUT", variables["UWBRIG_OUT"])
            xml.etree.ElementTree.parse(os.path.join(place, path))


RIG = """version: 1
boards:
  - {name: lock, firmware: ni-accessory, link: "exec:touch started; exec false"}
limits: {reopen: 10ms}
"""


def git(place, *words):
    return subprocess.run(
        ["git", "-c", "user.name=n", "-c", "user.email=e", *words],
        cwd=place, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


@pytest.mark.parametrize("changes", [True, False])
@pytest.mark.parametrize("recipe", ["github", "gitlab"])
def test_programs_of_a_change(uwbrig, folder, recipe, changes):
    """a rig file that a pull request changed runs no program, any other does"""
    place = tempfile.mkdtemp(dir=folder)
    git(place, "init", "--quiet")
    write(place, "bench.yaml", RIG.replace("lock", "tag") if changes else RIG)
    git(place, "add", "bench.yaml")
    git(place, "commit", "--quiet", "-m", "before")
    base = git(place, "rev-parse", "HEAD")
    write(place, "bench.yaml", RIG)
    if recipe == "github":
        action = load(".github/actions/uwbrig/action.yml")
        variables = {
            "PROGRAM": uwbrig.path, "FILTER": "N01", "RIG": "bench.yaml", "PARTITION": "",
            "ARGUMENTS": "", "OUT": "out", "BASE": base, "GITHUB_OUTPUT": os.path.join(place, "o")}
        done = shell("bash", action["runs"]["steps"][0]["run"], place, variables)
    else:
        job = load(".gitlab/uwbrig.yml")[".uwbrig"]
        variables = {
            **job["variables"], "UWBRIG": uwbrig.path, "UWBRIG_FILTER": "N01",
            "UWBRIG_RIG": "bench.yaml", "CI_MERGE_REQUEST_DIFF_BASE_SHA": base}
        done = shell("sh", "\n".join(job["script"]), place, variables)
    assert (done.returncode == 2) == changes, f"{done.returncode}: {done.stdout[-400:]}"
    assert os.path.exists(os.path.join(place, "started")) != changes, done.stdout[-400:]


@pytest.fixture(scope="module")
def units(uwbrig, module_folder):
    """The systemd units with this program in them: their paths and command lines."""
    folder, paths, commands = os.path.join(ROOT, "systemd"), [], []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        for line in text.splitlines():
            if line.startswith(("ExecStart=", "ExecStopPost=")):
                commands.append(shlex.split(line.partition("=")[2]))
        paths.append(write(module_folder, name, text.replace("/usr/local/bin/uwbrig", uwbrig.path)))
    return paths, commands


def test_systemd_commands(uwbrig, folder, units):
    """the command lines of the systemd units"""
    _, commands = units
    assert commands, "the units run nothing"
    rig = os.path.join(ROOT, "Rigs", "loopback.yaml")
    for command in commands:
        words = [rig if word == "/etc/uwbrig/rig.yaml" else word for word in command[1:]]
        if words[0] == "fleet":
            # It serves until it is ended, and its tests are those of the fleet: here the options alone.
            known = uwbrig.succeed(*words[:2], "--help")
            assert all(word in known for word in words if word.startswith("--")), known
            continue
        uwbrig.succeed(*words, *(["N01"] if words[0] == "run" else []), cwd=folder)


def test_systemd_units(units):
    """the systemd units, where the machine has systemd-analyze"""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here")
    done = ended(["systemd-analyze", "verify", "--man=no", *units[0]], together=False)
    about = [line for line in done.errors.splitlines() if "uwbrig-nightly" in line]
    # A machine that tests need not have the user.
    about = [line for line in about if "user" not in line.lower()]
    assert not about, "\n".join(about)


def test_systemd_hardening(units):
    """the services reach boards and their locks, and little else"""
    services = [path for path in units[0] if path.endswith(".service")]
    assert len(services) >= 2
    for service in services:
        with open(service, encoding="utf-8") as file:
            lines = file.read().splitlines()
        assert "SupplementaryGroups=plugdev dialout" in lines, service
        assert "ReadWritePaths=-/run/lock" in lines, service
        if shutil.which("systemd-analyze") is None:
            continue
        done = ended(["systemd-analyze", "security", "--offline=true", "--threshold=30", service])
        assert done.status == 0, f"{done}"
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here")
