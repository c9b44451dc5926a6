"""In-process caches of a worker."""
