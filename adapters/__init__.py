"""One package per platform: its updates become requests of `bot`, screens of `bot` become its calls."""
