"""States made from views: what a seat may see, so that rules can be asked about it. None holds more than was shown."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from flagstone import engine
from flagstone.boards import ctf_setup
from flagstone.boards import rowdy as rowdy_board
from flagstone.bots.bot import PASS
from flagstone.rules import GAMES, ctf, rowdy
from flagstone.rules.events import NOBODY

States = npt.NDArray[np.record]
View = Mapping[str, Any]


def legal(game: str, setup: View, view: View, seat: int) -> tuple[str, ...]:
    """What a seat may choose from in a position that it sees, as `Bot.choose` is given it; nothing if it must wait."""
    rules = GAMES[game]
    if view["result"] is not None or (rules.seats is not None and view["to_move"] != seat):
        return ()
    if len(rules.actions) == 1:
        return rules.actions
    states = rowdy_states(setup, view) if game == "rowdy" else ctf_states(game, setup, view)
    mask = np.zeros(len(rules.actions), np.bool_)
    engine.plain(game).fill_mask(states, seat, mask)
    accepted = tuple(action for action, yes in zip(rules.actions, mask, strict=True) if yes)
    return accepted if rules.seats is not None else (*accepted, PASS)


def ctf_states(game: str, setup: View, view: View) -> States:
    """A state of a capture-the-flag game that shows this view."""
    states = ctf_setup.lay_out(game, setup)
    state = states[0]
    _lay_terrain(state, view["terrain"])
    np.asarray(state.occupant).fill(NOBODY)
    state.away[:] = state.in_jail[:] = (0, 0)
    for seat, told in enumerate(view["players"]):
        player, team, cell = state.players[seat], ctf.team_of(seat), ctf.cell_at(state, *told["at"])
        player.jailed = told["jailed"]
        player.flag, player.tool = (ctf.NOTHING if told[name] is None else told[name] for name in ("flag", "tool"))
        ctf.appear(state, seat, cell)
        state.away[team] += not ctf.is_home(state, cell, team)
        state.in_jail[team] += told["jailed"]
    for thing, told, bit in [
        *zip(state.flag, view["flags"], (ctf.FLAG_LIES,) * 2, strict=True),
        *zip(state.tools[: state.tool_count], view["tools"], (ctf.TOOL_LIES,) * len(view["tools"]), strict=True),
    ]:
        lies = told["carrier"] is None and told["at"] is not None
        thing.at = ctf.cell_at(state, *told["at"]) if lies else ctf.NOWHERE
        thing.carrier = NOBODY if told["carrier"] is None else told["carrier"]
        if lies:
            state.ground[thing.at] |= bit
        if "charges" in told:
            thing.charges = ctf.NOTHING if told["charges"] is None else told["charges"]
    return states


def _lay_terrain(state: ctf.State, terrain: Sequence[str]) -> None:
    """Walls as they stand now, and nothing lying about."""
    ground, stride = np.asarray(state.ground), int(state.stride)
    ground &= ctf.PLACE
    for row, line in enumerate(terrain):
        first = ctf.cell_at(state, row, 0)
        cells = ground[first : first + stride - 2]
        broken = (cells & ctf.KIND == ctf.WALL) & (np.frombuffer(line.encode(), np.uint8) != ord("#"))
        cells[broken] ^= ctf.WALL ^ ctf.FLOOR


def rowdy_states(setup: Mapping[str, Any], view: Mapping[str, Any]) -> npt.NDArray[np.record]:
    """A state that shows this view: no grenade is active in it, and its generator is not started.

    Where the power fails is right for as long as it is dark, though not which squares failed themselves.
    """
    states = rowdy_board.lay_out(setup)
    state = states[0]
    state.turn, state.to_move, state.actions_left = view["turn"], view["to_move"], view["actions_left"]
    state.started_at = rowdy.square_at(state, *view["started_at"])
    barrier, grenade = np.asarray(state.barrier), np.asarray(state.grenade)
    barrier[np.asarray(state.starts)] = rowdy.ACCEPTED
    grenade.fill(rowdy.NONE)
    for row, column, kind in view["grenades"]:
        grenade[rowdy.square_at(state, row, column)] = rowdy.GRENADES.index(kind)
    for player, told in zip(state.players, view["players"], strict=True):
        trail = [rowdy.square_at(state, *square) if square else rowdy.NOWHERE for square in told["trail"]]
        player.at, player.trail[:] = rowdy.square_at(state, *told["at"]), trail
        player.debt, player.grenades = told["debt"], told["grenades"]
        barrier[trail] = rowdy.TRAIL
        barrier[player.at] = rowdy.OCCUPIED
    barrier[rowdy.NOWHERE] = rowdy.ACCEPTED
    _fail(state, view["dark"])
    return states


def _fail(state: rowdy.State, dark: Sequence[Sequence[int]]) -> None:
    """Squares that failed so that just these are dark: each as late as all around it allow."""
    rows, columns = int(state.rows), int(state.columns)
    left = np.full((rows + 2, columns + 2), rowdy.TURNS_DARK, np.int32)  # the rim allows anything
    left[1:-1, 1:-1] = 0
    for row, column, turns in dark:
        left[row + 1, column + 1] = turns
    around = [left[r : r + rows, c : c + columns] for r in range(3) for c in range(3)]
    level = np.minimum.reduce(around).ravel()
    squares = np.asarray(state.squares)[: state.area]
    failed = level > 0
    np.asarray(state.failed_on)[squares[failed]] = level[failed] + state.turn - rowdy.TURNS_DARK
