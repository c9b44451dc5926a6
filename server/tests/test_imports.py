"""Imports: no cycles between modules, including type-only and local imports, and few levels."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp
import pytest

MAX_LEVELS = 8


def test_imports_have_no_cycles() -> None:
    graph = grimp.build_graph("careops", "careops_cli", "careops_server", cache_dir=None)
    # The package root re-exports names, so it depends on all modules below it.
    inside = graph.modules - {"careops"}
    # Raises CycleError, which names the modules of the cycle.
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in inside}).prepare()


@pytest.mark.parametrize("package", ["careops_server", "careops_server.core", "careops_server.areas"])
def test_parts_of_a_package_form_few_levels_without_a_cycle(package: str) -> None:
    graph = grimp.build_graph("careops_server", exclude_type_checking_imports=True, cache_dir=None)
    parts = levels_of(graph, package)
    assert max(parts.values()) <= MAX_LEVELS, sorted(parts.items(), key=lambda item: item[1])


def test_core_imports_no_area() -> None:
    graph = grimp.build_graph("careops_server", cache_dir=None)
    above = ("careops_server.areas", "careops_server.demo", "careops_server.gateway", "careops_server.processes")
    wrong = [
        f"{name} imports {other}"
        for name in graph.modules
        if name.startswith("careops_server.core.")
        for other in graph.find_modules_directly_imported_by(name)
        if other.startswith(above)
    ]
    assert wrong == []


def levels_of(graph: grimp.ImportGraph, package: str) -> dict[str, int]:
    """Return the level of each direct child of a package: 1 if it imports no other child.

    Raises an error if children import each other.
    """
    children = graph.find_children(package)
    imports: dict[str, set[str]] = {child: set() for child in children}
    for child in children:
        for module in {child, *graph.find_descendants(child)}:
            for other in graph.find_modules_directly_imported_by(module):
                imported_package = next(
                    (each for each in children if other == each or other.startswith(f"{each}.")), child
                )
                if imported_package != child:
                    imports[child].add(imported_package)
    levels: dict[str, int] = {}
    for child in TopologicalSorter(imports).static_order():
        levels[child] = 1 + max((levels[other] for other in imports[child]), default=0)
    return levels
