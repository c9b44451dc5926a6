"""In front of an existing platform: the same routes, forwarded through the SDK, with our audit, access and console."""
