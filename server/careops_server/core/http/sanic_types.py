"""Sanic's application and request without its type parameters, which nothing here uses."""

from __future__ import annotations

from typing import Any

from sanic import Request, Sanic

SanicApp = Sanic[Any, Any]
SanicRequest = Request[Any, Any]
