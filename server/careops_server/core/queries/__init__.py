"""Building blocks of SQL: lists, row updates, references and counters."""
