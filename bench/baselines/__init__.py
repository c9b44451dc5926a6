"""Peer implementations of the clinics list."""
