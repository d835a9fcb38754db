"""Keys and tokens for tests: an issuer of their own, and any token it, or a forger, could make."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import jwt
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from jwt.algorithms import ECAlgorithm, OKPAlgorithm

NOW = 900_000_000.0


@dataclass
class Clock:
    """A clock that goes as the test says."""

    now: float = NOW

    def __call__(self):
        return self.now


@dataclass
class Keys:
    """Signing keys by kid, and the JWKS file that names some of them."""

    path: Path
    keys: dict = field(default_factory=lambda: {"k-1": Ed25519PrivateKey.generate()})

    def __post_init__(self):
        self.publish()

    def publish(self, *kids):
        """Write the file anew, as a rotation does: all keys, or those named."""
        entries = []
        for kid, key in self.keys.items():
            if not kids or kid in kids:
                is_okp = isinstance(key, Ed25519PrivateKey)
                algorithm = OKPAlgorithm if is_okp else ECAlgorithm
                entry = algorithm.to_jwk(key.public_key(), as_dict=True)
                entries.append({**entry, "kid": kid})
        draft = self.path.with_suffix(".draft")
        draft.write_text(json.dumps({"keys": entries}))
        draft.replace(self.path)

    def token(self, kid="k-1", signed_by=None, algorithm="EdDSA", drop=(), **claims):
        """Return a token that is good until 8 hours after NOW, but for what the test says."""
        good = {
            "iss": "countroom-local",
            "aud": "countroom",
            "sub": "desk-system-1",
            "jti": "jti-1",
            "exp": int(NOW) + 8 * 3600,
            "roles": ["desk"],
            "casinos": ["st-julians"],
        }
        content = {name: value for name, value in (good | claims).items() if name not in drop}
        return jwt.encode(content, signed_by or self.keys[kid], algorithm, headers={"kid": kid})


def elliptic_key():
    """Return a key of the other kind that is accepted."""
    return generate_private_key(SECP256R1())
