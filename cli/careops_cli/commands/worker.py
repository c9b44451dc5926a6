"""``careops worker``: this machine does the server's jobs."""

from __future__ import annotations

from careops_cli.failures import Stop
from careops_cli.groups import Area

app = Area("Do the server's jobs on this machine until Ctrl-C.")


@app.verb("worker", examples=["careops worker", "CAREOPS_DATABASE_URL=postgresql://db.example/careops careops worker"])
def worker() -> None:
    """Do the server's jobs on this machine until Ctrl-C.

    `careops serve` does them by itself, unless CAREOPS_JOBS_HERE is false. Any number of workers may run, on any
    machine; another one continues unfinished jobs. Settings are those of the server.
    """
    import asyncio

    from careops_cli.local import failures_explained, require_installation, settings
    from careops_server.database import migrate as schema
    from careops_server.installation import installed
    from careops_server.jobs.process import work
    from careops_server.observe.logs import announce, configure_logs

    chosen = settings()
    require_installation(chosen)
    configure_logs(level=chosen.log_level)
    with failures_explained(), installed(chosen) as database:
        if schema.pending(database.owner_url):
            raise Stop("The database is not at the newest version", next_step="Run: careops db migrate")
        announce("Waiting for jobs")
        asyncio.run(work(chosen, database.url, idle_seconds=None))
