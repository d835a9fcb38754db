"""Enum words: "completed" for EXCHANGE_STATUS_COMPLETED, as addresses and rows write them."""

import re
from functools import cache
from typing import Any

from google.protobuf.descriptor import EnumDescriptor


@cache
def numbers_by_word(enum: EnumDescriptor) -> dict[str, Any]:
    """Return the number of each word, as the enum's fields take it; 0, "not said", has none."""
    prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", enum.name).upper() + "_"
    return {v.name.removeprefix(prefix).lower(): v.number for v in enum.values if v.number}


@cache
def words_by_number(enum: EnumDescriptor) -> dict[int, str]:
    """Return the word of each number; "" for 0, so that it filters nothing."""
    return {0: ""} | {number: word for word, number in numbers_by_word(enum).items()}
