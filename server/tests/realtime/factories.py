"""Test data for the calls of realtime events: none is needed."""
