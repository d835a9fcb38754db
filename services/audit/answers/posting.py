"""The trial balance: what each account has moved, and whether it all sums to zero (M41)."""

from collections import defaultdict

from countroom.audit.v1.balance_questions_pb2 import (
    AccountBalance,
    BookTotal,
    GetTrialBalance,
    TrialBalance,
)

from services.audit.answers.fields import whole
from services.audit.reading import Reading, Row, day_through


def get_trial_balance(
    reading: Reading, question: GetTrialBalance
) -> tuple[TrialBalance, tuple[str, ...]]:
    """Answer GetTrialBalance."""
    rows = reading.rows(
        "posting",
        service=question.service,
        through_gaming_day=day_through(question.through_gaming_day),
        through_accounting_day=day_through(question.through_accounting_day),
    )
    totals: defaultdict[tuple[str, str], int] = defaultdict(int)
    for row in rows:
        totals[row["book"], row["currency"]] += row["balance_minor"]
    return TrialBalance(
        is_zero=not any(totals.values()),
        balances=[_balance(row) for row in rows],
        totals=[
            BookTotal(book=book, currency=currency, total_minor=whole(total))
            for (book, currency), total in sorted(totals.items())
        ],
    ), ()


def _balance(row: Row) -> AccountBalance:
    return AccountBalance(
        book=row["book"],
        account=row["account"],
        currency=row["currency"],
        gained_minor=whole(row["gained_minor"]),
        given_minor=whole(row["given_minor"]),
        balance_minor=whole(row["balance_minor"]),
        posting_count=row["posting_count"],
    )
