"""The blind index: equal for one document however it is typed, different for any other."""

import pytest
from countroom.ledger.v1.person_pb2 import IdentityDocument
from hypothesis import assume, given
from hypothesis import strategies as st

from services.chassis.persons.blind_index import document_index, normalised

KEY = b"i" * 32
WORD = st.text(alphabet="ABCZ019äß", min_size=1, max_size=8)
SEPARATORS = st.text(alphabet=" -./\u00a0\u2013", max_size=3)


def index(number, issuer="MT", document_type="passport", key=KEY):
    document = IdentityDocument(
        document_type=document_type, document_number=number, issuer=issuer, full_name="A Person"
    )
    return document_index(key, document)


@pytest.mark.parametrize(
    "typed", ["0123456m", " 0123456M ", "012-3456-M", "0123.456/M", "\uff10\uff11\uff12\uff13456M"]
)
def test_one_number_has_one_index_however_it_is_typed(typed):
    """Case, blanks, punctuation and full-width digits make no other document."""
    assert index(typed) == index("0123456M")


@pytest.mark.parametrize(
    "other",
    [
        index("0123457M"),
        index("123456M"),
        index("0123456M", issuer="IT"),
        index("0123456M", document_type="identity_card"),
        index("0123456M", key=b"j" * 32),
    ],
)
def test_another_document_has_another_index(other):
    """Number, issuer, kind and the index's own key each make one."""
    assert other != index("0123456M")


def test_the_name_is_no_part_of_it():
    """A name is spelt in many ways, a number in one."""
    document = IdentityDocument(
        document_type="passport", document_number="1", issuer="MT", full_name="Another"
    )

    assert document_index(KEY, document) == index("1")


@given(WORD, WORD, WORD, WORD)
def test_what_belongs_to_one_part_is_not_taken_for_anothers(number, issuer, other, another):
    """A digit moved from the issuer to the number makes another document."""
    assume((normalised(number), normalised(issuer)) != (normalised(other), normalised(another)))

    assert index(number, issuer) != index(other, another)


@given(st.lists(st.tuples(WORD, SEPARATORS), max_size=5))
def test_separators_and_case_never_count(parts):
    """However the same letters and digits are set apart."""
    plain = "".join(word for word, _ in parts)
    typed = "".join(word.swapcase() + separator for word, separator in parts)
    assume("ß" not in plain)  # its capital is written as two letters

    assert normalised(typed) == normalised(plain)
    assert normalised(normalised(typed)) == normalised(typed)
