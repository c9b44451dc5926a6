"""Files: where they are kept, how they come in, and what they have to be."""
