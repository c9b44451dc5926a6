"""Cost of seals: signing during sealing, and verifying a whole audit trail."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import time
from statistics import median

import psycopg

from bench.config import Config
from bench.processes import cpu_seconds
from bench.report import Findings, Goal
from bench.sections.audit import trail
from careops.audit_chain.signing_keys import SigningKey
from careops_server.core.audit import seal_loop, seal_queries, verification
from careops_server.core.audit.signing_keys import Signers
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool
from careops_server.core.embedded_postgres.server import LocalPostgres

_KEY = SigningKey(b"k" * 32)
_READERS = 3
"""Parameters of `careops audit verify`."""
_WAITING = """
    insert into audit_events (occurred_at, clinic_id, key, event_status, actor_name, actor_type, description)
    select now(), 2 + n % 998, 'patient.view', 'SUCCESS', 'Member ' || n % 200, 'staff',
        'Something that happened in the app'
    from generate_series(1, {count}) n
"""


class _Shared(SigningKey):
    """The former proof of seals: a shared key that the verifier needs as well."""

    def sign(self, message: bytes) -> str:
        return hmac.new(self.seed, message, hashlib.sha512).hexdigest()


def measure(setting: Config) -> Findings:
    """Measure the audit trail of that section: seal one batch repeatedly, then verify everything."""
    with trail(setting.cache, setting.events) as server:
        return asyncio.run(_measure(server, setting))


async def _measure(server: LocalPostgres, setting: Config) -> Findings:
    database = Database(create_pool(server.url, pool_size=_READERS + 1), seconds=600)
    signed, shared = Signers(_KEY), Signers(_Shared(_KEY.seed))
    await seal_loop.seal_all(database, lambda: signed)
    batch = setting.rows(seal_queries.BATCH)
    with psycopg.connect(driver_url(server.url), autocommit=True) as plain:
        plain.execute(_WAITING.format(count=batch).encode())
    took: dict[str, list[float]] = {"signed": [], "shared": []}
    for number in range(setting.rounds * 3 + 2):
        for name, signers in (("signed", signed), ("shared", shared)):
            began, spent = time.perf_counter(), cpu_seconds(os.getpid(), server.pid)
            await _seal_and_forget(database, signers)
            spent = cpu_seconds(os.getpid(), server.pid) - spent
            if number >= 2:
                took[name].append((time.perf_counter() - began) * 1e6 / batch)
    await seal_loop.seal_all(database, lambda: signed)

    began, spent = time.perf_counter(), cpu_seconds(os.getpid(), server.pid)
    report = await verification.check_database(database, trusted={_KEY.public_key}, at_once=_READERS)
    seconds, spent = time.perf_counter() - began, cpu_seconds(os.getpid(), server.pid) - spent
    await database.close()
    if not report.seals or {finding.fault for finding in report.findings} - {"sealed late"}:
        raise RuntimeError(f"the audit trail differs from its seals: {report.findings[:1]}")

    mine, before = median(took["signed"]), median(took["shared"])
    rate = report.events / seconds
    return Findings(
        "Seals",
        f"Of the trail of the section above {batch:,} events in one seal, made and taken back in turn, signed and with "
        f"an HMAC in the signature's place, as seals were made before. Then all {report.events:,} events checked "
        f"against their {report.seals:,} seals, every signature too, as `careops audit verify` does: {_READERS} "
        "processes of PostgreSQL read events.",
        goals=[
            Goal("Sealing, signed, to sealing by HMAC", f"{mine:.2f} µs", f"{before:.2f} µs", mine / before, 1.1),
            Goal("Checking a trail", f"{rate:,.0f}/s", "", rate, 200_000, "/s", at_least=True),
        ],
        notes=[f"Checking took {seconds:.1f} s; of an event {spent * 1e6 / report.events:.1f} µs of CPU in all."],
    )


async def _seal_and_forget(database: Database, signers: Signers) -> None:
    async with database.pool.connection() as connection, connection.preview():
        settled = await seal_queries.settled_position(connection)
        if settled is None or await seal_queries.seal_batch(connection, settled, lambda: signers) is None:
            raise RuntimeError("there is nothing to seal")
