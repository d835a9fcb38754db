"""The events of the cashier's book as one type: every fold answers for each of them by name."""

from countroom.cashier.v1 import cashier_events_pb2 as e

Event = (
    e.DeskOpened
    | e.DeskClosed
    | e.PatronSessionOpened
    | e.ChipsSold
    | e.ChipsRedeemed
    | e.IdentificationRequired
    | e.IdentificationRecorded
    | e.ExchangeAbandoned
    | e.ReversalRequested
    | e.ExchangeReversed
    | e.PersonsLinked
    | e.ExchangeRateSet
    | e.OpeningBalanceEntered
)
