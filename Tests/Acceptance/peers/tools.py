"""The Python tools of others, each in a virtual environment that suits it: tools.py [FOLDER] installs all.

uv does it: it fetches side by side and links what it has fetched once, so that a second clone needs no
network and seconds. Where it is not on the machine it is installed beside the tools first.
"""

import fcntl
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
FOLDER = os.path.join(ROOT, "out", "tools")
UV = "uv==0.13.9"
ONCE = threading.Lock()

NRFUTIL = "nrfutil==6.1.7"
NRFUTIL_NEEDS = (
    "protobuf<4 pyserial click ecdsa crcmod pyyaml tqdm libusb1 piccata pc_ble_driver_py pyspinel antlib"
).split()


class CannotInstall(Exception):
    pass


def environment(programs, packages, then=(), unchecked=()):
    """Those in `then` are installed afterwards, since they do not agree with the others about what both
    stand on. Of those in `unchecked` only themselves are installed, whichever Python they ask for:
    nrfutil's own list of what it needs names versions that no Python of today can have."""
    return programs.split(), list(packages), list(then), list(unchecked)


ENVIRONMENTS = {
    "nrfutil": environment("nrfutil", [*NRFUTIL_NEEDS, "intelhex"], unchecked=[NRFUTIL]),
    "smp": environment("smpmgr imgtool", ["smpmgr==0.19.1", "smpclient==7.3.0", "imgtool==2.5.0"]),
    "labgrid": environment("labgrid-coordinator labgrid-exporter labgrid-client", ["labgrid==26.0.1"]),
    "nxp": environment("esptool blhost dk6prog", ["esptool==5.6.0", "spsdk==3.12.0"]),
    "images": environment(
        "nrfutil imgtool esptool",
        "imgtool==2.5.0 bincopy==20.1.1 intelhex==2.3.0 uf2utils==0.9.8 esptool==5.6.0".split(),
        NRFUTIL_NEEDS, [NRFUTIL]),
}


# What a stage of its own needs, and the others do not wait for.
SEPARATE = {
    "bumble": environment("python", ["bumble==0.0.236"]),
    "mcp": environment("python", ["mcp==2.3.0"]),
    "schemas": environment("check-jsonschema", ["check-jsonschema==0.39.0"]),
    # It carries axe-core, of which the page's tests want the one file.
    "axe": environment("python", [], unchecked=["axe-playwright-python==0.1.8"]),
}


def pinned(package):
    """The version of a package that all environments have."""
    for _, packages, _, unchecked in ENVIRONMENTS.values():
        for each in packages + unchecked:
            name, _, version = each.partition("==")
            if name == package and version:
                return version
    raise KeyError(package)


def version_of(*command):
    """What a tool of the system says that it is, for a table."""
    words = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ).stdout.decode("utf-8", "replace")
    found = re.search(r"\d+(?:\.\d+)+", words)
    return found[0] if found else "unknown"


def run(command, settings=None):
    result = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, **(settings or {})})
    if result.returncode != 0:
        words = result.stdout.decode("utf-8", "replace")
        raise CannotInstall(f"{' '.join(command)}: status {result.returncode}\n{words[-2000:]}")


class Tools:
    """The environments below one folder, installed when they are first asked for."""

    def __init__(self, folder=FOLDER):
        self.folder = os.path.abspath(folder)

    def path(self, environment, program):
        """A program of an environment."""
        return os.path.join(self.folder, environment, "bin", program)

    def install(self, name):
        """Makes an environment anew unless it is whole; its folder of programs."""
        home = os.path.join(self.folder, name)
        os.makedirs(self.folder, exist_ok=True)
        # Several processes may ask for the same at once.
        with open(home + ".lock", "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._provide(home, *{**ENVIRONMENTS, **SEPARATE}[name])
        return os.path.join(home, "bin")

    def _provide(self, home, programs, packages, then, unchecked):
        mark, wanted = os.path.join(home, "complete"), "\n".join([*packages, *then, *unchecked])
        if os.path.exists(mark):
            here = all(os.path.exists(os.path.join(home, "bin", each)) for each in programs)
            with open(mark, encoding="utf-8") as file:
                if here and file.read() == wanted:
                    return
        program = self._uv()
        # The roots of the system, as pip and curl have them.
        settings = {"UV_SYSTEM_CERTS": "1", "UV_HTTP_TIMEOUT": "180", "UV_NO_PROGRESS": "1"}
        run([program, "venv", "--quiet", "--clear", "--python", sys.executable, home], settings)
        python = os.path.join(home, "bin", "python")
        install = [program, "pip", "install", "--quiet", "--python", python]
        if unchecked:
            run([*install, "--no-deps", "--python-version", "3.10", *unchecked], settings)
        for group in (packages, then):
            if group:
                run([*install, *group], settings)
        with open(mark, "w", encoding="utf-8") as file:
            file.write(wanted)

    def _uv(self):
        """uv, from the machine or from FOLDER/uv."""
        found = shutil.which("uv")
        home = os.path.join(self.folder, "uv")
        own = os.path.join(home, "bin", "uv")
        with ONCE, open(home + ".lock", "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if found or os.path.exists(own):
                return found or own
            pip = [sys.executable, "-m", "pip"]
            if importlib.util.find_spec("pip") is None:
                # Debian's python3 has none; python3-venv does.
                made = os.path.join(self.folder, "pip")
                run([sys.executable, "-m", "venv", made])
                pip = [os.path.join(made, "bin", "python"), "-m", "pip"]
            options = ["install", "--quiet", "--disable-pip-version-check", "--no-compile"]
            run([*pip, *options, "--no-deps", "--target", home, UV])
            return own


def install_all(folder):
    """Installs every environment, side by side; whether all are there."""
    tools, problems = Tools(folder), []

    def install(name):
        try:
            tools.install(name)
        except CannotInstall as problem:
            problems.append(str(problem))

    threads = [threading.Thread(target=install, args=(name,)) for name in ENVIRONMENTS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for problem in problems:
        print(problem)
    return not problems


if __name__ == "__main__":
    sys.exit(0 if install_all(sys.argv[1] if sys.argv[1:] else FOLDER) else 1)
