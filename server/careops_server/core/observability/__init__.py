"""Observability: logs, metrics, traces and health checks."""
