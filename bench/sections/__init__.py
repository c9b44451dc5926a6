"""What is measured, a module each: ``measure`` returns its findings."""
