"""Settings come from the environment by name; the example file lists them all with their true defaults."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config import env

EXAMPLE = Path(settings.BASE_DIR) / ".env.example"


def listed() -> dict[str, str]:
    lines = [line for line in EXAMPLE.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


@pytest.mark.spec("K-34")
def test_the_example_lists_every_setting_with_its_default():
    assert listed() == {name: default for name, default in env.READ.items() if name in listed()}
    assert listed().keys() == {name for name in env.READ if not name.startswith("TEST_")}


@pytest.mark.spec("K-34")
@pytest.mark.parametrize(
    ("name", "default"),
    [
        ("AGENT_MAX_STEPS", 200),
        ("AGENT_MAX_PLAN_CREDITS", 5000),
        ("AGENT_MAX_BULK_DELETE", 25),
        ("AGENT_CONFIRM_CREDITS", 100),
        ("AGENT_MAX_UNCONFIRMED_GENERATIONS", 8),
        ("AGENT_MAX_TOOL_TURNS", 6),
    ],
)
def test_the_agents_limits_have_the_names_and_defaults_of_the_source(name, default):
    assert listed()[name] == str(default)
    assert getattr(settings, name) == default


@pytest.mark.parametrize(
    ("read", "value", "said"),
    [
        (lambda: env.number("TEST_N", 1), "many", "TEST_N is 'many'; use a whole number"),
        (lambda: env.number("TEST_N", 1, least=1), "0", "TEST_N is 0; the least is 1"),
        (lambda: env.flag("TEST_N", False), "perhaps", "TEST_N is 'perhaps'; use true or false"),
        (lambda: env.text("TEST_N", "a", choices=("a", "b")), "c", "TEST_N is 'c'; use one of a, b"),
    ],
)
def test_a_bad_value_stops_the_start_and_names_its_variable(monkeypatch, read, value, said):
    monkeypatch.setenv("TEST_N", value)
    with pytest.raises(env.BadSetting, match=said):
        read()


def test_an_env_file_fills_in_and_never_overrules(tmp_path, monkeypatch):
    monkeypatch.setenv("TEST_SET", "from outside")
    monkeypatch.delenv("TEST_UNSET", raising=False)
    file = tmp_path / ".env"
    file.write_text('# a comment\nTEST_SET=from the file\nTEST_UNSET="from the file"\n')

    env.load(file)

    assert env.text("TEST_SET") == "from outside"
    assert env.text("TEST_UNSET") == "from the file"
    monkeypatch.delenv("TEST_UNSET")


@pytest.mark.spec("X-04")
def test_the_database_that_is_made_at_the_first_start_is_readable_by_nobody_else(tmp_path):
    told = {**os.environ, "DATA_DIR": str(tmp_path / "new"), "DATABASE_URL": "", "SECRET_KEY": ""}
    subprocess.run([sys.executable, "-c", "import config.settings"], env=told, cwd=settings.BASE_DIR, check=True)
    assert {file.name: file.stat().st_mode & 0o077 for file in (tmp_path / "new").iterdir() if file.is_file()} == {
        "greenlight.sqlite3": 0, "secret_key": 0
    }  # fmt: skip


def test_a_secret_is_made_once_and_readable_by_nobody_else(tmp_path, monkeypatch):
    monkeypatch.delenv("TEST_SECRET", raising=False)
    file = tmp_path / "deep" / "secret"

    first = env.secret("TEST_SECRET", kept_in=file)

    assert len(first) > 60
    assert env.secret("TEST_SECRET", kept_in=file) == first
    assert file.stat().st_mode & 0o077 == 0
