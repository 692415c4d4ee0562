"""What greedy makes of the view of a capture-the-flag match, and whom it takes to be in danger."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flagstone.bots.greedy_ground import Ground


class Figure(NamedTuple):
    """A player on the board."""

    seat: int
    team: int
    cell: int
    flag: int | None  # the team whose flag he holds


# Whether a free player is captured by an opponent who moves onto him; the arguments are as named below.
Exposed = Callable[[Ground, int, int, bool], bool]


def exposed_in_hammer(ground: Ground, team: int, cell: int, carries: bool) -> bool:
    """H6. In the other team's territory; who moves onto an opponent there is captured himself."""
    return ground.owner[cell] != team


def exposed_in_shovel(ground: Ground, team: int, cell: int, carries: bool) -> bool:
    """S4. Anywhere but on his own home."""
    return cell not in ground.homes[team]


def exposed_in_classic(ground: Ground, team: int, cell: int, carries: bool) -> bool:
    """K4. With a flag, or outside his own territory."""
    return carries or ground.owner[cell] != team


EXPOSED: Mapping[str, Exposed] = {
    "hammer": exposed_in_hammer,
    "shovel": exposed_in_shovel,
    "classic": exposed_in_classic,
}


class Sight:
    """A position as one seat sees it. Own and theirs are teams; jailed players are only counted."""

    def __init__(self, ground: Ground, seat: int, state: Mapping[str, Any], exposed: Exposed) -> None:
        self.ground, self.seat, self._exposed = ground, seat, exposed
        self.own, self.theirs = seat % 2, 1 - seat % 2
        self.mates: list[Figure] = []  # free, without me
        self.foes: list[Figure] = []  # free
        self.captives = 0  # jailed teammates
        players, cell = state["players"], ground.cell
        for number, player in enumerate(players):
            if number == seat:
                continue
            if not player["jailed"]:
                figure = Figure(number, number % 2, cell(player["at"]), player["flag"])
                (self.mates if number % 2 == self.own else self.foes).append(figure)
            elif number % 2 == self.own:
                self.captives += 1
        player = players[seat]
        self.me = Figure(seat, self.own, cell(player["at"]), player["flag"])
        self.tool: int | None = player["tool"]
        self.flags = [cell(flag["at"]) for flag in state["flags"]]
        self.carriers: list[int | None] = [flag["carrier"] for flag in state["flags"]]
        self.lying_tools = [cell(tool["at"]) for tool in state["tools"] if tool["at"] and tool["carrier"] is None]

    @property
    def home(self) -> frozenset[int]:
        """My team's home cells."""
        return self.ground.homes[self.own]

    @property
    def is_home(self) -> bool:
        """Whether I stand on one of them."""
        return self.me.cell in self.home

    def is_exposed(self, figure: Figure) -> bool:
        """Whether he can be captured where he is."""
        return self._exposed(self.ground, figure.team, figure.cell, figure.flag is not None)

    def would_be_exposed(self, cell: int) -> bool:
        """Whether I could be captured there."""
        return self._exposed(self.ground, self.own, cell, self.me.flag is not None)

    def is_threatened(self, cell: int) -> bool:
        """Whether a foe could capture me there with his next action, or I would run into one."""
        if not self.would_be_exposed(cell):
            return False
        stride = self.ground.stride
        near = (0, 1, -1, stride, -stride)
        return any(foe.cell - cell in near for foe in self.foes)

    def is_blocked(self, cell: int) -> bool:
        """Whether somebody stands there, or I could be captured there."""
        others = (*self.foes, *self.mates)
        return self.is_threatened(cell) or any(figure.cell == cell for figure in others)

    def carrier_of(self, team: int) -> Figure | None:
        """The foe who carries a team's flag."""
        return next((foe for foe in self.foes if foe.seat == self.carriers[team]), None)

    def rank(self, figures: list[Figure], distance: Callable[[int], int]) -> int:
        """How many of these teammates come before me: they are nearer, or as near and of a lower seat."""
        mine = (distance(self.me.cell), self.seat)
        return sum((distance(figure.cell), figure.seat) < mine for figure in figures)
