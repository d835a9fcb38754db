"""TLS: off by default, on by a certificate, and with an authority nobody comes in without one."""

import ipaddress
from datetime import UTC, datetime, timedelta

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from services.chassis.settings import Settings, SettingsWrong
from services.chassis.tls import add_port, open_channel

NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Return the paths of a certificate that is its own authority, and of its key."""
    folder, key = tmp_path_factory.mktemp("tls"), generate_private_key(SECP256R1())
    now = datetime.now(UTC)
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(NAME)
        .issuer_name(NAME)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - DAY)
        .not_valid_after(now + DAY)
        .add_extension(here, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "key.pem").write_bytes(private)
    return folder / "certificate.pem", folder / "key.pem"


def settings(**given):
    return Settings(
        kafka="127.0.0.1:9092", state_dir="s", keys_dir="k", address="127.0.0.1:0", **given
    )


async def answer(request, _):
    return request


async def echo(by_server, by_client):
    server = grpc.aio.server()
    handler = grpc.method_handlers_generic_handler(
        "a.B", {"C": grpc.unary_unary_rpc_method_handler(answer)}
    )
    server.add_generic_rpc_handlers([handler])
    port = add_port(server, by_server)
    await server.start()
    try:
        async with open_channel(f"127.0.0.1:{port}", by_client) as channel:
            return await channel.unary_unary("/a.B/C")(b"x", timeout=5)
    finally:
        await server.stop(None)


async def test_without_a_certificate_it_is_off():
    """The embedded default speaks plainly, on the machine itself."""
    assert await echo(settings(), settings()) == b"x"


async def test_with_a_certificate_both_ends_show_one(files):
    """Processes of the same settings speak TLS with each other, both with a certificate."""
    certificate, key = files
    both = settings(tls_certificate=certificate, tls_key=key, tls_authority=certificate)

    assert await echo(both, both) == b"x"


async def test_a_plain_caller_is_not_heard_by_a_tls_server(files):
    """Nobody speaks to it by mistake."""
    certificate, key = files
    by_server = settings(tls_certificate=certificate, tls_key=key)

    with pytest.raises(grpc.aio.AioRpcError):
        await echo(by_server, settings())


def test_a_certificate_without_its_key_is_said(files):
    """The missing file is named."""
    with pytest.raises(SettingsWrong, match="COUNTROOM_TLS_KEY"):
        open_channel("127.0.0.1:1", settings(tls_certificate=files[0]))


async def test_a_taken_port_says_which_setting_to_change():
    """The address is the setting's; another one helps."""
    first = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    port = add_port(first, settings())
    second = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    given = {"kafka": "k:1", "state_dir": "s", "keys_dir": "k"}

    with pytest.raises(OSError, match="COUNTROOM_ADDRESS"):
        add_port(second, Settings(**given, address=f"127.0.0.1:{port}"))
    await first.stop(None)
