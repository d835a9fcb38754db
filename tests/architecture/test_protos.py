"""The vocabulary: well formed, broken for nobody who has an older one, answered for everywhere."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from countroom.cashier.v1 import cashier_service_pb2
from countroom.compliance.v1 import compliance_service_pb2

from services.audit.domain.routes import AUDIT
from services.cashier.domain import events as cashier_events
from services.cashier.domain.routes import CASHIER
from services.compliance.domain import events as compliance_events
from services.compliance.domain.routes import COMPLIANCE
from services.kernel.oneof import Oneof
from services.streams.projections import facts
from tests.architecture.tree import ROOT, nodes, paths, python, require_none

BUF = Path(sys.executable).parent / "buf"
RELEASES = [path for path in paths("protos/releases") if path.suffix == ".binpb"]
DOMAINS = (CASHIER, COMPLIANCE, AUDIT)
UNIONS = (
    (CASHIER, cashier_events.Event),
    (CASHIER, facts.CashierFact),
    (COMPLIANCE, compliance_events.Event),
    (COMPLIANCE, facts.ComplianceFact),
    (AUDIT, facts.AuditFact),
)
WRITERS = (
    (CASHIER, cashier_service_pb2.DESCRIPTOR.services_by_name["CashierService"]),
    (COMPLIANCE, compliance_service_pb2.DESCRIPTOR.services_by_name["ComplianceService"]),
)
FOLDS = [
    path
    for path in python("services")
    if {"domain", "projections", "watches", "house_facts"} & set(path.parts)
]


def buf(*words):
    done = subprocess.run([BUF, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def named(kinds):
    return {kind.DESCRIPTOR.full_name for kind in kinds}


def test_the_vocabulary_is_well_formed():
    """Every message and field is named by the rules and says what it is."""
    status, said = buf("lint")

    assert status == 0, said


def test_there_is_an_image_of_a_release():
    """At least one release's vocabulary is kept to compare with."""
    assert RELEASES


@pytest.mark.parametrize("image", RELEASES, ids=lambda path: path.stem)
def test_bytes_of_a_past_release_are_read_by_todays_vocabulary(image):
    """Nothing is renumbered, retyped or removed; protos/releases/README.md says what to do."""
    status, said = buf("breaking", "--against", str(image))

    assert status == 0, f"{said}\nBroken against {image}: see protos/releases/README.md"


@pytest.mark.parametrize(("domain", "union"), UNIONS)
def test_a_union_of_events_is_the_oneof(domain, union):
    """The type checker sees every event of the book, so no fold can overlook one."""
    assert named(get_args(union) or (union,)) == named(Oneof(domain.carrier).numbers)


def test_every_match_of_a_fold_is_closed():
    """A match on events names each and ends in assert_never: a new one fails the type check."""

    def open_matches(path):
        for node in nodes(path, ast.Match):
            of_classes = any(isinstance(part, ast.MatchClass) for part in ast.walk(node))
            if of_classes and "assert_never(" not in ast.unparse(node.cases[-1]):
                yield f"line {node.lineno}: the match does not end in assert_never"

    require_none(FOLDS, open_matches)


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.service)
def test_every_event_is_made_by_somebody(domain):
    """The oneof holds no event that no command causes."""
    room = python(f"services/{domain.service}/domain")
    calls = {ast.unparse(n.func).rpartition(".")[2] for p in room for n in nodes(p, ast.Call)}

    assert {kind.DESCRIPTOR.name for kind in Oneof(domain.carrier).numbers} <= calls


@pytest.mark.parametrize(("domain", "service"), WRITERS, ids=lambda x: getattr(x, "service", ""))
def test_every_command_has_an_rpc_and_a_stream(domain, service):
    """What answers with a receipt is a command; the RPC bears its name; the book has its stream."""
    receipts = [method for method in service.methods if method.output_type.name == "Receipt"]

    assert {method.input_type.full_name for method in receipts} == named(domain.streams)
    assert all(method.name == method.input_type.name for method in receipts)


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.service)
def test_what_a_book_is_made_of_fits_together(domain):
    """Told commands, touching events and documents are of the book's own words."""
    assert domain.told <= set(domain.streams)
    assert set(domain.touches) <= set(Oneof(domain.carrier).numbers)
    assert set(domain.documents) <= set(domain.streams)
    assert all("document" in kind.DESCRIPTOR.fields_by_name for kind in domain.documents)
