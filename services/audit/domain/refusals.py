"""Reasons for which a question is not recorded, and so not answered."""

from enum import StrEnum


class AuditRefusal(StrEnum):
    """Reasons of the audit book. A code is never renamed or reused."""

    QUESTION_UNKNOWN = "question_unknown"
    CASINO_MIXED = "casino_mixed"
