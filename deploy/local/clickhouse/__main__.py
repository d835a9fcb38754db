"""The embedded ClickHouse as a process.

python -m deploy.local.clickhouse --path var/clickhouse [--port 19000] [--http-port 0]

The real engine behind a small front that speaks the native protocol and some HTTP, on 127.0.0.1
only. One process a data folder. It survives being killed, not a power cut: nothing is synced.
"""

import argparse
import os
import sys
import threading
from pathlib import Path

from deploy.local.clickhouse.engine import Engine
from deploy.local.clickhouse.tcp.revision import DEFAULT
from deploy.local.clickhouse.tcp.server import TcpServer
from deploy.local.clickhouse.users import read_users, write_users
from deploy.local.clickhouse.web.server import WebServer
from deploy.local.failure import LocalFailure
from deploy.local.folder_lock import FolderLock
from deploy.local.ports import Port, configured, require_free
from deploy.local.termination import Termination

HOST = "127.0.0.1"


def main() -> None:
    """Serve until SIGTERM or Ctrl-C."""
    arguments = _arguments()
    port = configured(Port.CLICKHOUSE) if arguments.port is None else arguments.port
    require_free(port, Port.CLICKHOUSE)
    if arguments.http_port is not None:
        require_free(arguments.http_port, "--http-port")
    termination = Termination()
    folder = Path(arguments.path).resolve()
    lock = FolderLock(folder)
    lock.acquire()
    users_file = arguments.users or folder / "users.json"
    write_users(users_file)
    users = read_users(users_file)
    engine = Engine(folder / "data", arguments.config and arguments.config.resolve())
    servers: list[TcpServer | WebServer] = [
        TcpServer((HOST, port), engine, users, arguments.revision)
    ]
    if arguments.http_port is not None:
        servers.append(WebServer((HOST, arguments.http_port), engine, users))
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"clickhouse ready: {engine.version} on port {servers[0].server_address[1]}", flush=True)
    while not termination.wait(3600):
        continue
    for server in servers:
        server.shutdown()
    engine.admin.close()
    os._exit(0)  # the engine's own ending is noisy and may hang; all it had to keep is kept


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.local.clickhouse")
    parser.add_argument("--path", required=True, help="data folder, one process at a time")
    parser.add_argument("--port", type=int, help=f"native protocol; default by {Port.CLICKHOUSE}")
    parser.add_argument("--http-port", type=int, help="HTTP as well")
    parser.add_argument("--revision", type=int, default=DEFAULT, help="of the native protocol")
    parser.add_argument("--users", type=Path, help="JSON; default users.json in the data folder")
    parser.add_argument("--config", type=Path, help="the engine's XML, e.g. for backups")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except LocalFailure as failure:
        sys.exit(str(failure))
