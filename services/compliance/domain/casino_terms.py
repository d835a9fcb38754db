"""The terms a casino is registered with: what it states, the law's where it states nothing."""

from typing import Final
from zoneinfo import available_timezones

from countroom.compliance.v1.compliance_events_pb2 import CasinoRegistered
from countroom.compliance.v1.compliance_service_pb2 import RegisterCasino

from services.compliance.domain.refusals import ComplianceRefusal
from services.kernel.refusal import Refused
from services.rulebook.currency import MINOR_PER_MAJOR
from services.rulebook.jurisdiction import JURISDICTIONS, Jurisdiction

_LAST_HOUR: Final = 23
_DIVISIONS: Final = frozenset({1, 10, 100, 1_000, 10_000, 100_000})


def registered(command: RegisterCasino, partition: int) -> CasinoRegistered:
    """Return the registration, or raise Refused for terms that are unknown or against the law."""
    law = _law(command.jurisdiction)
    currency = command.currency or law.currency
    minor_per_major = _minor_per_major(command, currency, law)
    return CasinoRegistered(
        casino_id=command.header.casino_id,
        partition=partition,
        jurisdiction=law.name,
        jurisdiction_version=law.version,
        currency=currency,
        minor_per_major=minor_per_major,
        zone=_zone(command.zone or law.zone),
        day_changes_at_hour=_day_changes_at_hour(command, law),
        identification_limit_minor=_limit(command, currency, minor_per_major, law),
    )


def _law(name: str) -> Jurisdiction:
    law = JURISDICTIONS.get(name)
    if law is None:
        known = ", ".join(sorted(JURISDICTIONS))
        raise Refused(
            ComplianceRefusal.JURISDICTION_UNKNOWN,
            f"{name} is no jurisdiction of the rulebook. Give one of {known}.",
            jurisdiction=name,
        )
    return law


def _minor_per_major(command: RegisterCasino, currency: str, law: Jurisdiction) -> int:
    is_laws = currency == law.currency
    usual = law.minor_per_major if is_laws else MINOR_PER_MAJOR.get(currency)
    if usual is None:
        raise Refused(
            ComplianceRefusal.CURRENCY_UNKNOWN,
            f"{currency} is not in the rulebook's currencies. Give an ISO 4217 code that is.",
            currency=currency,
        )
    stated = command.minor_per_major or usual
    if stated not in _DIVISIONS:
        raise Refused(
            ComplianceRefusal.MINOR_PER_MAJOR_WRONG,
            f"{stated} minor units in one {currency} can't be written in decimals. "
            f"Leave it out for {usual}, or give a power of ten up to 100000.",
            minor_per_major=stated,
        )
    return stated


def _zone(zone: str) -> str:
    if zone not in available_timezones():
        raise Refused(
            ComplianceRefusal.ZONE_UNKNOWN,
            f"{zone} is no time zone. Give one of the IANA list, e.g. Europe/Malta.",
            zone=zone,
        )
    return zone


def _day_changes_at_hour(command: RegisterCasino, law: Jurisdiction) -> int:
    stated = command.HasField("day_changes_at_hour")
    hour = command.day_changes_at_hour if stated else law.day_changes_at_hour
    if hour is None:
        raise Refused(
            ComplianceRefusal.DAY_CHANGE_NOT_SAID,
            f"{law.name} has no gaming day. Say at which hour of the wall clock the day changes.",
            jurisdiction=law.name,
        )
    if not 0 <= hour <= _LAST_HOUR:
        raise Refused(
            ComplianceRefusal.DAY_CHANGE_OUT_OF_RANGE,
            f"The gaming day can't change at hour {hour}. Give an hour from 0 to 23.",
            day_changes_at_hour=hour,
        )
    return hour


def _limit(command: RegisterCasino, currency: str, minor_per_major: int, law: Jurisdiction) -> int:
    """Return the house's limit; in the law's currency never above the law's (M46.1).

    The two may count in other minor units (cents, mils): each is weighed by the other's.
    """
    stated = command.identification_limit_minor
    laws = law.identification_limit_minor if currency == law.currency else None
    if laws is None:
        if not stated:
            raise Refused(
                ComplianceRefusal.LIMIT_NOT_SAID,
                f"{law.name} has no limit in {currency} over which a person is identified. "
                "State the house's own.",
                currency=currency,
            )
        return stated
    if not stated:
        # Whole minor units of the house's, rounded down: never a limit above the law's.
        return laws * minor_per_major // law.minor_per_major
    if stated * law.minor_per_major > laws * minor_per_major:
        raise Refused(
            ComplianceRefusal.LIMIT_ABOVE_LAW,
            f"The law's limit is {laws} of {law.minor_per_major} to the {currency}; "
            f"{stated} of {minor_per_major} is above it. State at most as much.",
            identification_limit_minor=stated,
            law_minor=laws,
        )
    return stated
