"""Every database adds up when the programs of a test have ended."""

from audits import audited

__all__ = ["audited"]
