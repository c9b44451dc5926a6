"""What tests of every kind build on. Not used by the running server."""
