"""Realtime events, pushed to subscribed clients."""
