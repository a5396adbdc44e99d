"""The release workflow and what it calls.

No machine of a service is here: the workflow is read, every action in it is pinned, every program and
target that it calls exists, and the parts that need no tag are run.
"""

import os
import re
import subprocess

import yaml

from support.program import ROOT


def workflow():
    with open(os.path.join(ROOT, ".github/workflows/release.yml"), encoding="utf-8") as file:
        return yaml.safe_load(file)


def steps():
    return [step for job in workflow()["jobs"].values() for step in job["steps"]]


def release(*arguments):
    return subprocess.run(
        ["Packaging/release", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_workflow():
    """every action is pinned by its hash, and every script is one that bash can read"""
    for step in steps():
        _, _, version = step.get("uses", "").partition("@")
        assert re.fullmatch("(|[0-9a-f]{40})", version), f"{step['uses']} is not pinned by its hash"
        script = step.get("run", "")
        assert "${{" not in script, f"an expression stands in a script: {script}"
        read = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
        assert read.returncode == 0, read.stderr


def test_called():
    """what the workflow calls is in the repository"""
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
        targets = set(re.findall(r"^([a-z-]+):", file.read(), re.M))
    script = "\n".join(step.get("run", "") for step in steps())
    for name in re.findall(r"(?<![\w/])(?:\.ci|Packaging)/[\w-]+", script):
        assert os.access(os.path.join(ROOT, name), os.X_OK), f"{name} is no program"
    for name in re.findall(r"^make ([a-z-]+)", script, re.M):
        assert name in targets, f"make has no target {name}"


def test_architectures():
    """packages are built on machines of their own kind"""
    machines = {
        entry["arch"]: entry["machine"]
        for entry in workflow()["jobs"]["package"]["strategy"]["matrix"]["include"]}
    assert machines == {"amd64": "ubuntu-24.04", "arm64": "ubuntu-24.04-arm"}, machines


def test_notes():
    """the notes are the changelog's section"""
    done = release("--notes")
    assert done.returncode == 0 and done.stdout.startswith("### "), done.stdout + done.stderr


def test_version():
    """what is no version is refused"""
    done = release("--version", "main")
    assert done.returncode == 1 and "expected a tag such as v1.2.3" in done.stderr, done
