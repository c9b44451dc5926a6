"""How much anybody may ask of this machine: requests, connections."""
