"""Event subscriptions: the stream's state without I/O, its clients, and the WebSocket transport."""
