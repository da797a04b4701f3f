"""Messages on their way out: one queue per chat, paced as the platform takes it."""
