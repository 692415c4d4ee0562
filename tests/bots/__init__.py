"""Tests of bots beyond the bundled ones."""
