"""The command line: argument parsing only. Whatever is wrong is one clear line on standard error, and exit code 2."""

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated, NoReturn

import typer

from flagstone import __version__, cli_bots
from flagstone.cli_output import fail, print_anywhere, usage

app = typer.Typer(
    name="flagstone",
    help="An open arena for five exactly specified flag-and-maze games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
board_app = typer.Typer(help="Make, check and look at boards of the capture-the-flag games.", no_args_is_help=True)
replay_app = typer.Typer(help="Look at saved matches.", no_args_is_help=True)
savor_app = typer.Typer(help="Maze to Savor from its five files.", no_args_is_help=True)
app.add_typer(board_app, name="board")
app.add_typer(cli_bots.app, name="bot")
app.add_typer(replay_app, name="replay")
app.add_typer(savor_app, name="savor")


def main() -> NoReturn:
    """The program: runs a command and turns what goes wrong into words."""
    print_anywhere()
    try:
        code = app(standalone_mode=False)
    except typer.TyperException as error:
        fail(usage(error))
    except typer.Abort:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone; Python would complain about it at exit
        sys.exit(141)
    except OSError as error:
        fail(f"{error.filename or 'input or output'}: {(error.strerror or str(error)).lower()}")
    except MemoryError:
        fail("there is not enough memory for so much; ask for less")
    except KeyboardInterrupt:
        sys.exit(130)
    except ValueError as error:  # MatchError, BoardError, SettingsError: their words are for people
        fail(str(error))
    sys.exit(code if isinstance(code, int) else 0)


@app.command(epilog="Example: flagstone version")
def version() -> None:
    """Print the version of Flagstone and of each game's rules."""
    from flagstone.rules import GAMES

    print(f"flagstone {__version__}")
    print("rules: " + ", ".join(f"{game.id} {game.version}" for game in GAMES.values()))


@app.command(epilog="Example: flagstone games --json")
def games(json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """List the games with their actions and settings."""
    from flagstone.catalogue import as_json, as_text

    print(as_json() if json else as_text())


@app.command(epilog='Example: echo \'{"cmd": "games"}\' | flagstone referee')
def referee() -> None:
    """Judge one match over standard input and output, a JSON object a line."""
    from flagstone.referee import main as serve

    serve()


Rows = Annotated[int, typer.Argument(help="Rows, 9 to 256.", show_default=False)]
Columns = Annotated[int, typer.Argument(help="Columns, 9 to 256.", show_default=False)]
Seed = Annotated[int, typer.Option(help="The same seed gives the same result.")]
BoardName = Annotated[str, typer.Argument(help="A file, or the name of a shipped board.", show_default=False)]
Seats = Annotated[int, typer.Option("--seats", help="Seats per team.")]


@board_app.command("new", epilog="Example: flagstone board new 21 41 --seats 5 --seed 7 > maze.map")
def board_new(
    rows: Rows,
    columns: Columns,
    seats: Seats = 4,
    tools: Annotated[int, typer.Option(help="Hammers or shovels on the board.")] = 2,
    walls: Annotated[float, typer.Option(help="How much of the maze stands, 0 to 1.")] = 0.8,
    seed: Seed = 0,
) -> None:
    """Print a new board: fair, symmetric, everything can be reached."""
    from flagstone.boards.maze import generate

    print(generate(rows, columns, seats_per_team=seats, tools=tools, walls=walls, seed=seed).text)


@board_app.command("check", epilog="Example: flagstone board check maze.map --seats 5")
def board_check(board: BoardName, seats: Seats = 1) -> None:
    """Check a board and name every fault by row and column, counted from 0."""
    from flagstone.boards.ctf import notes, parse
    from flagstone.boards.faults import BoardError
    from flagstone.boards.library import find

    text = find(board)
    try:
        found = parse(text, seats)
    except BoardError as error:
        fail("\n".join(f"{board}: {fault}" for fault in error.faults))
    for note in notes(found):
        print(f"warning: {note}")
    print(f"{board}: {found.rows} rows, {found.columns} columns, for up to {found.most_seats()} seats per team")


@board_app.command("show", epilog="Example: flagstone board show crossing")
def board_show(
    board: Annotated[str | None, typer.Argument(help="A file or a shipped board; without it the shipped ones.")] = None,
) -> None:
    """Print a board, or list the shipped ones."""
    from flagstone.boards.library import find, listing

    print(listing() if board is None else find(board).rstrip("\n"))


@app.command(epilog="Example: flagstone simulate hammer --bots greedy,random --board crossing --matches 200 --seed 7")
def simulate(
    game: Annotated[str, typer.Argument(help="hammer, shovel, classic, rowdy or savor.", show_default=False)],
    matches: Annotated[int, typer.Option("--matches", "-n", help="How many matches.")] = 100,
    seed: Seed = 0,
    bots: Annotated[str, typer.Option(help="One bot for all sides, or one a side; they change sides.")] = "greedy",
    board: Annotated[str, typer.Option(help="Capture the flag: a file or a shipped board.")] = "courtyard",
    seats: Annotated[int, typer.Option(help="Capture the flag: seats per team.")] = 2,
    setting: Annotated[list[str] | None, typer.Option("--set", help="A setting of the game, as name=JSON.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Actions a seat, turns or rounds until undecided.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores if not given.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write every match to a .csv, .json or .parquet file.")] = None,
) -> None:
    """Play many matches between bots, on all cores; the same seed gives the same results on any number of them."""
    from flagstone.arena.simulate import Plan, run, table
    from flagstone.arena.tables import check, write
    from flagstone.bots.hiring import hire

    if out:
        check(out)
    hired = [hire(name.strip()) for name in bots.split(",")]
    plan = Plan.make(game, matches, seed, hired, board=board, seats=seats, settings=setting or [], limit=limit)
    for note in plan.notes():
        print(f"warning: {note}", file=sys.stderr)
    rows = run(plan, workers)
    print(table(plan, rows))
    if out:
        write(out, rows)


app.command("duel", epilog=cli_bots.DUEL)(cli_bots.duel)


@replay_app.command("show", epilog="Example: flagstone replay show match.json --boards")
def replay_show(
    file: Annotated[Path, typer.Argument(help="A saved match.", show_default=False)],
    boards: Annotated[bool, typer.Option("--boards", help="Draw the position after every entry.")] = False,
) -> None:
    """Play a saved match again and tell it in words."""
    from flagstone.replay import tell

    for line in tell(file, boards=boards):
        print(line)


Folder = Annotated[Path, typer.Argument(help="The folder with the five files.", show_default=False)]
Lenient = Annotated[bool, typer.Option("--lenient", help="Leave out entries in error, with a warning each.")]
Elements = Annotated[str, typer.Option(help="full, or base: the document's rules 1 to 3 alone.")]
FlagRule = Annotated[str, typer.Option(help="reach: the flag is captured in passing; land: only with the last step.")]
StairsChange = Annotated[int, typer.Option(help="The stairs change after every so many rounds; 0 is never.")]


@savor_app.command("new", epilog="Example: flagstone savor new maze/ --seed 7")
def savor_new(folder: Folder, seed: Seed = 0) -> None:
    """Write the five files of a new board: a dozen stairs, poles, walls, and a flag that can be reached."""
    from flagstone.boards.savor_files import write
    from flagstone.boards.savor_generator import generate

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        fail(f"{folder}: is there already; name a new or an empty folder")
    write(folder, generate(seed), seed)
    print(f"{folder}: stairs.txt, poles.txt, walls.txt, flag.txt and seed.txt")


@savor_app.command("run", epilog="Example: flagstone savor run maze/ --lenient")
def savor_run(
    folder: Folder,
    lenient: Lenient = False,
    elements: Elements = "full",
    flag_rule: FlagRule = "reach",
    stairs_change: StairsChange = 5,
    rounds: Annotated[int, typer.Option(min=1, help="Stop after so many rounds.")] = 100_000,
) -> None:
    """Play a game from stairs.txt, poles.txt, walls.txt, flag.txt and seed.txt, and print its messages."""
    from flagstone.savor_run import Options, run

    for message in run(folder, Options(elements, flag_rule, stairs_change, lenient), rounds):
        print(message)


@savor_app.command("odds", epilog="Example: flagstone savor odds maze/ --games 100000 --picture traffic.png")
def savor_odds(
    folder: Folder,
    games: Annotated[int, typer.Option(help="How many games.")] = 1_000_000,
    lenient: Lenient = False,
    elements: Elements = "full",
    flag_rule: FlagRule = "reach",
    stairs_change: StairsChange = 5,
    rounds: Annotated[int, typer.Option(min=1, help="A game is undecided after so many rounds.")] = 100_000,
    cells: Annotated[Path | None, typer.Option(help="Every cell's visits to a .csv, .json or .parquet file.")] = None,
    picture: Annotated[Path | None, typer.Option(help="The floors as a heat map, to a .png file.")] = None,
) -> None:
    """Play many games from the five files: each player's chance, how long games take, where players go."""
    from flagstone.arena import heatmap, odds, tables
    from flagstone.savor_run import Options, match_settings

    if cells:
        tables.check(cells)
    if picture:
        heatmap.check(picture)
    settings, seed = match_settings(folder, Options(elements, flag_rule, stairs_change, lenient))
    counted = odds.count(settings, seed, games, rounds)
    print(odds.table(counted))
    if cells:
        tables.write(cells, odds.cells(counted))
    if picture:
        heatmap.draw(picture, counted)


Address = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="FLAGSTONE_DATABASE",
        help="postgresql://… or sqlite:///…; a file in --data if not given.",
        show_envvar=False,
    ),
]
DataFolder = Annotated[
    Path | None, typer.Option("--data", help="The folder of the data; your data directory if not given.")
]
BackupFile = Annotated[Path, typer.Argument(help="The file of the backup.", show_default=False)]


