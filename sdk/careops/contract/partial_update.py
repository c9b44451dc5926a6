"""Base class of partial changes, which leave omitted fields unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Self

from pydantic import ValidationInfo, field_validator, model_validator

from careops.contract import Call, Empty
from careops.error_codes import title_of

NOT_TAKEN_AWAY: Final = title_of("cannot_be_removed")
NOTHING_TO_CHANGE: Final = title_of("nothing_to_change")


def not_removable(*names: str) -> dict[str, str]:
    """Return fields that cannot be removed, with one common message."""
    return dict.fromkeys(names, NOT_TAKEN_AWAY)


class PartialUpdate(Call[Empty]):
    """Change of one record: omitted fields are unchanged, null removes values that are optional."""

    names_it: ClassVar[frozenset[str]] = frozenset()
    """Fields that identify the record, in addition to those of the path."""
    stays: ClassVar[Mapping[str, str]] = {}
    """Fields that cannot be removed, each with its message."""

    @property
    def changes(self) -> dict[str, Any]:
        """Return the new values by field."""
        return self.model_dump(exclude_unset=True, exclude={*self.names_it, *self.route.path_fields})

    @field_validator("*", mode="before")
    @classmethod
    def _not_taken_away(cls, value: Any, info: ValidationInfo) -> Any:
        if value is None and (sentence := cls.stays.get(info.field_name or "")):
            raise ValueError(sentence)
        return value

    @model_validator(mode="after")
    def _one_change_at_least(self) -> Self:
        if not self.changes:
            raise ValueError(NOTHING_TO_CHANGE)
        return self
