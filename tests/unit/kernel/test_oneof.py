"""A service's events go into its oneof and come back as their own classes."""

import pytest
from countroom.cashier.v1.cashier_events_pb2 import CashierEvent, PersonsLinked
from countroom.cashier.v1.cashier_service_pb2 import CashierCommand, SellChips

from services.kernel.oneof import Oneof, UnknownEvent

EVENTS, COMMANDS = Oneof(CashierEvent), Oneof(CashierCommand)
LINKED = PersonsLinked(person="p-1", linked_person="p-2", document_index=b"7")


def test_an_event_comes_back_as_it_was_packed():
    """Packing and unpacking is no change."""
    assert EVENTS.unpack(EVENTS.pack(LINKED)) == LINKED


def test_an_event_of_a_later_version_is_named_as_unknown():
    """Bytes that hold no case of today's oneof are never taken for nothing."""
    later = b"\xfa\x07\x00"  # field 127, length-delimited, empty

    with pytest.raises(UnknownEvent, match="CashierEvent"):
        EVENTS.unpack(later)


def test_a_command_of_a_batch_is_found_in_its_carrier():
    """What a batch's item holds is its command, and an empty item holds none."""
    sale = SellChips(desk_id="desk-1")

    assert COMMANDS.case_of(CashierCommand(sell_chips=sale)) == sale
    assert COMMANDS.case_of(CashierCommand()) is None
