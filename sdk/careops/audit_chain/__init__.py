"""Hash chain of the audit log: seals, signing keys, exports and their verification without a server."""
