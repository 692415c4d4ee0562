"""Looking ahead in the capture-the-flag games: what the bot `search` runs. No rule stands here.

A search is for one seat, which has an errand: a map of distances to where it is going. Every simulation begins with a
copy of the state. Round by round the seat acts as the tree says and everybody near it as a simple policy has it; after
a few rounds the position is valued: who is captured, where the flags are, and how far the errand has come. The tree is
over the seat's own actions; what others do differs from one simulation to the next.

Scores are the only floats; they take nothing but + − × ÷ and square roots, which every machine rounds alike.

`flagstone.engine` loads this file once for every game, with the game's functions of the contract in its globals.
"""

from math import sqrt
from typing import TYPE_CHECKING, Annotated

import numpy as np
import numpy.typing as npt

from .chance import NO_TAPE, WORD, mixed
from .classic import is_capturable
from .ctf import ACCEPTED, FLOOR, HOME, JAIL, KIND, MOVES, NOTHING, ON, State, is_home, owner, step, team_of
from .events import NOBODY, Events
from .jit import rule
from .record import Record, i32, i64
from .shovel import is_safe

if TYPE_CHECKING:  # stand-ins for what the engine puts here
    from .classic import apply, refusal

    ACTIONS, GAME = 5, "classic"

States = npt.NDArray[np.record]
Numbers = npt.NDArray[np.int32]

IS_CLASSIC, IS_SHOVEL = GAME == "classic", GAME == "shovel"
WAYS = len(MOVES)
FLAG_ACTION = 4  # GET FLAG, or DROP FLAG, where there is one
WAIT = ACTIONS  # let others act
GONE = -1  # no position of the tree
ALL = ACTIONS + 1

ROUNDS = 10  # that are looked ahead
MOST_NEAR = 12  # players who act besides the seat
FAR = 1 << 20  # the distance of what cannot be reached
EXPLORE = 1.2
FAVOURED = 6  # how many times likelier than others the policy holds what the seat would do without a search

# What things are worth to the seat's team, in thousandths of a match.
WHOLE = 1000
HALF = 500
CAUGHT = 90  # a captured player
OURS_TAKEN = 120  # our flag in their hands
THEIRS_TAKEN = 120
MYSELF = 60  # that it is the seat itself which is captured, besides
STEP = 12  # a step of the errand


class Node(Record):
    """A position of the tree: what the seat did so far."""

    visits: i32
    worth: i64
    tried: Annotated[list[int], np.int32, ALL]
    found: Annotated[list[int], np.int64, ALL]
    child: Annotated[list[int], np.int32, ALL]


class Plan(Record):
    """What a search knows besides the state, and how far it has come."""

    seat: i32
    favoured: i32  # the action that the seat would take without a search
    word: i64  # of the search's own generator
    budget: i32
    nodes: i32  # of the tree so far
    near_count: i32
    near: Annotated[list[int], np.int32, MOST_NEAR]  # other seats that act, in the order in which they do
    path: Annotated[list[int], np.int32, ROUNDS]
    taken: Annotated[list[int], np.int32, ROUNDS]


@rule
def spread_out(states: States, goals: Numbers, far: Numbers, waiting: Numbers) -> None:
    """Fill `far` with how many moves every cell is from the nearest goal while the walls stand.

    Not checked: that the goals are cells of the grid.
    """
    state = states[0]
    for cell in range(len(far)):
        far[cell] = FAR
    last = 0
    for goal in goals:
        far[goal] = 0
        waiting[last] = goal
        last += 1
    first = 0
    while first < last:
        cell = waiting[first]
        first += 1
        for direction in range(WAYS):
            near = step(state, cell, direction)
            if far[near] == FAR and is_walkable(state, near):
                far[near] = far[cell] + 1
                waiting[last] = near
                last += 1


@rule
def is_walkable(state: State, cell: int) -> bool:
    """Whether a cell is on the board and no wall."""
    kind = state.ground[cell] & KIND
    return kind == FLOOR or kind == HOME or kind == JAIL


