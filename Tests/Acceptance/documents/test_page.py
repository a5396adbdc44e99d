"""The page of a run in a headless Chromium.

A journal is generated that holds every verdict, two hundred failures and texts that mean harm; `uwbrig
report` makes the page of it. It has to load without an error and without asking for anything, at 390 and at
1280 pixels, in light and dark; nothing may scroll sideways; verdicts, filters, links, order and keys have to
work; what a board says has to be text; axe may find nothing serious; and without scripts every verdict has
to be there.
"""

import glob
import json
import os
import re
import sys

import pytest

from documents.browser import Browser
from peers.tools import CannotInstall, Tools
from support.program import ROOT, missing, succeed, write

HOSTILE = "<script>alert(1)</script>\\u{1b}[31m\\u{202e}\"&'<b>"

SHOWN = """(() => {
  const rows = [...document.querySelectorAll("table.all tr[data-v]")];
  const seen = rows.filter((row) => row.checkVisibility());
  return {all: rows.length, seen: seen.length, verdicts: [...new Set(seen.map((row) => row.dataset.v))].sort(),
    boards: [...new Set(seen.map((row) => row.dataset.b))], times: seen.map((row) => Number(row.dataset.t)),
    told: document.querySelector(".find [role=status]").textContent};
})()"""

# Rows and marks beyond the first few, which are made like them: axe looks at each.
ALIKE = (
    "table.all > tbody > tr:nth-child(n+30), .case:nth-of-type(n+8), .member:nth-of-type(n+5),"
    " #_timeline a:nth-of-type(n+40), .place tr:nth-child(n+4) .what-happened, .heat tr:nth-child(n+20),"
    " .figures tr:nth-child(n+20)")

SETTLED = "new Promise((then) => setTimeout(() => requestAnimationFrame(() => then(true)), 200))"


