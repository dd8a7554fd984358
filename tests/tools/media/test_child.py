"""The child that reads strangers' files: bounded, without secrets, and stopped when it takes too long."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tools.media import child
from tools.media.refusals import Unreadable

pytestmark = pytest.mark.spec("M-01")


def told(program: str, **options: Any) -> Any:
    """What a child answers that runs a program of ours in place of the probe."""
    return child.run(
        "timeit", "-n1", "-r1", f"{program}\nimport os, sys; sys.stdout.flush(); os._exit(0)", name="x", **options
    )


def test_a_child_answers_in_json():
    assert told("print('[1, 2]')") == [1, 2]


def test_a_child_knows_no_secrets(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "sk-secret")
    monkeypatch.setenv("DATABASE_URL", "postgres://user:secret@host/name")
    environment = told("import json, os; print(json.dumps(dict(os.environ)))")
    assert "secret" not in str(environment)


def test_a_child_that_takes_too_long_is_stopped():
    with pytest.raises(Unreadable):
        told("while True: pass", seconds=0.5)


@pytest.mark.parametrize(
    ("modest", "greedy"),
    [
        ("kept = bytearray(8 << 20)", "kept = bytearray(8 << 30)"),
        ("kept = [open('/dev/null') for _ in range(10)]", "kept = [open('/dev/null') for _ in range(100)]"),
        ("open({path!r}, 'wb').write(bytes(1 << 20))", "open({path!r}, 'wb').write(bytes(65 << 20))"),
    ],
    ids=["memory", "files", "disk"],
)
def test_a_child_may_not_take_much(tmp_path, modest: str, greedy: str):
    bounded = "from tools.media import child; child.bound()\n{use}\nprint('{{}}')"
    path = str(tmp_path / "large")
    assert told(bounded.format(use=modest.format(path=path))) == {}
    with pytest.raises(Unreadable):
        told(bounded.format(use=greedy.format(path=path)))


@pytest.mark.spec("B-14")
def test_media_know_nothing_of_django():
    loaded = "import json, sys, tools.media.probe, tools.media.stills, tools.media.samples"
    assert told(f"{loaded}; print(json.dumps([name for name in sys.modules if name.startswith('django')]))") == []


@pytest.mark.spec("K-23")
def test_a_child_that_tells_how_far_it_is_is_stopped_only_when_it_stops_telling(monkeypatch):
    clock, passed = [0.0], list[float]()
    monkeypatch.setattr(child, "monotonic", lambda: clock[0])

    def pass_(far: float, *, seconds: float) -> None:
        passed.append(far)
        clock[0] += seconds

    tells = "import time\nfrom tools.media import child\nfor far in range(4): child.tell(far); time.sleep({})\n"
    assert told(f"{tells.format(0.1)}print('{{}}')", seconds=100, passed=partial(pass_, seconds=60)) == {}
    assert passed[-1] == 3
    with pytest.raises(Unreadable):
        told(tells.format(60), seconds=100, passed=partial(pass_, seconds=110))


def test_a_child_whose_answer_is_no_longer_wanted_is_ended():
    class Unwanted(Exception):
        pass

    looks = []

    def check():
        looks.append(1)
        if len(looks) > 1:
            raise Unwanted

    with pytest.raises(Unwanted):
        told("while True: pass", check=check)
