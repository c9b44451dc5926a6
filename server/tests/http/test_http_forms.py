"""Malformed HTTP: rejected with a reason, the connection closed, and never read as a second request.

A complete request follows each malformed one. An answer to it would be request smuggling: bytes that a proxy in front
read as a body or header would reach us as a request (SEC-33).
"""

from __future__ import annotations

import json

import pytest
from server.tests.support.live_server import Live

HOST = b"Host: careops.example\r\n"
JSON = b"Content-Type: application/json\r\n"
GET = b"GET /live HTTP/1.1\r\n" + HOST
POST = b"POST /api/auth/refresh HTTP/1.1\r\n" + HOST + JSON
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
SMUGGLED = b"GET /api/openapi.json HTTP/1.1\r\nHost: careops.example\r\n\r\n"
BODY = b'{"refresh_token": "nobody-has-this"}'

NO_METHOD = "The request does not begin with a method"
METHOD = "The method is not valid"
LINE = "The request line is not valid"
ADDRESS = "The address is not valid"
NAME = "A header's name is not valid"
CONTROL = "A header holds control characters"
LENGTH = "The Content-Length is not a number"
ENCODING = "The Transfer-Encoding must be chunked"
SIZE = "A chunk's size is not valid"
END = "A chunk does not end where it said"

