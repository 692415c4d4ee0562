"""Write the golden files anew: `python -m tests.golden`."""

from tests.golden.playthroughs import NAMES, perft_file, perft_text, playthrough, record, saved, told_file

for name in NAMES:
    if not saved(name).exists():
        saved(name).write_text(record(name) + "\n", encoding="utf-8")
    told_file(name).write_text(playthrough(name), encoding="utf-8")
perft_file().write_text(perft_text(), encoding="utf-8")
