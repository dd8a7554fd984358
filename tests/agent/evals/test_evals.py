"""The cases, a planner on all of them, two planners side by side, the report, and the cases for another tool."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from agent.evals import Case, compare, dataset, evaluate, film, load_cases
from agent.evals.report import report_table
from agent.messages import AssistantMessage, Usage, said
from agent.providers.base import ProviderError
from agent.providers.offline import OfflineProvider
from tools.catalog import TOOLS


class Mute:
    """Never plans anything, at a price."""

    name = "mute"

    def chat(self, params):
        return AssistantMessage(content=said("No."), provider=self.name, usage=Usage(input=10, cache_read=5, output=2))


class Gone:
    name = "gone"

    def chat(self, params):
        raise ProviderError("nobody there", kind="network")


@pytest.fixture(scope="module")
def cases():
    return load_cases()


@pytest.fixture(scope="module")
def offline(cases):
    return evaluate(cases, OfflineProvider())


@pytest.mark.spec("K-25")
def test_the_offline_planner_keeps_its_score_and_its_restraint(offline):
    weak = {one.name: one.said for one in offline.results if one.overall < 1}
    assert offline.dimensions["restraint"] == 1.0, weak
    assert offline.overall >= 0.95, weak
    assert offline.failed == 0


@pytest.mark.spec("K-25")
def test_the_cases_ask_for_every_kind_of_thing_and_for_nothing_that_there_is_not(cases):
    kinds = [case.kind for case in cases]
    assert {kind: kinds.count(kind) >= least for kind, least in (("edit", 20), ("restraint", 10), ("question", 2))} == {
        "edit": True, "restraint": True, "question": True
    }  # fmt: skip
    for case in cases:
        assert all(TOOLS.has(tool) for wanted in case.expect.tools for tool in wanted.split("|")), case.name
        assert set(case.selected) | set(case.expect.choices) <= set(film().items), case.name
        assert bool(case.expect.tools) == (case.kind == "edit"), case.name


@pytest.mark.spec("K-25")
def test_a_case_that_is_no_case_is_refused_by_name(tmp_path):
    good = {"name": "x", "kind": "edit", "say": "go", "expect": {"tools": ["addMarker"]}}
    (tmp_path / "a.json").write_text(json.dumps([good, good]))
    with pytest.raises(ValueError, match="the same name: x"):
        load_cases(tmp_path)
    (tmp_path / "a.json").write_text(json.dumps([good | {"expcet": {}}]))
    with pytest.raises(ValueError, match="expcet"):
        load_cases(tmp_path)


@pytest.mark.spec("K-25")
def test_any_planner_can_be_scored_and_pays_for_its_words(cases):
    report = evaluate(cases, Mute())

    assert report.dimensions["restraint"] == 1.0
    assert report.overall < 0.6
    assert (report.input_tokens, report.output_tokens) == (15 * len(cases), 2 * len(cases))


@pytest.mark.spec("K-25", "D-2")
def test_a_planner_that_fails_scores_nothing_though_another_takes_over(cases):
    report = evaluate(cases[:3], Gone())

    assert (report.overall, report.failed) == (0.0, 3)
    assert "nobody there" in report.results[0].failed


@pytest.mark.spec("K-25")
def test_two_planners_are_compared_case_by_case(cases, offline):
    found = compare(offline, evaluate(cases, Mute()))

    assert found.difference["overall"] > 0.4
    assert "delete-last" in found.better
    assert found.difference["restraint"] == 0.0
    assert compare(offline, offline).better == compare(offline, offline).worse == []


@pytest.mark.spec("K-25")
def test_the_dataset_says_everything_about_each_case(cases):
    told = dataset(cases)
    assert told.keys() == {"name", "cases", "evaluators"}
    for case, written in zip(cases, told["cases"], strict=True):
        assert written.keys() == {"name", "inputs", "metadata", "expected_output"}
        assert written["inputs"]["message"] == case.say
        assert Case.model_validate({
            "name": written["name"], "say": written["inputs"]["message"], **written["metadata"],
            "selected": written["inputs"]["context"]["selectedItemIds"],
            "playhead": written["inputs"]["context"]["playhead"], "expect": written["expected_output"],
        }) == case  # fmt: skip


@pytest.mark.spec("K-25")
def test_pydantic_evals_reads_the_dataset(cases, tmp_path):
    evals = pytest.importorskip("pydantic_evals", reason="pydantic-evals is not installed")
    told = dataset(cases)
    for name in ("cases.json", "cases.yaml"):
        (tmp_path / name).write_text(json.dumps(told))
        read = evals.Dataset[dict, dict, dict].from_file(tmp_path / name)
        assert [case.name for case in read.cases] == [case.name for case in cases]


def said_by(*args) -> str:
    out = io.StringIO()
    call_command("agent", "eval", *args, stdout=out)
    return out.getvalue()


@pytest.mark.spec("K-25")
def test_the_terminal_prints_the_table_the_report_and_the_comparison(offline, tmp_path):
    table = said_by()
    assert table.splitlines()[0].split() == [
        "CASE", "KIND", "TOOLS", "RESTRAINT", "VALIDITY", "MINIMALITY", "GROUNDING", "OVERALL"
    ]  # fmt: skip
    assert f"offline: {offline.overall:.3f} on {offline.cases} cases." in table
    assert json.loads(said_by("--json"))["dimensions"] == offline.dimensions
    assert "+0.000" in said_by("--against", "offline")
    assert json.loads(said_by("--against", "offline", "--json"))["difference"]["overall"] == 0
    path = tmp_path / "cases.yaml"
    said_by("--export", str(path))
    assert json.loads(path.read_text())["name"] == "greenlight-planning"
    with pytest.raises(CommandError, match="Unknown LLM provider: nobody"):
        said_by("--provider", "nobody")


@pytest.mark.spec("K-25")
def test_the_report_says_what_was_planned_where_it_was_not_the_best(offline, cases):
    told = report_table(evaluate([case for case in cases if case.name == "which-clip"], Mute()))
    assert "which-clip: planned nothing where a question was wanted, and said: No." in told
    best = offline.model_copy(update={"results": [one for one in offline.results if one.overall == 1]})
    assert "was wanted" not in report_table(best)
