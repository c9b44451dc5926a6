"""Schedules of doctors at clinics."""
