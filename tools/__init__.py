"""Checks of the repository itself, run by ``nox -s check``. Not in the wheel."""
