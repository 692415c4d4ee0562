"""The board on the screen: tiles in any size, a camera that follows, clicks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from flagstone.tui.scene import GROUND, Floor, Paint, Scene, Tile

SIZES = ((1, 1), (2, 1), (3, 1), (4, 2), (6, 3))  # characters of a tile, across and down
LARGE = (3, 4)  # those of SIZES that have more than one line
GAP = 2  # between floors, across; one line down
CALM = 4  # the camera stays as long as who is followed is not in the outer part, one in so many, of the view

BLANK = Style(bgcolor=GROUND)
TITLE = Style(color="#8b949e", bgcolor=GROUND)


@dataclass(frozen=True)
class Layout:
    """Where the floors are on a canvas, in characters."""

    size: int  # which of SIZES
    places: tuple[tuple[int, int], ...]  # the first column and line of each floor, its title above
    width: int
    height: int

    def fits(self, width: int, height: int) -> bool:
        """Whether all can be seen at once."""
        return self.width <= width and self.height <= height


def arranged(floors: Sequence[Floor], size: int, *, stacked: bool) -> Layout:
    """The floors in a size, beside or above each other; stacked ones have their columns in line."""
    across, down = SIZES[size]
    head = 1 if any(floor.title for floor in floors) else 0
    first = min(floor.first_column for floor in floors)
    places, x, y, width, height = [], 0, 0, 0, 0
    for floor in floors:
        left = (floor.first_column - first) * across if stacked else x
        places.append((left, y + head))
        width = max(width, left + floor.columns * across)
        height = max(height, y + head + floor.rows * down)
        if stacked:
            y = height
        else:
            x = width + GAP
    return Layout(size, tuple(places), width, height)


def laid_out(floors: Sequence[Floor], width: int, height: int, size: int | None = None) -> Layout:
    """The largest arrangement that fits; if none does, the least that tells all of one floor, the smallest of more."""
    several = len(floors) > 1
    told = next(size for size, (across, _) in enumerate(SIZES) if across >= max(floor.needs for floor in floors))
    single = sorted({0, told, *LARGE})  # the others are too wide for their height to look at with no need
    for each in reversed(range(len(SIZES)) if several else single) if size is None else (size,):
        for stacked in (True, False) if several else (True,):
            layout = arranged(floors, each, stacked=stacked)
            if layout.fits(width, height):
                return layout
    usual = 0 if several else told
    return arranged(floors, usual if size is None else size, stacked=not several or 2 * height > width)


@lru_cache(maxsize=512)
def style(paint: Paint) -> Style:
    """A paint as the terminal has it. What is reversed has its colours the other way round, to look the same."""
    fg, bg = (paint.bg, paint.fg) if paint.reverse else (paint.fg, paint.bg)
    return Style(color=fg, bgcolor=bg, bold=paint.bold, underline=paint.underline, reverse=paint.reverse)


def tile_text(tile: Tile, across: int, down: int, line: int) -> str:
    """One line of a tile in a size."""
    if across == 1:
        return tile.one
    if tile.glyph == tile.mark:
        return tile.glyph * across
    lines = tile.lines if tile.lines and down > 1 else (tile.text(2) if across == 2 else tile.text(across).strip(),)
    place = line - (down - len(lines)) // 2
    room = across - len(tile.edge)
    text = lines[place][:room] if 0 <= place < len(lines) else ""
    return (" " * ((room - len(text)) // 2) + text).ljust(room) + tile.edge


class BoardView(Widget):
    """Shows a scene, as large as there is room; follows its focus where there is not."""

    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; background: #0d1117; }"

    class Clicked(Message):
        """Somebody has clicked on a cell."""

        def __init__(self, floor: int, row: int, column: int) -> None:
            super().__init__()
            self.floor, self.row, self.column = floor, row, column

    def __init__(self) -> None:
        super().__init__()
        self.scene: Scene | None = None
        self.zoom: int | None = None  # which of SIZES; none: whatever fits
        self.plan: Layout | None = None
        self.camera = (0, 0)  # the character of the canvas that is shown at the top left

    def look_at(self, scene: Scene) -> None:
        """Show a scene."""
        self.scene = scene
        self._place()
        self.refresh()

    def on_resize(self) -> None:
        """The board is arranged anew."""
        self._place()
        self.refresh()

    def zoom_by(self, steps: int) -> None:
        """Show tiles larger or smaller than what fits."""
        if self.plan is not None:
            self.zoom = min(max(0, self.plan.size + steps), len(SIZES) - 1)
            self._place()
            self.refresh()

    def pan(self, across: int, down: int) -> None:
        """Move the camera."""
        if self.plan is not None:
            self.camera = self._clamped(self.camera[0] + across, self.camera[1] + down)
            self.refresh()

    def _place(self) -> None:
        width, height = self.size
        if self.scene is None or not width or not height:
            return
        self.plan = laid_out(self.scene.floors, width, height, self.zoom)
        self.camera = self._clamped(*self._followed(width, height))

    def _followed(self, width: int, height: int) -> tuple[int, int]:
        """Where the camera has to be for the focus to be well in view; it stays if it can."""
        assert self.scene is not None
        assert self.plan is not None
        if self.scene.focus is None:
            return self.camera
        floor, row, column = self.scene.focus
        across, down = SIZES[self.plan.size]
        left, top = self.plan.places[floor]
        x = left + (column - self.scene.floors[floor].first_column) * across
        y = top + row * down
        near = (width // CALM, height // CALM)
        stays = (
            self.camera[0] + near[0] <= x <= self.camera[0] + width - near[0] - across,
            self.camera[1] + near[1] <= y <= self.camera[1] + height - near[1] - down,
        )
        centred = (x + across // 2 - width // 2, y + down // 2 - height // 2)
        return (self.camera[0] if stays[0] else centred[0], self.camera[1] if stays[1] else centred[1])

    def _clamped(self, x: int, y: int) -> tuple[int, int]:
        """A camera that looks beyond the canvas only where the canvas is smaller than the view: then it is centred."""
        assert self.plan is not None
        spare = (self.plan.width - self.size.width, self.plan.height - self.size.height)
        across = spare[0] // 2 if spare[0] < 0 else min(max(0, x), spare[0])
        down = spare[1] // 2 if spare[1] < 0 else min(max(0, y), spare[1])
        return across, down

    # Drawing.

    def render_line(self, y: int) -> Strip:
        """One line of the view."""
        width = self.size.width
        if self.scene is None or self.plan is None:
            return Strip.blank(width, BLANK)
        line = y + self.camera[1]
        segments: list[Segment] = []
        at = self.camera[0]
        end = at + width
        for floor, place in sorted(zip(self.scene.floors, self.plan.places, strict=True), key=lambda pair: pair[1][0]):
            left, texts = self._floor_line(floor, place, line, at, end)
            if texts:
                segments.append(Segment(" " * (left - at), BLANK))
                segments += texts
                at = left + sum(segment.cell_length for segment in texts)
        segments.append(Segment(" " * max(0, end - at), BLANK))
        return Strip([segment for segment in segments if segment.text]).crop(0, width)

    def _floor_line(
        self, floor: Floor, place: tuple[int, int], line: int, at: int, end: int
    ) -> tuple[int, list[Segment]]:
        """What a floor shows of itself in a line of the canvas between two columns, and where that begins."""
        assert self.plan is not None
        across, down = SIZES[self.plan.size]
        left, top = place
        if floor.title and line == top - 1:
            title = Segment(floor.title, TITLE)
            return (left, [title]) if at <= left <= end - len(floor.title) else (at, [])
        row, part = divmod(line - top, down)
        if not 0 <= row < floor.rows:
            return at, []
        first = max(0, (at - left) // across)
        last = min(floor.columns, -(-(end - left) // across))
        if first >= last:
            return at, []
        strip = Strip(list(_merged(floor, row, range(first, last), (across, down, part))))
        start = left + first * across
        cut = max(0, at - start)
        return start + cut, list(strip.crop(cut, strip.cell_length))

    # Clicks.

    def on_click(self, event: events.Click) -> None:
        """Tell which cell was meant."""
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.Clicked(*cell))

    def cell_at(self, x: int, y: int) -> tuple[int, int, int] | None:
        """The floor, row and column at a place of the view, if there is a cell."""
        if self.scene is None or self.plan is None:
            return None
        across, down = SIZES[self.plan.size]
        for number, (floor, (left, top)) in enumerate(zip(self.scene.floors, self.plan.places, strict=True)):
            row, column = (y + self.camera[1] - top) // down, (x + self.camera[0] - left) // across
            if 0 <= row < floor.rows and 0 <= column < floor.columns:
                return number, row, column + floor.first_column
        return None


def _merged(floor: Floor, row: int, columns: range, shape: tuple[int, int, int]) -> Iterator[Segment]:
    """A line of a row of tiles, runs of one style in one piece."""
    text, current = "", BLANK
    for column in columns:
        tile = floor.tile(row, column + floor.first_column)
        painted = BLANK if tile is None else style(tile.paint)
        if painted != current and text:
            yield Segment(text, current)
            text = ""
        current = painted
        text += " " * shape[0] if tile is None else tile_text(tile, *shape)
    yield Segment(text, current)
