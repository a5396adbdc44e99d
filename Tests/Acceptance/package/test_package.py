"""The Debian package: made of the program under test, judged by lintian, used in systems without Swift.

Each system is new and has nothing but its base: the package is installed by apt, the program runs the
cases of the embedded rig, serves a board, looks at the machine, and goes without a trace.
"""

import os
import subprocess
import tempfile
import time

import pytest

from support.program import need

# What a person would type, with the times that they would wait. The last lines look for what is left.
SCRIPT = r"""
set -eu
export HOME=/root DEBIAN_FRONTEND=noninteractive
test -z "$(command -v swift)"
start=$(date +%s)
apt-get install -y -qq /root/uwbrig.deb >/root/apt.log 2>&1 || { cat /root/apt.log; exit 1; }
grep '^uwbrig:' /root/apt.log
cd /root
uwbrig --version
before=$(date +%s)
uwbrig run --out /root/run --progress none
echo "seconds of the run: $(($(date +%s) - before))"
echo "seconds from apt: $(($(date +%s) - start)) to the end of the run"
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


# The systems that the package is for, and where each comes from. Debian's stand in the machine's own
# list of sources; those marked nightly come from another archive, which a change does not wait for.
DEBIAN = ["bookworm", "trixie"]
UBUNTU = ["jammy", "noble"]
UBUNTU_ARCHIVE = "http://archive.ubuntu.com/ubuntu"
UBUNTU_KEYS = "usr/share/keyrings/ubuntu-archive-keyring.gpg"
DEBIAN_KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


@pytest.fixture(scope="session")
def ubuntu_keys():
    """The keys of Ubuntu's archive: a system is made of signed packages alone. Where they are not
    installed they come from Debian 13, which has them as a package."""
    if os.path.exists("/" + UBUNTU_KEYS):
        yield "/" + UBUNTU_KEYS
        return
    with tempfile.TemporaryDirectory() as folder:
        yield keys_from_debian(folder)


def keys_from_debian(folder):
    # apt checks signatures as a user of its own, who has to reach them.
    os.chmod(folder, 0o755)
    for name in ["lists/partial", "cache/archives/partial"]:
        os.makedirs(os.path.join(folder, name))
    with open(os.path.join(folder, "sources"), "w", encoding="utf-8") as file:
        file.write(f"deb [signed-by={DEBIAN_KEYS}] http://deb.debian.org/debian trixie main\n")
    apt = ["apt-get", "-q", "-o", f"Dir::State::Lists={folder}/lists", "-o", f"Dir::Cache={folder}/cache",
           "-o", f"Dir::Etc::SourceList={folder}/sources", "-o", "Dir::Etc::SourceParts=/dev/null"]
    for words in ["update"], ["download", "ubuntu-keyring"]:
        subprocess.run([*apt, *words], cwd=folder, check=True, capture_output=True, timeout=300)
    package = next(name for name in os.listdir(folder) if name.endswith(".deb"))
    subprocess.run(["dpkg-deb", "--extract", package, "."], cwd=folder, check=True)
    return os.path.join(folder, UBUNTU_KEYS)


def test_lintian(package):
    """lintian has nothing to say."""
    need("lintian", "lintian")
    said = subprocess.run(
        ["lintian", "--tag-display-limit", "0", "--fail-on", "error,warning", package],
        capture_output=True, text=True, timeout=300)
    assert (said.returncode, said.stdout) == (0, ""), said.stdout + said.stderr


def test_size(package):
    """The program has at most 35 MB, and needs no library of Swift."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
        program = os.path.join(folder, "usr", "bin", "uwbrig")
        libraries = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
        assert "swift" not in libraries and "Foundation" not in libraries, libraries
        size = os.path.getsize(program)
    print(f"size: {size / 1e6:.1f} MB")
    assert size <= 35_000_000, size


@pytest.mark.parametrize("suite", DEBIAN)
def test_bare_debian(package, suite):
    """It installs, runs within a minute, and goes."""
    installs_and_goes(package, suite)


@pytest.mark.nightly
@pytest.mark.parametrize("suite", UBUNTU)
def test_bare_ubuntu(package, ubuntu_keys, suite):
    """It installs, runs within a minute, and goes."""
    installs_and_goes(
        package, suite, f"--keyring={ubuntu_keys}", "--components=main,universe",
        archive=UBUNTU_ARCHIVE)


def installs_and_goes(package, suite, *options, archive=None):
    need("mmdebstrap", "mmdebstrap")
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "check.sh")
        with open(script, "w", encoding="utf-8") as file:
            file.write(SCRIPT)
        started = time.monotonic()
        made = subprocess.run(
            ["mmdebstrap", "--variant=apt", "--format=null",
             f"--customize-hook=cp '{package}' \"$1\"/root/uwbrig.deb",
             f"--customize-hook=cp '{script}' \"$1\"/root/check.sh",
             "--customize-hook=chroot \"$1\" sh /root/check.sh",
             *options, suite, "/dev/null", *([archive] if archive else [])],
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
    for words in ["seconds of the run: ", "seconds from apt: "]:
        print(words + said.split(words)[1].split()[0])
