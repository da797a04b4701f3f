"""Games that are over, looked at again: replays, proofs, the game to watch."""
