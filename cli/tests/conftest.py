"""Fixtures: a platform, a private home folder, and ``careops`` as a function."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand, Run, Terminal
from cli.tests.platform_stub import TOKEN, Platform

from careops.client.tokens import FileTokens, Tokens
from careops_cli.auth.profiles import Profile
from careops_cli.auth.token_stores import token_store
from careops_cli.main import main


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a home folder without configuration and keyring."""
    for name in [name for name in os.environ if name.startswith(("CAREOPS_", "DATABASE_URL"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CAREOPS_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("CAREOPS_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("CAREOPS_TOKENS", "file")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def platform(monkeypatch: pytest.MonkeyPatch) -> Iterator[Platform]:
    """Start a platform and sign in to it."""
    stub = Platform()
    monkeypatch.setenv("CAREOPS_URL", stub.url)
    token_store(Profile("", stub.url)).save(Tokens(TOKEN, "refresh", "super_admin", {"name": "Harpreet Kaur"}))
    yield stub
    stub.close()


@pytest.fixture
def signed_out(platform: Platform) -> FileTokens:
    """Sign out and return the token store."""
    store = token_store(Profile("", platform.url))
    store.clear()
    assert isinstance(store, FileTokens)
    return store


@pytest.fixture
def careops(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CareOpsCommand:
    """Run a command line in this process. ``terminal`` makes stdout a terminal."""

    def run(*arguments: str, stdin: str | None = None, terminal: bool = False) -> Run:
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin or ""))
        if not terminal:
            code = main(arguments)
            out, err = capsys.readouterr()
            return Run(code, out, err)
        screen = Terminal()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", screen)
            code = main(arguments)
        return Run(code, screen.getvalue(), capsys.readouterr().err)

    return run
