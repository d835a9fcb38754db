"""Why a cashier's command is refused, what is recorded as an exception, and what is remarked.

A code is never renamed or reused: programs branch on it, registers keep it. A reason of
CashierRefusal is also an exception's where the same has happened already.
"""

from enum import StrEnum


class CashierRefusal(StrEnum):
    """Reasons for which a command of the cashier's book is turned down."""

    AMOUNT_NOT_POSITIVE = "amount_not_positive"
    AMOUNT_OUT_OF_RANGE = "amount_out_of_range"
    CURRENCY_UNKNOWN = "currency_unknown"
    CURRENCY_NOT_FOREIGN = "currency_not_foreign"
    NAMED_TWICE = "named_twice"
    INSTRUMENT_NOT_SAID = "instrument_not_said"

    DESK_ALREADY_OPEN = "desk_already_open"
    DESK_NOT_OPEN = "desk_not_open"
    DESK_CASH_INSUFFICIENT = "desk_cash_insufficient"
    DESK_CHIPS_INSUFFICIENT = "desk_chips_insufficient"
    NOT_LICENSED = "not_licensed"

    RATE_NOT_IN_FORCE = "rate_not_in_force"
    RATE_NOT_POSITIVE = "rate_not_positive"
    RATE_NOT_TO_BE_APPLIED = "rate_not_to_be_applied"
    RATE_BUY_ABOVE_SELL = "rate_buy_above_sell"
    RATE_PERIOD_EMPTY = "rate_period_empty"

    EXCHANGE_NOT_WAITING = "exchange_not_waiting"
    TOO_MANY_WAITING = "too_many_waiting"
    DOCUMENT_REQUIRED = "document_required"
    REASON_NOT_SAID = "reason_not_said"

    EXCHANGE_NOT_KNOWN = "exchange_not_known"
    EXCHANGE_ALREADY_REVERSED = "exchange_already_reversed"
    REVERSAL_ALREADY_REQUESTED = "reversal_already_requested"
    REVERSAL_NOT_REQUESTED = "reversal_not_requested"
    SAME_PERSON_TWICE = "same_person_twice"

    ACCOUNT_UNKNOWN = "account_unknown"
    ACCOUNT_TAKES_NO_OPENING = "account_takes_no_opening"
    OPENING_ALREADY_ENTERED = "opening_already_entered"


class CashierException(StrEnum):
    """What was recorded though it should not be so: someone has to look into it and clear it."""

    IDENTIFICATION_MISSED = "identification_missed"
    LINKED_OVER_LIMIT = "linked_over_limit"
    UNEXPLAINED_CHIPS = "unexplained_chips"
    NEGATIVE_BALANCE = "negative_balance"
    RATE_DIFFERS = "rate_differs"
    PATRON_SESSION_FORGOTTEN = "patron_session_forgotten"


class CashierNotice(StrEnum):
    """What the caller should know of a command that was recorded."""

    IDENTIFICATION_REQUIRED = "identification_required"
    PERSONS_LINKED = "persons_linked"
    AMOUNT_IS_ZERO = "amount_is_zero"
    COUNT_VARIANCE = "count_variance"
