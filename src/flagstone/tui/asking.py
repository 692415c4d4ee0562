"""The plain face's questions: which game, which settings, which name. An answer that will not do is asked for again."""

import sys

from flagstone.rules import GAMES
from flagstone.tui.host import Host, LocalHost, RemoteHost, own_name
from flagstone.tui.plain import Lines, Plain, say
from flagstone.tui.play import Asked, PlayError
from flagstone.tui.remote import Guest, Link
from flagstone.tui.wish import Wish, WishError


async def play_plain(asked: Asked, wish: Wish | None) -> None:
    """Play by lines of text."""
    host: Host
    link = None if asked.join is None else Link.read(asked.join)
    if wish is not None:
        lines = Lines(sys.stdin)
        host = LocalHost(wish)
    elif link is not None:
        lines = Lines(sys.stdin)
        name = asked.player if asked.watch or asked.name is not None else await _known_or_asked(lines, asked, link)
        host = RemoteHost(link, name, watch=asked.watch, seat=asked.wanted_seat)
    else:
        lines = Lines(sys.stdin)
        host = LocalHost(await ask_for_match(lines, asked.player))
    try:
        await Plain(host, lines, say).play()
    finally:
        await host.close()


async def _known_or_asked(lines: Lines, asked: Asked, link: Link) -> str:
    """The name of somebody who has a seat already, or what he answers."""
    guest = Guest(link)
    try:
        known = own_name(await guest.details(), asked.wanted_seat)
    finally:
        await guest.close()
    return known or await ask(lines, "Your name", asked.player)


async def ask(lines: Lines, label: str, usual: str, hint: str = "") -> str:
    """One answer; an empty line is the usual one. Raises PlayError at the end of the input."""
    told = f"{label}{f' ({hint})' if hint else ''}{f' [{usual}]' if usual else ''}: "
    sys.stdout.write(told)
    sys.stdout.flush()
    line = await lines.next()
    if line is None:
        say("")
        raise PlayError("the input ended before everything was asked")
    return line or usual


async def ask_for_match(lines: Lines, name: str) -> Wish:
    """A game, and all that is asked for it."""
    for number, game in enumerate(GAMES.values(), 1):
        say(f"  {number}  {game.title}: {game.summary}")
    games = list(GAMES)
    while True:
        said = await ask(lines, "Which game", "1", "its number or name")
        if said in games or (said.isdecimal() and 1 <= int(said) <= len(games)):
            break
        say(f"  {said[:30]!r} is none of them.")
    wish = Wish(said if said in games else games[int(said) - 1], name=name)
    say("An empty line takes what stands in brackets.")
    while True:
        wish = await _ask_all(lines, wish)
        try:
            wish.start()
        except WishError as error:
            for fault in str(error).splitlines():
                say(f"  {fault}")
        else:
            return wish


async def _ask_all(lines: Lines, wish: Wish) -> Wish:
    answered: set[str] = set()
    while left := [question for question in wish.asked() if question.name not in answered]:
        question = left[0]
        hint = question.hint
        if question.choices:
            hint = ", ".join(question.choices) + (f"; {hint}" if hint else "")
        said = await ask(lines, question.label, wish.value(question.name), hint)
        wish = wish.with_values({question.name: said})
        fault = wish.faults().get(question.name)
        if fault is None:
            answered.add(question.name)
        else:
            say(f"  {fault}")
            wish = wish.with_values({question.name: question.usual})
    return wish