@rule
def search(roots: States, scratch: States, events: States, plans: States, nodes: States, maps: Numbers) -> None:
    """Go on searching for as many simulations as the plan's budget says; each begins with a copy of the root's state.

    `plans` and `nodes` are as the calls before left them; a plan whose `nodes` is 0 starts a new tree. `maps` are
    distances: to where the seat goes, to the homes of both teams, and to both flags. `scratch` is a state that is
    written over, and `events` hear nothing.
    """
    plan = plans[0]
    if plan.nodes == 0:
        clear(nodes[0])
        plan.nodes = 1
    for _ in range(plan.budget):
        scratch[0] = roots[0]
        depth = simulate(scratch[0], plan, nodes, maps, events[0])
        worth = value(scratch[0], roots[0], plan, maps)
        for passed in range(depth):
            node = nodes[plan.path[passed]]
            node.visits += 1
            node.worth += worth
            node.tried[plan.taken[passed]] += 1
            node.found[plan.taken[passed]] += worth


@rule
def simulate(state: State, plan: Plan, nodes: States, maps: Numbers, events: Events) -> int:
    """Play some rounds, in the tree and on from a new position of it; returns how many actions the tree chose."""
    depth = at = 0
    for _ in range(ROUNDS):
        if state.result != ON:
            break
        if at != GONE:
            action = choose(state, plan, nodes[at], at == 0)
            plan.path[depth] = at
            plan.taken[depth] = action
            depth += 1
            at = entered(nodes, plan, at, action)
        else:
            action = habit(state, plan, plan.seat, maps[0])
        if action != WAIT:
            apply(state, plan.seat, action, NO_TAPE, events)
        others(state, plan, maps, events)
    return depth


@rule
def entered(nodes: States, plan: Plan, at: int, action: int) -> int:
    """The position that an action leads to, or GONE out of the tree; where it ends it grows by one."""
    child: int = nodes[at].child[action]
    if child != 0:
        return child
    if plan.nodes < len(nodes):
        clear(nodes[plan.nodes])
        nodes[at].child[action] = plan.nodes
        plan.nodes += 1
    return GONE


@rule
def clear(node: Node) -> None:
    """A position that nobody has been to."""
    node.visits = 0
    node.worth = 0
    for action in range(ALL):
        node.tried[action] = 0
        node.found[action] = 0
        node.child[action] = 0


@rule
def next_word(plan: Plan) -> int:
    """The next word of the search's own generator."""
    plan.word = (plan.word * 747796405 + 2891336453) & WORD
    return mixed(plan.word)


@rule
def is_open(state: State, seat: int, action: int) -> bool:
    """Whether a seat can take an action, waiting included."""
    return action == WAIT or refusal(state, seat, action) == ACCEPTED


@rule
def choose(state: State, plan: Plan, node: Node, is_root: bool) -> int:
    """The action of the seat that promises most."""
    options = 0
    for action in range(ALL):
        options += int(is_open(state, plan.seat, action))
    total = float(options + FAVOURED - 1 if is_root else options)
    middle = node.worth / (node.visits * float(WHOLE)) if node.visits > 0 else 0.5
    best, chosen = -1.0, WAIT
    for action in range(ALL):
        if is_open(state, plan.seat, action):
            tried = node.tried[action]
            score = node.found[action] / (tried * float(WHOLE)) if tried > 0 else middle
            share = (FAVOURED if is_root and action == plan.favoured else 1) / total
            score += EXPLORE * share * sqrt(node.visits + 1.0) / (1.0 + tried)
            if score > best:
                best, chosen = score, action
    return chosen


@rule
def favourite(nodes: States) -> int:
    """The action that was tried most."""
    node = nodes[0]
    best = 0
    for action in range(ALL):
        if node.tried[action] > node.tried[best]:
            best = action
    return best


@rule
def others(state: State, plan: Plan, maps: Numbers, events: Events) -> None:
    """Everybody near the seat acts once, by the policy."""
    for number in range(plan.near_count):
        seat = plan.near[number]
        if state.result != ON:
            return
        if state.players[seat].jailed:
            continue
        team = team_of(seat)
        goal = maps[1 + team] if state.players[seat].flag != NOTHING else maps[4 - team]
        action = habit(state, plan, seat, goal)
        if action != WAIT:
            apply(state, seat, action, NO_TAPE, events)


