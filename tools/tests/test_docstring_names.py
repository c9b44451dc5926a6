"""Names in docstrings are checked against parameters, definitions, columns and values."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.docstring_names import unknown_names


def test_docstrings_of_the_repository_name_only_existing_things() -> None:
    assert unknown_names() == []


@pytest.mark.parametrize(
    ("docstring", "expected"),
    [
        ("Return ``amount`` in paise.", []),
        ("Raises ``Refused``.", []),
        ("Like ``other_module.helper``.", []),
        ("Raises ``json.JSONDecodeError``.", []),
        ("The code is ``amount_missing``, the state ``open``.", []),
        ("Stored in ``prices.currency``.", []),
        ("Return ``total`` in paise.", ["total"]),
        ("Like ``other_module.gone``.", ["other_module.gone"]),
        ("Raises ``decimal.InvalidOperation``.", ["decimal.InvalidOperation"]),
        ("A local of another module: ``row``.", ["row"]),
    ],
)
def test_name_without_definition_is_reported(tmp_path: Path, docstring: str, expected: list[str]) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/schema.sql").write_text("create table prices (currency text);", "utf-8")
    (tmp_path / "prices.py").write_text(f'def price(amount):\n    """{docstring}"""\n', "utf-8")
    other = "import json\nState = Literal['open']\nCODE = 'amount_missing'\n"
    other += "class Refused: ...\ndef helper():\n    row = 1\n"
    (tmp_path / "other_module.py").write_text(other, "utf-8")

    assert unknown_names(tmp_path) == [f"prices.py:2: {name}" for name in expected]
