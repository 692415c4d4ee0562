"""Tree search in Rowdy Racers: what the bot `search` runs. No rule stands here.

Monte-Carlo tree search over actions. Every simulation begins with a copy of the state that a view shows, in which what
nobody is shown is drawn anew (R11): where grenades are active, and the generator. Then it goes down the tree, adds one
position to it, and races on to the end by a simple policy. Since chance differs from one simulation to the next, a
position of the tree stands for the actions that led there and for how long the turn still is, not for one state.

Scores are the only floats; they take nothing but + − × ÷ and square roots, which every machine rounds alike, so that
the same budget chooses the same everywhere.
"""

from math import sqrt
from typing import Annotated

import numpy as np
import numpy.typing as npt

from .chance import NO_TAPE, WORD, mixed, spread
from .events import Events
from .jit import rule
from .record import Record, i32, i64
from .rowdy import (
    ACCEPTED,
    ACTIONS,
    ACTIVE,
    END_TURN,
    MOVES,
    NONE,
    ON,
    PICK_UP,
    USE,
    WALL,
    State,
    apply,
    end_turn_refusal,
    has_power,
    move_refusal,
    pick_up_refusal,
    step,
    use_refusal,
)

States = npt.NDArray[np.record]

ALL = len(ACTIONS)
NO_NODE = 0  # the root is nobody's child
WON = 1000  # what a match is worth to player 1 if he wins it
FOLLOWS = 4  # positions that may follow an action: the same turn; the other's with 3 actions, with 2; anything else
DEEPEST = 48  # actions that a simulation goes down the tree
LONGEST = 12  # actions that a race goes on for until it is valued as it stands
MOST_HIDDEN = 16  # active grenades of unknown place; more are left out
MOST_SPOTS = 6  # squares where such a grenade may be
EXPLORE = 1.1  # how much the search follows the policy against what it found
UNTRIED = 60  # how much worse than its position an action is thought that was never tried


class Node(Record):
    """A position of the tree."""

    visits: i32
    worth: i64  # of all simulations that came by, together, for player 1
    tried: Annotated[list[int], np.int32, ALL]
    found: Annotated[list[int], np.int64, ALL]  # what came of each action, together, for player 1
    child: Annotated[npt.NDArray[np.int32], np.int32, ALL, FOLLOWS]


class Hidden(Record):
    """An active grenade of unknown place."""

    count: i32  # squares where it may be; 0: anywhere
    spots: Annotated[list[int], np.int32, MOST_SPOTS]


class Plan(Record):
    """What a search knows besides the state, and how far it has come."""

    seat: i32  # whose action is sought
    word: i64  # of its own generator
    nodes: i32  # of the tree so far
    hidden_count: i32
    hidden: Annotated[list[Hidden], Hidden, MOST_HIDDEN]
    far: Annotated[npt.NDArray[np.int32], np.int32, 2, "squares"]  # actions of a lone racer to each seat's finish
    path: Annotated[list[int], np.int32, DEEPEST]
    taken: Annotated[list[int], np.int32, DEEPEST]


@rule
def measure(states: States, plans: States) -> None:
    """Fill in how far every square is from each seat's finish; the plan is blank."""
    state, plan = states[0], plans[0]
    waiting = np.empty(len(state.squares), np.int32)
    for seat in range(2):
        far = plan.far[seat]
        for square in range(len(far)):
            far[square] = len(far)
        waiting[0] = state.starts[1 - seat]
        far[waiting[0]] = 0
        first, last = 0, 1
        while first < last:
            square = waiting[first]
            first += 1
            for direction in range(MOVES):
                near = step(state, square, direction)
                if is_ground(state, near) and far[near] == len(far):
                    far[near] = far[square] + 1
                    waiting[last] = near
                    last += 1


@rule
def is_ground(state: State, square: int) -> bool:
    """Whether a square is on the grid and no wall: what else keeps racers out does not stay."""
    return state.barrier[square] == ACCEPTED or state.barrier[square] > WALL


@rule
def search(roots: States, scratch: States, events: States, plans: States, nodes: States, budget: int) -> int:
    """Go on searching for so many simulations; returns the action that was tried most.

    `plans` and `nodes` are as the calls before left them; a plan whose `nodes` is 0 starts a new tree. There are more
    nodes than all budgets together. `scratch` is a state that is written over, and `events` hear nothing.
    """
    plan = plans[0]
    if plan.nodes == 0:
        clear(nodes[0])
        plan.nodes = 1
    for _ in range(budget):
        scratch[0] = roots[0]
        imagine(scratch[0], plan)
        simulate(scratch[0], plan, nodes, events[0])
    return favourite(nodes[0])


@rule
def next_word(plan: Plan) -> int:
    """The next word of the search's own generator."""
    plan.word = (plan.word * 747796405 + 2891336453) & WORD
    return mixed(plan.word)


@rule
def clear(node: Node) -> None:
    """A position that nobody has been to."""
    node.visits = 0
    node.worth = 0
    for action in range(ALL):
        node.tried[action] = 0
        node.found[action] = 0
        for follow in range(FOLLOWS):
            node.child[action, follow] = NO_NODE