@rule
def habit(state: State, plan: Plan, seat: int, goal: Numbers) -> int:
    """What a player does by the policy: catch who can be caught, go after who is near, or go where he is going."""
    player = state.players[seat]
    if player.jailed:
        return WAIT
    here = player.at
    if not IS_SHOVEL and refusal(state, seat, FLAG_ACTION) == ACCEPTED and (IS_CLASSIC or is_at_home(state, seat)):
        return FLAG_ACTION
    word = next_word(plan)
    first = word & 3
    best, chosen = goal[here] + 1, WAIT
    for turn in range(WAYS):
        direction = (first + turn) & 3
        target = step(state, here, direction)
        if not is_walkable(state, target) or refusal(state, seat, direction) != ACCEPTED:
            continue
        if holds_prey(state, seat, target):
            return direction
        if word & 0xF00 == 0:
            return direction
        far = goal[target]
        if far < best and not is_watched(state, seat, target):
            best, chosen = far, direction
    return chosen


@rule
def is_at_home(state: State, seat: int) -> bool:
    """Whether a player stands on one of his team's home cells."""
    return is_home(state, state.players[seat].at, team_of(seat))


@rule
def holds_prey(state: State, seat: int, cell: int) -> bool:
    """Whether there is an opponent in a cell whom the seat would catch there."""
    other = state.occupant[cell]
    if other == NOBODY or team_of(other) == team_of(seat) or state.players[other].jailed:
        return False
    return is_exposed(state, other)


@rule
def is_watched(state: State, seat: int, cell: int) -> bool:
    """Whether an opponent beside a cell could catch the seat's player there, as far as that is told by territory."""
    if IS_SHOVEL:
        if is_home(state, cell, team_of(seat)):
            return False
    elif owner(state, cell) == team_of(seat) and not (IS_CLASSIC and state.players[seat].flag != NOTHING):
        return False
    for direction in range(WAYS):
        other = state.occupant[step(state, cell, direction)]
        if other != NOBODY and team_of(other) != team_of(seat) and not state.players[other].jailed:
            return True
    return False


@rule
def is_exposed(state: State, seat: int) -> bool:
    """Whether a player who is not jailed can be caught where he is: K4, S4, H6."""
    if IS_CLASSIC:
        return is_capturable(state, seat)
    if IS_SHOVEL:
        return not is_safe(state, seat)
    return owner(state, state.players[seat].at) != team_of(seat)


@rule
def value(state: State, root: State, plan: Plan, maps: Numbers) -> int:
    """What a position is worth to the seat's team, in thousandths: against the state at the root, unless it is over."""
    team = team_of(plan.seat)
    if state.result != ON:
        if state.result == team + 1:
            return WHOLE
        return 0 if state.result == 2 - team else HALF
    worth = HALF
    worth += CAUGHT * (state.in_jail[1 - team] - root.in_jail[1 - team])
    worth -= CAUGHT * (state.in_jail[team] - root.in_jail[team])
    worth += THEIRS_TAKEN * (is_held(state, 1 - team, team) - is_held(root, 1 - team, team))
    worth -= OURS_TAKEN * (is_held(state, team, 1 - team) - is_held(root, team, 1 - team))
    me = state.players[plan.seat]
    if me.jailed and not root.players[plan.seat].jailed:
        return max(0, worth - MYSELF)
    before, after = maps[0][root.players[plan.seat].at], maps[0][me.at]
    if before < FAR and after < FAR:
        worth += STEP * min(max(before - after, -ROUNDS), ROUNDS)
    return min(max(worth, 0), WHOLE)


@rule
def is_held(state: State, flag: int, team: int) -> int:
    """1 if somebody of the team carries the flag, else 0."""
    carrier = state.flag[flag].carrier
    return int(carrier != NOBODY and team_of(carrier) == team)
