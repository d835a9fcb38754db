"""The cashier's service: its domain, and the RPCs that reach it."""

from typing import Final

from countroom.cashier.v1 import cashier_service_pb2

from services.cashier.domain.routes import CASHIER
from services.chassis.writer_process import WriterService

SERVICE: Final = WriterService(
    domain=CASHIER,
    descriptor=cashier_service_pb2.DESCRIPTOR.services_by_name["CashierService"],
)
