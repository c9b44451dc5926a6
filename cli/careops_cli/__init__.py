"""Command line: ``careops <area> <verb>``. A command returns a result, and ``output`` prints it.

Slow modules (rich, httpx, pydantic, the server) are imported only when a command needs them.
"""
