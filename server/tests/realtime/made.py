"""What the calls of realtime are about: nothing has to be made for them."""
