"""Multipart forms: texts in memory, files streamed into anonymous temporary files."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Final

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from careops.contract import FORM_WANTED
from careops.contract.validation_errors import error_title
from careops.error_codes import title_of
from careops.errors import InvalidInput, Unavailable
from careops.files import ANY_TYPE, Upload, safe_filename
from careops_server.core.database.database import FULL
from careops_server.core.http.body_stream import BodyReader
from careops_server.core.http.request_parsing import MAX_KEYS, check_storable

MAX_TEXT_BYTES: Final = 64 * 1024
"""Longest text field of a form, in bytes."""


class Form:
    """Fields and files of a form received so far."""

    def __init__(
        self, boundary: bytes, file_fields: frozenset[str], folder: Path, *, array_fields: frozenset[str] = frozenset()
    ) -> None:
        self.texts: dict[str, str] = {}
        self.arrays: dict[str, list[str]] = {}
        """Texts of arrays, which may have one part for each item."""
        self.files: dict[str, Upload] = {}
        self._parts = 0
        self._file_fields = file_fields
        self._array_fields = array_fields
        self._folder = folder
        self._headers: dict[bytes, bytes] = {}
        self._field = self._value = b""
        self._form_part: _Text | _File | None = None
        self._is_over = False
        self._parser = MultipartParser(
            boundary,
            {
                "on_part_begin": self._begin,
                "on_header_field": self._header_field,
                "on_header_value": self._header_value,
                "on_header_end": self._header_end,
                "on_headers_finished": self._headers_finished,
                "on_part_data": self._data,
                "on_part_end": self._end,
                "on_end": self._finish,
            },
        )

    async def read(self, intake: BodyReader) -> None:
        """Read the whole form. Raises ``ApiError``, after deleting all its files."""
        try:
            while piece := await intake.read():
                self._parser.write(piece)
            if not self._is_over:
                raise InvalidInput(title_of("form_incomplete"), source="body", status=400)
        except BaseException as error:
            self.close()
            if isinstance(error, FormParserError):
                raise InvalidInput(title_of("form_invalid"), source="body", status=400) from None
            if isinstance(error, OSError):
                raise Unavailable(FULL, retry_after=30) from error
            raise

    def close(self) -> None:
        """Delete the received files."""
        if isinstance(self._form_part, _File):
            self._form_part.file.close()
        for upload in self.files.values():
            upload.close()

    def _begin(self) -> None:
        self._parts += 1
        if self._parts > MAX_KEYS:
            raise InvalidInput(title_of("too_many_form_fields", count=MAX_KEYS), source="body")
        self._headers = {}
        self._field = self._value = b""

    def _header_field(self, data: bytes, start: int, end: int) -> None:
        self._field += data[start:end]

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _header_end(self) -> None:
        self._headers[self._field.lower()] = self._value
        self._field = self._value = b""

    def _headers_finished(self) -> None:
        kind, options = parse_options_header(self._headers.get(b"content-disposition", b""))
        name = _text(options.get(b"name", b""), "name")
        if kind != b"form-data" or not name:
            raise InvalidInput(title_of("form_part_unnamed"), source="body", status=400)
        if name in self.texts or name in self.files:
            raise InvalidInput(title_of("given_twice", what=name), source=name)
        # Browsers and generated clients send JSON as a blob, which always has a file name.
        is_file = b"filename" in options and not (name not in self._file_fields and self._is_json())
        if is_file != (name in self._file_fields):
            raise InvalidInput(title_of("file_not_expected" if is_file else "file_expected", what=name), source=name)
        self._form_part = self._new_file(name, options[b"filename"]) if is_file else _Text(name)

    def _is_json(self) -> bool:
        kind, _ = parse_options_header(self._headers.get(b"content-type", b""))
        return kind == b"application/json"

    def _new_file(self, name: str, content: bytes) -> _File:
        try:
            called = safe_filename(_text(content, name))
        except ValueError as error:
            raise InvalidInput(error_title(error), source=name) from None
        content_type = _text(self._headers.get(b"content-type", b""), name)[:200] or ANY_TYPE
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return _File(name, called, content_type, self._folder)

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self._form_part is not None:
            self._form_part.add(data[start:end])

    def _end(self) -> None:
        form_part, self._form_part = self._form_part, None
        if isinstance(form_part, _File):
            self.files[form_part.field] = form_part.upload
        elif form_part is not None and form_part.field in self._array_fields:
            self._add_item(form_part)
        elif form_part is not None:
            self.texts[form_part.field] = form_part.text

    def _add_item(self, text_part: _Text) -> None:
        items = self.arrays.setdefault(text_part.field, [])
        items.append(text_part.text)
        if sum(map(len, items)) > MAX_TEXT_BYTES:
            raise InvalidInput(title_of("part_too_long", what=text_part.field), source=text_part.field)

    def _finish(self) -> None:
        self._is_over = True


class _Text:
    """A text part."""

    def __init__(self, field: str) -> None:
        self.field = field
        self._content = bytearray()

    def add(self, data: bytes) -> None:
        """Add data."""
        self._content += data
        if len(self._content) > MAX_TEXT_BYTES:
            raise InvalidInput(title_of("part_too_long", what=self.field), source=self.field)

    @property
    def text(self) -> str:
        """The whole text."""
        return _text(bytes(self._content), self.field)


class _File:
    """A file part. The file on disk has no name, so nothing of it can remain."""

    def __init__(self, field: str, name: str, content_type: str, folder: Path) -> None:
        self.field = field
        self.file: BinaryIO = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 (it lives as long as the request)
        self._name, self._content_type = name, content_type
        self._hash = sha256()

    def add(self, data: bytes) -> None:
        """Add data."""
        self._hash.update(data)
        self.file.write(data)

    @property
    def upload(self) -> Upload:
        """The file in the form that calls use."""
        return Upload(self.file, name=self._name, content_type=self._content_type, sha256=self._hash.hexdigest())


def boundary_of(headers: Mapping[str, Any]) -> bytes:
    """Return the boundary of a form. Raises ``InvalidInput`` (415) if the body is not a form."""
    kind, options = parse_options_header(str(headers.get("content-type", "")))
    if kind != b"multipart/form-data" or not options.get(b"boundary"):
        raise InvalidInput(FORM_WANTED, source="content-type", status=415)
    return options[b"boundary"]


def _text(content: bytes, source: str) -> str:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise InvalidInput(title_of("not_text", what=source), source=source) from None
    check_storable(text, source)
    return text
