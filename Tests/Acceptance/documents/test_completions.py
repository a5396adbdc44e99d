"""Completion in bash, zsh and fish, with the scripts that the program writes.

Each shell loads its script as an installed one does, and is asked what the Tab key offers.
"""

import os
import re
import shutil
import subprocess

import pytest

from support.program import missing, write

RIG = """version: 1
time: virtual
boards:
  - {name: cupboard, firmware: ni-accessory, link: virtual}
"""
PROJECT = "version: 1\nrig: bench.yaml\nprofiles:\n  night: {jobs: 1}\n"

# What is typed, what is offered among other things, and what is not.
OFFERS = [
    ("uwbrig ru", ["run"], ["report"]),
    ("uwbrig report sh", ["show"], ["list"]),
    ("uwbrig help ca", ["calibrate"], ["run"]),
    ("uwbrig run --prog", ["--progress"], ["--profile"]),
    ("uwbrig run --progress ", ["auto", "bar", "plain", "none"], ["bench.yaml"]),
    ("uwbrig run --rig be", ["bench.yaml"], ["bench.txt"]),
    ("uwbrig run -r be", ["bench.yaml"], ["bench.txt"]),
    ("uwbrig rig check be", ["bench.yaml"], ["bench.txt"]),
    ("uwbrig run N0", ["N01", "N02"], ["C01"]),
    ("uwbrig list access", ["accessory"], ["N01"]),
    ("uwbrig run --board cup", ["cupboard"], ["lock"]),
    ("uwbrig run --rig bench.yaml --board cup", ["cupboard"], ["lock"]),
    ("uwbrig inspect cup", ["cupboard"], ["lock"]),
    ("uwbrig run --profile n", ["night"], ["bench.yaml"]),
    ("uwbrig schema quar", ["quarantine"], ["waivers"]),
    ("uwbrig soak --faults no", ["noisy"], ["hostile"]),
    ("uwbrig virtual --framing co", ["cobs"], ["slip"]),
    ("uwbrig flash cupboard --method open", ["openocd"], ["pyocd"]),
    ("uwbrig report show la", ["latest"], ["list"]),
    ("uwbrig power cupboard cy", ["cycle"], ["reset"]),
]

# Where the program itself is asked; fish does so at a terminal alone.
ASKED = ["run N0", "list access", "--board cup", "inspect cup", "--profile n", "show la"]
STATIC = [offer for offer in OFFERS if not offer[0].endswith(tuple(ASKED))]

BASH = r"""
[ ! -e /usr/share/bash-completion/bash_completion ] || . /usr/share/bash-completion/bash_completion
. "$1"
line=$2
read -ra words <<<"$line"
case $line in *' ') words+=('') ;; esac
COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line}
function=$(complete -p uwbrig | sed 's/.*-F \([^ ]*\).*/\1/')
"$function" uwbrig "${words[COMP_CWORD]}" "${words[COMP_CWORD - 1]}" 2>/dev/null
printf '%s\n' "${COMPREPLY[@]}"
"""

# An interactive shell on a terminal of its own, in which Tab lists what there is and shows the line again.
ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=1000
zstyle ':completion:*' list-prompt ''; zstyle ':completion:*' menu no; unsetopt beep
bindkey '^I' list-choices; stty cols 200 rows 1000; echo BEG\"\"IN"
zpty -r shell part '*BEGIN*'
zpty -w -n shell "$2"$'\t'
line=${2%% }
# Behind the list the cursor goes up, to the line.
zpty -r shell part "*"$'\e'"\[*A*${(b)line}*"
print -r -- "BEGIN$part"
zpty -d shell
"""


@pytest.fixture(scope="module")
def place(uwbrig, module_folder):
    """A project, with the program on the PATH and its scripts beside it."""
    tools = os.path.join(module_folder, "tools")
    os.makedirs(tools)
    os.symlink(uwbrig.path, os.path.join(tools, "uwbrig"))
    for shell, name in [("bash", "uwbrig.bash"), ("zsh", "_uwbrig"), ("fish", "uwbrig.fish")]:
        write(tools, name, uwbrig.succeed("--generate-completion-script", shell))
    project = os.path.join(module_folder, "project")
    os.makedirs(project)
    write(project, "bench.yaml", RIG)
    write(project, "bench.txt", "no rig\n")
    write(project, "uwbrig.yaml", PROJECT)
    return tools, project


def offered(place, command):
    tools, project = place
    done = subprocess.run(
        command, cwd=project, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20,
        env={**os.environ, "PATH": tools + ":" + os.environ["PATH"], "TERM": "xterm", "HOME": project})
    return done.stdout + done.stderr


def check(text, line, wanted, unwanted, words):
    """Whether words are offered: `words` are the candidates of a shell's output."""
    for word in wanted:
        assert word in words, f"{line!r} does not offer {word}: {text[-800:]}"
    for word in unwanted:
        assert word not in words, f"{line!r} offers {word}: {text[-800:]}"


@pytest.mark.parametrize("line,wanted,unwanted", OFFERS, ids=[line for line, _, _ in OFFERS])
def test_bash(place, line, wanted, unwanted):
    """bash"""
    text = offered(place, ["bash", "-c", BASH, "bash", os.path.join(place[0], "uwbrig.bash"), line])
    check(text, line, wanted, unwanted, [word.strip() for word in text.splitlines()])


@pytest.mark.parametrize("line,wanted,unwanted", STATIC, ids=[line for line, _, _ in STATIC])
def test_fish(place, line, wanted, unwanted):
    """fish"""
    if shutil.which("fish") is None:
        missing("fish is not here: apt-get install fish")
    script = os.path.join(place[0], "uwbrig.fish")
    text = offered(place, ["fish", "-c", f"source {script}; complete -C {line!r}"])
    # A file may stand there with its folder.
    words = [word.split("\t")[0] for word in text.splitlines()]
    check(text, line, wanted, unwanted, words)


@pytest.mark.parametrize("line,wanted,unwanted", OFFERS, ids=[line for line, _, _ in OFFERS])
def test_zsh(place, line, wanted, unwanted):
    """zsh"""
    if shutil.which("zsh") is None:
        missing("zsh is not here: apt-get install zsh")
    text = offered(place, ["zsh", "-f", "-c", ZSH, "zsh", place[0], line])
    listed = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", " ", text.rpartition("BEGIN")[2])
    # The line itself stands before and behind the list.
    check(text, line, wanted, unwanted, listed.replace(line.strip(), " ").split())
