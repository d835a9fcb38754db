"""The local issuer: keys made once, tokens that the gate believes, and no others."""

import stat

import pytest

from deploy.local.issuer import AUDIENCE, ISSUER, LocalIssuer, NotIssued, main
from services.chassis.auth.revocations import Revocations
from services.chassis.auth.tokens import TokenVerifier


def verified(folder, token):
    verifier = TokenVerifier(folder / "jwks.json", ISSUER, AUDIENCE, Revocations())
    return verifier.verify(token).principal


def test_its_tokens_are_believed(tmp_path):
    """What it signs, the chassis verifies with the JWKS beside its key."""
    issuer = LocalIssuer.at(tmp_path)
    token = issuer.issue("e-1", ["chief_cashier"], ["st-julians"], is_person=True)

    principal = verified(tmp_path, token)
    assert (principal.subject, principal.roles) == ("e-1", {"chief_cashier"})
    assert principal.is_person


def test_its_key_is_made_once_and_for_its_owner(tmp_path):
    """A second start goes on with the key of the first."""
    token = LocalIssuer.at(tmp_path).issue("d", ["desk"], ["st-julians"], is_person=False)
    LocalIssuer.at(tmp_path)

    assert verified(tmp_path, token).subject == "d"
    assert stat.S_IMODE((tmp_path / "issuer.pem").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("roles", "casinos", "is_person"),
    [
        (["desk"], ["st-julians"], True),
        (["cashier"], ["st-julians"], False),
        (["desk", "cashier"], ["st-julians"], True),
        (["stranger"], ["st-julians"], True),
        ([], ["st-julians"], True),
        (["desk"], [], False),
        (["desk"], ["*"], False),
        (["operator", "cashier"], ["*"], True),
    ],
)
def test_what_the_gate_would_not_believe_is_not_issued(tmp_path, roles, casinos, is_person):
    """A role of the other kind, none at all, or every casino for somebody of one."""
    with pytest.raises(NotIssued):
        LocalIssuer.at(tmp_path).issue("x", roles, casinos, is_person=is_person)


def test_the_command_prints_a_token(tmp_path, capsys):
    """Persons and systems are told apart by their roles."""
    keys = ["--keys-dir", str(tmp_path)]
    asked = ["issue", "--subject", "op-1", "--role", "operator", "--casino", "*"]

    assert main([*keys, *asked]) == 0
    assert verified(tmp_path, capsys.readouterr().out.strip()).is_person


def test_the_command_says_why_it_prints_none(tmp_path, capsys):
    """The sentence goes to standard error, and the status is 1."""
    asked = ["issue", "--subject", "d-1", "--role", "desk", "--casino", "*"]

    assert main(["--keys-dir", str(tmp_path), *asked]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "not issued" in printed.err


def test_the_command_asks_where_the_keys_are(monkeypatch, capsys):
    """Without a folder it makes no key anywhere."""
    monkeypatch.delenv("COUNTROOM_KEYS_DIR", raising=False)

    with pytest.raises(SystemExit):
        main(["keys"])
    assert "COUNTROOM_KEYS_DIR" in capsys.readouterr().err
