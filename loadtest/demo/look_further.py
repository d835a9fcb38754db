"""Where to look further while the demo stays up: addresses, and a line to paste."""

import os
from pathlib import Path

from loadtest.callers import Addresses


def keep_token(folder: Path, token: str) -> Path:
    """Write the auditor's token where only this user can read it, for the lines below."""
    path = folder / "auditor.token"
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(token)
    return path


def look_further(addresses: Addresses, casino_id: str, token_file: Path) -> list[str]:
    """Return the lines that say where everything is."""
    audit = f"http://{addresses.audit_http}"
    bearer = f'-H "Authorization: Bearer $(cat {token_file})"'
    return [
        (
            f"gRPC   cashier {addresses.cashier}, compliance {addresses.compliance}, "
            f"audit {addresses.audit}"
        ),
        f"HTTP   {audit}/openapi.json",
        f'try    curl -s {bearer} "{audit}/v1/list-alerts?casino_id={casino_id}"',
        f'       curl -s {bearer} "{audit}/v1/get-trial-balance?casino_id={casino_id}"',
    ]
