"""Sessions and reachability of the platform behind a gateway."""
