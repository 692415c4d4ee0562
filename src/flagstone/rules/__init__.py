"""The rules of the five games. Knows nothing of the rest of Flagstone; `GAMES` is the one table of games."""

from . import classic, hammer, rowdy, savor, shovel
from .game import Game

GAMES: dict[str, Game] = {module.GAME.id: module.GAME for module in (hammer, shovel, classic, rowdy, savor)}
