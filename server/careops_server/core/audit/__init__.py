"""Audit log: events, seals, daily summaries and purging."""
