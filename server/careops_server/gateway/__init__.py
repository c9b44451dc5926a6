"""Gateway mode in front of an existing platform: the same routes, forwarded through the SDK, with the audit log, access
rules and console of careops.
"""
