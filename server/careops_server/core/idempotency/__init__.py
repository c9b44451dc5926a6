"""Idempotency keys: a repeated request returns the stored response."""
