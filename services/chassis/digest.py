"""Digest of a command: tells a repeat from another command under a reused id.

Keyed BLAKE2b of 16 bytes (RFC 7693) over the command's full name and its fields without
`occurred_at`, so that a client may stamp a retry anew. Keyed, since a plain hash of a name or a
document could be guessed; BLAKE2b, since HMAC from OpenSSL lets go of the interpreter's lock for
every command. Its values are golden per release (tests/contract).
"""

from hashlib import blake2b
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
    return blake2b(named, key=key, digest_size=DIGEST_BYTES).digest()
