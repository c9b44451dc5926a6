"""``careops worker``: this machine does the server's jobs."""

from __future__ import annotations

from careops_cli.failures import Stop, say
from careops_cli.groups import Area

app = Area("Do the server's jobs on this machine until Ctrl-C.")


@app.verb("worker", examples=["careops worker", "CAREOPS_DATABASE_URL=postgresql://db.example/careops careops worker"])
def worker() -> None:
    """Do the server's jobs on this machine until Ctrl-C.

    `careops serve` does them by itself, unless CAREOPS_JOBS_HERE is false. Any number of workers may run, on any
    machine; what one of them leaves undone, another goes on with. Settings are the server's.
    """
    import asyncio

    from careops_cli.local import failures_explained, settings
    from careops_server.database import migrate as schema
    from careops_server.installation import installed
    from careops_server.jobs.process import work
    from careops_server.observe.logs import configure_logs

    chosen = settings()
    configure_logs(level=chosen.log_level)
    with failures_explained(), installed(chosen) as database:
        if schema.pending(database.owner_url):
            raise Stop("The database is not at the newest version", next_step="Run: careops db migrate")
        say("Waiting for jobs")
        asyncio.run(work(chosen, database.url, idle_seconds=None))
