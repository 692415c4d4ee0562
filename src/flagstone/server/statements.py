"""The statements that every action goes through. They take all matches and rows at once, as one JSON text."""

from sqlalchemy import text

from flagstone.server.tables import entries

_MOVE = """
UPDATE matches
SET head = m.new, moved_at = m.at, due = m.due, outcome = m.outcome, ended_at = m.ended_at,
    status = CASE WHEN m.outcome IS NULL THEN matches.status ELSE 'over' END
FROM {moves}
WHERE matches.id = m.match AND matches.head = m.old
RETURNING matches.id
"""
_ADD = "INSERT INTO entries (match, number, kind, seat, action, at, reason, client) SELECT {fields} FROM {rows}"
_BEHIND = """
SELECT {fields} FROM {after} JOIN entries ON entries.match = a.key AND entries.number > {number}
ORDER BY entries.match, entries.number
"""
_FIELDS = ", ".join(f"entries.{column.name}" for column in entries.c)

_BEHIND_NUMBERS = _BEHIND.replace("{number}", "CAST(a.value AS int)").replace("{fields}", _FIELDS)

# By SQLAlchemy.

ROWS_BEHIND = {
    "sqlite": text(_BEHIND.format(fields=_FIELDS, after="json_each(:after) AS a", number="a.value")),
    "postgresql": text(_BEHIND_NUMBERS.format(after="json_each_text(CAST(:after AS json)) AS a")),
}
NOTIFY = text("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")

# For SQLite.

MOVE_HEADS = text(
    _MOVE.format(
        moves="(SELECT value->>'match' AS match, value->>'old' AS old, value->>'new' AS new, value->>'at' AS at,"
        " value->>'due' AS due,"
        " value->>'outcome' AS outcome, value->>'ended_at' AS ended_at FROM json_each(:moves)) AS m"
    )
)
ADD_ENTRIES = text(_ADD.format(fields=", ".join(f"value->>{field}" for field in range(8)), rows="json_each(:rows)"))

# For PostgreSQL, as its own driver takes them: `$1` is the first argument.

# All processes lock matches in the same order, so that no two wait for each other in a circle.
LOCK_HEADS = "SELECT id, head FROM matches WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"
MISSED = _BEHIND_NUMBERS.format(after="json_each_text($1::json) AS a")
# Heads, entries and notices in one way there and back; answers with the ids of the matches whose heads have moved.
KEEP = f"""
WITH moves AS (
    SELECT * FROM json_to_recordset($1::json)
    AS m (match text, old int, new int, at bigint, due bigint, outcome text, ended_at bigint)
),
locked AS (SELECT id FROM matches WHERE id IN (SELECT match FROM moves) ORDER BY id FOR UPDATE),
moved AS ({_MOVE.format(moves="moves AS m JOIN locked ON locked.id = m.match")}),
added AS (
    {
    _ADD.format(
        fields="r->>0, (r->>1)::int, r->>2, (r->>3)::int, (r->>4)::int, (r->>5)::bigint, r->>6, r->>7",
        rows="json_array_elements($2::json) AS r",
    )
}
    WHERE r->>0 IN (SELECT id FROM moved)
)
SELECT array(SELECT id FROM moved), (SELECT count(pg_notify($3, notice)) FROM unnest($4::text[]) AS notice)
"""
