"""Scaffold a new area: a list with a form, in every part of careops."""
