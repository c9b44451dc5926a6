"""HTTP layer: parsing of requests and encoding of responses."""
