"""Refused: a command the rules turn down. Nothing happened, and the caller learns why."""

from enum import StrEnum

from countroom.ledger.v1.receipt_pb2 import ExceptionNote

from services.kernel.house import House


class Refused(Exception):
    """Carries a stable reason code, a sentence that says what to do, and the figures."""

    def __init__(self, reason: StrEnum, text: str, **facts: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.text = text
        self.facts = {name: str(fact) for name, fact in facts.items()}


def refuse_or_flag(
    house: House, reason: StrEnum, obligation: str, text: str, **facts: object
) -> ExceptionNote:
    """Refuse what has not happened yet; of what has, return the exception to record with it."""
    if not house.is_after:
        raise Refused(reason, text, **facts)
    return ExceptionNote(reason=reason, obligation=obligation, text=text)
