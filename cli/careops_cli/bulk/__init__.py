"""Bulk commands: sources of targets, progress and report.

The engine is ``careops.bulk``, which scripts use as well.
"""
