"""When doctors sit where."""
