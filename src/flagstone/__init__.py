"""Flagstone: an open arena for five exactly specified flag-and-maze games."""

__version__ = "0.1.0"
