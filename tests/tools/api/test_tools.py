"""GET /api/agent/tools: the registry as it is, for people and for models."""

from __future__ import annotations

import pytest

from tools.catalog import TOOLS
from tools.composition import describe


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


@pytest.mark.spec("K-10", "K-32")
def test_the_list_is_the_registry_with_the_engines_own_schemas(browser):
    told = browser.get("/api/agent/tools").json()
    tools = {tool["name"]: tool for tool in told["tools"]}
    assert set(told) == {"version", "generatedFrom", "tools"}
    assert set(tools) == {tool.name for tool in TOOLS}
    for name, command in describe()["commands"].items():
        assert tools[name]["inputSchema"] == command["parameters"]
        assert tools[name]["class"] == "mutate"


@pytest.mark.spec("K-10", "K-32", "D-3")
def test_format_functions_gives_declarations_and_another_format_is_refused(browser):
    functions = browser.get("/api/agent/tools?format=functions").json()["functions"]
    assert {one["tool"] for one in functions} == {tool.name for tool in TOOLS}
    assert "generate_image" in {one["name"] for one in functions}
    for format in ("json", "api", ""):
        answer = browser.get(f"/api/agent/tools?format={format}")
        assert (answer.status_code, answer.json()["details"][0]["field"]) == (400, "format")
