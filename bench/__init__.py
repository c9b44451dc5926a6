"""The benchmarks: ``nox -s bench`` measures the goals side by side with other ways and writes docs/benchmarks.md."""
