"""What stands around the board: who plays and how he is doing, the dice, the symbols, the keys."""

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from flagstone.play.messages import Entry
from flagstone.tui import words
from flagstone.tui.board import style, tile_text
from flagstone.tui.keys import hints
from flagstone.tui.scene import INK, SIDE, Scene, player_paint
from flagstone.tui.scene_ctf import BRACKETS
from flagstone.tui.session import Session

DIM = "#8b949e"
FEW = 6  # players of whom everything is told in two lines each

PIPS = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}
FACES = "⚀⚁⚂⚃⚄⚅"
ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
COMPASS = {2: "N", 3: "E", 4: "S", 5: "W"}  # the faces of the direction die; 1 and 6 are empty


def headline(session: Session, width: int) -> Text:
    """The game, whose turn it is, and the clock, in one line."""
    text = Text(no_wrap=True, overflow="ellipsis")
    turn = words.turn(session)
    if width >= len(words.title(session)) + len(turn) + 5:
        text.append(f" {words.title(session)} ", style="bold #0d1117 on #c9d1d9")
    colour = INK
    if session.to_move is not None:
        colour = SIDE[words.side(session, session.to_move)]
    text.append("  ● ", style=colour)
    is_own = session.to_move is not None and session.to_move == session.seat
    text.append(turn, style=f"bold {colour}" if is_own else colour)
    told = [words.progress(session), words.clock(session)]
    if not session.connected and session.status != "over":
        told.append("connecting …")
    elif session.latency is not None:
        told.append(f"{1000 * session.latency:.0f} ms")
    if session.watching:
        told.append(f"{session.watching} watching")
    end = "  ".join(part for part in told if part)
    room = width - text.cell_len - len(end) - 1
    if end and room > 0:
        text.append(" " * room + end, style=DIM)
    return text


def players(session: Session, width: int, *, large_dice: bool = False) -> Text:
    """Everybody, by sides: mark, name, and how he is doing."""
    text = Text(no_wrap=True, overflow="ellipsis")
    sides = 2 if session.game != "savor" else 3
    seats = sorted(range(len(session.seats)), key=lambda seat: (seat % sides, seat))
    for place, seat in enumerate(seats):
        if place:
            text.append("\n")
        _player(text, session, seat, two_lines=len(seats) <= FEW and width < 60)
    if session.game == "savor" and not large_dice:
        text.append("\n\n").append_text(dice_line(session))
    return text


def _player(text: Text, session: Session, seat: int, *, two_lines: bool) -> None:
    player = session.view["players"][seat]
    out = bool(player.get("jailed")) or player.get("in") == "bawana"
    paint = player_paint(words.side(session, seat), own=seat == session.seat, out=out)
    is_next = seat == session.to_move
    text.append("▶" if is_next else " ", style=SIDE[words.side(session, seat)])
    text.append(_sign(session, seat), style=style(paint))
    taken = session.seats[seat]
    name = session.name(seat) if taken.name is not None else "nobody yet"
    text.append(f" {name}", style="bold #ffffff" if seat == session.seat else (INK if taken.name else DIM))
    if taken.name is not None and not taken.connected:
        text.append(" away", style="#d29922")
    told = words.notes(session, seat)
    if told:
        text.append("\n     " if two_lines else "  ", style=DIM)
        for place, note in enumerate(told):
            loud = "flag" in note or "jail" in note or "loses" in note or "Bawana" in note
            text.append((", " if place else "") + note, style="#ffe066" if loud else DIM)


def _sign(session: Session, seat: int) -> str:
    """A player as the board shows him."""
    if session.game in ("rowdy", "savor"):
        return f" {'12'[seat] if session.game == 'rowdy' else 'ABC'[seat]} "
    opens, closes = BRACKETS[seat % 2]
    return f"{opens}{seat // 2 + 1}{closes}"


def thrown(session: Session) -> tuple[int, int, int | None] | None:
    """The last throw of Maze to Savor: whose, the movement die, and the direction die's face if it was thrown."""
    for entry in reversed(session.entries):
        for event in reversed(entry.events):
            if event["event"] == "entered":
                return event["seat"], 6, None
            if "die" in event:
                return event["seat"], event["die"], event.get("face")
    return None


def dice(session: Session) -> Text:
    """The last throw, drawn large."""
    text = Text(no_wrap=True)
    last = thrown(session)
    if last is None:
        text.append("\n\n  No throw yet: Space throws.", style=DIM)
        return text
    seat, die, face = last
    colour = SIDE[seat]
    text.append(f" {session.name(seat)} threw\n", style=colour)
    drawn = [_die(PIPS[die])]
    if face is not None:
        letter = COMPASS.get(face, " ")
        drawn.append(_die(("       ", f"   {letter}   ", "       ")))
    for line in zip(*drawn, strict=True):
        text.append(" " + " ".join(line) + "\n", style=f"bold {colour}")
    return text


def _die(face: tuple[str, str, str]) -> list[str]:
    return ["╭───────╮", *(f"│{line}│" for line in face), "╰───────╯"]


def dice_line(session: Session) -> Text:
    """The last throw in one line."""
    last = thrown(session)
    if last is None:
        return Text("  no throw yet", style=DIM)
    seat, die, face = last
    text = Text(f"  {session.name(seat)} threw ", style=DIM)
    text.append(f"{FACES[die - 1]} {die}", style=f"bold {SIDE[seat]}")
    if face is not None:
        letter = COMPASS.get(face)
        told = f" and {ARROWS[letter]} {letter}" if letter else " and an empty face"
        text.append(told, style=f"bold {SIDE[seat]}")
    return text


def legend(scene: Scene, columns: int = 2) -> Table:
    """The symbols, and what they mean."""
    table = Table.grid(padding=(0, 1))
    for _ in range(columns):
        table.add_column(width=2)
        table.add_column(ratio=1)
    cells = [(Text(tile_text(tile, 2, 1, 0), style=style(tile.paint)), meaning) for tile, meaning in scene.legend]
    rows = -(-len(cells) // columns)
    for row in range(rows):
        line: list[Text] = []
        for column in range(columns):
            place = row + column * rows
            sign, meaning = cells[place] if place < len(cells) else (Text(), "")
            line += [sign, Text(meaning, style=DIM)]
        table.add_row(*line)
    return table


def footer(session: Session, width: int) -> Text:
    """The keys in one line: as many as there is room for, and always help and leave."""
    always = [("?", "help"), ("Esc", "leave")]
    told = hints(session.game) if session.seat is not None else [("arrows", "look around")]
    while told and _keys([*told, *always]).cell_len > width:
        told.pop()
    return _keys([*told, *always])


def _keys(told: Sequence[tuple[str, str]]) -> Text:
    text = Text()
    for place, (keys, meaning) in enumerate(told):
        text.append(f"{'  ' if place else ' '}{keys}", style=f"bold {INK}")
        text.append(f" {meaning}", style=DIM)
    return text


def told(session: Session, entry: Entry) -> Iterator[Text]:
    """What happened, for the feed: who did it comes in his colour."""
    for line in words.feed(session, entry):
        text = Text(line, style=INK)
        for seat in range(len(session.seats)):
            name = "ABC"[seat] if session.game == "savor" else session.name(seat)
            if name and line.startswith(f"{name} "):
                text.stylize(f"bold {SIDE[words.side(session, seat)]}", 0, len(name))
        yield text