class Page:
    def __init__(self, uwbrig, folder, instances):
        self.instances = instances
        run, self.path = os.path.join(folder, "run"), os.path.join(folder, "report.html")
        succeed([
            sys.executable, os.path.join(ROOT, "Benchmarks", "journal.py"), run, "--instances",
            str(instances), "--events", str(instances * 30), "--failed", str(instances // 10)])
        uwbrig.succeed("report", run, "--html", self.path)
        self.browser = Browser(os.path.join(folder, "profile"))

    def choose(self, name, value):
        self.browser.value(
            f"(() => {{ const form = document.querySelector('form.find'); const field = form.elements.{name};"
            f"field.value = {json.dumps(value)};"
            "field.dispatchEvent(new Event('input', {bubbles: true})); })()")
        self.browser.value(SETTLED)
        return self.browser.value(SHOWN)

    def check_width(self, width):
        """What must hold at any width; when it was painted first."""
        took = self.browser.load(self.path, width)
        said = self.browser.complaints()
        assert not said, "\n".join(said)
        wide = self.browser.value("document.documentElement.scrollWidth")
        assert wide <= width, f"scrolls sideways: {wide} px wide"
        # Details that are closed have widths too once they are open.
        self.browser.value("document.querySelectorAll('details').forEach((d) => d.open = true)")
        wide = self.browser.value("document.documentElement.scrollWidth")
        assert wide <= width, f"scrolls sideways with all open: {wide} px wide"
        painted = self.browser.value(
            "performance.getEntriesByName('first-contentful-paint').map((e) => e.startTime)[0]")
        return took, (painted or 0) / 1000


@pytest.fixture(scope="module", params=[2_000, pytest.param(10_000, marks=pytest.mark.nightly)])
def page(request, uwbrig, module_folder):
    """The page of a run with this number of instances, in a browser."""
    folder = os.path.join(module_folder, str(request.param))
    os.mkdir(folder)
    made = Page(uwbrig, folder, request.param)
    yield made
    made.browser.end()


@pytest.fixture(scope="module")
def room(uwbrig, module_folder):
    """The page of a real run on boards that stand in a room and range."""
    folder = os.path.join(module_folder, "room")
    os.mkdir(folder)
    write(folder, "rig.yaml", """\
version: 1
name: room
time: virtual
boards:
  - {name: lock, firmware: ni-accessory, link: virtual, misbehaviour: never-starts, position: [1, 2, 1]}
  - {name: good, firmware: ni-accessory, link: virtual, claims: {acd: "1.1"}, position: [4, 5, 1]}
  - {name: initiator, firmware: uci, role: controller, link: virtual, position: [0, 0, 1]}
  - {name: responder, firmware: uci, role: controlee, link: virtual, position: [3, 1, 1.5]}
room:
  obstacles:
    - {box: [[2, 0.2, 0], [2.4, 1.8, 2.5]], attenuation: 12}
""")
    done = uwbrig.ended(
        "run", "id(C0*) | id(N1*) | suite(ranging)", "--rig", "rig.yaml", "--out", "run", "--progress", "none",
        "--durations", "3", cwd=folder)
    assert done.status == 1, f"not 1: {done}"
    browser = Browser(os.path.join(folder, "profile"))
    browser.load(os.path.join(folder, "run", "report.html"), 1280)
    yield browser, done, folder
    browser.end()


@pytest.fixture(scope="module")
def axe(pytestconfig):
    """The text of axe-core."""
    try:
        programs = Tools(pytestconfig.getoption("tools")).install("axe")
    except CannotInstall as problem:
        missing(f"axe-core cannot be installed: {problem}")
    found = glob.glob(os.path.join(os.path.dirname(programs), "**", "axe.min.js"), recursive=True)
    assert found, "the package of axe-core holds no axe.min.js"
    with open(found[0], encoding="utf-8") as file:
        return file.read()


@pytest.mark.parametrize("width", [390, 1280])
def test_width(page, width, loose, pytestconfig, note):
    """loads without a complaint, asks for nothing, does not scroll sideways, is painted at once"""
    took, painted = page.check_width(width)
    size = os.path.getsize(page.path)
    note(f"loaded in {took:.2f} s, first paint {painted:.2f} s, {size / 1e6:.1f} MB")
    pictures = pytestconfig.getoption("pictures")
    if pictures:
        for scheme in ("light", "dark"):
            page.browser.media(scheme)
            page.browser.load(page.path, width)
            page.browser.picture(os.path.join(pictures, f"page-{width}-{scheme}.png"), 2400)
        page.browser.media()
    assert page.instances > 2_000 or size < 3e6, f"{size} bytes"
    # Of a busy machine twice the second that a quiet one takes.
    limit = (1 if page.instances <= 2_000 else 2) * 2 * loose
    assert painted <= limit, f"{painted:.2f} s; allowed {limit} s"


def test_verdicts(page):
    """a verdict that is clicked shows its cases alone, and once more all of them"""
    page.browser.load(page.path, 1280)
    chip = "document.querySelector('.chip[data-verdict=FAIL]')"
    page.browser.value(chip + ".click()")
    page.browser.value(SETTLED)
    some = page.browser.value(SHOWN)
    assert some["verdicts"] == ["FAIL"], some["verdicts"]
    assert some["told"] == f"{some['seen']} of {page.instances} cases"
    assert page.browser.value(chip + ".getAttribute('aria-pressed')") == "true"
    seen = page.browser.value(
        "[...document.querySelectorAll('.case')].filter((c) => c.checkVisibility()).map((c) => c.className)")
    assert seen and all("bad" in name for name in seen), "cases that did not fail stand above"
    page.browser.value(chip + ".click()")
    page.browser.value(SETTLED)
    assert page.browser.value(SHOWN)["seen"] == page.instances


def test_filters(page, note):
    """search, board, suite, tag and time leave what fits, and give all back"""
    page.browser.load(page.path, 1280)
    some = page.choose("words", "offers 1.1")
    assert some["verdicts"] == ["FINDING"], some["verdicts"]
    others = page.choose("words", "-offers")
    assert some["seen"] + others["seen"] == some["all"] == page.instances
    page.choose("words", "")
    board = page.choose("board", "lock-1")
    assert board["boards"] == ["lock-1"] and board["seen"] == page.instances / 8
    page.choose("board", "")
    suite = page.choose("suite", "uci")
    assert suite["seen"] == page.instances / 4
    page.choose("suite", "")
    slow = page.choose("least", "100000")
    assert slow["seen"] == 0, "no case took so long"
    page.choose("least", "0")
    until = page.browser.value(
        "Math.max(...[...document.querySelectorAll('tr[data-w]')].map(row => Number(row.dataset.w)))")
    early = page.choose("to", f"{until / 2e6:.6f}")
    page.choose("to", "")
    late = page.choose("from", f"{until / 2e6:.6f}")
    page.choose("from", "")
    assert 0 < early["seen"] < page.instances and 0 < late["seen"] < page.instances
    both = early["seen"] + late["seen"] - page.instances
    assert 0 <= both <= 8, f"{both} cases ran in the middle, on eight boards"
    ordered = page.choose("order", "slow")
    per = page.instances // 8
    first = ordered["times"][:per]
    assert first == sorted(first, reverse=True), "not the slowest first"
    assert ordered["seen"] == page.instances
    page.choose("order", "")
    note(f"{some['seen']} fit a word, {board['seen']} a board, {suite['seen']} a suite")


def test_links(page):
    """a case opens in place by its link, whatever folds or hides it"""
    name = page.browser.load(page.path, 1280) and page.browser.value(
        "[...document.querySelectorAll('.member')].find((m) => !m.checkVisibility()).id")
    page.choose("words", "nothing fits this")
    page.browser.value(f"location.hash = encodeURIComponent({json.dumps(name)})")
    page.browser.value(SETTLED)
    place = page.browser.value(
        f"(() => {{ const at = document.getElementById({json.dumps(name)});"
        "const box = at.getBoundingClientRect(); return [at.checkVisibility(), box.top, innerHeight]; })()")
    assert place[0] and 0 <= place[1] < place[2], f"the case is not seen: {place}"
    # Cells, bars and rows lead to cases that are there.
    dead = page.browser.value(
        "[...document.querySelectorAll('main a[href^=\"#\"]')].map((a) => a.getAttribute('href').slice(1))"
        ".filter((name) => !document.getElementById(decodeURIComponent(name))).length")
    links = page.browser.value("document.querySelectorAll('#_heat a, #_timeline a').length")
    assert dead == 0 and links > 1_000, f"{dead} dead of {links}"


def test_keyboard(page):
    """verdicts, search and cases are reached and used by the keyboard alone"""
    page.browser.load(page.path, 390)
    reached = []
    for _ in range(14):
        page.browser.press("Tab")
        reached.append(page.browser.value(
            "(() => { const at = document.activeElement; return at.dataset.verdict || at.name || at.localName; })()"))
    assert reached[0] == "a", "no way past the navigation"
    assert "FAIL" in reached and "words" in reached and "summary" in reached, reached
    page.browser.value("document.querySelector('.chip[data-verdict=FAIL]').focus()")
    page.browser.press(" ", "Space")
    page.browser.value(SETTLED)
    assert page.browser.value(SHOWN)["verdicts"] == ["FAIL"]
    page.browser.press(" ", "Space")
    page.browser.value("document.querySelector('.case:not([open]) > summary').focus()")
    page.browser.press("Enter")
    assert page.browser.value("document.activeElement.parentElement.open"), "Enter does not open a case"
    # The map is one stop, in which arrows go from cell to cell, and a letter is told in words.
    page.browser.until(
        "(([...maps]) => maps.length > 0 && maps.every((map) => "
        "map.querySelectorAll('a[tabindex=\"0\"]').length === 1))(document.querySelectorAll('table.heat'))")
    page.browser.value("document.querySelector('.heat a').focus()")
    first = page.browser.value("document.activeElement.getAttribute('aria-label')")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"):
        page.browser.press(key)
    second = page.browser.value("document.activeElement.getAttribute('aria-label')")
    place = page.browser.value("[...document.activeElement.closest('tr').parentElement.rows].indexOf("
                               "document.activeElement.closest('tr'))")
    assert first != second and re.match(r"[A-Z]+ \S+@\S+$", second) and place > 0, (first, second, place)
    page.browser.press("Enter")
    assert page.browser.value("decodeURIComponent(location.hash.slice(1))") == second.split(" ", 1)[1]


def test_hostile(page):
    """what boards have said is text"""
    page.browser.load(page.path, 1280)
    value = page.browser.value
    assert value("document.querySelectorAll('script').length") == 1, "another script than its own"
    assert value("document.querySelectorAll('main b').length") == 0, "what a board said became markup"
    assert value(f"document.body.textContent.includes({json.dumps(HOSTILE)})"), (
        "what a board said is not shown as text")


def test_without_scripts(page):
    """without scripts every verdict and every frame is there"""
    page.browser.load(page.path, 390, scripts=False)
    root = page.browser.call("DOM.getDocument", depth=0)["root"]["nodeId"]

    def count(selector):
        found = page.browser.call("DOM.querySelectorAll", nodeId=root, selector=selector)
        return len(found["nodeIds"])

    assert count("table.all .verdict") == page.instances
    assert count("table.seq tr.in") > page.instances / 10
    assert count("form.find[hidden]") == 1, "a field that does nothing is shown"


def test_print(page, folder, note):
    """on paper, the failures are there and what only a screen can do is not"""
    page.browser.load(page.path, 1280)
    page.browser.media(kind="print")
    hidden = page.browser.value("getComputedStyle(document.querySelector('.find')).display")
    fixed = page.browser.value("getComputedStyle(document.querySelector('.bar')).position")
    page.browser.media()
    assert (hidden, fixed) == ("none", "static")


def test_axe(page, room, axe, note):
    """axe finds nothing serious, in light and in dark, narrow and wide"""
    found = {}
    for browser, path in [(page.browser, page.path), (room[0], os.path.join(room[2], "run", "report.html"))]:
        for width, scheme in [(390, "light"), (1280, "dark")]:
            browser.media(scheme)
            browser.load(path, width)
            browser.value(
                f"document.querySelectorAll({ALIKE!r}).forEach((element) => element.remove())")
            browser.value(axe + "; undefined")
            said = browser.value(
                "axe.run({resultTypes: ['violations']}).then((all) => all.violations.map("
                "(each) => [each.impact, each.id, each.nodes.length, each.nodes[0].html.slice(0, 200)]))")
            for impact, rule, count, html in said:
                found[f"{impact} {rule}"] = f"{count} ×, such as {html}"
    for browser in (page.browser, room[0]):
        browser.media()
    serious = {key: words for key, words in found.items() if key.split()[0] in ("serious", "critical")}
    assert not serious, json.dumps(serious, indent=1)
    note(f"{len(found)} lesser remarks" if found else "nothing at all")


def test_room(room):
    """the room has its boards, sight lines, true and measured distances"""
    browser = room[0]
    boards = browser.value("[...document.querySelectorAll('#_room circle.board')].map((c) => c.dataset.board)")
    assert set(boards) == {"lock", "good", "initiator", "responder"}, boards
    assert browser.value("document.querySelectorAll('#_room .sight').length") >= 1
    rows = browser.value(
        "[...document.querySelectorAll('.distances tbody tr')].map((r) => [...r.cells].map((c) => c.textContent))")
    ranged = [row for row in rows if row[0] == "good – initiator"]
    # [0, 0, 1] to [4, 5, 1].
    assert ranged and ranged[0][1] == "6.40 m" and "rounds" in ranged[0][2], rows
    assert browser.value("document.querySelectorAll('#_room rect.veil').length") == 1, "the obstacle is not there"


def test_sequence(room):
    """a failure has lanes, arrows in both directions, its moment, and its frames in words"""
    browser = room[0]
    chart = browser.value("""(() => {
      const table = [...document.querySelectorAll('.case.bad table.seq')].find((t) => t.querySelector('tr.bad'));
      const lanes = [...table.querySelectorAll('.lanes span')].map((lane) => {
        const box = lane.getBoundingClientRect(); return [lane.textContent, box.left + box.width / 2]; });
      const arrow = (row) => { const box = row.querySelector('i').getBoundingClientRect(); return [box.left, box.right]; };
      return {lanes, out: arrow(table.querySelector('tr.out')), into: arrow(table.querySelector('tr.in')),
        names: [...table.querySelectorAll('i')].map((i) => i.textContent),
        moment: table.querySelector('tr.bad').textContent};
    })()""")
    (rig, left), (board, right) = chart["lanes"][:2]
    assert (rig, board) == ("rig", "lock")
    for start, end in (chart["out"], chart["into"]):
        assert abs(start - left) < 2 and abs(end - right) < 2, f"an arrow does not join its lanes: {chart}"
    assert "initialize" in chart["names"], chart["names"]
    assert "here it failed" in chart["moment"]


def test_plots(room):
    """distances stand over time beside their truth, with units, and their errors in a histogram"""
    browser = room[0]
    titles = browser.value("[...document.querySelectorAll('#_plots h3')].map((h) => h.textContent)")
    assert "Distance that initiator reports" in titles, titles
    assert "Errors of the distance that initiator reports" in titles, titles
    marks = browser.value(
        "[...document.querySelector('#_plots .axis').querySelectorAll('span')].map((s) => s.textContent)")
    assert len(marks) > 2 and all(mark.endswith(" m") for mark in marks), marks
    assert browser.value("document.querySelectorAll('#_plots line.truth').length") > 0


def test_times(room):
    """the page, the terminal and JUnit name the same time and its clock"""
    browser, done, folder = room
    lead = browser.value("document.querySelector('.lead').textContent")
    taken = lead.rsplit(" in ", 1)[1]
    assert taken.endswith(" of simulated time"), lead
    words = " ".join(done.out.split())
    assert taken in words and " of wall time" in words, done.out[-1500:]
    assert "The slowest cases, in simulated time:" in words
    with open(os.path.join(folder, "run", "junit.xml"), encoding="utf-8") as file:
        assert '<property name="time" value="simulated"' in file.read()
    for text in (words, browser.value("document.body.textContent")):
        assert " 0 us" not in text and " 0 µs" not in text
