"""The demo through the whole ledger."""


def test_an_evening_is_played_and_every_check_holds(ledger, run):
    """The summary read back from the audit API is what the simulator knows, and the demo ends."""
    ran = run("loadtest.demo", "--patrons", "12", EXIT="1")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "every check held" in ran.stdout
    assert "✗" not in ran.stdout
    for line in (
        "alerts                                       structuring_gaming_day of person/p-splits",
        "exceptions identification_missed             1",
        "events EntryRefused                          2",
    ):
        assert f"✓  {line}" in ran.stdout


def test_the_same_evening_again_is_recorded_once(ledger, run):
    """A second run of the same seed sends the same ids: nothing is new, and every check holds."""
    run("loadtest.demo", "--exit", "--patrons", "5")
    again = run("loadtest.demo", "--exit", "--patrons", "5")
    assert again.returncode == 0, again.stdout + again.stderr
    assert ": 0 new, " in again.stdout


def test_a_taken_port_is_said_with_the_setting_to_change(ledger, run, tmp_path):
    """A ledger that can't start beside another names the port, who has it and the setting."""
    ran = run("loadtest.demo", "--exit", COUNTROOM_FOLDER=str(tmp_path))
    assert ran.returncode == 1
    assert ran.stderr.startswith("port_taken: port ")
    assert "COUNTROOM_KAFKA_PORT" in ran.stderr
