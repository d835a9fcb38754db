"""Set-up of a casino by its operators over gRPC: the same plan sent twice is recorded once."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from countroom.cashier.v1 import cashier_service_pb2 as cashier
from countroom.compliance.v1 import compliance_service_pb2 as compliance
from countroom.compliance.v1.licence_pb2 import LicenceKind, LicenceTerms
from countroom.ledger.v1.header_pb2 import CommandHeader
from countroom.ledger.v1.money_pb2 import Money
from countroom.ledger.v1.receipt_pb2 import Receipt

from loadtest.casino import Casino, Desk, Licence, Opening, Rate
from loadtest.clients.header import named_header
from loadtest.clients.ledger import LedgerClient
from loadtest.clients.once_known import send_once_known

_OPERATORS: Final = ("operator-1", "operator-2")


@dataclass(frozen=True, slots=True)
class Founders:
    """Who sets a casino up: two operators at the compliance book, and the cage at the cashier's."""

    first_operator: LedgerClient
    second_operator: LedgerClient
    chief_cashier: LedgerClient
    desk: LedgerClient


async def set_up(casino: Casino, founders: Founders) -> list[Receipt]:
    """Register the casino, licence its people under two operators, and open its desks."""
    first, second = founders.first_operator, founders.second_operator
    proposal = _proposal(casino)
    receipts = [
        await first.send(_registration(casino)),
        await first.send(proposal),
        await second.send(_confirmation(casino, proposal)),
    ]
    chief, cage = founders.chief_cashier, founders.desk
    by_chief = (*_rates(casino), *_openings(casino))
    receipts += [await send_once_known(chief, command) for command in by_chief]
    receipts += [await send_once_known(cage, _opened(casino, desk)) for desk in casino.desks]
    return receipts


def _registration(casino: Casino) -> compliance.RegisterCasino:
    terms = casino.terms
    return compliance.RegisterCasino(
        header=_header(casino, "casino", _OPERATORS[0]),
        jurisdiction=terms.jurisdiction,
        currency=terms.currency,
        minor_per_major=terms.minor_per_major,
        zone=terms.zone,
        day_changes_at_hour=terms.day_changes_at_hour,
        identification_limit_minor=terms.identification_limit_minor,
    )


def _proposal(casino: Casino) -> compliance.ProposeFirstLicences:
    return compliance.ProposeFirstLicences(
        header=_header(casino, "first licences", _OPERATORS[0]),
        licences=[_licence_terms(licence) for licence in casino.licences],
    )


def _confirmation(
    casino: Casino, proposal: compliance.ProposeFirstLicences
) -> compliance.ConfirmFirstLicences:
    return compliance.ConfirmFirstLicences(
        header=_header(casino, "first licences confirmed", _OPERATORS[1]),
        proposal_id=proposal.header.command_id,
    )


def _licence_terms(licence: Licence) -> LicenceTerms:
    return LicenceTerms(
        employee_id=licence.employee_id,
        licence_id=f"licence-{licence.employee_id}",
        kind=LicenceKind.LICENCE_KIND_FULL,
        functions=licence.functions,
        issued_on=licence.issued_on,
    )


def _rates(casino: Casino) -> Iterator[cashier.SetExchangeRate]:
    for rate in casino.rates:
        yield _rate_set(casino, rate)


def _rate_set(casino: Casino, rate: Rate) -> cashier.SetExchangeRate:
    return cashier.SetExchangeRate(
        header=_header(casino, f"rate {rate.currency}", casino.chief_cashier),
        currency=rate.currency,
        buy=rate.buy,
        sell=rate.sell,
        valid_from_seconds=rate.valid_from_seconds,
        valid_until_seconds=rate.valid_until_seconds,
    )


def _openings(casino: Casino) -> Iterator[cashier.EnterOpeningBalance]:
    for opening in casino.openings:
        yield _opening_balance(casino, opening)


def _opening_balance(casino: Casino, opening: Opening) -> cashier.EnterOpeningBalance:
    name = f"opening {opening.account} {opening.currency}"
    return cashier.EnterOpeningBalance(
        header=_header(casino, name, casino.chief_cashier),
        account=opening.account,
        balance=Money(currency=opening.currency, amount_minor=opening.amount_minor),
        basis=opening.basis,
    )


def _opened(casino: Casino, desk: Desk) -> cashier.OpenDesk:
    return cashier.OpenDesk(
        header=_header(casino, f"open {desk.desk_id}", desk.employee_id),
        desk_id=desk.desk_id,
        cash=[Money(currency=c, amount_minor=amount) for c, amount in desk.cash_minor],
        chips_minor=desk.chips_minor,
    )


def _header(casino: Casino, name: str, employee_id: str) -> CommandHeader:
    return named_header(casino.casino_id, name, casino.opens_at_us, employee_id)
