"""Who may act at a desk: a licensed employee, and at an exchange only while the desk is open."""

from countroom.ledger.v1.header_pb2 import CommandHeader

from services.cashier.domain.refusals import CashierRefusal
from services.cashier.domain.remarks import Remarks
from services.kernel.house import House


def require_open(desk_id: str, *, is_open: bool, house: House, remarks: Remarks) -> None:
    """Refuse an exchange at a desk that is not open; flag one that was made (S5)."""
    if not is_open:
        remarks.refuse_or_flag(
            house,
            CashierRefusal.DESK_NOT_OPEN,
            "S5",
            f"Desk {desk_id} is not open. Open it with a counted float, or use a desk that is.",
            desk_id=desk_id,
        )


def require_licence(
    header: CommandHeader, functions: tuple[str, ...], house: House, remarks: Remarks
) -> None:
    """Refuse an actor whose licence in force covers none of the functions; flag the fact (M8)."""
    employee_id, at_seconds = header.actor.employee_id, header.occurred_at.seconds
    for function in functions:
        if house.licence(employee_id, function, at_seconds):
            return
    wanted = " or ".join(functions)
    remarks.refuse_or_flag(
        house,
        CashierRefusal.NOT_LICENSED,
        "M8",
        f"Employee {employee_id} has no licence in force as {wanted} at that moment. "
        "Let a licensed employee act, or have the licence entered first.",
        employee_id=employee_id,
        function=wanted,
    )
