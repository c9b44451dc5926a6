"""The other ways to answer the clinics list."""
