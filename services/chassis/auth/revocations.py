"""Revocations: the ids of tokens that are no longer good, though they have not expired."""


class Revocations:
    """Fed by TokenRevoked events; asked on every call and before every message of a stream."""

    def __init__(self) -> None:
        """Begin with none."""
        self._token_ids: set[str] = set()

    def revoke(self, token_id: str) -> None:
        """Refuse the token from now on; saying so twice changes nothing."""
        self._token_ids.add(token_id)

    def is_revoked(self, token_id: str) -> bool:
        """Say whether the token was revoked."""
        return token_id in self._token_ids
