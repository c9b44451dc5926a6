"""Find cells with formula errors, uncalculated formulas and hidden rows in the bytes of an XLSX file.

The library that reads the cells returns an empty text for a formula error and for an uncalculated formula, and does not
report hidden rows. A row of such cells would be lost silently, and a filtered row would be processed.
"""
