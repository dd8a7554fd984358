"""The house as it was drawn: who may import whom, what knows nothing of video, and what a file looks like."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
APPS = ("config", "agent", "runs", "tools")
MODULES = [path for app in APPS for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts]


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module or "")
    return found


@pytest.mark.spec("B-14")
def test_the_import_contracts_hold():
    lint = Path(sys.executable).parent / "lint-imports"
    result = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


@pytest.mark.spec("E-01")
@pytest.mark.parametrize("room", ["tools/composition", "tools/media", "runs/plan", "tools/registry"])
def test_the_pure_rooms_know_no_django(room):
    for path in (ROOT / room).rglob("*.py"):
        assert not any(name.split(".")[0] in ("django", "rest_framework", "channels") for name in imports(path)), path


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_says_at_its_top_what_it_is_for(path):
    source = path.read_text()
    assert not source.strip() or ast.get_docstring(ast.parse(source)), f"{path.relative_to(ROOT)} has no first sentence"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_room_is_named_for_nothing(path):
    assert not {"utils", "helpers", "common", "core", "services", "misc"} & {path.stem, *path.relative_to(ROOT).parts}


def test_a_file_is_a_few_screens():
    long = {str(path.relative_to(ROOT)): n for path in MODULES if (n := len(path.read_text().splitlines())) > 330}
    assert long == {}


def test_templates_carry_no_inline_script_or_style():
    for path in (ROOT / "templates").rglob("*.html"):
        source = path.read_text()
        assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>\s*\S", source), f"{path}: an inline script"
        assert not re.search(r"\sstyle=|\son\w+=|hx-on", source), f"{path}: an inline style or handler"


def test_the_top_level_is_the_one_that_was_drawn():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    top = {name.split("/")[0] for name in tracked if name}
    assert top <= {
        "manage.py", "pyproject.toml", "README.md", "config", "agent", "runs", "tools", "templates", "static", "tests",
        "Makefile", "uv.lock", ".ci", "LICENSE", "compose.yaml", "benchmarks", ".env.example", ".gitignore",
    }  # fmt: skip
