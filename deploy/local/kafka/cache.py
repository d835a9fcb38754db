"""Where Kafka's jars and what is made of them are kept: where a user's cache belongs."""

import os
import sys
from pathlib import Path


def cache() -> Path:
    """Return the folder, made if need be; XDG_CACHE_HOME moves it."""
    moved = os.environ.get("XDG_CACHE_HOME")
    usual = "Library/Caches" if sys.platform == "darwin" else ".cache"
    folder = (Path(moved) if moved else Path.home() / usual) / "countroom" / "kafka"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
