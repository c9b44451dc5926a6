"""Generators of ``sdk/generate.py``, one module per kind of file."""

NOTE = "Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit."
