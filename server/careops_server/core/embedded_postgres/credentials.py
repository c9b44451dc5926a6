"""Authentication of the embedded PostgreSQL: the owner role and the server role, both by password (SEC-67).

Passwords are generated once and stored beside the cluster, readable for the account that runs it. A cluster without
them (from an older version or a backup) is opened for a moment over its private socket, and gets new ones.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final, LiteralString

import psycopg
from psycopg import sql

from careops_server.core.embedded_postgres.data_dir import Home
from careops_server.core.files import write_private

OWNER: Final = "postgres"
"""Owner role: creates the cluster and changes the schema."""
SERVER: Final = "careops_server"
"""Server role: owns nothing and has only granted rights (core/database/roles.py)."""
SETUP_LOCK: Final = 0x6F77_6E65_72  # "owner"
"""Key of the advisory lock for creating roles and the database. The session of a start that was killed holds it until
its last statement has ended, which the next start could otherwise repeat at the same time."""
_CLOSED: Final = "# Written by careops.\nlocal all all scram-sha-256\nlocal replication postgres scram-sha-256\n"
_OPEN: Final = "# Written by careops, until the roles have their passwords.\nlocal all all trust\n"


def password_of(home: Home, role: str) -> str | None:
    """Return a role's password, None if it has none yet."""
    try:
        return _file(home, role).read_text("ascii").strip() or None
    except FileNotFoundError:
        return None


def open_for_setup(home: Home) -> None:
    """Allow access without a password before a start, if the roles are not set up."""
    if not _is_closed(home):
        _write(home, home.cluster / "pg_hba.conf", _OPEN)


def close(home: Home, socket_folder: Path, port: int) -> None:
    """Set the passwords of both roles on a running server, and refuse access without a password."""
    if _is_closed(home):
        return
    passwords = {role: password_of(home, role) or secrets.token_urlsafe(32) for role in (OWNER, SERVER)}
    for role, password in passwords.items():
        _write(home, _file(home, role), f"{password}\n")
    with psycopg.connect(host=str(socket_folder), port=port, user=OWNER, dbname="postgres", autocommit=True) as owner:
        owner.execute("select pg_advisory_lock(%s)", [SETUP_LOCK])
        if not owner.execute("select 1 from pg_roles where rolname = %s", [SERVER]).fetchone():
            owner.execute(sql.SQL("create role {}").format(sql.Identifier(SERVER)))
        _allow_local_login(owner, OWNER, passwords[OWNER], "superuser")
        _allow_local_login(
            owner, SERVER, passwords[SERVER], "nosuperuser nocreatedb nocreaterole noreplication nobypassrls"
        )
        _write(home, home.cluster / "pg_hba.conf", _CLOSED)
        owner.execute("select pg_reload_conf()")


def _allow_local_login(
    owner: psycopg.Connection[tuple[object, ...]], role: str, password: str, rights: LiteralString
) -> None:
    # Hashed here, because the server's log may show statements.
    hashed = owner.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
    owner.execute(
        sql.SQL("alter role {} login {} password {}").format(sql.Identifier(role), sql.SQL(rights), sql.Literal(hashed))
    )


def _is_closed(home: Home) -> bool:
    try:
        rules = (home.cluster / "pg_hba.conf").read_text("utf-8")
    except FileNotFoundError:
        return False
    return rules == _CLOSED and all(password_of(home, role) for role in (OWNER, SERVER))


def _file(home: Home, role: str) -> Path:
    return home.folder / f"password-of-{role}"


def _write(home: Home, file: Path, text: str) -> None:
    """Replace a file of the account that runs the server."""
    account = home.account
    write_private(file, text, owner=None if account.uid is None else (account.uid, account.gid or account.uid))
