"""A casino with its first licences and four open desks, set up over gRPC like any other."""

import time

from countroom.ledger.v1.money_pb2 import Ratio

from loadtest.casino import Casino, Desk, Licence, Opening, Rate, Terms
from loadtest.clients.connection import Connection
from loadtest.clients.ledger import CASHIER, COMPLIANCE, LedgerClient
from loadtest.setup import Founders, set_up
from tests.ledger import Ledger, LedgerProcess
from tests.load import Load

CASINO_ID = "st-julians"
PLENTY_MINOR = 10**13


def plan(casino_id: str = CASINO_ID, desks: int = 4) -> Casino:
    now = int(time.time())
    functions = ("cashier", "chief_cashier")
    return Casino(
        casino_id=casino_id,
        terms=Terms("malta_1998", "MTL", 1_000, "Europe/Malta", 8, 2_000_000),
        opens_at_us=(now - 3_600) * 1_000_000,
        licences=(Licence("cashier-1", functions, "2026-01-01"),
                  Licence("chief-1", functions, "2026-01-01")),
        rates=(Rate("GBP", Ratio(numerator=16, denominator=25), Ratio(numerator=17, denominator=25),
                    now - 7_200, now + 10**8),),
        openings=(Opening("vault_cash", "MTL", PLENTY_MINOR, "counted"),
                  Opening("vault_chips", "MTL", PLENTY_MINOR, "counted")),
        desks=tuple(
            Desk(f"desk-{n}", "cashier-1", (("MTL", PLENTY_MINOR // 10),), PLENTY_MINOR // 10)
            for n in range(1, desks + 1)
        ),
        chief_cashier="chief-1",
    )  # fmt: skip


class OpenCasino:
    """The processes, and clients under the roles that a casino's systems and people have."""

    def __init__(
        self,
        ledger: Ledger,
        compliance: LedgerProcess | None = None,
        cashier: LedgerProcess | None = None,
        casino_id: str = CASINO_ID,
    ) -> None:
        self.ledger, self.casino_id = ledger, casino_id
        self.compliance = compliance or ledger.process("compliance")
        self.cashier = cashier or ledger.process("cashier")
        self._clients: list[LedgerClient] = []

    def desk_token(self) -> str:
        return self.ledger.token("desk-system-1", ["desk"], [self.casino_id])

    def desk_line(self, process=None, patience_s: float = 60.0) -> Connection:
        return self.ledger.connection(process or self.cashier, self.desk_token(), patience_s)

    def load(self, process=None, **how) -> Load:
        return Load(self.desk_line(process), self.casino_id, **how)

    def desk(self) -> LedgerClient:
        return self._client("cashier", self.desk_token())

    def person(self, subject: str, role: str, service: str = "cashier") -> LedgerClient:
        where = "*" if role == "operator" else self.casino_id
        token = self.ledger.token(subject, [role], [where], is_person=True)
        return self._client(service, token)

    async def set_up(self) -> None:
        founders = Founders(
            self.person("operator-1", "operator", "compliance"),
            self.person("operator-2", "operator", "compliance"),
            self.person("chief-1", "chief_cashier"),
            self.desk(),
        )
        await set_up(plan(self.casino_id), founders)

    async def close(self) -> None:
        for client in self._clients:
            await client.connection.close()

    async def __aenter__(self):
        processes = (self.compliance, self.cashier)
        for process in processes:
            process.start()
        for process in processes:
            process.wait_ready()
        await self.set_up()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _client(self, service: str, token: str) -> LedgerClient:
        process = self.cashier if service == "cashier" else self.compliance
        descriptor = CASHIER if service == "cashier" else COMPLIANCE
        client = LedgerClient(descriptor, process.address, lambda: token)
        self._clients.append(client)
        return client
