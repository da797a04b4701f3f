"""Hosts whose disk forgets: what is written there is gone with the next start."""

import os
from collections.abc import Mapping
from pathlib import Path

#: What such hosts set in the environment, and whether every disk of theirs forgets; elsewhere a volume may be mounted.
_SIGNS = {
    "DYNO": True,  # Heroku
    "K_SERVICE": False,  # Cloud Run
    "RENDER": False,
    "RAILWAY_ENVIRONMENT": False,
    "FLY_APP_NAME": False,
    "KOYEB_APP_NAME": False,
}


def forgetful(database: Path, environment: Mapping[str, str] = os.environ) -> str | None:
    """The sign in the environment that the disk under `database` forgets everything at the next start; None without one."""
    for sign, always in _SIGNS.items():
        if environment.get(sign) and (always or not _on_a_volume(database)):
            return sign
    return None


def _on_a_volume(database: Path) -> bool:
    """Whether the file lies below something that was mounted, and not on the disk that the system runs from."""
    *folders, _root = database.absolute().parents
    return any(folder.is_mount() for folder in folders)
