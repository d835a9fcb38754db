"""Settings: what a process is told by its environment.

`python -m services.chassis.settings` lists them.
"""

import os
import sys
from pathlib import Path
from typing import Any, Final

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.chassis.key_files import KeyFiles

PREFIX: Final = "COUNTROOM_"


class SettingsWrong(Exception):
    """A setting is missing or can't be used; the text says which, and what to do."""


class Settings(BaseSettings):
    """Every setting of every process; each is an environment variable with the prefix COUNTROOM_.

    A setting may also be a file of that name in the folder COUNTROOM_SECRETS_DIR.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    kafka: str = Field(
        description="Kafka brokers, host:port, several joined by commas",
        examples=["127.0.0.1:9092"],
    )
    state_dir: Path = Field(
        description="Folder for what is made again from the log if lost: snapshots, indexes",
        examples=["/var/lib/countroom/state"],
    )
    keys_dir: Path = Field(
        description="Folder of the secret keys and the persons' key store; back it up",
        examples=["/var/lib/countroom/keys"],
    )
    make_keys: bool = Field(
        default=False,
        description="Make missing keys, at a first start; false where keys come from elsewhere",
    )

    clickhouse: str = Field(default="127.0.0.1:9000", description="ClickHouse, host:port (native)")
    clickhouse_database: str = Field(default="countroom", description="Its database")
    clickhouse_user: str = Field(default="default", description="User to log in as")
    clickhouse_password: SecretStr = Field(default=SecretStr(""), description="The user's password")
    clickhouse_secure: bool = Field(default=False, description="Whether ClickHouse is asked by TLS")
    clickhouse_compressed: bool = Field(
        default=False, description="Whether rows travel compressed (LZ4): not worth it on loopback"
    )

    streams_group: str = Field(
        default="countroom-streams",
        description="Kafka group by which the streams' workers share partitions",
    )
    streams_instance: str = Field(
        default="",
        description="Name of this worker in its group, one for each and the same after a restart; "
        "the machine's if unset",
    )
    watch_token: Path | None = Field(
        default=None,
        description="File of the token (role watch, every casino) by which the streams hand in "
        "alerts; <keys_dir>/watch.token if unset",
    )

    address: str = Field(default="127.0.0.1:50051", description="host:port that gRPC listens on")
    advertised: str = Field(
        default="", description="host:port by which others reach this process; address if empty"
    )
    http_address: str = Field(
        default="127.0.0.1:8080", description="host:port of the audit API's HTTP face"
    )
    health_address: str = Field(
        default="127.0.0.1:9464", description="host:port of /healthz, /readyz and /metrics"
    )

    jwks: Path | None = Field(
        default=None,
        description="File of the token issuer's public keys; <keys_dir>/jwks.json if unset",
    )
    token_issuer: str = Field(default="countroom-local", description="Issuer (iss) of good tokens")
    token_audience: str = Field(default="countroom", description="Audience (aud) of good tokens")

    tls_certificate: Path | None = Field(
        default=None,
        description="PEM file of the server's certificate chain; TLS is on where it is set",
    )
    tls_key: Path | None = Field(default=None, description="PEM file of the certificate's key")
    tls_authority: Path | None = Field(
        default=None,
        description="PEM file of the authority that peers' certificates come from (mTLS)",
    )

    partitions: int = Field(default=4, ge=1, le=1000, description="Partitions of each events topic")
    replication: int = Field(default=1, ge=1, le=9, description="Copies of each partition")
    owned: str = Field(
        default="", description='Partitions that this process writes, e.g. "0,3"; empty for all'
    )
    snapshot_every_events: int = Field(
        default=200_000, ge=100, description="Events between two snapshots of a partition"
    )
    log_level: str = Field(
        default="info",
        pattern="^(debug|info|warning|error)$",
        description="Least level that is logged",
    )

    def __init__(self, **given: Any) -> None:
        """Take what is given, then the environment; SettingsWrong names every fault at once."""
        folder = os.environ.get(f"{PREFIX}SECRETS_DIR")
        try:
            super().__init__(_secrets_dir=folder, **given)
        except ValidationError as error:
            # From None: the original would show the values, and one of them may be a secret.
            raise SettingsWrong("\n".join(map(_fault, error.errors()))) from None

    @property
    def owned_partitions(self) -> tuple[int, ...]:
        """Return the numbers of the partitions that this process writes."""
        if not self.owned:
            return tuple(range(self.partitions))
        try:
            numbers = tuple(sorted({int(number) for number in self.owned.split(",")}))
        except ValueError:
            numbers = (-1,)
        if not all(0 <= number < self.partitions for number in numbers):
            raise SettingsWrong(
                f'{PREFIX}OWNED is "{self.owned}": give partitions from 0 to '
                f'{self.partitions - 1}, joined by commas, e.g. "0,3".'
            )
        return numbers

    @property
    def advertised_address(self) -> str:
        """Return where others reach this process."""
        return self.advertised or self.address

    @property
    def jwks_file(self) -> Path:
        """Return the file of the issuer's public keys."""
        return self.jwks or self.keys_dir / "jwks.json"

    @property
    def watch_token_file(self) -> Path:
        """Return the file of the streams' token."""
        return self.watch_token or self.keys_dir / "watch.token"

    def key(self, name: str) -> bytes:
        """Return a secret key of 32 bytes by name, e.g. "digest"; KeyMissing says what to do."""
        return KeyFiles(self.keys_dir, may_make=self.make_keys).key(name)


def _fault(error: Any) -> str:
    """Return one fault as a sentence that names the variable and what to do."""
    name = str(error["loc"][0])
    variable, field = PREFIX + name.upper(), Settings.model_fields.get(name)
    if field is None:
        return f"{variable} is no setting. `python -m services.chassis.settings` lists them."
    example = f", e.g. {variable}={field.examples[0]}" if field.examples else ""
    if error["type"] == "missing":
        return f"{variable} is missing: {field.description}. Set it in the environment{example}."
    return f"{variable} can't be used: {error['msg']}. It is: {field.description}{example}."


def main() -> None:
    """Print every setting with its default and what it is."""
    for name, field in Settings.model_fields.items():
        default = "(required)" if field.is_required() else f"(default {field.default!s})"
        sys.stdout.write(f"{PREFIX}{name.upper()}  {default}\n    {field.description}\n")


if __name__ == "__main__":
    main()
