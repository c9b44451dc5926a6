"""Tokens survive the process, are readable by their owner only, and are written atomically."""

from __future__ import annotations

import json
import os
import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from careops.client.tokens import FileTokens, MemoryTokens, Tokens, tokens_from_json, tokens_to_json

TOKENS = Tokens("token-1", "refresh-1", "super_admin", {"id": 1, "name": "ਹਰਪ੍ਰੀਤ"})
on_posix = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")


@pytest.fixture
def store(tmp_path: Path) -> FileTokens:
    return FileTokens(tmp_path / "careops" / "tokens.json")


def test_memory_store_has_one_session() -> None:
    store = MemoryTokens()
    assert store.load() is None
    store.save(TOKENS)
    assert store.load() == TOKENS
    store.clear()
    assert store.load() is None
    assert MemoryTokens(TOKENS).load() == TOKENS


def test_file_store_has_one_session(store: FileTokens) -> None:
    assert store.load() is None
    store.save(TOKENS)
    store.save(TOKENS.renewed("token-2", "refresh-2"))
    assert FileTokens(str(store.path)).load() == Tokens("token-2", "refresh-2", "super_admin", TOKENS.user)
    store.clear()
    store.clear()
    assert store.load() is None


@pytest.mark.proves("SEC-68.session-file")
@on_posix
def test_session_file_is_readable_by_its_owner_only(store: FileTokens) -> None:
    before = os.umask(0)
    try:
        store.save(TOKENS)
        store.path.chmod(0o644)
        store.save(TOKENS)
    finally:
        os.umask(before)
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700


def test_failed_save_keeps_the_previous_session(store: FileTokens, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save(TOKENS)

    def fail(source: object, target: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        store.save(TOKENS.renewed("token-2", "refresh-2"))
    assert store.load() == TOKENS
    assert list(store.path.parent.iterdir()) == [store.path]


def test_concurrent_reader_sees_complete_files_only(store: FileTokens) -> None:
    store.save(TOKENS)
    long = Tokens("x" * 100_000, "r", "super_admin", {})
    stored: list[Tokens | None] = []

    def read() -> None:
        stored.extend(store.load() for _ in range(200))

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for number in range(100):
        store.save(long if number % 2 else TOKENS)
    for reader in readers:
        reader.join()
    assert all(tokens in (TOKENS, long) for tokens in stored)


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"5",
        b'"text"',
        b"{}",
        b'{"auth_token": "a"}',
        b'{"auth_token": 5, "refresh_token": "", "account_type": "", "user": {}}',
        b'{"auth_token": "a", "refresh_token": null, "account_type": "", "user": {}}',
        b'{"auth_token": "a", "refresh_token": "b", "account_type": "", "user": []}',
        b"\xff\xfe\x00\x80 no text at all",
        b"\x00" * 50,
        b"[" * 100_000,
    ],
    ids=lambda damaged: repr(damaged[:20]),
)
def test_damaged_file_is_an_empty_session(store: FileTokens, damaged: bytes) -> None:
    store.path.parent.mkdir()
    store.path.write_bytes(damaged)
    assert store.load() is None
    store.save(TOKENS)
    assert store.load() == TOKENS


@given(st.text() | st.binary())
def test_any_other_text_is_an_empty_session(text: str | bytes) -> None:
    assert tokens_from_json(text) is None


def test_session_survives_serialization_with_unknown_fields() -> None:
    assert tokens_from_json(tokens_to_json(TOKENS)) == TOKENS
    assert tokens_from_json(json.dumps({**json.loads(tokens_to_json(TOKENS)), "later": 1})) == TOKENS


def test_tokens_stay_out_of_reprs() -> None:
    assert "token-1" not in repr(TOKENS)
    assert "refresh-1" not in repr(TOKENS)
