"""No text tells anyone to install a package by the name ``careops``, which is not published.

Whoever registers the name would run code on the machines of everyone who follows such a text.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.files import files

from careops import __version__
from careops.extras import install_command

ROOT = Path(__file__).parents[2]
ENDINGS = {".json", ".md", ".py", ".sh", ".toml", ".ts", ".tsx", ".tsv", ".txt", ".yaml", ".yml"}
BY_NAME = re.compile(
    r"""
    \b(?:pip3?|pipx|uvx?)[ ](?:[^\n;&|#]*?[ "'])?careops(?![-\w/*])   # the name, not a file such as careops-1.0.0.whl
    | ["']careops\[                                                   # the name with an extra
    """,
    re.VERBOSE,
)


def test_no_text_installs_by_name() -> None:
    texts = {name: (ROOT / name).read_text("utf-8") for name in files() if Path(name).suffix in ENDINGS}
    own = {Path(__file__).relative_to(ROOT).as_posix(), "pyproject.toml"}  # its extras contain each other
    matches = [
        f"{name}: {match[0]}" for name, text in texts.items() if name not in own for match in BY_NAME.finditer(text)
    ]
    assert matches == [], "name the wheel file: careops.extras.install_command"


@pytest.mark.parametrize(
    "text",
    [
        "pip install careops",
        "pip install 'careops[cli]'",
        "pip3 install -q careops==1.0",
        "uv pip install careops",
        '"careops[jq]"',
    ],
)
def test_install_by_name_is_reported(text: str) -> None:
    assert BY_NAME.search(f"Run: {text}, then go on.")


@pytest.mark.parametrize("extra", ["cli", "server"])
def test_install_command_names_the_wheel_file(extra: str) -> None:
    assert install_command(extra) == f"pip install 'careops-{__version__}-py3-none-any.whl[{extra}]'"
    assert not BY_NAME.search(install_command(extra))
    assert not BY_NAME.search(
        "pip install --no-deps careops-*.whl\nsudo /opt/careops/bin/pip install -r a.txt # careops"
    )
