"""Record models that several areas share."""
