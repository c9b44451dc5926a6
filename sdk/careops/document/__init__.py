"""OpenAPI document, derived from all calls."""
