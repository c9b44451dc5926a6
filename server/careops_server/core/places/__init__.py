"""Places of India: the bundled gazetteer and hosted geocoders."""
