"""Tokens: a JWT becomes a principal, verified once and then found in a dict until it expires."""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import jwt

from services.chassis import answers
from services.chassis.answers import Answered
from services.chassis.auth.key_set import KeySet
from services.chassis.auth.principal import Principal
from services.chassis.auth.revocations import Revocations
from services.chassis.auth.roles import ROLES

CLAIMS: Final = ("exp", "iss", "aud", "sub", "jti", "roles", "casinos")
MOST_CACHED: Final = 10_000
# As the names of employees and tokens in commands: no address of a person ever becomes a caller.
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")


@dataclass(frozen=True, slots=True)
class Verified:
    """A principal, the key that signed for it, and until when, in seconds since 1970 UTC."""

    principal: Principal
    kid: str
    expires_at: float


class TokenVerifier:
    """Verifies tokens of one issuer for one audience.

    Claims: sub, jti, exp, iss, aud; roles and casinos as lists of text; person true for a person's
    own token, else it is a system's. Refusals are UNAUTHENTICATED with a reason.
    """

    def __init__(
        self,
        jwks: Path,
        issuer: str,
        audience: str,
        revocations: Revocations,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Read the keys; a missing or broken file is KeySetUnreadable."""
        self._key_set = KeySet(jwks, clock)
        self._issuer, self._audience = issuer, audience
        self._revocations, self._clock = revocations, clock
        self._cached: dict[str, Verified] = {}
        self._cached_under = self._key_set.keys

    def verify(self, token: str) -> Verified:
        """Return whom the token speaks for, or answer UNAUTHENTICATED."""
        keys = self._key_set.keys
        if keys is not self._cached_under:
            self._cached = {t: v for t, v in self._cached.items() if v.kid in keys}
            self._cached_under = keys
        verified = self._cached.get(token)
        if verified is None:
            verified = self._verify(token, keys)
            self._keep(token, verified)
        elif verified.expires_at <= self._clock():
            del self._cached[token]
        self.require_good(verified)
        return verified

    def require_good(self, verified: Verified) -> None:
        """Answer UNAUTHENTICATED for what was verified once and is no longer good."""
        if verified.expires_at <= self._clock():
            raise _expired()
        if self._revocations.is_revoked(verified.principal.token_id):
            raise _refused("token_revoked", "The token was revoked. Sign in again.")

    def _keep(self, token: str, verified: Verified) -> None:
        if len(self._cached) >= MOST_CACHED:
            now = self._clock()
            self._cached = {t: v for t, v in self._cached.items() if v.expires_at > now}
        while len(self._cached) >= MOST_CACHED:
            del self._cached[next(iter(self._cached))]  # the one that was verified first
        self._cached[token] = verified

    def _verify(self, token: str, keys: Mapping[str, jwt.PyJWK]) -> Verified:
        try:
            kid = jwt.get_unverified_header(token).get("kid")
            key = keys.get(kid) if isinstance(kid, str) else None
            if key is None:
                raise _invalid("its key is not among the issuer's")
            claims = jwt.decode(
                token,
                key,
                algorithms=[key.algorithm_name],
                issuer=self._issuer,
                audience=self._audience,
                options={"require": list(CLAIMS), "verify_exp": False, "verify_iat": False},
            )
        except jwt.InvalidTokenError as error:
            raise _invalid(_WHY.get(type(error), "it is no signed token")) from error
        expires_at = claims["exp"]
        if isinstance(expires_at, bool) or not isinstance(expires_at, int | float):
            raise _invalid("exp is no number")
        if expires_at <= self._clock():
            raise _expired()
        return Verified(_principal(claims), str(kid), float(expires_at))


def _principal(claims: Mapping[str, Any]) -> Principal:
    subject, token_id = claims["sub"], claims["jti"]
    for name in (subject, token_id):
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise _invalid("sub and jti must be 1 to 64 letters, digits, . _ : or -")
    roles, casinos = _words(claims["roles"]), _words(claims["casinos"])
    if "*" in casinos and not roles <= ROLES.everywhere:
        raise _invalid('casinos may be "*" only for ' + " and ".join(sorted(ROLES.everywhere)))
    is_person = claims.get("person") is True
    # A system never has a person's role, nor a person a system's: neither could answer for it.
    roles &= ROLES.persons if is_person else ROLES.systems
    return Principal(subject, roles, casinos, token_id, is_person)


def _words(claim: object) -> frozenset[str]:
    if not isinstance(claim, list) or not all(isinstance(word, str) for word in claim):
        raise _invalid("roles and casinos must be lists of text")
    return frozenset(claim)


def _refused(reason: str, text: str) -> Answered:
    return Answered(answers.unauthenticated(reason, text))


def _invalid(why: str) -> Answered:
    return _refused("token_invalid", f"The token is not valid: {why}. Get one from the issuer.")


def _expired() -> Answered:
    return _refused("token_expired", "The token has expired. Get a new one from the issuer.")


_WHY: Final[Mapping[type[Exception], str]] = {
    jwt.InvalidSignatureError: "its signature is wrong",
    jwt.InvalidIssuerError: "it is another issuer's",
    jwt.InvalidAudienceError: "it is for another audience",
    jwt.MissingRequiredClaimError: f"it must have {', '.join(CLAIMS)}",
    jwt.ImmatureSignatureError: "it is not good yet",
    jwt.InvalidAlgorithmError: "its algorithm is not its key's",
}
