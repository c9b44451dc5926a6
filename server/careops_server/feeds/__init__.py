"""Feeds: fetched from the addresses of the settings, read in a shelter, and made into articles nobody has published.

``addresses`` says where we connect to at all, ``fetching`` brings a document, ``reading`` has ``parsing`` take it apart
in a process of its own, ``items`` says which item is which, ``taking`` what becomes of each, ``jobs`` does it all.
"""
