"""The HTTP part of the ClickHouse front: queries, formats, loads, users."""

import gzip

import httpx
import lz4.frame
import pytest


@pytest.fixture
def http(front, http_port):
    with httpx.Client(base_url=f"http://127.0.0.1:{http_port}", timeout=30) as asked:
        asked.post("/", content="DROP TABLE IF EXISTS ht")
        asked.post("/", content="CREATE TABLE ht (a Int32, s String) ENGINE=MergeTree ORDER BY a")
        yield asked


def test_a_ping_is_answered(http):
    """A health check needs no user."""
    assert http.get("/ping").text == "Ok.\n"


def test_a_query_is_answered_in_the_format_it_asks_for(http):
    """JSON by the statement, tab separated by default."""
    asked = http.post("/", content="SELECT 1 AS a FORMAT JSON")
    assert asked.json()["data"] == [{"a": 1}]
    assert asked.headers["content-type"] == "application/json"
    assert http.get("/", params={"query": "SELECT 1, 'x'"}).text == "1\tx\n"


def test_rows_are_loaded_and_read_by_a_parameter(http):
    """Rows may follow the statement or stand in it."""
    load = {"query": "INSERT INTO ht FORMAT JSONEachRow"}
    http.post("/", params=load, content='{"a": 1, "s": "x"}\n').raise_for_status()
    http.post("/", content="INSERT INTO ht VALUES (2, 'y')").raise_for_status()
    http.post("/", content="INSERT INTO ht FORMAT CSV\n3,z\n").raise_for_status()

    asked = {"query": "SELECT a FROM ht WHERE s = {s:String}", "param_s": "z"}
    assert http.get("/", params=asked).text == "3\n"
    assert http.get("/", params={"query": "SELECT count() FROM ht"}).text == "3\n"


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [("gzip", gzip.compress), ("lz4", lz4.frame.compress)],
)
def test_a_packed_body_is_unpacked(http, encoding, pack):
    """Loads come packed as ClickHouse's own clients send them."""
    headers, load = {"Content-Encoding": encoding}, {"query": "INSERT INTO ht FORMAT CSV"}
    http.post("/", params=load, content=pack(b"7,q\n"), headers=headers).raise_for_status()

    assert http.get("/", params={"query": "SELECT s FROM ht WHERE a = 7"}).text == "q\n"


def test_errors_have_their_code_and_status(http):
    """An unknown table is not found, a wrong password forbidden, bad SQL a bad request."""
    unknown = http.post("/", content="SELECT * FROM nope")
    wrong = http.post("/", content="SELECT 1", params={"user": "bob", "password": "bad"})
    bad = http.post("/", content="SELEC 1")

    assert (unknown.status_code, unknown.headers["X-ClickHouse-Exception-Code"]) == (404, "60")
    assert (wrong.status_code, "Code: 516" in wrong.text) == (403, True)
    assert (bad.status_code, "Code: 62" in bad.text) == (400, True)


def test_a_reader_may_only_read_here_too(http):
    """The user's settings hold in every face of the front."""
    reader = httpx.BasicAuth("reader", "r")
    assert http.post("/", content="SELECT 1", auth=reader).text == "1\n"
    assert http.post("/", content="DROP TABLE ht", auth=reader).status_code == 400
