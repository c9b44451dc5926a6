"""Forms of an area's name: 'care_banners', 'CareBanner', 'careBanners', 'care-banners', 'care banner'."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

NAME = re.compile(r"[a-z]+(?:_[a-z]+)*")
_PLACEHOLDER = re.compile(r"__([A-Za-z]+?)__")


@dataclass(frozen=True)
class Names:
    """An area, such as 'banners', and one of its records, such as 'banner'."""

    areas: str
    area: str

    @cached_property
    def forms(self) -> dict[str, str]:
        """The text of each placeholder of the template."""
        words, word = self.areas.replace("_", " "), self.area.replace("_", " ")
        return {
            "areas": self.areas,
            "area": self.area,
            "AREA": self.area.upper(),
            "Areas": _pascal(self.areas),
            "Area": _pascal(self.area),
            "areasCamel": _camel(self.areas),
            "areaCamel": _camel(self.area),
            "dashes": self.areas.replace("_", "-"),
            "words": words,
            "word": word,
            "Words": words.capitalize(),
            "Word": word.capitalize(),
            "a": "an" if word[0] in "aeiou" else "a",
        }

    def fill(self, text: str, **further_forms: str) -> str:
        """Replace the placeholders of a text. Unknown ones stay, such as ``__init__``."""
        forms = {**self.forms, **further_forms}
        return _PLACEHOLDER.sub(lambda match: forms.get(match[1], match[0]), text)


def singular_of(plural: str) -> str:
    """Return the singular of a regular English plural: 'cities', 'boxes', 'banners'."""
    for ending, singular_ending in (
        ("ies", "y"),
        ("sses", "ss"),
        ("xes", "x"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("s", ""),
    ):
        if plural.endswith(ending):
            return plural.removesuffix(ending) + singular_ending
    raise ValueError(f"{plural} is not a regular plural: add the name of one record, such as --one person")


def _pascal(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _camel(name: str) -> str:
    return name[0] + _pascal(name)[1:]
