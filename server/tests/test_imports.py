"""Imports: no cycles between modules, including type-only and local imports."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp


def test_no_imports_go_in_a_circle() -> None:
    graph = grimp.build_graph("careops", "careops_cli", "careops_server", cache_dir=None)
    # The package root re-exports names, so it depends on all modules below it.
    inside = graph.modules - {"careops"}
    # Raises CycleError, which names the modules of the cycle.
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in inside}).prepare()