@app.command(epilog="Example: flagstone play rowdy --rows 12 --columns 20 --bots greedy")
def play(
    game: Annotated[
        str | None, typer.Argument(help="hammer, shovel, classic, rowdy or savor; if none is named, you are asked.")
    ] = None,
    join: Annotated[str | None, typer.Option(help="The link of a match on a server, http://host/m/ID.")] = None,
    board: Annotated[
        str | None, typer.Option(help="Capture the flag: a file, a shipped board, or new. Savor: a folder, or new.")
    ] = None,
    rows: Annotated[int | None, typer.Option(help="Rows of a new board; in Rowdy Racers of the grid.")] = None,
    columns: Annotated[int | None, typer.Option(help="Columns of a new board, or of the grid.")] = None,
    seats: Annotated[int | None, typer.Option(help="Capture the flag: seats per team.")] = None,
    bots: Annotated[str | None, typer.Option(help="One bot for all other seats, or one a side.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same board and dice.")] = None,
    pace: Annotated[int | None, typer.Option(help="Milliseconds that a bot takes to act.")] = None,
    clock: Annotated[int | None, typer.Option(help="Seconds for each turn; capture the flag: for the match.")] = None,
    setting: Annotated[list[str] | None, typer.Option("--set", help="A setting of the game, as name=JSON.")] = None,
    seat: Annotated[int | None, typer.Option(min=1, help="The seat you want, counted from 1.")] = None,
    name: Annotated[str | None, typer.Option(help="What you are called.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Look on, and let bots play.")] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Lines of text only, for any terminal or a pipe.")] = False,
) -> None:
    """Play in the terminal: against bots, or a live match on a server."""
    try:
        from flagstone.tui.play import Asked
        from flagstone.tui.play import play as run

        named = {"board": board, "rows": rows, "columns": columns, "seats": seats, "bots": bots, "seed": seed}
        said = {**named, "pace": pace, "clock": clock}
        values = {question: None if value is None else str(value) for question, value in said.items()}
        run(Asked(game, join, values, tuple(setting or ()), name, seat, watch, ascii))
    except ModuleNotFoundError as error:
        fail(f"playing in a terminal needs {error.name}: pip install 'flagstone[tui]'")


