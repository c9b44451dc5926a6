"""Settings, their checks, and connection strings."""
