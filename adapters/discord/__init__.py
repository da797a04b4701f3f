"""Discord: interactions become requests, screens become layouts of Components V2 (discord.py)."""
