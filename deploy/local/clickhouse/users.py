"""Who may log in to the front: a file of names, passwords and settings that nobody else can read.

{"default": {"password": "..."}, "reader": {"password": "...", "settings": {"readonly": 1}}}
"""

import hmac
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deploy.local.failure import LocalFailure, Reason

OWNER, READER = "default", "reader"
SHAPE = '{"name": {"password": "text", "settings": {"readonly": 1}}}'
KEYS = {"password", "settings"}


@dataclass(frozen=True, slots=True)
class User:
    """A name, its password, and the settings that hold in all its sessions."""

    name: str
    password: str
    settings: Mapping[str, str] = field(default_factory=dict)


class Users:
    """Everyone who may log in."""

    def __init__(self, users: Mapping[str, User]) -> None:
        self._users = users

    def __getitem__(self, name: str) -> User:
        return self._users[name]

    def authenticated(self, name: str, password: str) -> User | None:
        """Return the user if the password is theirs, else None."""
        user = self._users.get(name)
        if user is None or not hmac.compare_digest(user.password.encode(), password.encode()):
            return None
        return user


def read_users(path: Path) -> Users:
    """Return the file's users; `users_file_invalid` when it is no such file."""
    try:
        written = json.loads(path.read_text())
        return Users({name: _user(name, entry) for name, entry in written.items()})
    except (OSError, ValueError, TypeError, AttributeError) as error:
        message = f"{path}: {error}; it must look like {SHAPE}"
        raise LocalFailure(Reason.USERS_FILE_INVALID, message) from error


def write_users(path: Path) -> None:
    """Write a file with an owner and a reader under fresh passwords, unless there is one."""
    if path.exists():
        return
    users = {
        OWNER: {"password": secrets.token_urlsafe()},
        READER: {"password": secrets.token_urlsafe(), "settings": {"readonly": 1}},
    }
    draft = path.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(users, file, indent=2)
    draft.rename(path)


def _user(name: str, entry: Mapping[str, Any]) -> User:
    unknown = set(entry) - KEYS
    if unknown:
        raise ValueError(f"user {name} has the unknown keys {sorted(unknown)}")
    password = entry.get("password")
    if not isinstance(password, str):
        raise TypeError(f"user {name} has no password, an empty one at least")
    settings = entry.get("settings", {})
    return User(name, password, {key: str(value) for key, value in settings.items()})
