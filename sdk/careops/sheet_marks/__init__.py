"""What a spreadsheet's own bytes tell of a sheet and its cells do not: what failed, was never calculated, is hidden.

The library that reads the cells gives an empty text for a formula's error and for one that nobody has calculated, and
knows no hidden rows. A row of nothing but such cells would be gone without a word, and one that somebody has filtered
out would be worked on. Each kind of file is looked through once; where it cannot be understood it tells nothing.
"""
