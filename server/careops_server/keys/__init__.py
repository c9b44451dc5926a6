"""Keys of programs: making them, and knowing one when it comes."""
