"""Fake platform: real HTTP on loopback, with answers written by the contract."""

from __future__ import annotations

import io
import json
import re
import threading
from collections.abc import Callable
from email import message_from_bytes
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from careops.calls import all_calls
from careops.contract import ANYONE, Call
from careops.contract.headers import CORRECTIONS_HEADER, TYPO_TOLERANCE_HEADER
from careops.errors import ApiError, NotFound, Unauthorized
from careops.files import Download, Upload, content_disposition

TOKEN = "token-of-harpreet"
Answer = Callable[[Any], Any]


class Platform:
    """Answers configured calls, and records all calls."""

    def __init__(self) -> None:
        self.received: list[Call[Any]] = []
        self.agents: list[str] = []
        self.stored: dict[str, bytes] = {}
        """Files uploaded to paths below ``/uploads/``, by path."""
        self.asked_versions: list[str | None] = []
        """``If-Match`` of each request."""
        self.asked_keys: list[str | None] = []
        """``Idempotency-Key`` of each request."""
        self.asked_forgiving: list[bool] = []
        """True for each request that allows typo correction."""
        self._answers: dict[type[Call[Any]], Answer] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Address of the API."""
        return f"http://127.0.0.1:{self._server.server_port}/api"

    def answer(self, call: type[Call[Any]], answer: Any) -> None:
        """Configure the answer to a call: an answer, a refusal, or a function of the call."""
        self._answers[call] = answer if callable(answer) else lambda _: answer

    def calls(self, call: type[Call[Any]]) -> list[Any]:
        """Return the calls of one type in order of arrival."""
        return [received for received in self.received if isinstance(received, call)]

    def close(self) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def respond(
        self, method: str, target: str, token: str | None, body: bytes
    ) -> tuple[int, dict[str, Any] | Download, dict[str, str]]:
        """Return status, envelope (or file) and additional headers for one request."""
        url = urlsplit(target)
        if method == "PUT" and url.path.startswith("/uploads/"):
            self.stored[url.path] = body
            return 200, {}, {}
        try:
            # Fixed paths take precedence over paths with a field.
            for call in sorted(all_calls(), key=lambda call: len(call.route.path_fields)):
                path = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", f"/api{call.route.path}"), url.path)
                if path and call.route.method == method:
                    answer = self._carried_out(call, path.groupdict(), dict(parse_qsl(url.query)), token, body)
                    if isinstance(answer, Download):
                        return 200, answer, {}
                    return 200, call.write_answer(answer), _beside(answer)
            raise NotFound("No such path")
        except ApiError as error:
            errors = [
                {
                    name: getattr(problem, name)
                    for name in ("source", "title", "code", "detail", "scope", "change_request")
                }
                for problem in error.problems
            ]
            return error.status, {"success": False, "errors": errors, "request_id": "req-12345678"}, {}

    def _carried_out(
        self, kind: type[Call[Any]], path: dict[str, Any], query: dict[str, Any], token: str | None, body: bytes
    ) -> Any:
        if kind.route.access is not ANYONE and token != TOKEN:
            raise Unauthorized
        if kind.route.multipart:
            call = kind.from_wire(path, query, *_form(body))
        else:
            call = kind.from_wire(path, query, json.loads(body) if body and body != b"null" else None)
        self.received.append(call)
        if kind not in self._answers:
            raise NotFound(f"The stub has no answer for {kind.__name__}")
        answer = self._answers[kind](call)
        if isinstance(answer, ApiError):
            raise answer
        return answer


def _beside(answer: Any) -> dict[str, str]:
    """Return the headers of an answer."""
    version, spelt = getattr(answer, "version", None), getattr(answer, "corrections", ())
    tag = {} if version is None else {"etag": f'"{version}"'}
    return {**tag, **({CORRECTIONS_HEADER: ",".join(map(quote, spelt))} if spelt else {})}


def _form(body: bytes) -> tuple[dict[str, str], dict[str, Upload]]:
    """Parse the texts and files of a form. Its first line is the boundary."""
    head = b"content-type: multipart/form-data; boundary=" + body.partition(b"\r\n")[0][2:] + b"\r\n\r\n"
    texts: dict[str, str] = {}
    files: dict[str, Upload] = {}
    for field in message_from_bytes(head + body, policy=HTTP).iter_parts():
        name, content = str(field.get_param("name", header="content-disposition")), field.get_payload(decode=True)
        assert isinstance(content, bytes)
        if (file_name := field.get_filename()) is None:
            texts[name] = content.decode()
        else:
            files[name] = Upload.of(io.BytesIO(content), name=file_name)
    return texts, files


def _handler(platform: Platform) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _respond(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            token = (self.headers.get("authorization") or "").removeprefix("Bearer ") or None
            platform.asked_versions.append(self.headers.get("if-match"))
            platform.asked_keys.append(self.headers.get("idempotency-key"))
            platform.asked_forgiving.append(TYPO_TOLERANCE_HEADER in self.headers)
            status, envelope, headers = platform.respond(self.command, self.path, token, body)
            self.send_response(status)
            if isinstance(envelope, Download):
                payload = b"".join(envelope)
                self.send_header("content-type", envelope.content_type)
                self.send_header("content-disposition", content_disposition(envelope.name))
            else:
                payload = json.dumps(envelope).encode()
                self.send_header("content-type", "application/json")
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        do_GET = do_POST = do_PUT = do_DELETE = _respond

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    return Handler
