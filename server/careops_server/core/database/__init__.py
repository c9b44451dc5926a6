"""Database: the embedded PostgreSQL, connections, the schema and its migrations."""
