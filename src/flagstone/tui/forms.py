"""The screens before a match: which game, which settings, which name."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from flagstone.rules import GAMES
from flagstone.tui.host import Host, LocalHost
from flagstone.tui.panels import DIM
from flagstone.tui.remote import JoinError
from flagstone.tui.wish import Question, Wish, WishError

if TYPE_CHECKING:
    from flagstone.tui.app import PlayApp

OTHER = "other …"  # the choice that opens a field for something else
FIELD_TO_FIELD = [
    Binding("down", "app.focus_next", "Next", show=False),
    Binding("up", "app.focus_previous", "Previous", show=False),
]


class GamesScreen(Screen[None]):
    """Which game?"""

    app: "PlayApp"

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "app.quit", "Quit")]

    def compose(self) -> ComposeResult:
        """The five games."""
        with Vertical(classes="page"):
            yield Static("F L A G S T O N E", classes="title")
            yield Static("Which game shall it be?", classes="goal")
            yield OptionList(*(Option(self._told(game), id=game) for game in GAMES), id="games")
            yield Static("↑ ↓ and Enter choose; Esc leaves", classes="hint")

    @staticmethod
    def _told(game: str) -> Text:
        text = Text()
        text.append(f"{GAMES[game].title}\n", style="bold #ffffff")
        text.append(GAMES[game].summary, style=DIM)
        return text

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """On to its settings."""
        self.app.push_screen(FormScreen(Wish(str(event.option_id), name=self.app.asked.player)))


class Field(Vertical):
    """One question, with what is wrong with its answer."""

    def __init__(self, question: Question, value: str) -> None:
        super().__init__(id=f"field-{question.name}", classes="field")
        self.question, self.usual = question, value

    def compose(self) -> ComposeResult:
        """Label, field, hint; below them what is wrong."""
        question = self.question
        with Horizontal(classes="line"):
            yield Static(question.label, classes="label")
            if question.choices:
                known = self.usual in question.choices
                others = () if question.strict else ((OTHER, OTHER),)
                choices = [*((choice, choice) for choice in question.choices), *others]
                value = self.usual if known or question.strict else OTHER
                yield Select(choices, value=value, allow_blank=False, compact=True)
                if not question.strict:
                    yield Input("" if known else self.usual, compact=True, classes="" if not known else "hidden")
            else:
                yield Input(self.usual, compact=True)
            yield Static(question.hint, classes="hint-beside")
        yield Static("", classes="fault hidden", markup=False)

    @property
    def value(self) -> str:
        """The answer."""
        if self.question.choices:
            chosen = str(self.query_one(Select).value)
            if chosen != OTHER:
                return chosen
        return self.query_one(Input).value.strip()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Something else is typed."""
        if not self.question.strict:
            self.query_one(Input).set_class(event.value != OTHER, "hidden")

    def show_fault(self, fault: str | None) -> None:
        """Say what is wrong, or nothing."""
        told = self.query_one(".fault", Static)
        told.update(fault or "")
        told.set_class(fault is None, "hidden")

    def take_focus(self) -> None:
        """Put the cursor here."""
        inputs = [each for each in self.query(Input) if not each.has_class("hidden")]
        (inputs[0] if inputs else self.query_one(Select)).focus()


class FormScreen(Screen[None]):
    """The settings of a new match. Answers that will not do are said at their fields, and asked for again."""

    app: "PlayApp"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        *FIELD_TO_FIELD,
        Binding("ctrl+p,f5", "play", "Play"),
    ]

    def __init__(self, wish: Wish) -> None:
        super().__init__()
        self.wish = wish

    def compose(self) -> ComposeResult:
        """The questions of the game."""
        with VerticalScroll(classes="page form", can_focus=False):
            yield Static(f"New match: {GAMES[self.wish.game].title}", classes="title")
            yield from self._fields()
            yield Static("", id="whole-fault", classes="fault hidden", markup=False)
            with Horizontal(id="buttons"):
                yield Button("Play", id="play", variant="primary", compact=True)
                yield Button("Back", id="back", compact=True)
            yield Static("Tab or ↑ ↓ go from field to field; Enter plays; Esc goes back", classes="hint")

    def _fields(self) -> Iterator[Field]:
        from flagstone.tui.wish import questions

        for question in questions(self.wish.game):
            yield Field(question, self.wish.value(question.name))

    def on_mount(self) -> None:
        """Begin where most people want to change something."""
        self._show_asked()
        self.query_one("#play").focus()

    def on_select_changed(self) -> None:
        """Some questions depend on others."""
        self._show_asked()

    def on_input_submitted(self) -> None:
        """Enter plays."""
        self.action_play()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """One of the two buttons."""
        if event.button.id == "play":
            self.action_play()
        else:
            self.action_back()

    def action_back(self) -> None:
        """Back to the games."""
        self.app.show_menu()

    def answers(self) -> Wish:
        """The wish as it is on the screen."""
        return self.wish.with_values({field.question.name: field.value for field in self.query(Field)})

    def _show_asked(self) -> None:
        asked = {question.name for question in self.answers().asked()}
        for field in self.query(Field):
            field.set_class(field.question.name not in asked, "hidden")

    def show_faults(self, faults: Mapping[str, str]) -> None:
        """Say at each field what is wrong with it, and go to the first of them."""
        fields = list(self.query(Field))
        for field in fields:
            field.show_fault(faults.get(field.question.name))
        whole = self.query_one("#whole-fault", Static)
        whole.update(faults.get("", ""))
        whole.set_class("" not in faults, "hidden")
        for field in fields:
            if field.question.name in faults:
                field.take_focus()
                return

    @work(exclusive=True)
    async def action_play(self) -> None:
        """Begin, if everything will do."""
        self.wish = self.answers()
        host = LocalHost(self.wish)
        try:
            session = await host.open()
        except WishError as error:
            self.show_faults(error.faults)
            return
        self.show_faults({})
        self.app.show_table(host, session)


class NameScreen(Screen[None]):
    """Who wants to join?"""

    app: "PlayApp"

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.quit", "Quit"), *FIELD_TO_FIELD]

    def __init__(self, told: str, name: str) -> None:
        super().__init__()
        self.told, self.usual = told, name

    def compose(self) -> ComposeResult:
        """A name, and whether to play or to watch."""
        with Vertical(classes="page form"):
            yield Static("Join a match", classes="title")
            yield Static(self.told, classes="goal", markup=False)
            with Horizontal(classes="line"):
                yield Static("Your name", classes="label")
                yield Input(self.usual, id="name", max_length=24, compact=True)
            yield Static("", id="whole-fault", classes="fault hidden", markup=False)
            with Horizontal(id="buttons"):
                yield Button("Take a seat", id="sit", variant="primary", compact=True)
                yield Button("Watch", id="watch", compact=True)
            yield Static("Enter takes a seat; Esc leaves", classes="hint")

    def on_mount(self) -> None:
        """Begin at the name."""
        self.query_one(Input).focus()

    def on_input_submitted(self) -> None:
        """Enter takes a seat."""
        self._join(watch=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take a seat, or watch."""
        self._join(watch=event.button.id == "watch")

    @work(exclusive=True)
    async def _join(self, *, watch: bool) -> None:
        host: Host = self.app.remote_host(self.query_one(Input).value.strip() or self.usual, watch=watch)
        try:
            session = await host.open()
        except JoinError as error:
            fault = self.query_one("#whole-fault", Static)
            fault.update(f"{error}.")
            fault.remove_class("hidden")
            await host.close()
            return
        self.app.show_table(host, session)
