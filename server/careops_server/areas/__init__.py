"""Product areas: a folder for each, with the handlers of its calls and their SQL."""
