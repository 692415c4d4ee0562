"""Tests at the speed of programs."""

import pytest


@pytest.fixture(autouse=True)
def _quick_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys of a match in this process are done at once, however soon one follows another."""
    monkeypatch.setattr("flagstone.tui.wish.PEOPLE_PACE", 0)
