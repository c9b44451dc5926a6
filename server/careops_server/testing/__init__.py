"""Helpers for tests of all kinds. The running server does not use them."""
