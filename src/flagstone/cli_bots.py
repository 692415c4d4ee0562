"""The commands for bots: argument parsing only. What goes wrong is a ValueError, which `cli` tells in one line."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from flagstone.bots.hiring import Hired

app = typer.Typer(help="Bots of your own: try them here, or send them to a server.", no_args_is_help=True)

SeedOption = Annotated[int, typer.Option("--seed", help="The same seed gives the same result.")]
BoardOption = Annotated[str, typer.Option("--board", help="Capture the flag: a file or a shipped board.")]
SeatsOption = Annotated[int, typer.Option("--seats", help="Capture the flag: seats per team.")]
SettingOption = Annotated[list[str] | None, typer.Option("--set", help="A setting of the game, as name=JSON.")]
LimitOption = Annotated[
    int | None, typer.Option("--limit", min=1, help="Actions a seat, turns or rounds until undecided.")
]
WorkersOption = Annotated[int | None, typer.Option("--workers", min=1, help="Processes; all cores if not given.")]
SecondsOption = Annotated[float, typer.Option("--seconds", min=0.001, help="A command's time for each decision.")]


DUEL = "Example: flagstone duel search greedy --game rowdy --matches 200 --keep duel/"


def duel(
    a: Annotated[str, typer.Argument(help="A bundled bot, search:nodes=2000, bot.py:Class, or a command.")],
    b: Annotated[str, typer.Argument(help="The other one.")],
    game: Annotated[str, typer.Option(help="hammer, shovel, classic, rowdy or savor.")] = "rowdy",
    matches: Annotated[
        int, typer.Option("--matches", "-n", help="How many; each seed is played from both sides.")
    ] = 100,
    seed: SeedOption = 0,
    board: BoardOption = "courtyard",
    seats: SeatsOption = 2,
    setting: SettingOption = None,
    limit: LimitOption = None,
    seconds: SecondsOption = 5.0,
    workers: WorkersOption = None,
    keep: Annotated[Path | None, typer.Option(help="Keep every match in this folder, for replay show.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write every match to a .csv, .json or .parquet file.")] = None,
) -> None:
    """Two bots against each other, from both sides: wins with their interval and p-value, and time for a decision."""
    from flagstone.arena import tables
    from flagstone.arena.duel import Duel, table
    from flagstone.arena.sharing import share
    from flagstone.arena.simulate import Plan
    from flagstone.bots.hiring import hire

    if out:
        tables.check(out)
    bots = [hire(a, seconds), hire(b, seconds)]
    plan = Plan.make(game, matches, seed, bots, board=board, seats=seats, settings=setting or [], limit=limit)
    for note in plan.notes():
        print(f"warning: {note}", file=sys.stderr)
    both = Duel.make(plan, keep)
    fought = share(both, workers)
    print(table(both, fought))
    if out:
        tables.write(out, [one.row for one in fought])


Exec = Annotated[str | None, typer.Option("--exec", help="A command in any language: it is asked over a pipe.")]
BotName = Annotated[str | None, typer.Option("--bot", help="A bundled bot, search:ms=100, or a file bot.py:Class.")]


@app.command("run", epilog='Example: flagstone bot run --exec "python3 examples/bots/bot.py" rowdy')
def bot_run(
    game: Annotated[str, typer.Argument(help="hammer, shovel, classic, rowdy or savor.", show_default=False)],
    command: Exec = None,
    bot: BotName = None,
    against: Annotated[str, typer.Option(help="Another bot, named like those of duel.")] = "greedy",
    matches: Annotated[int, typer.Option("--matches", "-n", help="How many; each seed from both sides.")] = 2,
    seed: SeedOption = 0,
    board: BoardOption = "courtyard",
    seats: SeatsOption = 2,
    setting: SettingOption = None,
    limit: LimitOption = None,
    seconds: SecondsOption = 5.0,
    keep: Annotated[Path | None, typer.Option(help="Keep every match in this folder, for replay show.")] = None,
) -> None:
    """Try a bot against another, match by match: how each went, and how long the bot took."""
    from flagstone.arena.duel import Duel, story, table
    from flagstone.arena.simulate import Plan
    from flagstone.bots.hiring import hire

    bots = [hired_bot(command, bot, seconds), hire(against, seconds)]
    plan = Plan.make(game, matches, seed, bots, board=board, seats=seats, settings=setting or [], limit=limit)
    duel, fought = Duel.make(plan, keep), []
    for number in range(matches):
        fought.append(duel.play(number))
        print(story(number, fought[-1]), flush=True)
    print(table(duel, fought))


@app.command("connect", epilog="Example: flagstone bot connect http://127.0.0.1:8000 MATCH --bot greedy")
def bot_connect(
    url: Annotated[str, typer.Argument(help="The server's address.", show_default=False)],
    match: Annotated[str, typer.Argument(help="The id of the match.", show_default=False)],
    command: Exec = None,
    bot: BotName = None,
    name: Annotated[str, typer.Option(help="The name to join under.")] = "bot",
    seat: Annotated[int | None, typer.Option(min=0, help="The seat, from 0; any that is free if not given.")] = None,
    token: Annotated[str | None, typer.Option(help="The secret of a seat that is yours already.")] = None,
    code: Annotated[str | None, typer.Option(help="The code of a private match.")] = None,
    seed: SeedOption = 0,
    seconds: SecondsOption = 5.0,
) -> None:
    """Play a live match on a server, with the same bot; it reconnects by itself. Latencies are shown at the end."""
    from flagstone.bots import connect, timing
    from flagstone.bots.bot import BotFailed, rng_of

    hired = hired_bot(command, bot, seconds)
    try:
        import websockets  # noqa: F401 (only whether it is there)
    except ModuleNotFoundError:
        raise ValueError("live play needs websockets: pip install 'flagstone[live]'") from None
    if token is not None and seat is None:
        raise ValueError("--token needs --seat: whose secret it is")
    if token is not None and seat is not None:
        place = connect.Place(url.rstrip("/"), match, seat, token)
    else:
        place = connect.take_seat(url, match, name, seat=seat, code=code)
    try:
        played = connect.play(hired(), place, rng_of(seed, place.seat), lambda words: print(words, flush=True))
    except BotFailed as failure:
        raise ValueError(f"the bot has given up: {failure}") from None
    outcome = played.outcome
    assert outcome is not None
    print(f"{outcome.winner or 'Nobody'} won: {outcome.reason}")
    for what, taken in (("thinking", played.thought), ("until it was there", played.latency)):
        print(f"{what}: " + ", ".join(f"{name} {value}" for name, value in timing.told(taken).items()))


def hired_bot(command: str | None, bot: str | None, seconds: float) -> "Hired":
    """The bot that --exec or --bot names."""
    from flagstone.bots import hiring

    if (command is None) == (bot is None):
        raise ValueError("name the bot with --exec or with --bot, one of them")
    return hiring.command(command, seconds) if command is not None else hiring.hire(bot or "", seconds)
