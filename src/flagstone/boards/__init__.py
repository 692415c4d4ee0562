"""Boards: text to board and back with every fault named, generators, and the boards that are shipped."""
