"""API keys: management and authentication."""
