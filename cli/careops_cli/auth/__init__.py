"""Client of a command: platform, profile, session and passwords."""
