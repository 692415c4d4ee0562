"""Who is who: guests, accounts, and the cookie by which a browser is known again."""

import asyncio
import hashlib
import hmac
import secrets
import unicodedata
from contextlib import suppress
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from flagstone.play.journal import JournalError
from flagstone.server import tables
from flagstone.server.database import Database
from flagstone.server.limits import HOUR
from flagstone.server.tables import banned, players

COOKIE = "flagstone"
LONGEST_NAME, LONGEST_TITLE = 24, 60
LONGEST_FOLDED = 80  # letters of a name as it is compared: some letters fold to many
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
RECOVERY_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
HASHING_AT_ONCE = 2  # passwords: each takes a tenth of a second and 64 MiB


class PeopleError(ValueError):
    """Something about a name, a password or a code. `name` is stable, the words are for people."""

    def __init__(self, name: str, words: str) -> None:
        super().__init__(words)
        self.name = name


class Player(msgspec.Struct, frozen=True):
    """Somebody the server knows."""

    id: str
    name: str
    account: str | None
    session: int
    seen_at: int | None = None  # to the hour

    @property
    def is_guest(self) -> bool:
        """Whether he has no account."""
        return self.account is None


def clean_name(given: str) -> str:
    """A name as it is shown: without control characters, marks that turn text around, and needless spaces."""
    return _clean(given, "name", LONGEST_NAME)


def clean_title(given: str) -> str:
    """The title of a match, cleaned like a name."""
    return _clean(given, "title", LONGEST_TITLE)


def _clean(given: str, what: str, longest: int) -> str:
    letters = [" " if c.isspace() else c for c in unicodedata.normalize("NFC", given[: 8 * longest])]
    text = " ".join("".join(c for c in letters if unicodedata.category(c)[0] != "C").split())
    if not text:
        raise PeopleError(f"bad_{what}", f"a {what} has at least one letter that can be seen")
    if (
        len(text) > longest
        or len(folded(text)) > LONGEST_FOLDED
        or sum(unicodedata.combining(c) > 0 for c in text) > len(text) // 2
    ):
        raise PeopleError(f"bad_{what}", f"a {what} has at most {longest} letters")
    return text


def account_name(given: str) -> str:
    """The name of an account, however it was typed."""
    return folded(clean_name(given))


def folded(name: str) -> str:
    """A name as it is compared: names that look the same are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def new_id(letters: int = 12) -> str:
    """A new id that nobody can guess, in letters and digits."""
    return "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(letters))


def new_token() -> str:
    """A new secret."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """A secret as it is kept. Secrets are long and random, so that a quick hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(given: str | None, kept: str | None) -> bool:
    """Whether a secret is the one that is kept."""
    return given is not None and kept is not None and hmac.compare_digest(hashed(given), kept)


