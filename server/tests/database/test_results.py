"""Results of statements: the only value of the only row, of the expected kind."""

from __future__ import annotations

import pytest

from careops_server.core.database.connection import Result


def result(*values: object) -> Result:
    return Result([(value,) for value in values], (b"value",), len(values))


def test_only_value_has_the_expected_type() -> None:
    assert result(7).scalar_one(int) == 7
    assert result(7).scalar_one_or_none(int) == 7
    assert result(None).scalar_one() is None
    for read in (result("7").scalar_one, result("7").scalar_one_or_none):
        with pytest.raises(TypeError, match="returned str instead of"):
            read(int)


def test_missing_row_and_null_are_none() -> None:
    assert result().scalar_one_or_none(int) is None
    assert result(None).scalar_one_or_none(int) is None
    with pytest.raises(TypeError):
        result(None).scalar_one(int)
    with pytest.raises(LookupError, match="0 rows"):
        result().scalar_one(int)


@pytest.mark.parametrize("first", [1, None])
def test_several_rows_are_refused(first: int | None) -> None:
    for read in (result(first, 2).scalar_one, result(first, 2).scalar_one_or_none):
        with pytest.raises(LookupError, match="2 rows"):
            read(int)
