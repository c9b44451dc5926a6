"""Strict parser of HTTP/1 request heads (RFC 9112). Ambiguous heads close the connection, which prevents request
smuggling (SEC-33).
"""

from __future__ import annotations

import re
from typing import Final

from careops.error_codes import Title, title_of
from careops.errors import ApiError, InvalidInput

MAX_LINE_LENGTH: Final = 8_000
"""Longest request line in bytes, which limits the target."""
MAX_HEAD_LENGTH: Final = 16_000
MAX_HEADERS: Final = 100
MAX_METHOD_LENGTH: Final = 20
MAX_CHUNK_HEAD_LENGTH: Final = 64

_TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_START = re.compile(rb"[A-Za-z]")
_METHOD = re.compile(rb"[A-Za-z-]{1,%d}" % MAX_METHOD_LENGTH)
_TARGET = re.compile(rb"(?:https?://[^/?#\x00-\x20\x7f-\xff]+)?/[^#\x00-\x20\x7f-\xff]*|\*")
_NAME = re.compile(_TOKEN)
_BLOCK = re.compile(rb"(?:\r\n" + _TOKEN + rb":[\t\x20-\x7e\x80-\xff]*)*")
_SINGLE = re.compile(
    rb"\r\n(host|content-length|transfer-encoding|content-type|authorization|expect):([^\r]*)", re.IGNORECASE
)
"""Headers that must not appear twice, even with equal values."""
_HOST = re.compile(rb"(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_LENGTH = re.compile(rb"[0-9]{1,15}")
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})(?:[ \t]*;[\t\x20-\x7e]*)?")


class HeadTooLarge(ApiError):
    """The request's header exceeds the limit."""

    status = 431
    title = title_of("head_too_large")


class TargetTooLong(ApiError):
    """The request's target exceeds the limit."""

    status = 414
    title = title_of("target_too_long")


def check_incomplete(beginning: bytes | bytearray) -> None:
    """Refuse input that cannot become a request before it is complete: TLS on a plain port, endless lines."""
    if beginning and not _START.match(beginning):
        raise _malformed(title_of("method_missing"))
    if b"\n" not in beginning[: MAX_LINE_LENGTH + 2] and len(beginning) > MAX_LINE_LENGTH:
        raise TargetTooLong(source="target")
    if len(beginning) > MAX_HEAD_LENGTH:
        raise HeadTooLarge(source="header")


def check_head(head: bytes) -> None:
    """Check that a head (without its last empty line) is exactly one valid request head. Raises ``ApiError``."""
    request_line, _, _ = head.partition(b"\r\n")
    version = _check_request_line(request_line)
    block = head[len(request_line) :]
    if not _BLOCK.fullmatch(block):
        raise _malformed(_wrong_line(block))
    if block.count(b"\r\n") > MAX_HEADERS:
        raise HeadTooLarge(title_of("too_many_headers", count=MAX_HEADERS), source="header")
    headers: dict[bytes, bytes] = {}
    for name, value in _SINGLE.findall(block):
        lowercase_name = name.lower()
        if lowercase_name in headers:
            raise _malformed(title_of("header_repeated", what=lowercase_name.decode().title()))
        headers[lowercase_name] = value.strip(b" \t")
    _check_host(headers.get(b"host"), version)
    _check_framing(headers, version)


def chunk_size(line: bytes | bytearray) -> int:
    """Parse the size of a chunk. Raises ``ApiError``."""
    match = _CHUNK.fullmatch(line)
    if match is None:
        raise _malformed(title_of("chunk_size_invalid"), "transfer-encoding")
    return int(match[1], 16)


def _wrong_line(block: bytes) -> Title:
    names = [line.partition(b":")[0] if b":" in line else b"" for line in block.split(b"\r\n")[1:]]
    named = all(_NAME.fullmatch(name) for name in names)
    return title_of("header_value_invalid") if named else title_of("header_name_invalid")


def _check_request_line(line: bytes) -> bytes:
    if len(line) > MAX_LINE_LENGTH:
        raise TargetTooLong(source="target")
    method, _, target_and_version = line.partition(b" ")
    target, _, version = target_and_version.rpartition(b" ")
    if not _METHOD.fullmatch(method):
        raise _malformed(title_of("method_invalid"))
    if version not in (b"HTTP/1.1", b"HTTP/1.0"):
        if re.fullmatch(rb"HTTP/[0-9]\.[0-9]", version):
            raise _malformed(title_of("http_version_unsupported"))
        raise _malformed(title_of("request_line_invalid"))
    if not _TARGET.fullmatch(target):
        raise _malformed(title_of("target_invalid"))
    return version


def _check_host(host: bytes | None, version: bytes) -> None:
    if host is None and version == b"HTTP/1.1":
        raise _malformed(title_of("host_missing"), "host")
    if host is not None and not _HOST.fullmatch(host):
        raise _malformed(title_of("host_invalid"), "host")


def _check_framing(headers: dict[bytes, bytes], version: bytes) -> None:
    length, encoding = headers.get(b"content-length"), headers.get(b"transfer-encoding")
    if encoding is not None:
        if length is not None:
            raise _malformed(title_of("length_and_chunked"), "transfer-encoding")
        if version == b"HTTP/1.0":
            raise _malformed(title_of("transfer_encoding_unsupported"), "transfer-encoding")
        if encoding != b"chunked":
            raise _malformed(title_of("transfer_encoding_invalid"), "transfer-encoding")
    if length is not None and not _LENGTH.fullmatch(length):
        raise _malformed(title_of("content_length_invalid"), "content-length")


def _malformed(title: Title, source: str = "header") -> InvalidInput:
    return InvalidInput(title, source=source, status=400)
