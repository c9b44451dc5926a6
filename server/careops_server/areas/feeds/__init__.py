"""News feeds: fetched from configured addresses, parsed in a sandbox, and stored as unpublished articles.

``core/feeds`` downloads a document from public addresses. ``parse`` runs ``parse_worker`` in a subprocess,
``fingerprints`` identifies items, ``ingest`` plans and writes the changes, and ``jobs`` runs all of it.
"""
