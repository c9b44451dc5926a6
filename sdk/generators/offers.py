"""Generate sdk/careops/client/resources.py: the areas as properties of both clients."""

from __future__ import annotations

from careops.calls import AREAS, offers_of
from generators import NOTE


def offered() -> str:
    """Return the module with a property for each area."""
    homes = {area: offers_of(area).__name__ for area in AREAS}
    imports = "".join(f"    from careops.calls.{area} import {name}\n" for area, name in homes.items())
    properties = "".join(_PROPERTY.format(area=area, name=name) for area, name in homes.items())
    return f"{_OFFERED.format(note=NOTE, imports=imports)}{properties}"


_OFFERED = '''\
"""Areas of the platform as properties of both clients, imported lazily.

{note}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, cast

from careops.contract.resource import ClientT

if TYPE_CHECKING:
{imports}

class Resources(Generic[ClientT]):
    """Every area of the platform as a property, imported when first used."""

    @property
    def _itself(self) -> ClientT:
        return cast(ClientT, self)
'''
_PROPERTY = """
    @property
    def {area}(self) -> {name}[ClientT]:
        from careops.calls.{area} import {name}

        return {name}(self._itself)
"""
