"""Clients: synchronous and asynchronous, their resources, sessions, request flow and transport."""
