"""The page of a run in a headless Chromium.

A journal is generated that holds every verdict and texts that mean harm; `uwbrig report` makes the page
of it. It has to load without an error and without asking for anything, at 390 and at 1280 pixels; nothing
may scroll sideways; the filters have to work; what a board says has to be text; and without scripts every
verdict has to be there.
"""

import json
import os
import sys

import pytest

from documents.browser import Browser
from support.program import ROOT, succeed

HOSTILE = "<script>alert(1)</script>\\u{1b}[31m\\u{202e}\"&'<b>"

FILTER = """(word) => {
  const table = document.querySelector("table.all");
  const field = table.previousElementSibling.querySelector("input");
  const shown = () => Array.from(table.tBodies[0].rows).filter((r) => r.offsetHeight > 0).length;
  const type = (text) => { field.value = text; field.dispatchEvent(new Event("input")); };
  const all = shown();
  type(word);
  const some = shown();
  const right = Array.from(table.tBodies[0].rows)
    .every((r) => (r.offsetHeight > 0) === r.textContent.toLowerCase().includes(word));
  type("-" + word);
  const others = shown();
  type("");
  return {all, some, others, right, back: shown()};
}"""


class Page:
    def __init__(self, uwbrig, folder, instances):
        self.instances = instances
        run, self.path = os.path.join(folder, "run"), os.path.join(folder, "report.html")
        succeed([
            sys.executable, os.path.join(ROOT, "Benchmarks", "journal.py"), run, "--instances",
            str(instances), "--events", str(instances * 30)])
        uwbrig.succeed("report", run, "--html", self.path)
        self.browser = Browser(os.path.join(folder, "profile"))

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

    def check_contents(self):
        """The filters, what a board has said, and the page without scripts."""
        value = self.browser.value
        found = value(f"({FILTER})('fail')")
        assert 0 < found["some"] < found["all"] and found["right"], f"the wrong rows: {found}"
        assert found["some"] + found["others"] == found["all"] == found["back"], (
            f"the filter does not give rows back: {found}")
        assert value("document.querySelectorAll('script').length") == 1, "another script than its own"
        assert value("document.querySelectorAll('main b').length") == 0, "what a board said became markup"
        assert value(f"document.body.textContent.includes({json.dumps(HOSTILE)})"), (
            "what a board said is not shown as text")
        self.browser.load(self.path, 390, scripts=False)
        root = self.browser.call("DOM.getDocument", depth=0)["root"]["nodeId"]
        words = self.browser.call("DOM.querySelectorAll", nodeId=root, selector="table.all .verdict")
        there = len(words["nodeIds"])
        assert there == self.instances, f"without scripts {there} verdicts are there"
        return f"filter: {found['some']} of {found['all']} rows fit, {found['others']} do not"


@pytest.fixture(scope="module", params=[400, pytest.param(10_000, marks=pytest.mark.nightly)])
def page(request, uwbrig, module_folder):
    """The page of a run with this number of instances, in a browser."""
    folder = os.path.join(module_folder, str(request.param))
    os.mkdir(folder)
    made = Page(uwbrig, folder, request.param)
    yield made
    made.browser.end()


@pytest.mark.parametrize("width", [390, 1280])
def test_width(page, width, loose, pytestconfig, note):
    """loads without a complaint, asks for nothing, does not scroll sideways, is painted at once"""
    took, painted = page.check_width(width)
    note(f"loaded in {took:.2f} s, first paint {painted:.2f} s, {os.path.getsize(page.path) / 1e6:.1f} MB")
    pictures = pytestconfig.getoption("pictures")
    if pictures:
        page.browser.picture(os.path.join(pictures, f"page-{width}.png"))
    # Held where it takes long, as the limits of test_large_journal.py are.
    limit = 2 * loose
    assert page.instances < 10_000 or painted <= limit, f"{painted:.2f} s; allowed {limit} s"


def test_contents(page, note):
    """filters work, words of boards are text, and without scripts every verdict is there"""
    page.browser.load(page.path, 1280)
    page.browser.value("document.querySelectorAll('details').forEach((d) => d.open = true)")
    note(page.check_contents())
