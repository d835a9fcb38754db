"""Revisions of the native protocol: from which one on a packet has which part."""

from enum import IntEnum


class Revision(IntEnum):
    """The first revision with a part."""

    INTERSERVER_SECRET = 54441
    OPEN_TELEMETRY = 54442
    DISTRIBUTED_DEPTH = 54448
    INITIAL_QUERY_TIME = 54449
    PARALLEL_REPLICAS = 54453
    CUSTOM_SERIALIZATION = 54454
    PROFILE_EVENTS_IN_INSERT = 54456
    ADDENDUM = 54458
    PARAMETERS = 54459
    ELAPSED_IN_PROGRESS = 54460
    PASSWORD_RULES = 54461
    INTERSERVER_NONCE = 54462
    TOTAL_BYTES_IN_PROGRESS = 54463
    NEWEST = 54468


# The last one whose columns lack the extra byte, so that results pass through untouched.
DEFAULT = Revision.PARALLEL_REPLICAS


class FromClient(IntEnum):
    """What a packet from a client is."""

    HELLO = 0
    QUERY = 1
    DATA = 2
    CANCEL = 3
    PING = 4


class FromServer(IntEnum):
    """What a packet to a client is."""

    HELLO = 0
    DATA = 1
    EXCEPTION = 2
    PROGRESS = 3
    PONG = 4
    END_OF_STREAM = 5
    PROFILE = 6
    PROFILE_EVENTS = 14
