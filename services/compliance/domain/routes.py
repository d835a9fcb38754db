"""The compliance book: its aggregates, which stream a command goes to, which an event touches."""

from typing import Final

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.compliance.v1 import compliance_service_pb2 as c

from services.compliance.domain.alert import alert
from services.compliance.domain.casino import casino
from services.compliance.domain.document import document
from services.compliance.domain.licence import licence
from services.compliance.domain.licence_number import ANY_NUMBER, licence_number
from services.compliance.domain.person import person
from services.compliance.domain.sign_on import sign_on
from services.compliance.domain.token import token
from services.kernel.domain import Domain


def _casino(command: c.RegisterCasino | c.ProposeFirstLicences | c.ConfirmFirstLicences) -> str:
    return f"casino/{command.header.casino_id}"


def _sign_on(command: c.SignOn | c.SignOff) -> str:
    return f"sign_on/{command.header.actor.employee_id}"


def _person(command: c.IdentifyPerson | c.AdmitPerson | c.RecordExit | c.ExcludePerson) -> str:
    return f"person/{command.person}"


COMPLIANCE: Final = Domain(
    service="compliance",
    carrier=e.ComplianceEvent,
    aggregates={
        "casino": casino,
        "licence": licence,
        "licence_number": licence_number,
        "sign_on": sign_on,
        "person": person,
        "document": document,
        "token": token,
        "alert": alert,
    },
    streams={
        c.RegisterCasino: _casino,
        c.ProposeFirstLicences: _casino,
        c.ConfirmFirstLicences: _casino,
        c.IssueLicence: lambda command: f"licence/{command.licence.employee_id}",
        c.SuspendLicence: lambda command: f"licence/{command.employee_id}",
        c.SignOn: _sign_on,
        c.SignOff: _sign_on,
        c.IdentifyPerson: _person,
        c.AdmitPerson: _person,
        c.RecordExit: _person,
        c.ExcludePerson: _person,
        c.RevokeToken: lambda command: f"token/{command.token_id}",
        c.RaiseAlert: lambda command: f"alert/{command.alert.alert_id}",
    },
    touches={
        e.LicenceIssued: lambda event: (
            f"licence_number/{event.licence.licence_id}",
            f"licence_number/{ANY_NUMBER}",
        ),
        e.PersonIdentified: lambda event: (f"document/{event.particulars.document_index.hex()}",),
        e.PersonsLinked: lambda event: (f"person/{event.linked_person}",),
    },
    # These happen at the Board, at the door or in the log: whoever tells the ledger asks nothing.
    told=frozenset(
        {
            c.SuspendLicence,
            c.SignOff,
            c.IdentifyPerson,
            c.RecordExit,
            c.ExcludePerson,
            c.RaiseAlert,
        }
    ),
    documents={
        c.IdentifyPerson: lambda command: command.person,
        c.AdmitPerson: lambda command: command.person,
    },
)
"""What one chassis needs to serve the compliance book."""
