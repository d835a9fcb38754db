"""Tokens: who is believed, who is not and why, and that each is verified once."""

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.rpc.error_details_pb2 import ErrorInfo

from services.chassis.answers import Answered
from services.chassis.auth import tokens as module
from services.chassis.auth.key_set import KeySetUnreadable
from services.chassis.auth.revocations import Revocations
from services.chassis.auth.tokens import TokenVerifier
from tests.unit.chassis.auth.tokens import NOW, Clock, Keys, elliptic_key


@pytest.fixture
def keys(tmp_path):
    return Keys(tmp_path / "jwks.json")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def revocations():
    return Revocations()


@pytest.fixture
def verifier(keys, clock, revocations):
    return TokenVerifier(keys.path, "countroom-local", "countroom", revocations, clock)


def refusal(verifier, token):
    """Return (gRPC code, reason) of a token that is turned away."""
    with pytest.raises(Answered) as answered:
        verifier.verify(token)
    info = ErrorInfo()
    assert answered.value.status.details[0].Unpack(info)
    assert info.domain == "countroom"
    return answered.value.status.code, info.reason


UNAUTHENTICATED = 16


def test_a_systems_token_says_who_calls(verifier, keys):
    """A good token becomes the principal that its claims describe: a system, where not a person."""
    principal = verifier.verify(keys.token()).principal

    assert principal.subject == "desk-system-1"
    assert principal.roles == {"desk"}
    assert principal.casinos == {"st-julians"}
    assert (principal.token_id, principal.is_person) == ("jti-1", False)


def test_a_persons_token_says_so(verifier, keys):
    """The person claim makes it a person's own token."""
    token = keys.token(sub="e-0042", roles=["chief_cashier"], person=True)

    assert verifier.verify(token).principal.is_person


def test_an_es256_key_is_believed_too(verifier, keys, clock):
    """An issuer may sign with ES256."""
    keys.keys["k-2"] = elliptic_key()
    keys.publish()
    clock.now += 2

    assert verifier.verify(keys.token("k-2", algorithm="ES256")).kid == "k-2"


@pytest.mark.parametrize(
    ("claims", "reason"),
    [
        ({"iss": "somebody-else"}, "TOKEN_INVALID"),
        ({"aud": "another-service"}, "TOKEN_INVALID"),
        ({"exp": int(NOW)}, "TOKEN_EXPIRED"),
        ({"exp": int(NOW) - 3600}, "TOKEN_EXPIRED"),
        ({"exp": True}, "TOKEN_INVALID"),
        ({"drop": ("exp",)}, "TOKEN_INVALID"),
        ({"drop": ("jti",)}, "TOKEN_INVALID"),
        ({"drop": ("casinos",)}, "TOKEN_INVALID"),
        ({"roles": "desk"}, "TOKEN_INVALID"),
        ({"casinos": ["st-julians", 7]}, "TOKEN_INVALID"),
        ({"casinos": ["*"]}, "TOKEN_INVALID"),
        ({"sub": "name@example.org"}, "TOKEN_INVALID"),
        ({"jti": "x" * 65}, "TOKEN_INVALID"),
        ({"signed_by": Ed25519PrivateKey.generate()}, "TOKEN_INVALID"),
    ],
)
def test_what_is_not_as_it_must_be_is_turned_away(verifier, keys, claims, reason):
    """Each fault of a token is UNAUTHENTICATED with a reason, and nothing else."""
    assert refusal(verifier, keys.token(**claims)) == (UNAUTHENTICATED, reason)


@pytest.mark.parametrize("token", ["", "abc", "a.b.c", "e30.e30.", "\x00" * 30, "ä.ö.ü"])
def test_noise_is_no_token(verifier, token):
    """What is no token at all is turned away like a bad one."""
    assert refusal(verifier, token) == (UNAUTHENTICATED, "TOKEN_INVALID")


def test_an_unsigned_token_is_nobodys(verifier, keys):
    """The algorithm is the key's, never the token's word: no none and no shared secret passes."""
    claims = jwt.decode(keys.token(), options={"verify_signature": False})
    unsigned = jwt.encode(claims, None, "none", headers={"kid": "k-1"})
    shared = jwt.encode(claims, b"k" * 32, "HS256", headers={"kid": "k-1"})

    assert refusal(verifier, unsigned) == (UNAUTHENTICATED, "TOKEN_INVALID")
    assert refusal(verifier, shared) == (UNAUTHENTICATED, "TOKEN_INVALID")


