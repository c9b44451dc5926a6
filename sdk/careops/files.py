"""Files of calls: ``Upload`` is sent, ``Download`` is returned. Neither is loaded into memory as a whole.

>>> client.send(UploadLeads(clinic_id=4, file0=Upload.of("leads.xlsx")))
>>> with client.send(ExportLeads(clinic_id=4)) as export:
...     export.save("leads.csv")
"""

from __future__ import annotations

import io
import mimetypes
import os
import re
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from typing import Any, BinaryIO, Literal, Self, TypeAlias
from urllib.parse import quote, unquote

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from careops.error_codes import title_of

Source: TypeAlias = "str | os.PathLike[str] | BinaryIO"
MAX_NAME_LENGTH = 255
CHUNK = 64 * 1024
ANY_TYPE = "application/octet-stream"
_BINARY = {"type": "string", "format": "binary"}
_UNSAFE = re.compile(r"[\x00-\x1f\x7f/\\\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that file names must not contain: separators of folders, terminal controls, text direction controls."""


class Upload:
    """File to send: a path, or an open binary file that can be read again from its start."""

    def __init__(self, file: BinaryIO | Path, *, name: str, content_type: str, sha256: str | None = None) -> None:
        self._file = file
        self.name = name
        self.content_type = content_type
        self.sha256 = sha256
        """Hash of the content, if it is known because a server has already read the file."""
        self._derived: list[BinaryIO] = []

    @classmethod
    def of(cls, source: Source, *, name: str | None = None, content_type: str | None = None) -> Self:
        """Create an upload of a path or an open file.

        Raises ``OSError`` if the file does not exist, ``ValueError`` for an invalid name or a file that can be read
        only once.
        """
        file = Path(source) if isinstance(source, (str, os.PathLike)) else source
        if isinstance(file, Path):
            file.stat()
        elif not file.seekable():
            raise ValueError("The file can be read only once: save it first")
        named = safe_filename(name or os.path.basename(str(getattr(file, "name", "file"))))
        return cls(file, name=named, content_type=content_type or mimetypes.guess_type(named)[0] or ANY_TYPE)

    @property
    def size(self) -> int:
        """Size in bytes."""
        if isinstance(self._file, Path):
            return self._file.stat().st_size
        return self._file.seek(0, os.SEEK_END)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open the content at its start, for the duration of the block."""
        if isinstance(self._file, Path):
            with self._file.open("rb") as file:
                yield file
        else:
            self._file.seek(0)
            yield self._file

    def chunks(self) -> Iterator[bytes]:
        """Yield the content in chunks."""
        with self.open() as file:
            while piece := file.read(CHUNK):
                yield piece

    def close_with(self, file: BinaryIO) -> None:
        """Close that file together with this one, which was created from it."""
        self._derived.append(file)

    def close(self) -> None:
        """Close a file that was passed open."""
        for file in self._derived:
            file.close()
        if not isinstance(self._file, Path):
            self._file.close()

    @property
    def described(self) -> dict[str, str | int]:
        """Return a description of the file without its content."""
        description: dict[str, str | int] = {"name": self.name, "content_type": self.content_type, "size": self.size}
        return description if self.sha256 is None else {**description, "sha256": self.sha256}

    def __repr__(self) -> str:
        return f"Upload({self.name!r}, {self.content_type!r})"

    def __eq__(self, other: object) -> bool:
        """Compare name, type and content."""
        if not isinstance(other, Upload):
            return NotImplemented
        return (self.name, self.content_type, self.size) == (other.name, other.content_type, other.size) and all(
            mine == theirs for mine, theirs in zip(self.chunks(), other.chunks(), strict=True)
        )

    def __hash__(self) -> int:
        return hash((self.name, self.content_type, self.size))

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        written = core_schema.plain_serializer_function_ser_schema(lambda upload: upload.described)
        return core_schema.no_info_plain_validator_function(cls._validated, serialization=written)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return dict(_BINARY)

    @classmethod
    def _validated(cls, value: object) -> Upload:
        """Validate an upload. Examples may use ``{"name": …, "content": text}``. Paths are refused, because they could
        be on a server."""
        if isinstance(value, Upload):
            return value
        if isinstance(value, Mapping) and value.keys() == {"name", "content"}:
            name = str(value["name"])
            return cls.of(io.BytesIO(str(value["content"]).encode()), name=name)
        raise ValueError(title_of("file_missing"))


class Download:
    """File in an answer: read it once in chunks, or save it. Close it, preferably with ``with``.

    With ``CareOps``: ``for piece in download``, ``save``, ``close``; with ``AsyncCareOps``: ``async for``, ``asave``,
    ``aclose``. Raises ``ConnectionFailed`` if the connection breaks.
    """

    def __init__(
        self,
        pieces: Iterable[bytes] | AsyncIterable[bytes],
        *,
        name: str,
        content_type: str = ANY_TYPE,
        size: int | None = None,
        closed_by: Callable[[], Any] | None = None,
    ) -> None:
        self._pieces = pieces
        self._closed_by = closed_by
        self.name = name
        """Plain file name without folders and terminal controls."""
        self.content_type = content_type
        self.size = size
        """Size in bytes, if the platform sends it in advance."""

    def __iter__(self) -> Iterator[bytes]:
        if not isinstance(self._pieces, Iterable):
            raise TypeError("This file came without blocking: use `async for`")
        return iter(self._pieces)

    def __aiter__(self) -> AsyncIterator[bytes]:
        if not isinstance(self._pieces, AsyncIterable):
            raise TypeError("This file came blocking: use `for`")
        return aiter(self._pieces)

    def save(self, target: str | os.PathLike[str]) -> Path:
        """Save to a path, or into a folder under its own name. The name appears only when the file is complete."""
        path = self._path(target)
        with _StreamedFile(path) as file:
            for piece in self:
                file.write(piece)
        return path

    async def asave(self, target: str | os.PathLike[str]) -> Path:
        """Asynchronous ``save``."""
        path = self._path(target)
        with _StreamedFile(path) as file:
            async for piece in self:
                file.write(piece)
        return path

    def close(self) -> None:
        """Stop reading."""
        if self._closed_by is not None:
            self._closed_by()

    async def aclose(self) -> None:
        """Asynchronous ``close``."""
        if self._closed_by is not None:
            await self._closed_by()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"Download({self.name!r}, {self.content_type!r})"

    def _path(self, target: str | os.PathLike[str]) -> Path:
        path = Path(target)
        return path / self.name if path.is_dir() else path

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.is_instance_schema(cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return dict(_BINARY)


class _StreamedFile:
    """File that gets its name only when it is complete."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial_path = path.with_name(f"{path.name}.part")

    def __enter__(self) -> BinaryIO:
        self._file = self._partial_path.open("wb")
        return self._file

    def __exit__(self, kind: object, *error: object) -> None:
        self._file.close()
        if kind is None:
            self._partial_path.replace(self._path)
        else:
            self._partial_path.unlink(missing_ok=True)


def safe_filename(name: str) -> str:
    """Check a plain file name. Raises ``ValueError`` for a path, for terminal controls, and for one that is too
    long."""
    if name.strip() in ("", ".", "..") or _UNSAFE.search(name):
        raise ValueError(title_of("file_name_invalid"))
    if len(name.encode()) > MAX_NAME_LENGTH:
        raise ValueError(title_of("file_name_too_long", count=MAX_NAME_LENGTH))
    return name


def content_disposition(name: str, kind: Literal["attachment", "inline"] = "attachment") -> str:
    """Return the ``Content-Disposition`` header of a download, for old and new clients (RFC 6266)."""
    plain = re.sub(r'[^ -~]|["\\%]', "_", name)
    extended = "" if plain == name else f"; filename*=UTF-8''{quote(name, safe='')}"
    return f'{kind}; filename="{plain}"{extended}'


def filename_from_disposition(header: str, fallback: str = "download") -> str:
    """Return the file name in such a header, reduced to a plain name."""
    message = Message()
    message["content-disposition"] = header
    filename = message.get_filename() or ""
    extended = re.search(r"filename\*\s*=\s*utf-8''([^;\s]+)", header, re.IGNORECASE)
    if extended:
        filename = unquote(extended[1], errors="replace")
    name = _UNSAFE.sub("_", filename.replace("\\", "/").rpartition("/")[2]).strip().strip(".")
    while len(name.encode()) > MAX_NAME_LENGTH:
        name = name[1:]
    return name or fallback
