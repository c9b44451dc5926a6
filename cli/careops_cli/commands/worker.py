"""``careops worker``: run the server's jobs on this machine."""

from __future__ import annotations

from contextlib import ExitStack
from socket import socket

from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import CliError

app = Area("Run background jobs of the server on this machine until Ctrl-C.")


@app.verb("worker", examples=["careops worker", "CAREOPS_DATABASE_URL=postgresql://db.example/careops careops worker"])
def worker() -> None:
    """Run background jobs of the server on this machine until Ctrl-C.

    `careops serve` runs them itself, unless CAREOPS_JOBS_HERE is false. Several workers can run, on any machines; if
    one is lost, another continues its jobs. A worker uses the settings of the server. With CAREOPS_WORKER_PORT, it
    answers /live, /ready and /metrics on that port.
    """
    import asyncio

    from careops_cli.local_installation import installed_database, require_installation, settings
    from careops_server.core.database import migrate as schema
    from careops_server.core.observability.logs import announce, configure_logs
    from careops_server.processes.job_process import work
    from careops_server.processes.supervisor import PortTakenError, listen, log_unused_settings

    chosen = settings()
    require_installation(chosen)
    configure_logs(level=chosen.log_level)
    log_unused_settings()
    with installed_database(chosen) as database, ExitStack() as opened:
        if schema.pending(database.owner_url):
            raise CliError("The database is not at the newest version", next_step="Run: careops db migrate")
        listener = None
        if chosen.worker_port is not None:
            try:
                listener = opened.enter_context(listen(chosen.host, chosen.worker_port, "CAREOPS_WORKER_PORT"))
            except PortTakenError as error:
                raise CliError(str(error)) from None
        if listener is None:
            announce("Waiting for jobs")
        else:
            url = _address(listener)
            announce(f"Waiting for jobs, monitored at {url}", url=url)
        asyncio.run(work(chosen, database.url, listener=listener, idle_seconds=None))


def _address(listener: socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
