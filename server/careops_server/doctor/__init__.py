"""What ``careops doctor`` finds: ``examine`` looks an installation over, its machine and its database."""
