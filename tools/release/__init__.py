"""Files of a release: their preconditions, assembly in ``dist/release/`` and verification.

python -m tools.release check [--trial] | assemble | verify

``nox -s release`` runs all of them.
"""
