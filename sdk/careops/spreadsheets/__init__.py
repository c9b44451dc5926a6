"""Readers of spreadsheets, which run in a subprocess."""
