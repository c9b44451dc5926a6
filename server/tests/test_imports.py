"""Import order: no module imports a module that imports it, including types and local imports."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp


def test_no_imports_go_in_a_circle() -> None:
    graph = grimp.build_graph("careops", "careops_cli", "careops_server", cache_dir=None)
    # What a package offers at its door is named there, and stands on everything inside.
    inside = graph.modules - {"careops"}
    # Raises CycleError, which names the modules of the circle.
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in inside}).prepare()
