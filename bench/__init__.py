"""Benchmarks: ``nox -s bench`` compares the goals with peer implementations and writes docs/benchmarks.md."""
