"""What a run costs beyond what it does, and how what is stored of it grows: ours beside LangGraph with its SQLite checkpointer.

Both put a plan before a person, stop, go on with their yes, and keep every step on record in a database file. What ours
does besides (bind, validate, price, preview, edit a document, chain the log by hash) is not taken off.
"""

from __future__ import annotations

import operator
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Annotated, Any, TypedDict
from uuid import uuid4

from benchmarks.road import ready
from benchmarks.timing import table

RUNS = 15
STEPS, GROWTH, TALKS = (1, 5, 20), (5, 50, 200), (25, 100, 400)
WORDS = "a sentence of the length that people write when they ask for something, and models when they answer; " * 2


# --- LangGraph --------------------------------------------------------------------------------------------------------


class State(TypedDict):
    plan: list[dict[str, Any]]
    done: Annotated[list[str], operator.add]


class Talk(TypedDict):
    messages: Annotated[list[dict[str, str]], operator.add]


class Peer:
    """Graphs over one checkpoint database: `run` plans, is interrupted, is approved and goes through n nodes."""

    def __init__(self, path: Path) -> None:
        from langgraph.checkpoint.sqlite import SqliteSaver

        self.path = path
        connection = sqlite3.connect(path, check_same_thread=False)
        self.saver = SqliteSaver(connection)
        self.saver.setup()
        connection.execute("PRAGMA synchronous=NORMAL")  # as ours has it

    def runner(self, steps: int) -> Callable[[int], None]:
        from langgraph.graph import END, START, StateGraph
        from langgraph.types import Command, interrupt

        graph = StateGraph(State)
        graph.add_node("plan", lambda state: {"plan": edits(steps)})
        graph.add_node("approve", lambda state: {} if interrupt({"plan": state["plan"]}) else {})
        graph.add_edge(START, "plan")
        graph.add_edge("plan", "approve")
        last = "approve"
        for n in range(steps):
            graph.add_node(f"step-{n}", lambda state, n=n: {"done": [f"step-{n}"]})
            graph.add_edge(last, f"step-{n}")
            last = f"step-{n}"
        graph.add_edge(last, END)
        compiled = graph.compile(checkpointer=self.saver)

        def run(number: int) -> None:
            thread: Any = {"configurable": {"thread_id": f"{uuid4()}-{number}"}, "recursion_limit": steps + 10}
            compiled.invoke({"plan": [], "done": []}, thread, durability="sync")
            ended = compiled.invoke(Command(resume=True), thread, durability="sync")
            assert len(ended["done"]) == steps

        return run

    def talk(self, messages: int) -> None:
        """A conversation of so many messages, two a turn."""
        from langgraph.graph import END, START, StateGraph

        graph = StateGraph(Talk)
        graph.add_node("answer", lambda state: {"messages": [{"role": "assistant", "content": WORDS}]})
        graph.add_edge(START, "answer")
        graph.add_edge("answer", END)
        compiled = graph.compile(checkpointer=self.saver)
        thread: Any = {"configurable": {"thread_id": f"talk-{messages}"}}
        for _ in range(messages // 2):
            compiled.invoke({"messages": [{"role": "user", "content": WORDS}]}, thread, durability="sync")


# --- Ours -------------------------------------------------------------------------------------------------------------


def edits(steps: int) -> list[dict[str, Any]]:
    """Small edits of the engine, no two next to each other equal."""
    return [{"tool": "setVolume", "params": {"ids": ["music"], "volumeDb": -1 - n % 40}} for n in range(steps)]


class Ours:
    """A workspace, a person, and films enough."""

    def __init__(self) -> None:
        from tests import factories

        self.studio = factories.workspace()
        self.alice = factories.person("somebody who runs", self.studio)
        self._take_on_nothing()

    def runner(self, steps: list[dict[str, Any]], talk: Any = None) -> Callable[[int], None]:
        from runs import actions
        from runs.assess import assess
        from runs.cards import card_of
        from runs.plan.normalise import normalise
        from runs.tiers import tier_of
        from tests import factories
        from tools import store
        from tools.catalog import TOOLS

        films = [factories.composition(self.studio) for _ in range(RUNS + 2)]
        tier = tier_of(self.alice, self.studio)

        def run(number: int) -> None:
            film = films[number]
            plan = normalise({"steps": steps}, TOOLS, message="", tag="ab12")
            proposal = assess(plan, store.read(film), tier)
            proposed = actions.propose(
                self.studio, self.alice, proposal, composition=film, tier=tier, base_revision=film.head, session_id=talk
            )
            ended = actions.approve(proposed, self.alice, card_of(proposed), confirm=True, wait=True)
            assert ended.status == "done", ended.verdict

        return run

    def talk(self, messages: int) -> Any:
        from agent.actions import append
        from agent.messages import AssistantMessage, UserMessage, said
        from agent.models import Session

        session = Session.objects.create(workspace=self.studio, user=self.alice)
        for _ in range(messages // 2):
            append(session, UserMessage(content=said(WORDS)))
            append(session, AssistantMessage(content=said(WORDS)))
        return session.pk

    def _take_on_nothing(self) -> None:
        """A free verb that does nothing, so that only the road of such a step is measured."""
        from tools.capabilities import HANDS
        from tools.capabilities.order import Delivered, Deliverer
        from tools.catalog import TOOLS
        from tools.registry.descriptors import ApiTool

        HANDS["nothing"] = Deliverer(lambda order: Delivered("nowhere"), find=lambda order: None)
        tool = ApiTool(
            name="nothing", description="Nothing.", input_schema={"type": "object"}, tool_class="generate", phase="deliver",
            noun="verbs", route="/api/agent/plan", cli="agent plan",
        )  # fmt: skip
        TOOLS.register(tool)


# --- What it comes to -------------------------------------------------------------------------------------------------


def stored(path: Path, work: Callable[[], object]) -> int:
    """Bytes by which a database file grows while something is done."""
    before = _size(path)
    work()
    return _size(path) - before


def _size(path: Path) -> int:
    """Bytes of the pages that hold something, everything that waits in the write-ahead log included."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages, free, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
    connection.close()
    return (pages - free) * size


def run() -> None:
    ready()
    from django.conf import settings

    ours, peer = Ours(), Peer(Path(tempfile.mkdtemp(prefix="greenlight-bench-")) / "langgraph.sqlite3")
    file = Path(settings.DATABASES["default"]["NAME"])
    _speed(ours, peer)
    _grows("Bytes kept of a run, as its steps grow", "steps", {
        n: (stored(file, lambda: [work(number) for work in [ours.runner(edits(n))] for number in range(5)]) / 5,  # noqa: B023
            stored(peer.path, lambda: [work(number) for work in [peer.runner(n)] for number in range(100, 105)]) / 5)  # noqa: B023
        for n in GROWTH
    })  # fmt: skip
    _grows("Bytes kept of a conversation, as its messages grow", "messages", {
        n: (stored(file, lambda: ours.talk(n)), stored(peer.path, lambda: peer.talk(n)))  # noqa: B023
        for n in TALKS
    })  # fmt: skip


def in_turn(*works: Callable[[int], None]) -> list[float]:
    """Milliseconds of processor time that each takes, the median; in turn, so that a busy moment meets both. The first two
    do not count."""
    times: list[list[float]] = [[] for _ in works]
    for number in range(RUNS + 2):
        for place, work in enumerate(works):
            begun = process_time()
            work(number)
            times[place].append((process_time() - begun) * 1000)
    return [median(spent[2:]) for spent in times]


def _speed(ours: Ours, peer: Peer) -> None:
    kinds = {f"{n} steps": (ours.runner(edits(n)), peer.runner(n)) for n in STEPS}
    kinds["5 deliveries of nothing"] = (ours.runner([{"tool": "nothing", "params": {}}] * 5), peer.runner(5))
    talk = ours.talk(1000)
    kinds["5 steps after 1,000 messages"] = (ours.runner(edits(5), talk), peer.runner(5))
    cost = {name: in_turn(*both) for name, both in kinds.items()}
    few, many = f"{STEPS[0]} steps", f"{STEPS[-1]} steps"
    slope = [(cost[many][side] - cost[few][side]) / (STEPS[-1] - STEPS[0]) for side in (0, 1)]
    rows = [[name, mine, theirs, theirs / mine] for name, (mine, theirs) in cost.items()]
    table("A run: propose, approve, execute (ms of processor time, median, in turn)", ["what", "ours", "LangGraph", "times"],
          [*rows, ["each further step", *slope, slope[1] / slope[0]]])  # fmt: skip


def _grows(title: str, what: str, bytes_: dict[int, tuple[float, float]]) -> None:
    least, most = min(bytes_), max(bytes_)
    rows = [[f"{n} {what}", *(f"{size:,.0f}" for size in both), both[1] / both[0]] for n, both in bytes_.items()]
    factor = [bytes_[most][side] / bytes_[least][side] for side in (0, 1)]
    each = [bytes_[most][side] / most for side in (0, 1)]
    rows += [
        [f"grows from {least} to {most} {what} ({most / least:.0f} times) by", *factor, factor[1] / factor[0]],
        [f"a {what.rstrip('s')}, at {most}", *(f"{size:,.0f}" for size in each), each[1] / each[0]],
    ]
    table(title, [what, "ours", "LangGraph", "times"], rows)


if __name__ == "__main__":
    run()
