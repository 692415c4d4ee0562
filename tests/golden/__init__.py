"""Golden playthroughs and node counts: a change of a rule shows as a difference in these files.

`NAME.match` is a saved match of a version of the rules; it is written once and kept. `NAME.txt` is that match told in
words and pictures; `perft.txt` counts the sequences of accepted actions. `make golden` writes the text files anew.
"""