class People:
    """Players in a database, and their cookies."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.hasher = PasswordHasher()
        self.hashing = asyncio.Semaphore(HASHING_AT_ONCE)
        self.key = b""

    async def open(self) -> None:
        """Read the key that cookies are signed with, or make it: all processes share it."""
        fresh = self.database.insert(tables.secrets).values(name=tables.COOKIES, value=secrets.token_hex(32))
        async with self.database.writing() as connection:
            await connection.execute(fresh.on_conflict_do_nothing())
            kept = await connection.execute(
                select(tables.secrets.c.value).where(tables.secrets.c.name == tables.COOKIES)
            )
            key = kept.scalar_one()
        self.key = bytes.fromhex(key)

    # Cookies.

    def cookie(self, player: Player) -> str:
        """The value of a player's cookie."""
        text = f"{player.id}.{player.session}"
        return f"{text}.{self._signature(text)}"

    def _signature(self, text: str) -> str:
        return hmac.new(self.key, text.encode(), hashlib.sha256).hexdigest()[:40]

    async def known(self, cookie: str | None, at: int) -> Player | None:
        """The player of a cookie, who is here now; None for none, a forged one, and one of an earlier session."""
        text, _, signature = (cookie or "").rpartition(".")
        if not text or not hmac.compare_digest(signature.encode(), self._signature(text).encode()):
            return None
        id, _, session = text.partition(".")
        player = await self._player(players.c.id == id)
        if player is None or str(player.session) != session:
            return None
        if player.seen_at is None or player.seen_at + HOUR < at:
            with suppress(JournalError):  # he is here all the same
                async with self.database.writing() as connection:
                    await connection.execute(update(players).where(players.c.id == id).values(seen_at=at))
        return player

    # Players.

    async def _player(self, which: Any) -> Player | None:
        async with self.database.reading() as connection:
            columns = [players.c[name] for name in Player.__struct_fields__]
            row = (await connection.execute(select(*columns).where(which))).one_or_none()
        return None if row is None else Player(*row)

    async def name(self, id: str) -> str:
        """The name of a player; empty for nobody."""
        player = await self._player(players.c.id == id)
        return "" if player is None else player.name

    async def add_guest(self, name: str, at: int) -> Player:
        """A new guest."""
        player = Player(new_id(), name, None, 0, at)
        async with self.database.writing() as connection:
            new = {"id": player.id, "name": name, "session": 0, "created_at": at, "seen_at": at}
            await connection.execute(insert(players).values(new))
        return player

    async def rename(self, player: Player, name: str) -> Player:
        """Another name to be shown; the name that signs in stays."""
        async with self.database.writing() as connection:
            await connection.execute(update(players).where(players.c.id == player.id).values(name=name))
        return msgspec.structs.replace(player, name=name)

    # Accounts.

    async def register(self, player: Player, account: str, password: str) -> tuple[Player, str]:
        """Turn a guest into an account; returns the one-time code that is shown this once."""
        if not player.is_guest:
            raise PeopleError("has_account", f"you have an account already, as {player.account}")
        name = account_name(account)
        code = _new_code()
        values = {"account": name, "password": await self._hash(password), "recovery": hashed(_plain(code))}
        async with self.database.writing() as connection:
            try:
                await connection.execute(update(players).where(players.c.id == player.id).values(values))
            except IntegrityError:
                raise PeopleError("name_taken", f"there is an account of the name {name} already") from None
        return msgspec.structs.replace(player, account=name), code

    async def sign_in(self, account: str, password: str) -> Player:
        """The player of an account, if the password is right."""
        async with self.database.reading() as connection:
            query = select(players.c.id, players.c.password).where(players.c.account == account_name(account))
            row = (await connection.execute(query)).one_or_none()
        if not await self._is_password(password, row.password if row else None):
            raise PeopleError("not_signed_in", "there is no account of that name, or the password is another")
        player = await self._player(players.c.id == row.id) if row else None
        assert player is not None
        return player

    async def recover(self, account: str, code: str, password: str) -> tuple[Player, str]:
        """A new password for whoever has the one-time code; returns a new code. All earlier cookies are void."""
        hidden, fresh = await self._hash(password), _new_code()
        is_it = players.c.account == account_name(account)
        async with self.database.writing() as connection:
            changed = await connection.execute(
                update(players)
                .where(is_it, players.c.recovery == hashed(_plain(code)))
                .values(password=hidden, recovery=hashed(_plain(fresh)), session=players.c.session + 1)
                .returning(players.c.id)
            )
            id = changed.scalar_one_or_none()
        if id is None:
            raise PeopleError("not_signed_in", "there is no account of that name, or the code is another")
        player = await self._player(players.c.id == id)
        assert player is not None
        return player, fresh

    async def sign_out_everywhere(self, player: Player) -> None:
        """Make all cookies of a player void."""
        async with self.database.writing() as connection:
            await connection.execute(
                update(players).where(players.c.id == player.id).values(session=players.c.session + 1)
            )

    async def _hash(self, password: str) -> str:
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise PeopleError("bad_password", f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} letters")
        async with self.hashing:
            return await asyncio.to_thread(self.hasher.hash, password)

    async def _is_password(self, password: str, kept: str | None) -> bool:
        """Whether a password is right; takes as long when there is none."""
        async with self.hashing:
            if kept is None:
                await asyncio.to_thread(self.hasher.hash, "nobody's")
                return False
            try:
                return await asyncio.to_thread(self.hasher.verify, kept, password[:LONGEST_PASSWORD])
            except (VerificationError, InvalidHashError):
                return False

    # Banned names.

    async def ban(self, name: str) -> None:
        """Let nobody of this name take a seat any more."""
        name = clean_name(name)
        async with self.database.writing() as connection:
            await connection.execute(self.database.insert(banned).values(name=folded(name)).on_conflict_do_nothing())

    async def unban(self, name: str) -> None:
        """Let them again."""
        name = clean_name(name)
        async with self.database.writing() as connection:
            await connection.execute(delete(banned).where(banned.c.name == folded(name)))

    async def is_banned(self, name: str) -> bool:
        """Whether a name is banned."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(banned.c.name).where(banned.c.name == folded(name)))
            return found.one_or_none() is not None

    async def bans(self) -> list[str]:
        """The banned names."""
        async with self.database.reading() as connection:
            return list((await connection.execute(select(banned.c.name).order_by(banned.c.name))).scalars())


def _new_code() -> str:
    """A one-time code as it is shown: five groups of five letters."""
    return "-".join("".join(secrets.choice(RECOVERY_LETTERS) for _ in range(5)) for _ in range(5))


def _plain(code: str) -> str:
    """A code however it was typed."""
    return "".join(code.lower().split()).replace("-", "")
