"""Backups: the database and the data folder, encrypted in one file, and verified by restoring it."""
