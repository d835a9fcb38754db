"""The local issuer of tokens, for the embedded default; in production an OIDC provider's place.

python -m deploy.local.issuer keys
python -m deploy.local.issuer issue --subject desk-system-1 --role desk --casino st-julians

The key pair is made at the first start, in the keys' folder (COUNTROOM_KEYS_DIR or --keys-dir).
"""

import argparse
import hashlib
import json
import os
import sys
import time
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from jwt.algorithms import OKPAlgorithm

from services.chassis.auth.roles import EVERY_CASINO, ROLES
from services.chassis.key_files import write_once
from services.chassis.settings import Settings

SHIFT_S: Final = 12 * 60 * 60
ISSUER: Final = str(Settings.model_fields["token_issuer"].default)
AUDIENCE: Final = str(Settings.model_fields["token_audience"].default)


class NotIssued(Exception):
    """No such token is issued; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class LocalIssuer:
    """Issues tokens under one Ed25519 key, whose public half stands in `jwks.json` beside it."""

    key: Ed25519PrivateKey
    kid: str
    jwks: Path

    @classmethod
    def at(cls, keys_dir: Path) -> "LocalIssuer":
        """Return the folder's issuer; key pair and JWKS are made where they are missing."""
        path = keys_dir / "issuer.pem"
        if not path.exists():
            write_once(path, _pem(Ed25519PrivateKey.generate()))
        key = load_pem_private_key(path.read_bytes(), None)
        if not isinstance(key, Ed25519PrivateKey):
            raise NotIssued(f"{path} is no Ed25519 key. Restore it, or remove it with jwks.json.")
        public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        issuer = cls(key, hashlib.sha256(public).hexdigest()[:16], keys_dir / "jwks.json")
        write_once(issuer.jwks, issuer.key_set().encode())
        return issuer

    def key_set(self) -> str:
        """Return the JWKS with the public key."""
        public = OKPAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        return json.dumps({"keys": [{**public, "kid": self.kid, "use": "sig", "alg": "EdDSA"}]})

    def issue(  # noqa: PLR0913 - a token says all of this
        self,
        subject: str,
        roles: Iterable[str],
        casinos: Iterable[str],
        *,
        ttl_s: int = SHIFT_S,
        is_person: bool,
        token_id: str = "",
    ) -> str:
        """Return a signed token good for `ttl_s` seconds, or raise NotIssued."""
        named, at = sorted(set(roles)), sorted(set(casinos))
        kind = ROLES.persons if is_person else ROLES.systems
        if not named or not kind.issuperset(named):
            who = "a person" if is_person else "a system"
            raise NotIssued(f"{who} has one or more of the roles {', '.join(sorted(kind))}.")
        if not at or (EVERY_CASINO in at and not ROLES.everywhere.issuperset(named)):
            every = ", ".join(sorted(ROLES.everywhere))
            raise NotIssued(f'name the casinos, one by one; "*" is for {every} only.')
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": subject,
            "jti": token_id or uuid.uuid4().hex,
            "exp": int(time.time()) + ttl_s,
            "roles": named,
            "casinos": at,
            "person": is_person,
        }
        return jwt.encode(claims, self.key, algorithm="EdDSA", headers={"kid": self.kid})


def _pem(key: Ed25519PrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def main(arguments: list[str] | None = None) -> int:
    """Make the keys or print a token; 1 with a sentence on standard error where none is issued."""
    parser = argparse.ArgumentParser(prog="python -m deploy.local.issuer")
    parser.add_argument("--keys-dir", type=Path, default=os.environ.get("COUNTROOM_KEYS_DIR"))
    asked = parser.add_subparsers(dest="what", required=True)
    asked.add_parser("keys", help="make the key pair and the JWKS, where they are missing")
    issue = asked.add_parser("issue", help="print a token")
    issue.add_argument(
        "--subject", required=True, help="house number of a person, or system's name"
    )
    issue.add_argument("--role", action="append", required=True)
    issue.add_argument("--casino", action="append", required=True, help='a casino, or "*"')
    issue.add_argument("--ttl", type=int, default=SHIFT_S, help="seconds it is good for")
    given = parser.parse_args(arguments)
    if given.keys_dir is None:
        parser.error("say where the keys are: --keys-dir, or COUNTROOM_KEYS_DIR")
    issuer = LocalIssuer.at(Path(given.keys_dir))
    if given.what == "keys":
        print(issuer.jwks)
        return 0
    is_person = ROLES.systems.isdisjoint(given.role)
    try:
        print(
            issuer.issue(
                given.subject, given.role, given.casino, ttl_s=given.ttl, is_person=is_person
            )
        )
    except NotIssued as why:
        print(f"not issued: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
