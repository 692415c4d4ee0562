"""What is kept, as tables. A change here needs a migration in `migrations/versions`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

METADATA = MetaData()

COOKIES, RESTORES = "cookies", "restores"

# What the processes of one server share: the key that cookies are signed with, and how often it has been restored.
secrets = Table(
    "secrets", METADATA, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False)
)

players = Table(
    "players",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("account", String(80), unique=True),  # the name that signs in, folded; none: a guest
    Column("password", Text),
    Column("recovery", Text),  # a one-time code, hashed
    Column("session", Integer, nullable=False, default=0),  # cookies of earlier sessions are void
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger),  # when he was last here, to the hour; none: not since he came
)

banned = Table("banned", METADATA, Column("name", String(80), primary_key=True))  # names, folded

matches = Table(
    "matches",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("setup", Text, nullable=False),  # resolved, JSON
    Column("seed", String(20), nullable=False),  # 64 bits, which no integer column holds
    Column("terms", Text, nullable=False),  # pace and clocks, JSON
    Column("length_limit", Integer),
    Column("title", String(60), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("code", String(12)),  # that lets people into a private match
    Column("host", String(24), ForeignKey("players.id"), nullable=False),
    Column("status", String(8), nullable=False),  # open, running, over
    Column("locked", Boolean, nullable=False, server_default=false()),  # whether nobody new may take a seat
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("head", Integer, nullable=False),  # the number of the last entry,
    Column("moved_at", BigInteger),  # and when it came; none: there is no entry
    Column("due", BigInteger),  # when the clock runs out
    Column("outcome", Text),  # JSON
    Column("rematch", String(24)),
    Column("driver", String(40)),  # the process that drives its bots and clock, until:
    Column("driven_until", BigInteger, nullable=False, default=0),
    Index("matches_by_status", "status", "created_at"),
    Index("matches_by_due", "due"),
    Index("matches_by_host", "host"),
)


def _of_a_match() -> "Column[str]":
    """The match that a row belongs to, and goes with."""
    return Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


seats = Table(
    "seats",
    METADATA,
    _of_a_match(),
    Column("seat", Integer, primary_key=True),
    Column("name", String(40)),
    Column("folded", String(80)),  # the name as it is compared: nobody else in the match has it
    Column("player", String(24)),
    Column("token", String(64)),  # the seat's secret, hashed
    Column("bot", String(40)),
    UniqueConstraint("match", "folded"),
    Index("seats_by_player", "player"),
)

# Players whom the host of a match made leave: they take no seat in it any more.
kicked = Table(
    "kicked",
    METADATA,
    _of_a_match(),
    Column("player", String(24), primary_key=True),
)

entries = Table(
    "entries",
    METADATA,
    _of_a_match(),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("client", String(40)),  # the client's id of the action
    sqlite_with_rowid=False,
)

boards = Table(
    "boards",
    METADATA,
    Column("owner", String(24), ForeignKey("players.id"), primary_key=True),
    Column("name", String(40), primary_key=True),
    Column("text", Text, nullable=False),
)

# How much of something a person or an address has used in a window of time.
quotas = Table(
    "quotas",
    METADATA,
    Column("key", String(120), primary_key=True),
    Column("window_ends", BigInteger, nullable=False),
    Column("used", Integer, nullable=False),
)
