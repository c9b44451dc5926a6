"""Server of careops: the documented platform API on PostgreSQL, and the console that uses it."""
