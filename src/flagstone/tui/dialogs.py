"""What comes over the board: help, the question whether to leave, the result."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from flagstone.rules import GAMES
from flagstone.tui import panels
from flagstone.tui.keys import hints
from flagstone.tui.scene import Scene
from flagstone.tui.session import Session

GOALS = {
    "hammer": "Carry the other team's flag home and drop it there, with your whole team and your own flag at home.",
    "shovel": "Bring the other team's flag home, with your whole team and your own flag at home.",
    "classic": "Take the other team's flag where it lies and bring it home, with your team and your flag at home.",
    "rowdy": "Reach your finish: the other player's start. Three actions a turn; never cross a light trail.",
    "savor": "Be the first at the flag. A 6 lets you in; the direction die turns you with every fourth throw.",
}


class Help(ModalScreen[None]):
    """Keys, symbols, and what the game is about."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,enter,space,q", "dismiss", "Back")]

    def __init__(self, session: Session, scene: Scene) -> None:
        super().__init__()
        self.session, self.scene = session, scene

    def compose(self) -> ComposeResult:
        """One box."""
        game = self.session.game
        with VerticalScroll(classes="dialog wide"):
            yield Static(GAMES[game].title, classes="title")
            yield Static(GOALS[game], classes="goal")
            yield Static(self._keys())
            yield Static("")
            yield Static(panels.legend(self.scene, columns=3))
            yield Static("Esc goes back", classes="hint")

    def _keys(self) -> Text:
        text = Text()
        more = [("mouse", "throw" if self.session.game == "savor" else "a step to the cell, or what is done here")]
        if self.session.game == "rowdy":
            more.insert(0, ("↑↓←→", "move; Home, End, Page up and Page down diagonally"))
        for keys, meaning in [*hints(self.session.game), *more, ("+ -", "larger, smaller"), ("Esc", "leave")]:
            text.append(f"{keys:>14}  ", style="bold #ffffff")
            text.append(f"{meaning}\n", style=panels.DIM)
        return text


class Choice(ModalScreen[str]):
    """A few buttons under a few words; dismissed with the name of one, or an empty string."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", "Back"),
        Binding("down,right", "app.focus_next", "Next", show=False),
        Binding("up,left", "app.focus_previous", "Previous", show=False),
    ]

    def __init__(self, title: str, choices: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.title_text, self.choices = title, choices

    def compose(self) -> ComposeResult:
        """One box."""
        with Vertical(classes="dialog"):
            yield Static(self.title_text, classes="title")
            for name, label in self.choices:
                yield Button(label, id=name, compact=True)
            yield Static("↑ ↓ and Enter; Esc goes back to the board", classes="hint")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The choice."""
        self.dismiss(event.button.id)


class Leave(Choice):
    """What to do instead of playing on."""

    def __init__(self, *, can_resign: bool) -> None:
        resign = [("resign", "Resign")] if can_resign else []
        super().__init__("Leave the match?", [("back", "Play on"), *resign, ("new", "Another game"), ("quit", "Quit")])


class Result(Choice):
    """How the match ended."""

    def __init__(self, ending: str) -> None:
        super().__init__(ending, [("again", "Play again"), ("new", "Another game"), ("quit", "Quit")])
