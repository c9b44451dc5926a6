"""Files: stores, upload addresses and processing of pictures."""
