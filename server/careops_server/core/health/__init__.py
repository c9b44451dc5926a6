"""Health checks of a server."""
