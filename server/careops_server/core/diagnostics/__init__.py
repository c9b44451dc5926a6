"""Diagnostics of ``careops doctor``: ``examine`` checks an installation, its machine and its database."""
