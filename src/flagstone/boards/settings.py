"""Reading the settings of a match: every fault is found and named, nothing is guessed."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

MOST_SHOWN = 6  # parts of a list that are written out in an error


class SettingsError(ValueError):
    """Settings that no match can start with; `faults` names each thing that is wrong with them."""

    def __init__(self, faults: Iterable[object]) -> None:
        self.faults = tuple(map(str, faults))
        super().__init__("; ".join(self.faults))


@dataclass(frozen=True)
class Setting:
    """A setting of a game, as `flagstone games` tells it."""

    name: str
    kind: str  # in words: "integer, 10 to 100"
    default: Any = None
    required: bool = False
    meaning: str = ""


SCRIPTED = Setting("scripted", "true or false", False, meaning="every draw must come from a tape")  # of every game


class Reader:
    """Reads settings one by one and collects what is wrong; `finish` raises it all at once."""

    def __init__(self, settings: Mapping[str, Any], known: Iterable[Setting]) -> None:
        self.settings = settings
        self.faults: list[str] = []
        names = [setting.name for setting in known]
        for name in settings:
            if name not in names:
                self.fail(f"unknown setting {shown(name)}; there are {', '.join([*names, SCRIPTED.name])}")

    def fail(self, fault: object) -> None:
        """Note something that is wrong."""
        self.faults.append(str(fault))

    def finish(self) -> None:
        """Raise SettingsError if anything was wrong."""
        if self.faults:
            raise SettingsError(self.faults)

    def given(self, name: str) -> bool:
        """Whether a setting was given; null counts as not given."""
        return self.settings.get(name) is not None

    def integer(self, name: str, low: int, high: int, default: int) -> int:
        """A whole number from low to high."""
        value = self.settings.get(name)
        if value is None:
            return default
        if not is_integer(value) or not low <= value <= high:
            self.fail(f"{name} is {shown(value)}, not a whole number from {low} to {high}")
            return default
        return int(value)

    def share(self, name: str, default: float) -> float:
        """A number from 0 to 1."""
        value = self.settings.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            self.fail(f"{name} is {shown(value)}, not a number from 0 to 1")
            return default
        return float(value)

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        """One of some words."""
        value = self.settings.get(name)
        if value is None:
            return default
        if value not in choices or not isinstance(value, str):
            self.fail(f"{name} is {shown(value)}, not one of {', '.join(choices)}")
            return default
        return value

    def boolean(self, name: str) -> bool:
        """True or false; false unless given."""
        value = self.settings.get(name)
        if value is None:
            return False
        if not isinstance(value, bool):
            self.fail(f"{name} is {shown(value)}, not true or false")
            return False
        return value

    def items(self, name: str) -> list[Any]:
        """A list, empty unless given; what is in it is the caller's to check."""
        value = self.settings.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            self.fail(f"{name} is {shown(value)}, not a list")
            return []
        return value


def is_integer(value: Any) -> bool:
    """Whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def shown(value: Any) -> str:
    """A value as it stands in an error: short, one line."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, int) and not -(10**30) < value < 10**30:
        return "a huge number"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    if isinstance(value, list) and (len(value) > MOST_SHOWN or any(isinstance(part, list | dict) for part in value)):
        return f"a list of {len(value)}"
    text = f"[{', '.join(map(shown, value))}]" if isinstance(value, list) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
