"""Gate: every call, by gRPC or HTTP, shows a good token of a role that may make it."""

from dataclasses import dataclass

from services.chassis import answers
from services.chassis.answers import Answered
from services.chassis.auth.roles import require_call
from services.chassis.auth.tokens import TokenVerifier, Verified

_SCHEME = "bearer "


@dataclass(frozen=True, slots=True)
class Gate:
    """Who may come in. Which casinos they may ask of is checked where the casino is known."""

    verifier: TokenVerifier

    def admit(self, authorization: str | bytes | None, method: str) -> Verified:
        """Return who calls; answer UNAUTHENTICATED or PERMISSION_DENIED for anyone else.

        `authorization` is the header's value, "Bearer <token>"; `method` the full RPC name, e.g.
        "/countroom.audit.v1.AuditService/ListEvents".
        """
        verified = self.verifier.verify(_token(authorization))
        require_call(verified.principal, method)
        return verified

    def require_good(self, verified: Verified) -> None:
        """Answer UNAUTHENTICATED where a token that was good has been revoked or has expired."""
        self.verifier.require_good(verified)


def _token(authorization: str | bytes | None) -> str:
    if isinstance(authorization, str) and authorization[: len(_SCHEME)].lower() == _SCHEME:
        return authorization[len(_SCHEME) :].strip()
    text = 'Every call carries a token: send "authorization: Bearer <token>" with it.'
    raise Answered(answers.unauthenticated("token_missing", text))
