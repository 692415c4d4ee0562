"""How a server is run: what `flagstone serve` was told, handed on to every worker."""

from pathlib import Path

import msgspec


class Rates(msgspec.Struct, frozen=True):
    """How much anybody may send and ask for. Generous: a class may sit behind one address."""

    messages: float = 50.0  # a second on one connection, and for one seat
    address_messages: int = 4000  # a second from one address, to all processes together
    requests: int = 6000  # a minute from one address, to all processes together
    matches: int = 60  # made by one guest in an hour
    address_matches: int = 1200  # made from one address in an hour
    bots: int = 64  # in all matches of one host that are not over
    process_bots: int = 256  # that play at a time, for each process
    guests: int = 2000  # new ones from one address in an hour
    sign_ins: int = 30  # failed tries from one address to get at one account in ten minutes
    address_sign_ins: int = 1000  # failed tries from one address, at all accounts together
    connections: int = 10_000  # open at a time in one process
    address_connections: int = 2000  # open at a time from one address in one process


class Settings(msgspec.Struct, frozen=True):
    """Everything about a server that can be chosen."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None  # its address; none: a SQLite file among the data
    data: str = "."  # the folder of the data
    workers: int = 1
    admin_token: str | None = None
    origins: tuple[str, ...] = ()  # pages from elsewhere that may connect
    keep_days: int | None = None  # that matches and guests are kept when nothing happens; none: for good
    rates: Rates = Rates()

    def with_rates_times(self, factor: float) -> "Settings":
        """The same with every rate so many times as large."""
        rates = {name: type(value)(value * factor) for name, value in msgspec.structs.asdict(self.rates).items()}
        return msgspec.structs.replace(self, rates=Rates(**rates))

    @property
    def folder(self) -> Path:
        """The folder of the data."""
        return Path(self.data)
