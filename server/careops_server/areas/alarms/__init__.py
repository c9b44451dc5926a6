"""Alerts of the installation for super admins."""
