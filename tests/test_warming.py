"""Compiling ahead: what there is to compile, each part once, and its name. (What is compiled is tested elsewhere.)"""

from pathlib import Path

import pytest

from flagstone import engine, warming
from flagstone.rules import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_rules_come_alone_and_everything_has_searches_and_environments_too(game: str) -> None:
    sizes = [*GAMES[game].capacities[:4]]
    assert [(part.kind, part.sizes) for part in warming.parts(game, everything=False)] == [("rules", s) for s in sizes]
    more = [part for part in warming.parts(game, everything=True) if part.kind != "rules"]
    searched = [part.sizes for part in more if part.kind == "search"]
    assert searched == ([] if game == "savor" else sizes), "an everyday board for every size"
    kinds = {part.kind for part in more}
    assert kinds == ({"environments"} if game == "savor" else {"search", "environments"})


def test_a_part_is_named_before_it_is_compiled_and_kept_for_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    part = warming.Part("search", {"squares": 9, "events": 2}, lambda: said.append(capsys.readouterr().out))
    monkeypatch.setattr(warming, "parts", lambda game, everything: [part])
    monkeypatch.setattr(engine, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(engine, "prune", lambda: None)
    monkeypatch.setattr(engine, "jit_is_on", lambda: True)
    monkeypatch.setattr(engine, "choice", lambda: "auto")
    warming.warm(["rowdy"], everything=True)
    assert said == ["rowdy, search (9 squares): "]
    assert capsys.readouterr().out.endswith(" s\n")
    warming.warm(["rowdy"], everything=True)
    assert capsys.readouterr().out == "rowdy, search (9 squares): kept already\n"
    assert len(said) == 1


def test_without_a_compiler_there_is_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAGSTONE_ENGINE", "plain")
    with pytest.raises(ValueError, match="nothing can be compiled"):
        warming.warm([])
