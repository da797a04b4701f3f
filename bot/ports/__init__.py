"""What adapters know of the inside: requests in, screens out, and the seams between."""
