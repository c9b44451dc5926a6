"""The edge: what comes in as bytes and goes out as bytes."""
