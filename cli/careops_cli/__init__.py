"""The command line: ``careops <area> <verb>``. A command computes a result, ``output`` prints it.

Nothing slow (rich, httpx, pydantic, the server) is imported before a command needs it.
"""
