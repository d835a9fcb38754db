"""TLS between processes: a switch, certificates from files, mTLS where an authority is named."""

from pathlib import Path
from typing import Any

import grpc

from services.chassis.settings import Settings, SettingsWrong


def add_port(server: grpc.aio.Server, settings: Settings) -> int:
    """Have the server listen as the settings say; return the port. A taken one is an OSError."""
    credentials = server_credentials(settings)
    try:
        if credentials is None:
            return server.add_insecure_port(settings.address)
        return server.add_secure_port(settings.address, credentials)
    except RuntimeError as error:
        raise OSError(
            f"{settings.address} is taken or not this machine's. Set COUNTROOM_ADDRESS."
        ) from error


def server_credentials(settings: Settings) -> grpc.ServerCredentials | None:
    """Return the server's credentials, or None where TLS is off."""
    if settings.tls_certificate is None:
        return None
    key, certificate = _pair(settings)
    authority = _read(settings.tls_authority) if settings.tls_authority else None
    return grpc.ssl_server_credentials(
        [(key, certificate)], authority, require_client_auth=authority is not None
    )


def open_channel(address: str, settings: Settings, options: Any = None) -> grpc.aio.Channel:
    """Return a channel to another process of the same settings, with TLS where it is on."""
    if settings.tls_certificate is None:
        return grpc.aio.insecure_channel(address, options)
    key, certificate = _pair(settings)
    authority = _read(settings.tls_authority) if settings.tls_authority else None
    credentials = grpc.ssl_channel_credentials(authority, key, certificate)
    return grpc.aio.secure_channel(address, credentials, options)


def _pair(settings: Settings) -> tuple[bytes, bytes]:
    if settings.tls_key is None or settings.tls_certificate is None:
        raise SettingsWrong(
            "COUNTROOM_TLS_KEY is missing: the PEM file of the certificate's key. Set both."
        )
    return _read(settings.tls_key), _read(settings.tls_certificate)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SettingsWrong(f"{path}: {error.strerror}. TLS needs this PEM file.") from error