@rule
def imagine(state: State, plan: Plan) -> None:
    """R11. Draw what the view does not show: the generator, and active grenades where they may be."""
    spread(state.chance, next_word(plan), next_word(plan))
    for number in range(plan.hidden_count):
        hidden = plan.hidden[number]
        word = next_word(plan)
        square = state.squares[word * state.area >> 32]
        if hidden.count > 0:
            square = hidden.spots[word * hidden.count >> 32]
        if state.grenade[square] == NONE and is_ground(state, square):
            state.grenade[square] = ACTIVE


@rule
def favourite(node: Node) -> int:
    """The action that was tried most, of equals the one that comes first."""
    best = 0
    for action in range(ALL):
        if node.tried[action] > node.tried[best]:
            best = action
    return best


@rule
def simulate(state: State, plan: Plan, nodes: States, events: Events) -> None:
    """Go down the tree, add a position, race on to the end, and tell the positions on the way what came of it."""
    depth = at = 0
    while state.result == ON and depth < DEEPEST:
        mover = int(state.to_move)
        action = choose(state, plan, nodes[at])
        plan.path[depth] = at
        plan.taken[depth] = action
        depth += 1
        apply(state, mover, action, NO_TAPE, events)
        follow = following(state, mover)
        child = nodes[at].child[action, follow]
        if child == NO_NODE:
            if plan.nodes < len(nodes):
                clear(nodes[plan.nodes])
                nodes[at].child[action, follow] = plan.nodes
                plan.nodes += 1
            break
        at = child
    worth = race(state, plan, events, depth)
    for passed in range(depth):
        node = nodes[plan.path[passed]]
        node.visits += 1
        node.worth += worth
        node.tried[plan.taken[passed]] += 1
        node.found[plan.taken[passed]] += worth


@rule
def following(state: State, mover: int) -> int:
    """Which of the positions that may follow an action this is."""
    if state.to_move == mover:
        return 0
    return 4 - state.actions_left if state.actions_left > 1 else 3


@rule
def choose(state: State, plan: Plan, node: Node) -> int:
    """The action that promises most, for what was found and what the policy thinks of it."""
    seat = int(state.to_move)
    far = plan.far[seat]
    total = 0
    for action in range(ALL):
        total += liking(state, far, seat, action)
    reach = EXPLORE * sqrt(node.visits + 1.0) / total
    middle = mean(node.worth, node.visits, seat) - UNTRIED / WON
    best, chosen = -1.0, 0
    for action in range(ALL):
        likes = liking(state, far, seat, action)
        if likes > 0:
            tried = node.tried[action]
            score = mean(node.found[action], tried, seat) if tried > 0 else middle
            score += reach * likes / (1.0 + tried)
            if score > best:
                best, chosen = score, action
    return chosen


@rule
def mean(worth: int, count: int, seat: int) -> float:
    """What a seat could expect so far, 0 to 1; a half of nothing known."""
    if count == 0:
        return 0.5
    share = worth / (count * float(WON))
    return share if seat == 0 else 1.0 - share


@rule
def liking(state: State, far: npt.NDArray[np.int32], seat: int, action: int) -> int:
    """What the policy thinks of an action; 0 if it is not legal."""
    if action < MOVES:
        if move_refusal(state, seat, action) != ACCEPTED:
            return 0
        here = state.players[seat].at
        target = step(state, here, action)
        gain = far[here] - far[target]
        likes = 24 if gain > 0 else (8 if gain == 0 else 2)
        return 2 * likes if state.actions_left > 1 and has_power(state, target) else likes
    if action == PICK_UP:
        return 6 if pick_up_refusal(state, seat) == ACCEPTED else 0
    if action == USE:
        return 4 if use_refusal(state, seat) == ACCEPTED else 0
    return 2 if end_turn_refusal(state, seat) == ACCEPTED else 0


@rule
def race(state: State, plan: Plan, events: Events, gone: int) -> int:
    """Race on by a simple policy; what that is worth for player 1, a little more for a win that comes sooner."""
    last = gone + LONGEST
    while state.result == ON and gone < last:
        seat = int(state.to_move)
        apply(state, seat, headlong(state, plan, seat), NO_TAPE, events)
        gone += 1
    if state.result == ON:
        lead: int = plan.far[1][state.players[1].at] - plan.far[0][state.players[0].at]
        return min(max(WON // 2 + 40 * lead, 0), WON)
    return WON - gone if state.result == 1 else gone


@rule
def headlong(state: State, plan: Plan, seat: int) -> int:
    """The legal move that leads nearest to the finish, of equal ones where there is power; seldom any other."""
    here = state.players[seat].at
    far = plan.far[seat]
    word = next_word(plan)
    wild = word & 15 == 0
    first = word >> 4 & 7
    best, chosen = 1 << 30, END_TURN
    for turn in range(MOVES):
        direction = (first + turn) & 7
        target = step(state, here, direction)
        cost = 2 * far[target]
        if cost <= best and move_refusal(state, seat, direction) == ACCEPTED:
            if wild:
                return direction
            if state.actions_left > 1 and not has_power(state, target):
                cost += 1
            if cost < best:
                best, chosen = cost, direction
    return chosen
