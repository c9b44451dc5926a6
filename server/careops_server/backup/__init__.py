"""Backups: the database and what lies beside it, encrypted in one file, proven by bringing it back."""
