"""Tables of real places of India and of the words in their names; `loading` fills them and makes the indexes."""

from __future__ import annotations

from sqlalchemy import Column, Double, Integer, Table, Text

from careops_server.database.metadata import metadata

places = Table(
    "places",
    metadata,
    # Whole cities first, then larger places before smaller ones.
    Column("id", Integer, primary_key=True, autoincrement=False),
    # Null for a whole city.
    Column("locality", Text),
    Column("city", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("zipcode", Text),
    Column("latitude", Double),
    Column("longitude", Double),
    # Lowercase words, each with one blank before it.
    Column("search", Text, nullable=False),
)

place_words = Table(
    "place_words",
    metadata,
    Column("word", Text, primary_key=True),
    # What is left of it when vowels, doubled letters and the like are taken out.
    Column("sound", Text, nullable=False),
    Column("places", Integer, nullable=False),
)
