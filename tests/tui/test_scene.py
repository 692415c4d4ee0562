"""What a picture tells without its colours."""

from typing import Any

import pytest

from flagstone.match import Match
from flagstone.rules import GAMES
from flagstone.tui.board import SIZES, arranged, laid_out, style, tile_text
from flagstone.tui.panels import legend
from flagstone.tui.scene import Floor, Scene, Tile, scene
from flagstone.tui.scene_ctf import player_tile
from flagstone.tui.wish import Wish


def drawn(tile: Tile, size: int) -> tuple[tuple[str, ...], bool, bool]:
    """All of a tile that a terminal without colours shows."""
    across, down = SIZES[size]
    painted = style(tile.paint)
    lines = tuple(tile_text(tile, across, down, line) for line in range(down))
    assert {len(line) for line in lines} == {across}
    return lines, bool(painted.underline), bool(painted.reverse)


@pytest.mark.parametrize("size", range(len(SIZES)))
@pytest.mark.parametrize("has", ["", "x", "T", "s", "F", "FT"])
def test_teams_and_whoever_looks_differ_without_colours_in_every_size(size: int, has: str) -> None:
    tiles = [player_tile(team, 7, has) for team in (0, 1)]
    own = player_tile(0, 7, has, own=True)
    assert len({drawn(tile, size) for tile in (*tiles, own)}) == 3
    if has != "F" and size > 0:
        assert len({drawn(tile, size)[0] for tile in tiles}) == (2 if has != "FT" or size > 2 else 1)
    assert all(len(player_tile(team, 7, has).bare(2)) == 2 for team in (0, 1))


@pytest.mark.parametrize(("number", "size"), [(7, 1), (12, 2), (12, 3), (128, 3), (128, 4)])
@pytest.mark.parametrize("has", ["f", "x", "T"])
def test_a_number_hides_nothing_that_is_carried(number: int, size: int, has: str) -> None:
    text = "".join(drawn(player_tile(0, number, has), size)[0])
    assert str(number) in text
    assert has.lower() in text


def test_a_flag_and_a_hammer_are_both_shown_where_there_is_room() -> None:
    tile = player_tile(1, 12, "fT")
    assert drawn(tile, 3)[0] == ("[12]", " fT ")
    assert drawn(tile, 4)[0] == (" [12] ", "  fT  ", "      ")
    assert (tile.bare(3), tile.bare(2), tile.one) == ("f12", "f2", "f")


def view(seats: int, **changes: Any) -> Scene:
    """A match of Hammer CTF at its start, with something changed of the first player."""
    line = Wish("hammer", {"board": "new", "rows": "31", "columns": "61", "seats": str(seats), "seed": "1"}).start()
    kept = line.hub.journal.kept[line.id]  # type: ignore[attr-defined]
    state = Match(kept.game, kept.setup, kept.seed).view(0)
    state["players"][0].update(changes)
    return scene("hammer", state, kept.setup, None)


def test_tiles_are_as_wide_as_the_longest_number_needs() -> None:
    for seats, needs, size in ((9, 2, 1), (10, 3, 2), (20, 3, 2)):
        floor = view(seats).floors[0]
        assert floor.needs == needs
        assert laid_out([floor], 40, 20).size == size, "too large to be seen at once"
        assert laid_out([floor], 61, 31).size == 0, "all of it is seen, however small"
    floor = Floor("", 9, 9, lambda row, column: None, needs=4)
    assert laid_out([floor], 20, 10).size == 0
    assert laid_out([floor], 40, 20).size == 3


def test_the_frontier_is_drawn_between_the_territories() -> None:
    shown = view(1)
    floor = shown.floors[0]
    columns = {
        column
        for row in range(floor.rows)
        for column in range(floor.columns)
        if "┊" in drawn(floor.base(row, column), 1)[0][0]  # type: ignore[arg-type]
    }
    assert columns == {(floor.columns - 1) // 2}
    assert arranged([floor], 1, stacked=True).width == 2 * floor.columns


@pytest.mark.parametrize("game", GAMES)
def test_every_symbol_of_the_legend_is_another_without_colours(game: str) -> None:
    line = Wish(game, {"seed": "1"}).start()
    kept = line.hub.journal.kept[line.id]  # type: ignore[attr-defined]
    shown = scene(game, Match(kept.game, kept.setup, kept.seed).view(0), kept.setup, 0)
    signs = [drawn(tile, 1) for tile, _ in shown.legend]
    assert len(set(signs)) == len(signs)
    assert legend(shown).row_count == -(-len(signs) // 2)


def test_trails_differ_without_colours_however_old() -> None:
    match = Match("rowdy", {"rows": 10, "columns": 10}, 1)
    state = match.view(0)
    cells = [[[5, 2], [5, 3], [5, 4]], [[6, 2], [6, 3], [6, 4]]]
    for player, trail in zip(state["players"], cells, strict=True):
        player["trail"] = trail
    floor = scene("rowdy", state, match.setup, 0).floors[0]
    for size in range(len(SIZES)):
        seen = {drawn(floor.over[row, column], size)[0] for trail in cells for row, column in trail}
        assert len(seen) == 6
