"""The streams' token for handing in alerts, which the local issuer writes beside the keys."""

import os
from pathlib import Path

from deploy.local.issuer import LocalIssuer

NAME, SUBJECT, ROLE, EVERY_CASINO = "watch.token", "streams", "watch", "*"
GOOD_FOR_S = 30 * 24 * 60 * 60  # written anew at each start, and a stack may run for weeks


def write_watch_token(keys: Path) -> None:
    """Write a fresh token that only this user can read; the one before stays good for its time."""
    issuer = LocalIssuer.at(keys)
    token = issuer.issue(SUBJECT, [ROLE], [EVERY_CASINO], ttl_s=GOOD_FOR_S, is_person=False)
    draft = keys / f"{NAME}.{os.getpid()}"
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(token)
    draft.replace(keys / NAME)
