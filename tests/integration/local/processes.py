"""Small processes for the tests of the supervisor: they do what they are told, and tell it."""

import sys
from pathlib import Path

from deploy.local.supervisor.supervised import RestartPolicy, Step, Supervised

QUICK = RestartPolicy(limit=3, first_pause=0.01, longest_pause=0.05, steady=30.0)
# Notes each start, says that it is ready, then ends with the code in its file, once there is one.
BODY = """
import sys, time
from pathlib import Path
folder = Path(sys.argv[1])
with (folder / "starts").open("a") as starts:
    starts.write(sys.argv[2] + " ")
(folder / "ready").touch()
print("it runs", flush=True)
while not (folder / "end").exists():
    time.sleep(0.01)
sys.exit(int((folder / "end").read_text()))
"""


class Obedient:
    """A process that ends with a code when it is told, and how often it has started."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name, self.folder = name, folder / f"of-{name}"
        self.folder.mkdir()

    def spec(self, **settings) -> Supervised:
        command = [sys.executable, "-c", BODY, str(self.folder), self.name]
        ready = (self.folder / "ready").exists
        return Supervised(self.name, command, ready, restart=QUICK, grace_seconds=5, **settings)

    @property
    def starts(self) -> int:
        return len((self.folder / "starts").read_text().split())

    def end(self, code: int) -> None:
        draft = self.folder / "draft"
        draft.write_text(str(code))
        draft.rename(self.folder / "end")


def step(name: str, code: str) -> Step:
    return Step(name, [sys.executable, "-c", code], seconds=20)
