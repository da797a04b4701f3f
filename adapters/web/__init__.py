"""The local chat: one page and one WebSocket on this computer, a platform like the others."""

from adapters.web.app import CannotListen, WebAdapter

__all__ = ["CannotListen", "WebAdapter"]