FORMS: dict[str, tuple[bytes, int, str]] = {
    # request line
    "garbage": (b"GARBAGE\r\n\r\n", 400, LINE),
    "an empty line first": (b"\r\n" + GET + b"\r\n", 400, NO_METHOD),
    "a blank first": (b" " + GET + b"\r\n", 400, NO_METHOD),
    "NUL first": (b"\0" + GET + b"\r\n", 400, NO_METHOD),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, NO_METHOD),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "This server speaks HTTP/1.1"),
    "no version": (b"GET /live\r\n" + HOST + b"\r\n", 400, LINE),
    "another version": (b"GET /live HTTP/1.2\r\n" + HOST + b"\r\n", 400, "This server speaks HTTP/1.1"),
    "version 9": (b"GET /live HTTP/0.9\r\n" + HOST + b"\r\n", 400, "This server speaks HTTP/1.1"),
    "a small version": (b"GET /live http/1.1\r\n" + HOST + b"\r\n", 400, LINE),
    "a foreign version": ("GET /live HTTP/1.١\r\n".encode() + HOST + b"\r\n", 400, LINE),
    "two blanks": (b"GET  /live HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "two blanks behind": (b"GET /live  HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "a tab": (b"GET\t/live HTTP/1.1\r\n" + HOST + b"\r\n", 400, METHOD),
    "a blank in the address": (b"GET /li ve HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "NUL in the address": (b"GET /li\0ve HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "a bare LF in the address": (b"GET /li\nve HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "a bare CR in the address": (b"GET /li\rve HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "an escape in the address": (b"GET /li\x1b[2Jve HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "letters beyond ASCII": ("GET /ਪੰਜਾਬ HTTP/1.1\r\n".encode() + HOST + b"\r\n", 400, ADDRESS),
    "broken UTF-8": (b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "a fragment": (b"GET /live#x HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "no slash": (b"GET live HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "another scheme": (b"GET ftp://a/live HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "CONNECT": (b"CONNECT careops.example:443 HTTP/1.1\r\n" + HOST + b"\r\n", 400, ADDRESS),
    "half an address": (b"GET http://[::/live HTTP/1.1\r\n" + HOST + b"\r\n", 400, "The request is not valid HTTP"),
    "a method of 12 KB": (b"M" * 12_000 + b" /live HTTP/1.1\r\n" + HOST + b"\r\n", 414, "The address is too long"),
    "a method of 21 letters": (b"M" * 21 + b" /live HTTP/1.1\r\n" + HOST + b"\r\n", 400, METHOD),
    "a method of signs": (b"G{}T /live HTTP/1.1\r\n" + HOST + b"\r\n", 400, METHOD),
    "an address of 20 KB": (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n", 414, "The address is too long"),
    "a query of 9 KB": (b"GET /live?" + b"a" * 9_000 + b" HTTP/1.1\r\n\r\n", 414, "The address is too long"),
    # headers
    "a header of 100 KB": (GET + b"X: " + b"a" * 100_000 + b"\r\n\r\n", 431, "The request's header is too large"),
    "101 headers": (GET + b"X: y\r\n" * 100 + b"\r\n", 431, "A request can have at most 100 headers"),
    "no colon": (GET + b"Nonsense\r\n\r\n", 400, NAME),
    "no name": (GET + b": x\r\n\r\n", 400, NAME),
    "a blank name": (GET + b" : x\r\n\r\n", 400, NAME),
    "a blank in a name": (GET + b"X Y: x\r\n\r\n", 400, NAME),
    "a blank behind a name": (GET + b"X : x\r\n\r\n", 400, NAME),
    "a tab behind a name": (GET + b"X\t: x\r\n\r\n", 400, NAME),
    "NUL in a name": (GET + b"X\0: x\r\n\r\n", 400, NAME),
    "a name beyond ASCII": (GET + "ਨਾਮ: x\r\n\r\n".encode(), 400, NAME),
    "a name in brackets": (GET + b"X(y): x\r\n\r\n", 400, NAME),
    "a folded line": (GET + b"X: y\r\n z\r\n\r\n", 400, NAME),
    "a line folded by a tab": (GET + b"X: y\r\n\tContent-Length: 5\r\n\r\n", 400, NAME),
    "a folded first line": (b"GET /live HTTP/1.1\r\n " + HOST + b"\r\n", 400, NAME),
    "NUL in a value": (GET + b"X: a\0b\r\n\r\n", 400, CONTROL),
    "a bare CR in a value": (GET + b"X: a\rb\r\n\r\n", 400, CONTROL),
    "a bare LF in a value": (GET + b"X: a\nContent-Length: 5\r\n\r\n", 400, CONTROL),
    "DEL in a value": (GET + b"X: a\x7fb\r\n\r\n", 400, CONTROL),
    "an escape in a value": (GET + b"X: \x1b[2J\r\n\r\n", 400, CONTROL),
    "no host": (b"GET /live HTTP/1.1\r\n\r\n", 400, "The Host header is missing"),
    "an empty host": (b"GET /live HTTP/1.1\r\nHost:\r\n\r\n", 400, "The Host header is not valid"),
    "two hosts": (GET + HOST + b"\r\n", 400, "Host is given twice"),
    "two hosts of two cases": (GET + b"hOST: evil.example\r\n\r\n", 400, "Host is given twice"),
    "hosts with a comma": (b"GET /live HTTP/1.1\r\nHost: a, b\r\n\r\n", 400, "The Host header is not valid"),
    "a host with a path": (b"GET /live HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "The Host header is not valid"),
    "a host with a user": (b"GET /live HTTP/1.1\r\nHost: a@b\r\n\r\n", 400, "The Host header is not valid"),
    "two tokens": (GET + b"Authorization: a\r\nAuthorization: b\r\n\r\n", 400, "Authorization is given twice"),
    "another expectation": (POST + b"Expect: a\r\nContent-Length: 2\r\n\r\n{}", 417, "The expectation cannot be met"),
    # body length
    "two lengths": (POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x", 400, "Content-Length is given twice"),
    "the same length twice": (POST + b"Content-Length: 2\r\n" * 2 + b"\r\n{}", 400, "Content-Length is given twice"),
    "two lengths in a line": (POST + b"Content-Length: 2, 2\r\n\r\n{}", 400, LENGTH),
    "a length and a blank": (POST + b"Content-Length : 2\r\n\r\n{}", 400, NAME),
    "a negative length": (POST + b"Content-Length: -1\r\n\r\n", 400, LENGTH),
    "a length with a plus": (POST + b"Content-Length: +2\r\n\r\n{}", 400, LENGTH),
    "a length with a bar": (POST + b"Content-Length: 0_2\r\n\r\n{}", 400, LENGTH),
    "a hexadecimal length": (POST + b"Content-Length: 0x2\r\n\r\n{}", 400, LENGTH),
    "a length with a fraction": (POST + b"Content-Length: 2.0\r\n\r\n{}", 400, LENGTH),
    "a length of foreign digits": (POST + "Content-Length: ٣\r\n\r\n{ }".encode(), 400, LENGTH),
    "a length of words": (POST + b"Content-Length: two\r\n\r\n{}", 400, LENGTH),
    "an empty length": (POST + b"Content-Length:\r\n\r\n{}", 400, LENGTH),
    "an endless length": (POST + b"Content-Length: " + b"9" * 4000 + b"\r\n\r\n{}", 400, LENGTH),
    "two framings": (
        POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400,
        "Content-Length and Transfer-Encoding exclude each other",
    ),
    "two framings, the other first": (
        POST + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
        400,
        "Content-Length and Transfer-Encoding exclude each other",
    ),
    "an encoding and a blank": (POST + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400, NAME),
    "an odd encoding": (POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400, ENCODING),
    "an encoding before": (POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400, ENCODING),
    "an encoding behind": (POST + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", 400, ENCODING),
    "two encodings": (
        POST + b"Transfer-Encoding: chunked\r\n" * 2 + b"\r\n0\r\n\r\n",
        400,
        "Transfer-Encoding is given twice",
    ),
    "an encoding in quotes": (POST + b'Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n', 400, ENCODING),
    "chunks of HTTP/1.0": (
        CHUNKED.replace(b"HTTP/1.1", b"HTTP/1.0") + b"0\r\n\r\n",
        400,
        "HTTP/1.0 has no Transfer-Encoding",
    ),
    # chunks
    "a chunk of 0x21": (CHUNKED + b"0x21\r\n" + BODY + b"\r\n0\r\n\r\n", 400, SIZE),
    "a chunk and a blank before": (CHUNKED + b" 24\r\n" + BODY + b"\r\n0\r\n\r\n", 400, SIZE),
    "a chunk and a blank behind": (CHUNKED + b"24 \r\n" + BODY + b"\r\n0\r\n\r\n", 400, SIZE),
    "a chunk with a plus": (CHUNKED + b"+24\r\n" + BODY + b"\r\n0\r\n\r\n", 400, SIZE),
    "a negative chunk": (CHUNKED + b"-1\r\n\r\n0\r\n\r\n", 400, SIZE),
    "a chunk with a bar": (CHUNKED + b"2_4\r\n" + BODY + b"\r\n0\r\n\r\n", 400, SIZE),
    "a chunk of foreign digits": (CHUNKED + "٢\r\n{}\r\n0\r\n\r\n".encode(), 400, SIZE),
    "a chunk without size": (CHUNKED + b"\r\n{}\r\n0\r\n\r\n", 400, SIZE),
    "an endless chunk": (CHUNKED + b"f" * 17 + b"\r\n{}\r\n0\r\n\r\n", 400, SIZE),
    "a chunk of half the memory": (CHUNKED + b"7fffffff\r\n{}\r\n0\r\n\r\n", 413, "The request is too large"),
    "LF in an extension": (CHUNKED + b"24;a\nb\r\n" + BODY + b"\r\n0\r\n\r\n", 400, SIZE),
    "CR in an extension": (CHUNKED + b"24;a\rb\r\n" + BODY + b"\r\n0\r\n\r\n", 400, SIZE),
    "an endless extension": (CHUNKED + b"24;" + b"a" * 5000 + b"\r\n" + BODY + b"\r\n0\r\n\r\n", 400, END),
    "a chunk longer than it said": (CHUNKED + b"2\r\n{}{}\r\n0\r\n\r\n", 400, END),
    "a chunk shorter than it said": (CHUNKED + b"4\r\n{}\r\n0\r\n\r\n", 400, END),
    "LF behind a chunk": (CHUNKED + b"2\r\n{}\n0\r\n\r\n", 400, END),
    "a trailer": (CHUNKED + b"2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n", 400, "The request is not valid HTTP"),
}


@pytest.mark.proves("SEC-33")
@pytest.mark.parametrize(("sent", "status", "title"), FORMS.values(), ids=FORMS.keys())
def test_ambiguous_request_is_refused(live: Live, sent: bytes, status: int, title: str) -> None:
    answer = live.says(sent + SMUGGLED)
    assert answer.count(b"HTTP/1.1 ") == 1, "one answer, whatever the rest looks like"
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), answer[:300]
    assert b"connection: close" in head
    assert [problem["title"] for problem in json.loads(body)["errors"]] == [title]


PIECES = b"1\r\n \r\n" * 10_001 + b"0\r\n\r\n"


@pytest.mark.proves("SEC-33")
def test_body_in_too_many_chunks_is_refused(live: Live) -> None:
    post = b"POST /api/admin/basic_universities HTTP/1.1\r\n" + HOST + JSON
    bearer = f"Authorization: Bearer {live.token}\r\n".encode()
    answer = live.says(post + bearer + b"Transfer-Encoding: chunked\r\n\r\n" + PIECES + SMUGGLED, stays=True)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"The body comes in too many pieces" in answer


@pytest.mark.proves("SEC-33")
def test_rest_of_a_large_body_is_not_a_request(live: Live) -> None:
    answer = live.says(CHUNKED + PIECES + SMUGGLED)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /live HTTP/1.0\r\n\r\n",
        b"GET /live HTTP/1.1\r\nhost: [::1]:8000\r\nConnection: close\r\n\r\n",
        b"GET http://careops.example/live HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
        GET + b"X:\tval\xc3\xa9 \r\nX: again\r\nconnection:close\r\n\r\n",
        GET + b"Upgrade: websocket\r\nConnection: close\r\n\r\n",
    ],
    ids=["1.0 without host", "IPv6", "the whole address", "letters in a value", "websocket"],
)
def test_valid_http_is_answered(live: Live, sent: bytes) -> None:
    assert live.says(sent).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "sent",
    [
        POST + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY,
        CHUNKED + b"24\r\n" + BODY + b"\r\n0\r\n\r\n",
        CHUNKED + b"24;name=value\r\n" + BODY + b"\r\n000\r\n\r\n",
        CHUNKED + b"1\r\n{\r\n23\r\n" + BODY[1:] + b"\r\n0\r\n\r\n",
        POST + b"Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n24\r\n" + BODY + b"\r\n0\r\n\r\n",
    ],
    ids=["length", "chunk", "extension", "two chunks", "expected"],
)
def test_body_of_any_form_is_read_and_the_next_request_answered(live: Live, sent: bytes) -> None:
    answer = live.says(sent + GET + b"Connection: close\r\n\r\n", stays=True)
    assert answer.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n").startswith(b"HTTP/1.1 401 ")
    assert answer.endswith(b'{"status":"ok"}')
