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
MOVE_HEADS = {
    "sqlite": text(
        _MOVE.format(
            moves="(SELECT value->>'match' AS match, value->>'old' AS old, value->>'new' AS new, value->>'at' AS at,"
            " value->>'due' AS due,"
            " value->>'outcome' AS outcome, value->>'ended_at' AS ended_at FROM json_each(:moves)) AS m"
        )
    ),
    "postgresql": text(
        _MOVE.format(
            moves="json_to_recordset(CAST(:moves AS json)) AS m"
            "(match text, old int, new int, at bigint, due bigint, outcome text, ended_at bigint)"
        )
    ),
}
_ADD = "INSERT INTO entries (match, number, kind, seat, action, at, reason, client) SELECT {fields} FROM {rows}"
ADD_ENTRIES = {
    "sqlite": text(_ADD.format(fields=", ".join(f"value->>{field}" for field in range(8)), rows="json_each(:rows)")),
    "postgresql": text(
        _ADD.format(
            fields="r->>0, (r->>1)::int, r->>2, (r->>3)::int, (r->>4)::int, (r->>5)::bigint, r->>6, r->>7".replace(
                "::", r"\:\:"
            ),
            rows="json_array_elements(CAST(:rows AS json)) AS r",
        )
    ),
}
_BEHIND = """
SELECT {fields} FROM {after} JOIN entries ON entries.match = a.key AND entries.number > {number}
ORDER BY entries.match, entries.number
"""
_FIELDS = ", ".join(f"entries.{column.name}" for column in entries.c)
ROWS_BEHIND = {
    "sqlite": text(_BEHIND.format(fields=_FIELDS, after="json_each(:after) AS a", number="a.value")),
    "postgresql": text(
        _BEHIND.format(fields=_FIELDS, after="json_each_text(CAST(:after AS json)) AS a", number="CAST(a.value AS int)")
    ),
}