@pytest.mark.parametrize(
    ("person", "roles", "kept"),
    [(True, ["desk", "cashier"], {"cashier"}), (False, ["desk", "cashier"], {"desk"})],
)
def test_a_role_of_the_other_kind_counts_for_nothing(verifier, keys, person, roles, kept):
    """A system never has a person's role, nor a person a system's."""
    assert verifier.verify(keys.token(person=person, roles=roles)).principal.roles == kept


def test_operators_and_watches_may_have_every_casino(verifier, keys):
    """The star stands for every casino, for those who work across them."""
    token = keys.token(casinos=["*"], roles=["watch"])

    assert verifier.verify(token).principal.casinos == {"*"}


def test_a_token_dies_when_it_expires_though_it_was_good(verifier, keys, clock):
    """What was verified once is still turned away from its expiry on."""
    token = keys.token(exp=int(NOW) + 10)
    verifier.verify(token)
    clock.now = NOW + 10

    assert refusal(verifier, token) == (UNAUTHENTICATED, "TOKEN_EXPIRED")


def test_a_revoked_token_stops_at_once(verifier, keys, revocations):
    """A revocation holds from the next call on, and for no other token."""
    token, other = keys.token(), keys.token(jti="jti-2")
    verifier.verify(token)
    revocations.revoke("jti-1")

    assert refusal(verifier, token) == (UNAUTHENTICATED, "TOKEN_REVOKED")
    assert verifier.verify(other).principal.token_id == "jti-2"


def test_a_token_is_verified_once(verifier, keys, monkeypatch):
    """The second call with a token costs no signature: it is found."""
    token = keys.token()
    first = verifier.verify(token)
    monkeypatch.setattr(module.jwt, "decode", None)

    assert verifier.verify(token) is first


def test_no_more_tokens_are_remembered_than_fit(verifier, keys, monkeypatch):
    """The memory of tokens is bounded: the oldest give way and are verified anew."""
    monkeypatch.setattr(module, "MOST_CACHED", 3)
    tokens = [keys.token(jti=f"jti-{n}") for n in range(5)]
    first = [verifier.verify(token) for token in tokens]

    assert verifier.verify(tokens[4]) is first[4]
    assert verifier.verify(tokens[0]) is not first[0]
    assert verifier.verify(tokens[0]) == first[0]


def test_a_new_key_is_found_within_a_second(verifier, keys, clock):
    """After a rotation the file is read again, once a second at most."""
    keys.keys["k-2"] = Ed25519PrivateKey.generate()
    keys.publish()
    token = keys.token("k-2")
    assert refusal(verifier, token) == (UNAUTHENTICATED, "TOKEN_INVALID")

    clock.now += 1

    assert verifier.verify(token).kid == "k-2"


def test_a_key_that_left_the_file_signs_for_nobody_any_more(verifier, keys, clock):
    """A withdrawn key takes the tokens with it that were verified under it."""
    token = keys.token()
    verifier.verify(token)
    keys.keys["k-2"] = Ed25519PrivateKey.generate()
    keys.publish("k-2")
    clock.now += 1

    assert refusal(verifier, token) == (UNAUTHENTICATED, "TOKEN_INVALID")


@pytest.mark.parametrize(
    "content", ["", "{}", '{"keys": [{"kid": "k-9", "kty": "oct", "k": "aa"}]}']
)
def test_half_a_write_leaves_the_keys_as_they_were(verifier, keys, clock, content):
    """A file that can't be read locks nobody out."""
    token = keys.token()
    keys.path.write_text(content)
    clock.now += 1

    assert verifier.verify(token).kid == "k-1"


@pytest.mark.parametrize("content", [None, "{}", "no json"])
def test_a_process_does_not_start_without_keys(tmp_path, content):
    """A missing or broken key file is said at the start, with what to do."""
    path = tmp_path / "jwks.json"
    if content is not None:
        path.write_text(content)

    with pytest.raises(KeySetUnreadable, match="JWKS"):
        TokenVerifier(path, "countroom-local", "countroom", Revocations())
