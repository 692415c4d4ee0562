"""Every clause of every rulebook has a rule function and a test that names it."""

import ast
import re
from pathlib import Path

import pytest

from flagstone.rules import GAMES

ROOT = Path(__file__).parents[1]
RULEBOOKS = ROOT.parent / "shared" / "rules"
IDS = sorted({clause for game in GAMES.values() for clause in game.clauses})


def functions(*folders: Path) -> list[ast.FunctionDef]:
    """All functions and methods in the Python files of some folders."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for folder in folders for file in folder.rglob("*.py")]
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def clauses_implemented() -> set[str]:
    """The clause ids with which docstrings of rules and boards begin."""
    source = ROOT / "src" / "flagstone"
    told = [ast.get_docstring(function) or "" for function in functions(source / "rules", source / "boards")]
    heads = [re.match(r"((?:[A-Z]\d+a?(?:, |\b))+)\.", text) for text in told]
    return {clause for head in heads if head for clause in head[1].split(", ")}


def clauses_tested() -> set[str]:
    """The clause ids with which names of tests begin."""
    heads = [re.match(r"test_((?:[chskrm]\d+a?_)+)", function.name) for function in functions(ROOT / "tests")]
    names = {clause for head in heads if head for clause in head[1].strip("_").split("_")}
    return {name[0].upper() + name[1:] for name in names}


@pytest.mark.parametrize("clause", IDS)
def test_the_clause_has_a_rule_function_and_a_test(clause: str) -> None:
    assert clause in clauses_implemented(), f"no function in rules or boards whose docstring begins with {clause}."
    assert clause in clauses_tested(), f"no test whose name begins with test_{clause.lower()}_"


@pytest.mark.skipif(not RULEBOOKS.is_dir(), reason="the rulebooks are not beside this checkout")
def test_the_ids_are_those_of_the_rulebooks() -> None:
    written = {
        clause
        for book in RULEBOOKS.glob("*.md")
        for clause in re.findall(r"^\*\*([CHSKRM]\d+a?)\b", book.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert written == set(IDS)
