"""Sections of the benchmark, one module each: ``measure`` returns the results."""
