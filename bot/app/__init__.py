"""The one entrance of requests, and where each of them goes."""
