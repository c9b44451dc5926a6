"""Test data for the calls of uploads, used by the tests of every call: none, because they name future files."""
