"""What the embedded parts say when they can't go on: a stable reason and what to do about it."""

from enum import StrEnum


class Reason(StrEnum):
    """Why an embedded part can't go on. A code is never renamed or reused."""

    PORT_TAKEN = "port_taken"
    PORT_INVALID = "port_invalid"
    FOLDER_IN_USE = "folder_in_use"
    NOT_READY = "not_ready"
    PROCESS_ENDED = "process_ended"
    FENCED = "fenced"
    JAVA_UNUSABLE = "java_unusable"
    JAR_UNAVAILABLE = "jar_unavailable"
    JAR_CORRUPT = "jar_corrupt"
    NODES_UNSUPPORTED = "nodes_unsupported"
    USERS_FILE_INVALID = "users_file_invalid"
    NOT_RUNNING = "not_running"
    NOT_STOPPED = "not_stopped"
    INTERRUPTED = "interrupted"


class LocalFailure(Exception):
    """An embedded part can't go on; the text says what was wrong, where, and what to do."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(f"{reason}: {message}")
        self.reason = reason
