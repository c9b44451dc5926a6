"""Authentication: sessions, tokens, passwords, API keys and sign-in throttling."""
