"""Callers: a client for each role that the load tests play, with a token of the local issuer."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from google.protobuf.descriptor import ServiceDescriptor

from deploy.local.issuer import LocalIssuer
from loadtest.clients.audit import AuditClient
from loadtest.clients.connection import Token
from loadtest.clients.ledger import CASHIER, COMPLIANCE, LedgerClient
from loadtest.setup import Founders


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the services listen, host:port."""

    cashier: str
    compliance: str
    audit: str
    audit_http: str


@dataclass(frozen=True, slots=True)
class Callers:
    """Makes clients of one casino; `close` hangs all of them up."""

    addresses: Addresses
    issuer: LocalIssuer
    casino_id: str
    opened: list[LedgerClient | AuditClient] = field(default_factory=list)

    def founders(self, chief_cashier: str) -> Founders:
        """Return who sets the casino up; the operators' tokens are for any casino."""
        return Founders(
            self._operator("operator-1"),
            self._operator("operator-2"),
            self.supervisor(chief_cashier),
            self.desk(),
        )

    def desk(self) -> LedgerClient:
        """Return the system of the cash desks, which vouches for its cashiers."""
        return self._ledger(CASHIER, self.addresses.cashier, self.desk_token())

    def desk_token(self) -> Token:
        """Return the desks' token, good for a shift."""
        return self._system("desk-system-1", "desk")

    def supervisor(self, employee_id: str) -> LedgerClient:
        """Return a chief cashier in person."""
        token = self._token(employee_id, ["chief_cashier"], is_person=True)
        return self._ledger(CASHIER, self.addresses.cashier, token)

    def entrance(self) -> LedgerClient:
        """Return the system of the entrance, which vouches for its receptionists."""
        token = self._system("entrance-system-1", "terminal")
        return self._ledger(COMPLIANCE, self.addresses.compliance, token)

    def auditor(self) -> AuditClient:
        """Return an auditor in person."""
        client = AuditClient(self.addresses.audit, self.auditor_token())
        self.opened.append(client)
        return client

    def auditor_token(self) -> Token:
        """Return the auditor's token, good for a shift."""
        return self._token("auditor-1", ["auditor"], is_person=True)

    async def close(self) -> None:
        """Hang every client up."""
        for client in self.opened:
            await client.connection.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _operator(self, subject: str) -> LedgerClient:
        token = self._token(subject, ["operator"], is_person=True)
        return self._ledger(COMPLIANCE, self.addresses.compliance, token)

    def _system(self, subject: str, role: str) -> Token:
        return self._token(subject, [role], is_person=False)

    def _token(self, subject: str, roles: Iterable[str], *, is_person: bool) -> Token:
        casinos = ["*"] if "operator" in roles else [self.casino_id]
        token = self.issuer.issue(subject, roles, casinos, is_person=is_person)
        return lambda: token

    def _ledger(self, service: ServiceDescriptor, address: str, token: Token) -> LedgerClient:
        client = LedgerClient(service, address, token)
        self.opened.append(client)
        return client
