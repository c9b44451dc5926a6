"""Results of commands and their output: tables, JSON, templates, exports, progress."""