@app.command(epilog="Example: flagstone serve --host 0.0.0.0 --port 8000")
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")] = 8000,
    database: Address = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than one need PostgreSQL.")] = 1,
    data: DataFolder = None,
    admin_token: Annotated[
        str | None,
        typer.Option(
            envvar="FLAGSTONE_ADMIN_TOKEN",
            help="Opens /api/admin to whoever has it; better in the environment, as FLAGSTONE_ADMIN_TOKEN.",
            show_envvar=False,
        ),
    ] = None,
    origin: Annotated[list[str] | None, typer.Option(help="A page from elsewhere that may connect.")] = None,
    rate: Annotated[float, typer.Option(min=0.01, help="Every limit of how much may be sent, times this.")] = 1.0,
    keep_days: Annotated[int | None, typer.Option(min=1, help="Forget what nobody has touched for so long.")] = None,
) -> None:
    """Serve live matches of all games, over HTTP and WebSockets."""
    run = server_part("serve").serve
    settings = server_part("settings").Settings(
        host=host,
        port=port,
        database=database,
        data=str(data or data_folder()),
        workers=workers,
        admin_token=admin_token,
        origins=tuple(origin or ()),
        keep_days=keep_days,
    )
    run(settings.with_rates_times(rate))


@app.command(epilog="Example: flagstone backup monday.db")
def backup(file: BackupFile, database: Address = None, data: DataFolder = None) -> None:
    """Write everything that a server keeps to a new file; the server may go on meanwhile."""
    matches = server_part("backup").back_up(database, data or data_folder(), file)
    print(f"{file}: {matches} matches, and all that belongs to them")


