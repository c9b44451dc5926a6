"""Broadcasts to the platform's apps."""
