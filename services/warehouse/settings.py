"""Where the warehouse is, by the settings in the environment."""

from services.chassis.settings import Settings
from services.warehouse.client import WarehouseAddress


def warehouse_address(settings: Settings) -> WarehouseAddress:
    """Return the address that the settings give; raise ValueError where it is none."""
    return WarehouseAddress.parse(
        settings.clickhouse,
        database=settings.clickhouse_database,
        user=settings.clickhouse_user,
        password=settings.clickhouse_password.get_secret_value(),
        secure=settings.clickhouse_secure,
        compressed=settings.clickhouse_compressed,
    )
