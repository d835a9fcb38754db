"""When a person must be identified before an exchange completes (M46.1, M46.2, M46.4)."""

from countroom.cashier.v1.exchange_pb2 import DIRECTION_CASH_OUT, DIRECTION_PURCHASE, Direction

from services.cashier.domain.money_words import in_words
from services.cashier.domain.one_person import OnePerson
from services.cashier.domain.patron import Tally
from services.cashier.domain.refusals import CashierException, CashierNotice
from services.cashier.domain.remarks import Remarks
from services.cashier.domain.standing import standing
from services.cashier.domain.visit_window import VisitWindow
from services.kernel.house import House
from services.kernel.money import Exact

_DONE = {DIRECTION_PURCHASE: "bought", DIRECTION_CASH_OUT: "cashed in"}


def provision_due(direction: Direction, worth: Exact, before: Tally, limit_minor: int) -> str:
    """Return the provision that requires a document for an exchange, or "".

    Strictly more than the limit, and exactly: alone, however often the person was identified, for
    46(1) asks for the document at each; or together with what the person exchanged the same way in
    the session, unless a document was produced for that direction of it already.
    """
    if worth > limit_minor:
        return "M46.1" if direction == DIRECTION_PURCHASE else "M46.2"
    if before.total + worth > limit_minor and not before.is_identified:
        return "M46.4"
    return ""


def ask_for_document(total: Exact, direction: Direction, house: House, remarks: Remarks) -> None:
    """Tell the desk that the exchange waits, and what for."""
    remarks.note(
        CashierNotice.IDENTIFICATION_REQUIRED,
        f"With this exchange the person has {_DONE[direction]} {in_words(total, house)} in this "
        f"patron session; over {_limit(house)} a document is needed first. Complete the exchange "
        "with the document, or abandon it: nothing has moved.",
    )


def flag_missed(
    provision: str, total: Exact, direction: Direction, house: House, remarks: Remarks
) -> None:
    """Record that an exchange was made without the document that it needed."""
    remarks.flag(
        CashierException.IDENTIFICATION_MISSED,
        provision,
        f"With this exchange the person had {_DONE[direction]} {in_words(total, house)} in the "
        f"patron session, over {_limit(house)}, and no document was produced.",
    )


def flag_linked_over_limit(
    person: OnePerson, window: VisitWindow, house: House, remarks: Remarks
) -> None:
    """Record what tokens now known to be one person had together exchanged unidentified (M46.4)."""
    parts = [standing(part, window) for part in person.parts]
    for direction, done in _DONE.items():
        amounts = [part.tally(direction).unidentified for part in parts]
        together = sum(amounts)
        if together > house.terms.identification_limit_minor and max(amounts) < together:
            remarks.flag(
                CashierException.LINKED_OVER_LIMIT,
                "M46.4",
                f"{_names(person)} are one person, who had {done} {in_words(together, house)} in "
                f"the patron session, over {_limit(house)}, before a document was produced.",
            )


def tell_linked(person: OnePerson, remarks: Remarks) -> None:
    """Tell the desk which tokens count as one from now on."""
    text = f"{_names(person)} are one person: their exchanges count together from now on."
    remarks.note(CashierNotice.PERSONS_LINKED, text)


def _names(person: OnePerson) -> str:
    return ", ".join(token.name for token in person.tokens)


def _limit(house: House) -> str:
    return f"the limit of {in_words(house.terms.identification_limit_minor, house)}"
