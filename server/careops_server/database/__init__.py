"""The database: the embedded PostgreSQL, connections to it, its schema and how the schema moves forward."""
