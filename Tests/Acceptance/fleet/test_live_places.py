"""The fleet on the live page of a run."""

import os

import pytest

from documents.browser import Browser
from documents.test_live_page import Served, Written
from fleet.conftest import until


@pytest.fixture
def page(bench, folder, monkeypatch):
    """The page of a run that goes on, in a browser; its coordinator has three places."""
    journal = Written(folder)
    for name, value in bench.environment.items():
        monkeypatch.setenv(name, value)
    served = Served(bench.uwbrig, "view", journal.folder, folder=folder)
    browser = Browser(os.path.join(folder, "profile"))
    browser.load(served.url, 1280)
    yield browser
    browser.end()
    served.stop()


def test_places(bench, page):
    """places, who holds them, and a coordinator that is gone are seen while it happens"""
    summary = "document.querySelector('.fleet summary').textContent"
    text = "document.querySelector('.fleet').textContent"
    page.until(f"{summary} === 'The fleet: 3 of 3 places free'", patience=20)
    bench.client("-p", "tag", "acquire")
    page.until(f"{summary} === 'The fleet: 2 of 3 places free'", patience=20)
    words = page.value(text)
    assert f"held by {bench.owner('tag')}" in words, words
    assert "bench/tag/uwb" in words, words
    bench.coordinator.kill()
    page.until(f"{text}.includes({bench.address!r})", patience=30)
    bench.start_coordinator()
    until(lambda: len(bench.places()) == 3, bench.export.said)
    page.until(f"{summary}.endsWith(' of 3 places free')", patience=40)
    assert bench.address not in page.value(text)
