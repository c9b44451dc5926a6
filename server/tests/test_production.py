"""Production means production: one list of everything that is weak, and nothing of a demo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from careops_server.production import WeakSettingsError, refuse_weakness, weaknesses
from careops_server.serve import serve
from careops_server.settings import Settings

SECRET = SecretStr("kJ8x02pLqz91mVwT5rYb7uNe3cHs6gDf4aQo")


def production(**given: Any) -> Settings:
    """A production installation, well set up but for what is given."""
    return Settings(**{"environment": "production", "secret": SECRET, **given})


def test_what_is_well_set_up_has_no_weakness() -> None:
    assert weaknesses(production()) == []
    refuse_weakness(production(host="10.0.0.4", https=True))


@pytest.mark.proves("SEC-66")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"secret": None}, "no CAREOPS_SECRET"),
        ({"secret": SecretStr("a" * 32)}, "a CAREOPS_SECRET that is easily guessed"),
        ({"secret": SecretStr("0123456789abcdef" * 3)}, "a CAREOPS_SECRET that is easily guessed"),
        ({"audit_key": SecretStr("ab" * 20)}, "a CAREOPS_AUDIT_KEY that is easily guessed"),
        ({"previous_secret": SecretStr("z" * 40)}, "a CAREOPS_PREVIOUS_SECRET that is easily guessed"),
        ({"hash_rounds": 1}, "CAREOPS_HASH_ROUNDS below 2"),
        ({"failures_per_account": 1_000_000}, "CAREOPS_FAILURES_PER_ACCOUNT above 20"),
        ({"session_hours": 100_000}, "CAREOPS_SESSION_HOURS above 24"),
        ({"host": "0.0.0.0"}, "CAREOPS_HOST=0.0.0.0 without CAREOPS_HTTPS"),  # noqa: S104 (what is refused)
    ],
)
def test_each_weakness_is_named(given: dict[str, Any], said: str) -> None:
    assert weaknesses(production(**given)) == [said]


@pytest.mark.proves("SEC-66")
def test_all_of_them_are_one_list() -> None:
    with pytest.raises(WeakSettingsError) as refused:
        refuse_weakness(production(secret=None, hash_rounds=1, session_hours=99), demo=True)
    assert len(refused.value.weak) == 4
    assert all(reason in str(refused.value) for reason in refused.value.weak)


def test_development_may_be_as_it_likes() -> None:
    refuse_weakness(Settings(environment="development", hash_rounds=1), demo=True)


@pytest.mark.proves("SEC-09")
def test_nothing_is_started(tmp_path: Path) -> None:
    with pytest.raises(WeakSettingsError):
        serve(production(data_dir=tmp_path / "data", port=0), demo=True)
    assert not (tmp_path / "data").exists()
