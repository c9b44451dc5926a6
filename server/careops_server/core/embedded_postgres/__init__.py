"""Embedded PostgreSQL: its binaries, cluster, credentials and disk space."""
