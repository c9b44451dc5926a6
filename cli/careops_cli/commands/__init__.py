"""One module per area, imported when one of its commands is called."""
