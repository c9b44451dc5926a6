"""Local file store, the default: a folder in the data directory, behind URLs that the server signs."""

from __future__ import annotations

import asyncio
import hmac
import os
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode

from careops.constants import MAX_PICTURE_BYTES, SIGNED_MINUTES
from careops.error_codes import title_of
from careops.errors import Conflict, Forbidden, PayloadTooLarge, Unavailable
from careops_server.core.configuration.settings import Settings
from careops_server.core.embedded_postgres.disk_space import Storage
from careops_server.core.storage.backend import UNREACHABLE, Listed, batched
from careops_server.core.storage.object_keys import Key

PATH: Final = "/uploads"
EXPIRED: Final = title_of("upload_url_expired")
THERE_ALREADY: Final = title_of("upload_exists")


class LocalStore:
    """File store in a folder. A signature covers the method, the key with its type, the expiry and the file name."""

    def __init__(self, settings: Settings) -> None:
        self._folder = settings.data_dir / "uploads"
        self._storage = Storage(self._folder, settings.upload_reserve_mib)
        self._keys = settings.upload_keys

    def upload_url(self, key: Key, base: str) -> str:
        return self._address("PUT", key, base)

    def get_address(self, key: Key, base: str, name: str = "") -> str:
        return self._address("GET", key, base, name)

    def check_signature(self, method: str, key: Key, expires: str, signature: str, name: str = "") -> None:
        """Raise ``Forbidden`` for a URL with a wrong signature, or an expired one."""
        signature_bytes = signature.encode()
        signed = (_signature(own, method, key, expires, name).encode() for own in self._keys)
        # Only digits: a line break in the end would be taken for the one before the name.
        if not expires.isdecimal() or not any(hmac.compare_digest(each, signature_bytes) for each in signed):
            raise Forbidden(EXPIRED, source="signature")
        if int(expires) < time.time():
            raise Forbidden(EXPIRED, source="expires")

    def has_room(self) -> bool:
        """Return whether the disk has more free space than the reserve that uploads must leave."""
        return self._storage.has_room()

    async def put_once(self, key: Key, pieces: Sequence[bytes]) -> None:
        """Store an upload unchanged. Raises ``Conflict`` if the file exists."""
        await asyncio.to_thread(self._write, key, pieces, os.O_EXCL)

    async def read(self, key: Key, *, most: int = MAX_PICTURE_BYTES) -> bytes | None:
        return await asyncio.to_thread(self._read, key, most)

    async def write(self, key: Key, content: bytes) -> None:
        await asyncio.to_thread(self._write, key, [content], 0)

    async def delete(self, keys: list[str]) -> None:
        def work() -> None:
            for key in keys:
                (self._folder / key).unlink(missing_ok=True)

        await asyncio.to_thread(work)

    async def batches(self, size: int) -> list[list[Listed]]:
        return await asyncio.to_thread(lambda: batched(self._listed(), size))

    async def ping(self) -> None:
        def work() -> None:
            self._folder.mkdir(parents=True, exist_ok=True)
            if not os.access(self._folder, os.R_OK | os.W_OK | os.X_OK):
                raise PermissionError

        try:
            await asyncio.to_thread(work)
        except OSError as error:
            raise Unavailable(UNREACHABLE, retry_after=2) from error

    def _address(self, method: str, key: Key, base: str, name: str = "") -> str:
        expires = str(int(time.time()) + SIGNED_MINUTES * 60)
        signature = _signature(self._keys[0], method, key, expires, name)
        query = {"expires": expires, "signature": signature, **({"name": name} if name else {})}
        return f"{base}{PATH}/{key}?{urlencode(query)}"

    def _read(self, key: Key, most: int) -> bytes | None:
        try:
            with (self._folder / str(key)).open("rb") as file:
                content = file.read(most + 1)
        except FileNotFoundError:
            return None
        if len(content) > most:
            raise PayloadTooLarge(source="file")
        return content

    def _write(self, key: Key, pieces: Sequence[bytes], exclusive: int) -> None:
        path = self._folder / str(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written atomically: a partial file has a different name, and the purge removes it.
        partial_file = path.with_name(f"{path.name}.{os.getpid()}-{time.monotonic_ns()}")
        try:
            with partial_file.open("wb") as file:
                file.writelines(pieces)
            if exclusive:
                os.link(partial_file, path)
            else:
                partial_file.replace(path)
        except FileExistsError:
            raise Conflict(THERE_ALREADY, source="file") from None
        finally:
            partial_file.unlink(missing_ok=True)

    def _listed(self) -> Iterator[Listed]:
        for path in self._folder.rglob("*"):
            if path.is_file():
                at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                yield Listed(path.relative_to(self._folder).as_posix(), at)


def _signature(own: bytes, method: str, key: Key, expires: str, name: str) -> str:
    signed = [method, str(key), expires, *([name] if name else [])]
    return hmac.new(own, "\n".join(signed).encode(), "sha256").hexdigest()
