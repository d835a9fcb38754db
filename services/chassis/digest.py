"""Digest of a command: tells a repeat from another command under a reused id.

HMAC-SHA256, cut to 16 bytes, over the command's full name and its fields without `occurred_at`, so
that a client may stamp a retry anew. Keyed, since a plain hash of a name or a document could be
guessed. Its values are golden per release (tests/contract).
"""

import hmac
from typing import Any, Final

DIGEST_BYTES: Final = 16


def command_digest(key: bytes, command: Any) -> bytes:
    """Return the digest; the command is the same after as before."""
    header = command.header
    at = header.occurred_at
    seconds, nanos = at.seconds, at.nanos
    header.ClearField("occurred_at")
    content = command.SerializeToString(deterministic=True)
    restored = header.occurred_at
    restored.seconds, restored.nanos = seconds, nanos
    named = command.DESCRIPTOR.full_name.encode() + b"\0" + content
    return hmac.digest(key, named, "sha256")[:DIGEST_BYTES]
