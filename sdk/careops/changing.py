"""Changes of a record that leave alone what they do not name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Self

from pydantic import ValidationInfo, field_validator, model_validator

from careops.contract import Call, Done

NOT_TAKEN_AWAY: Final = "This cannot be taken away; leave it out to keep it"
NOTHING_TO_CHANGE: Final = "Please give something to change"


def kept(*names: str) -> dict[str, str]:
    """What cannot be taken away, where one sentence says it for all of it."""
    return dict.fromkeys(names, NOT_TAKEN_AWAY)


class Changing(Call[Done]):
    """A change of one record: what is left out stays as it is, null takes away what may be taken away."""

    names_it: ClassVar[frozenset[str]] = frozenset()
    """Fields that say which record is meant, beside those of the path."""
    stays: ClassVar[Mapping[str, str]] = {}
    """What cannot be taken away, each with the sentence that says so."""

    @property
    def changes(self) -> dict[str, Any]:
        """What to set, by field."""
        return self.model_dump(exclude_unset=True, exclude={*self.names_it, *self.route.path_fields})

    @field_validator("*", mode="before")
    @classmethod
    def _not_taken_away(cls, given: Any, info: ValidationInfo) -> Any:
        if given is None and (sentence := cls.stays.get(info.field_name or "")):
            raise ValueError(sentence)
        return given

    @model_validator(mode="after")
    def _one_change_at_least(self) -> Self:
        if not self.changes:
            raise ValueError(NOTHING_TO_CHANGE)
        return self
