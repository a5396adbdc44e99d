"""The tutorial, typed word for word.

Every block of commands of the page is given to a shell as it stands, in an empty folder, with the
program under test; only the installation is left out, and the port is a free one. What the page says of
the outcome is what has to come: a case that passes, one that fails with status 1, and passes after the fix.
"""

import os
import re
import shlex
import socket
import subprocess
import time

from support.program import ROOT

PAGE = os.path.join(ROOT, "Sources/Program/uwbrig/Documentation.docc/Tutorial.md")


def blocks():
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    found = re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)
    return [block for block in found if not re.search(r"apt install|^make ", block, re.M)]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def test_tutorial(uwbrig, folder):
    """the tutorial leads where it says, in less than ten minutes"""
    tools = os.path.join(folder, "bin")
    os.makedirs(tools)
    with open(os.path.join(tools, "uwbrig"), "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec {shlex.quote(uwbrig.path)} "$@"\n')
    os.chmod(file.name, 0o755)
    script = ["set -m", "trap 'kill $(jobs -p) 2>/dev/null' EXIT"]
    for number, block in enumerate(blocks()):
        script += [f"echo '== block {number}'", block, "echo \"== status $?\""]
        if re.search(r"&\s*$", block):
            script.append("sleep 1")
    text = "\n".join(script).replace("7000", str(free_port()))
    place = os.path.join(folder, "home")
    os.makedirs(place)
    began = time.monotonic()
    done = subprocess.run(
        ["bash", "-c", text], cwd=place, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=600,
        env={**os.environ, "PATH": tools + ":" + os.environ["PATH"], "COLUMNS": "100"})
    took = time.monotonic() - began
    print(f"the tutorial took {took:.0f} s")
    parts = dict(re.findall(r"^== block (\d+)\n(.*?)^(?=== block|\Z)", done.stdout, re.M | re.S))
    told = {block: parts[str(number)] for number, block in enumerate(blocks())}

    def ending(command, last=False):
        found = [text for block, text in told.items() if command in block]
        assert found, f"no block of the tutorial has {command!r}"
        text = found[-1 if last else 0]
        return text, int(re.findall(r"^== status (\d+)$", text, re.M)[-1])

    text, status = ending("uwbrig run N01\n")
    assert status == 0 and "2 cases: 2 PASS" in text, text
    text, status = ending("uwbrig rig check bench.yaml")
    assert status == 0 and "bench.yaml: ok: 1 board (mine), time real" in text, text
    text, status = ending("uwbrig run N01 --rig bench.yaml")
    assert status == 0 and "1 case: 1 PASS" in text, text
    text, status = ending("uwbrig run 'C18[29]'")
    assert status == 1 and re.search(r"^FAIL +C18\[29\]@mine", text, re.M), text
    assert re.search(r"^ +again +uwbrig run ", text, re.M), text
    text, status = ending("uwbrig run 'C18[29]'", last=True)
    assert status == 0 and "1 case: 1 PASS" in text, text
    text, status = ending("suite(accessory)")
    assert status in (0, 1) and " PASS" in text and " SKIP" in text, text
