"""Seeing what the server does: logs, metrics, health."""
