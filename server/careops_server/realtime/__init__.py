"""Events as they happen, pushed to whoever listens."""
