"""News feeds: fetched from configured addresses, parsed in a sandbox, and stored as unpublished articles.

``addresses`` restricts connections, ``fetching`` downloads a document, ``reading`` runs ``parsing`` in a subprocess,
``items`` identifies items, ``taking`` plans and writes the changes, and ``jobs`` runs all of it.
"""
