"""Request pipeline: from a route to the call's handler, with idempotency, audit event and response."""