@app.command(epilog="Example: flagstone restore monday.db --replace")
def restore(
    file: BackupFile,
    database: Address = None,
    data: DataFolder = None,
    replace: Annotated[bool, typer.Option("--replace", help="Lose the matches that the database has now.")] = False,
) -> None:
    """Bring a backup back, into the same database or another; the server may go on meanwhile."""
    matches = server_part("backup").bring_back(file, database, data or data_folder(), replace=replace)
    print(f"{file}: {matches} matches are back")


def server_part(name: str) -> ModuleType:
    """A module of the server, whose dependencies may not be installed."""
    try:
        return importlib.import_module(f"flagstone.server.{name}")
    except ModuleNotFoundError as error:
        fail(f"the server needs {error.name}: pip install 'flagstone[server]'")


def data_folder() -> Path:
    """The folder of the data, if nothing else was said."""
    from platformdirs import user_data_path

    return user_data_path("flagstone")


@app.command(epilog="Example: flagstone warm hammer rowdy")
def warm(
    games: Annotated[list[str] | None, typer.Argument(help="Games; all if none is named.", show_default=False)] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="The searches of bots and the environments too: this takes minutes.")
    ] = False,
) -> None:
    """Compile the games' rules ahead, so that nothing has to be compiled later; what is kept already is left."""
    from flagstone.warming import warm as warm_up

    warm_up(games or [], everything=everything)


@app.command(epilog="Example: flagstone bench --quick")
def bench(
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="A tenth of the time, more noise.")] = False,
) -> None:
    """Measure how fast the games run here."""
    from flagstone.bench import report

    report(as_json=json, quick=quick)


if __name__ == "__main__":
    main()
