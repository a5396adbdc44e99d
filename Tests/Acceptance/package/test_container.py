"""The image of *Containers*: built word for word from the page, and used as the page says.

Its base comes from Debian's archive by mmdebstrap, under the name that the page asks for, so that no
registry of images is needed. podman keeps all of it in a folder of the test.
"""

import os
import re
import shlex

import pytest

from support.program import ROOT, ended, need, write

pytestmark = pytest.mark.nightly

PAGE = os.path.join(ROOT, "Sources/Program/uwbrig/Documentation.docc/Containers.md")

# One board, served on the host and used in the container.
RIG = """\
version: 1
time: real
boards:
  - {name: anchor, firmware: uci, role: controller, use: device, link: %s}
"""

# A machine that is a container itself may neither raise limits nor share its control groups' tree as crun
# wants it: runc takes both.
SETTINGS = """\
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
"""


def blocks(language):
    """The texts of the page's blocks of a language."""
    with open(PAGE, encoding="utf-8") as page:
        return re.findall(rf"^```{language}\n(.*?)^```$", page.read(), re.M | re.S)


@pytest.fixture(scope="module")
def podman(package, module_folder):
    """A function that calls podman where the image has been built as `uwbrig`."""
    need("podman", "podman")
    need("runc", "runc")
    need("mmdebstrap", "mmdebstrap")
    settings = write(module_folder, "containers.conf", SETTINGS)
    environment = {**os.environ, "CONTAINERS_CONF": settings, "BUILDAH_ISOLATION": "chroot"}

    def call(*words, timeout=120):
        return ended(
            ["podman", "--root", f"{module_folder}/store", "--runroot", f"{module_folder}/run",
             "--storage-driver", "vfs", *words],
            timeout=timeout, cwd=module_folder, env=environment)

    base = os.path.join(module_folder, "base.tar")
    system = ended(["mmdebstrap", "--variant=minbase", "bookworm", base], timeout=600)
    assert system.status == 0, str(system)
    (recipe,) = blocks("dockerfile")
    assert recipe.startswith("FROM debian:bookworm-slim\n"), recipe
    imported = call("import", base, "docker.io/library/debian:bookworm-slim")
    assert imported.status == 0, str(imported)
    os.unlink(base)
    write(module_folder, "Containerfile", recipe)
    os.link(package, os.path.join(module_folder, os.path.basename(package)))
    made = call("build", "-t", "uwbrig", ".", timeout=600)
    assert made.status == 0, str(made)
    yield call
    # Files of a user namespace are podman's to remove.
    call("system", "reset", "--force")


def test_embedded_rig(podman):
    """the image runs the embedded rig, without a device"""
    done = podman("run", "--rm", "uwbrig", "run", "--progress", "none")
    assert done.status == 0 and " PASS" in done.out, str(done)


def test_whole_dev(podman, virtual, module_folder):
    """a serial port of the host is a board's link, where /dev is passed in as the page says"""
    (command,) = [block for block in blocks("sh") if "/dev:/dev" in block]
    words = shlex.split(command.replace("$PWD", module_folder).replace("\\\n", ""))
    assert words[:2] == ["docker", "run"] and words[-4:] == ["uwbrig", "run", "--rig", "bench.yaml"], words
    udev = words.index("/run/udev:/run/udev:ro")
    if not os.path.exists("/run/udev"):
        del words[udev - 1:udev + 1]
    # What stands for a ttyACM here is a pseudo-terminal.
    ports = os.path.join(module_folder, "ports")
    os.mkdir(ports)
    virtual("--rig", write(module_folder, "served.yaml", RIG % "virtual"), "--pty-dir", ports)
    port = os.path.realpath(os.path.join(ports, "anchor"))
    write(module_folder, "bench.yaml", RIG % f'"serial:{port}"')
    done = podman(*words[1:], "--progress", "none", "--out", "kept", "id(UC0*)")
    assert done.status == 0 and " PASS" in done.out, str(done)
    assert os.path.exists(os.path.join(module_folder, "kept", "events.ndjson")), "the run stays on the host"


def test_without_bluetooth(podman):
    """a container with a network of its own says how Bluetooth is had"""
    done = podman("run", "--rm", "uwbrig", "scan", "ble")
    assert done.status == 3 and "bus" in done.out, str(done)
