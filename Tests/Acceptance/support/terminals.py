"""The virtual boards of a rig behind terminals of one process, and runs on them in another."""

import os
import re
import tempfile

# What only a virtual board can have, and what only a virtual room can.
BOARD_ONLY_VIRTUAL = {"personality", "misbehaviour", "misbehaviours", "faults", "power", "radio"}
TOP_ONLY_VIRTUAL = {"room", "faults"}
KEY = re.compile(r"(?P<before> *(?:- +)?)(?P<key>[\w-]+):(?: +(?P<value>[^#]*))?")


class NotConvertible(Exception):
    pass


def behind_terminals(text, folder):
    """The rig of the same boards at FOLDER/<name>, in the time of this machine.

    Line by line, so that it needs nothing but Python itself: for rigs whose boards are mappings in
    block style that begin with their names, as those in Rigs/ are.
    """
    lines, boards, board, inner, dropped = [], 0, None, None, None
    in_boards = False
    for line in text.splitlines():
        found, is_text = KEY.match(line), line.strip() and not line.lstrip().startswith("#")
        indent = len(line) - len(line.lstrip(" "))
        if not is_text or (dropped is not None and indent > dropped):
            if not is_text:
                lines.append(line)
            continue
        dropped = None
        column = len(found["before"]) if found else indent
        if column == 0:
            in_boards = found is not None and found["key"] == "boards"
            if found and found["key"] in TOP_ONLY_VIRTUAL:
                dropped = 0
                continue
            line = re.sub(r"^time\s*:\s*virtual\b", "time: real", line)
        elif in_boards and line.lstrip().startswith("-") and (inner is None or column <= inner):
            if not found or found["key"] != "name":
                raise NotConvertible(f"a board does not begin with its name: {line.strip()!r}")
            board, inner = found["value"].strip(), column
        elif in_boards and found and column == inner:
            if found["key"] in BOARD_ONLY_VIRTUAL:
                dropped = inner
                continue
            if found["key"] == "link":
                if found["value"].strip() != "virtual":
                    raise NotConvertible(f"the link of {board} is {found['value']}, not 'virtual'")
                line = f'{found["before"]}link: "serial:{folder}/{board}"'
                boards += 1
        lines.append(line)
    if boards == 0:
        raise NotConvertible("no virtual board in block style")
    return "\n".join(lines) + "\n"


def over_terminals(uwbrig, rig, out, *arguments):
    """Serves the boards of a rig on terminals in one process and runs on them in another: how the run
    ended, with what the boards' process said where that went wrong."""
    with tempfile.TemporaryDirectory(prefix="uwbrig-terminals-") as work:
        server = uwbrig.virtual("--rig", rig, "--pty-dir", work)
        try:
            copy = os.path.join(work, "rig.yaml")
            with open(rig, encoding="utf-8") as file, open(copy, "w", encoding="utf-8") as real:
                real.write(behind_terminals(file.read(), work))
            done = uwbrig.ended("run", "--rig", copy, "--out", out, *arguments)
        finally:
            server.stop()
        if done.status != 0:
            done.errors += f"\nuwbrig virtual said:\n{server.said()}"
        return done
