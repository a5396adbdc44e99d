"""The Debian package: made of the program under test, judged by lintian, used in systems without Swift.

Each system is new and has nothing but its base: the package is installed by apt, the program runs the
cases of the embedded rig, serves a board, looks at the machine, and goes without a trace.
"""

import os
import subprocess
import tempfile
import time

import pytest

from support.program import ROOT, need

# What a person would type, with the times that they would wait. The last lines look for what is left.
SCRIPT = r"""
set -eu
export HOME=/root DEBIAN_FRONTEND=noninteractive
test -z "$(command -v swift)"
apt-get install -y -qq /root/uwbrig.deb >/root/apt.log 2>&1 || { cat /root/apt.log; exit 1; }
grep '^uwbrig:' /root/apt.log
cd /root
uwbrig --version
before=$(date +%s)
uwbrig run --out /root/run --progress none
echo "seconds of the run: $(($(date +%s) - before))"
uwbrig virtual --uci-tcp 7000 >/root/served 2>&1 &
for attempt in $(seq 100); do grep -q ready /root/served && break; sleep 0.1; done
head -n 1 /root/served
kill $!
uwbrig doctor >/root/doctor 2>&1 || test $? -le 3
head -n 1 /root/doctor
test -s /usr/share/bash-completion/completions/uwbrig
test -s /usr/share/man/man1/uwbrig.1.gz || echo "manual pages are left out by this system"
test -s /usr/lib/udev/rules.d/60-uwbrig.rules
apt-get purge -y -qq uwbrig >/dev/null 2>&1
test ! -e /usr/bin/uwbrig
find / -xdev -name '*uwbrig*' -not -path '/root/*' -not -path '/proc/*' \
  -not -path '/var/log/*' -not -path '/var/cache/*'
echo "end of the script"
"""


UBUNTU_KEYS = "/usr/share/keyrings/ubuntu-archive-keyring.gpg"


@pytest.fixture(scope="session")
def package(uwbrig, pytestconfig):
    if uwbrig.path != os.path.join(ROOT, ".build", "release", "uwbrig"):
        pytest.skip("the package is made of the release program")
    folder = os.path.join(os.path.abspath(pytestconfig.getoption("out")), "package")
    made = subprocess.run(
        [".ci/package", folder], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def test_lintian(package):
    """lintian has nothing to say."""
    need("lintian", "lintian")
    said = subprocess.run(
        ["lintian", "--tag-display-limit", "0", "--fail-on", "error,warning", package],
        capture_output=True, text=True, timeout=300)
    assert (said.returncode, said.stdout) == (0, ""), said.stdout + said.stderr


def test_size(package):
    """The program has at most 36 MB, and needs no library of Swift."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
        program = os.path.join(folder, "usr", "bin", "uwbrig")
        libraries = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
        assert "swift" not in libraries and "Foundation" not in libraries, libraries
        size = os.path.getsize(program)
    print(f"size: {size / 1e6:.1f} MB")
    assert size <= 36_000_000, size


@pytest.mark.parametrize(
    "suite", ["bookworm", pytest.param("trixie", marks=pytest.mark.nightly),
              pytest.param("noble", marks=pytest.mark.nightly)])
def test_bare_system(package, suite):
    """It installs, runs within a minute, and goes."""
    need("mmdebstrap", "mmdebstrap")
    source = []
    if suite == "noble":
        # Not every Debian has the keys of Ubuntu; a system is made of signed packages alone.
        if not os.path.exists(UBUNTU_KEYS):
            pytest.skip(f"{UBUNTU_KEYS} is not here: the keys of Ubuntu's archive")
        source = ["http://archive.ubuntu.com/ubuntu"]
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "check.sh")
        with open(script, "w", encoding="utf-8") as file:
            file.write(SCRIPT)
        started = time.monotonic()
        made = subprocess.run(
            ["mmdebstrap", "--variant=minbase", "--format=null",
             f"--customize-hook=cp '{package}' \"$1\"/root/uwbrig.deb",
             f"--customize-hook=cp '{script}' \"$1\"/root/check.sh",
             "--customize-hook=chroot \"$1\" sh /root/check.sh",
             *([f"--keyring={UBUNTU_KEYS}", "--components=main,universe"] if source else []),
             suite, "/dev/null", *source],
            capture_output=True, text=True, timeout=900)
        print(f"seconds with the making of the system: {time.monotonic() - started:.0f}")
    said = made.stdout + made.stderr
    assert made.returncode == 0, said[-3000:]
    assert "groups plugdev and dialout" in said, said
    assert "ready" in said, said
    assert " PASS" in said and " FAIL" not in said, said
    seconds = int(said.split("seconds of the run: ")[1].split()[0])
    assert seconds < 60, seconds
    left = said.split("end of the script")[0].splitlines()
    assert not [line for line in left if line.startswith("/") and "uwbrig" in line], said
