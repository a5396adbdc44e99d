"""Puts the Python tools of others into virtual environments, for the scripts beside this one.

uv does it: it fetches side by side and links what it has fetched once, so that a second clone needs
no network and seconds. Where it is not on the machine it is installed beside the tools first.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading

UV = "uv==0.13.9"
ONCE = threading.Lock()


def version_of(command, pattern=r"\d+(?:\.\d+)+"):
    """What a tool of the system says that it is, for a table."""
    words = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ).stdout.decode("utf-8", "replace")
    found = re.search(pattern, words)
    return found[0] if found else "unknown"


def write_rows(path, rows):
    """Appends rows of peer, version, direction, operation and result to a table."""
    with open(path, "a", encoding="utf-8") as file:
        for row in rows:
            file.write("| " + " | ".join(row) + " |\n")


class CannotInstall(Exception):
    pass


def run(command, environment=None):
    result = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, **(environment or {})},
    )
    if result.returncode != 0:
        words = result.stdout.decode("utf-8", "replace")
        raise CannotInstall(f"{' '.join(command)}: status {result.returncode}\n{words[-2000:]}")


def uv(folder):
    """The program, from the machine or from FOLDER/uv."""
    found = shutil.which("uv")
    home = os.path.join(folder, "uv")
    own = os.path.join(home, "bin", "uv")
    with ONCE:
        if found or os.path.exists(own):
            return found or own
        pip = [sys.executable, "-m", "pip"]
        if importlib.util.find_spec("pip") is None:
            # Debian's python3 has none; python3-venv does.
            made = os.path.join(folder, "pip")
            run([sys.executable, "-m", "venv", made])
            pip = [os.path.join(made, "bin", "python"), "-m", "pip"]
        options = ["install", "--quiet", "--disable-pip-version-check", "--no-compile"]
        run([*pip, *options, "--no-deps", "--target", home, UV])
        return own


def provide(home, programs, packages, then=(), unchecked=()):
    """A virtual environment with packages, made anew unless it is whole; its folder of programs.

    Those in `then` are installed afterwards, since they do not agree with the others about what both
    stand on. Of those in `unchecked` only themselves are installed, whichever Python they say that
    they need.
    """
    bin = os.path.join(home, "bin")
    mark = os.path.join(home, "complete")
    wanted = "\n".join([*packages, *then, *unchecked])
    if os.path.exists(mark) and all(os.path.exists(os.path.join(bin, each)) for each in programs):
        with open(mark, encoding="utf-8") as file:
            if file.read() == wanted:
                return bin
    program = uv(os.path.dirname(home))
    python = os.path.join(bin, "python")
    # The roots of the system, as pip and curl have them.
    settings = {"UV_SYSTEM_CERTS": "1", "UV_HTTP_TIMEOUT": "180", "UV_NO_PROGRESS": "1"}
    run([program, "venv", "--quiet", "--clear", "--python", sys.executable, home], settings)
    install = [program, "pip", "install", "--quiet", "--python", python]
    if unchecked:
        run([*install, "--no-deps", "--python-version", "3.10", *unchecked], settings)
    for group in (packages, then):
        if group:
            run([*install, *group], settings)
    with open(mark, "w", encoding="utf-8") as file:
        file.write(wanted)
    return bin
