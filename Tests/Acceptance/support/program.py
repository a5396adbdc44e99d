"""The program under test, and processes that end with the test that has started them."""

import json
import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


# Whether a tool that is not here fails the test, as it does in CI.
is_strict = bool(os.environ.get("CI"))


def missing(what):
    """Ends a test that needs `what`: on a machine of one's own it is left out, in CI it has failed."""
    import pytest  # which `make run` does without

    if is_strict:
        pytest.fail(f"missing: {what}", pytrace=False)
    pytest.skip(what)


def need(program, package):
    """The path of a program of the system."""
    path = shutil.which(program)
    if path is None:
        missing(f"{program} is not here: apt-get install {package}")
    return path


def write(folder, name, text):
    """A file with this text or these bytes; its path."""
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(text.encode() if isinstance(text, str) else text)
    return path


def read(*parts):
    with open(os.path.join(*parts), "rb") as file:
        return file.read()


BAD = re.compile(r"\s*(FAIL|ERROR|INCONCLUSIVE)\b")


class Ended:
    """How a process ended: its status and its words."""

    def __init__(self, command, status, out, errors=""):
        self.command, self.status, self.out, self.errors = command, status, out, errors

    def __str__(self):
        """What went wrong in the words of a run comes first, and then the end of all words."""
        words = self.out + self.errors
        bad = [line for line in words.splitlines() if BAD.match(line)][:12]
        return "\n".join([f"status {self.status}", *bad, f"from: {' '.join(self.command)}", words[-3000:]])


def ended(command, timeout=None, together=True, **options):
    """Runs a command to its end; what it says on both streams is one text, unless told apart."""
    command = [str(word) for word in command]
    options = {"stdin": subprocess.DEVNULL, **options}
    try:
        result = subprocess.run(
            command, stdout=subprocess.PIPE, timeout=timeout,
            stderr=subprocess.STDOUT if together else subprocess.PIPE, **options)
    except subprocess.TimeoutExpired as problem:
        words = (problem.stdout or b"").decode("utf-8", "replace")
        raise AssertionError(f"not done in {timeout} s: {' '.join(command)}\n{words[-2000:]}") from None
    words = [(text or b"").decode("utf-8", "replace") for text in (result.stdout, result.stderr)]
    return Ended(command, result.returncode, *words)


def succeed(command, status=0, **options):
    """The words of a command that ends with this status."""
    done = ended(command, **options)
    assert done.status == status, f"not {status}: {done}"
    return done.out


def end(process, patience=10):
    """Ends a process that may have ended already; whether it had to be killed."""
    try:
        process.terminate()
        process.wait(patience)
        return False
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True


class Program:
    def __init__(self, path):
        self.path = path

    def command(self, *arguments):
        return [self.path, *arguments]

    def ended(self, *arguments, **options):
        return ended(self.command(*arguments), **options)

    def succeed(self, *arguments, **options):
        return succeed(self.command(*arguments), **options)

    def virtual(self, *arguments, patience=10):
        return Virtual(self, arguments, patience)


class Virtual:
    """`uwbrig virtual` for as long as the test lives, also where the test is killed."""

    def __init__(self, program, arguments, patience):
        self.words = tempfile.TemporaryFile()
        self.is_over = False
        command = program.command("virtual", *arguments, "--with-parent")
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.words,
            start_new_session=True)  # what a terminal interrupts is the run, not its boards
        line = self._first_line(patience)
        if not line.startswith(b"ready {"):
            end(self.process)
            raise AssertionError(
                f"`{' '.join(command)}` was not ready within {patience} s; its first line: {line!r}\n"
                + self.said())
        self.ready = json.loads(line[len("ready "):])

    def _first_line(self, patience):
        line, deadline = b"", time.monotonic() + patience
        while not line.endswith(b"\n") and time.monotonic() < deadline:
            if select.select([self.process.stdout], [], [], 0.1)[0]:
                piece = os.read(self.process.stdout.fileno(), 65536)
                if not piece:
                    break
                line += piece
        return line

    def said(self):
        self.words.seek(0)
        return self.words.read().decode("utf-8", "replace")[-3000:]

    def stop(self):
        """SIGTERM, which it has to obey within 10 s and with a status that says so."""
        if self.is_over:
            return
        self.is_over = True
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        killed = end(self.process)
        self.process.stdin.close()
        self.process.stdout.close()
        assert not killed, "`uwbrig virtual` did not end within 10 s of SIGTERM"
        status = self.process.returncode
        assert status in (0, 143, -signal.SIGTERM), (
            f"`uwbrig virtual` ended with status {status}, not 143 or 0\n{self.said()}")

    def kill(self):
        """As if the power went: nothing is written any more."""
        self.is_over = True
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
