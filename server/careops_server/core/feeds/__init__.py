"""Outbound requests to news feeds, restricted to public addresses."""
