"""The README stays true: its commands exist, its tree is the tree, its links lead somewhere."""

import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def commands(start: str) -> list[str]:
    return [line.split("#")[0].strip() for line in README.splitlines() if line.startswith(start)]


@pytest.mark.parametrize("line", commands("make "))
def test_every_make_command_is_a_target(line):
    dry = subprocess.run(["make", "-n", *line.split()[1:]], cwd=ROOT, capture_output=True, text=True)
    assert dry.returncode == 0, dry.stderr


@pytest.mark.parametrize("line", commands("python manage.py "))
def test_every_terminal_command_parses(line):
    name, *words = re.findall(r'"[^"]*"|\S+', line.removeprefix("python manage.py ").split(">")[0])
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    parser.parse_args([word.strip('"') for word in words])


def test_the_tree_that_is_shown_exists():
    tree = re.search(r"```text\n(.*?)```", README, re.S).group(1)
    top = ""
    for line in tree.splitlines():
        if (match := re.match(r"( *)([\w./]+)", line)) and "→" not in line:
            if match.group(1):
                assert (ROOT / top / match.group(2)).exists(), line
            else:
                top = match.group(2)
                assert (ROOT / top).is_dir(), line


def test_pictures_and_files_that_are_named_exist():
    for path in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert (ROOT / path).is_file(), path


def test_every_app_of_the_house_is_in_the_tree():
    for app in ("config", "agent", "runs", "tools", "templates", "static", "tests", "benchmarks"):
        assert f"{app}/" in README
