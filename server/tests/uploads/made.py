"""What the calls of uploads are about, made for the tests of every call: nothing, as they name files to come."""
