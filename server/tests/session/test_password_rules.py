"""Rejected passwords and the reason for each."""

from __future__ import annotations

import subprocess
import sys

import pytest
import zxcvbn

from careops_server.core.auth.password_rules import COMMON, EASY, JUDGED, OWN_WORDS, REPEATED, too_easy

ASHA = ("Asha Rao", "9812345670", "asha.rao@green.example")


@pytest.mark.proves("SEC-06.common", "SEC-06.repetition", "SEC-06.own-words")
@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("Asha Rao 123456", OWN_WORDS),
        ("asharao asharao", OWN_WORDS),
        ("9812345670 9812", OWN_WORDS),
        ("Asha.Rao@green.example", OWN_WORDS),
        ("admin123admin123", REPEATED),
        ("passwordpassword", REPEATED),
        ("aaaaaaaaaaaaaaaa", REPEATED),
        ("welcome123456789", COMMON),
        ("password1234567890", COMMON),
        ("qwertyuiopasdfgh", COMMON),
        ("demo-world-password", COMMON),
        ("123123123123123123", REPEATED),
    ],
)
def test_guessable_password_is_refused_with_the_reason(password: str, reason: str) -> None:
    assert too_easy(password, ASHA) == reason


@pytest.mark.proves("SEC-06.scripts")
@pytest.mark.parametrize(
    "password",
    [
        "correct horse battery staple",
        "monsoon rain on tin roofs",
        "ਮੇਰਾ ਪਾਸਵਰਡ ਬਹੁਤ ਲੰਮਾ",
        "x7m2k-p9qwd-3hfnz-v8c4t-bj6ry",
        "Asha Rao reads monsoon novels",
        "kJ8!x02pLqz91mV",
    ],
)
def test_strong_password_is_accepted(password: str) -> None:
    assert too_easy(password, ASHA) is None


def test_names_are_refused_for_their_owner_only() -> None:
    assert too_easy("Navjeevan Hospital 1", ("Navjeevan Hospital",)) == OWN_WORDS
    assert too_easy("Navjeevan Hospital 1") != OWN_WORDS
    assert EASY


@pytest.mark.parametrize("password", ["4444@@@@(((({{{{66669999111!!!!||||0000$$$$5555++++7777%%%%", "4@8({[<" * 30])
def test_length_is_checked_before_the_strength(password: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []

    def watched(text: str, words: list[str]) -> object:
        judged.append(text)
        return original(text, words)

    original = zxcvbn.zxcvbn
    monkeypatch.setattr(zxcvbn, "zxcvbn", watched)
    too_easy(password, ASHA)
    [text] = judged
    assert len(text) == JUDGED
    assert not set(text) & set("@$!|+%([{<"), "each of them would stand for several letters"


def test_word_lists_are_loaded_on_first_use() -> None:
    code = "import sys, careops_server.app; sys.exit('zxcvbn' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603 (our own code)
