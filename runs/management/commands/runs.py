"""manage.py runs: what is on record, a decision on it, and whether the record is as it was written."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from runs import actions, ledger
from runs.answers import RunLine
from runs.cards import card_of
from runs.events import faults
from runs.management.telling import follow, told
from runs.models import Run
from runs.reading import Reader, RunLog
from runs.statement import AccountLine, EntryLine, entries, with_left
from runs.tiers import NotAMember, run_to_decide
from tools.models import Composition
from tools.terminal import Answer, Refused, Subcommand, Terminal, asker, table, with_user, workspace_of


def _with_list(parser: ArgumentParser) -> None:
    parser.add_argument("--composition", metavar="ID", help="only the runs of one composition")
    parser.add_argument("--status", choices=Run.Status.values, help="only the runs of one status")
    parser.add_argument("--limit", type=int, default=50, help="how many, newest first (50)")
    with_user(parser)


def _with_run(parser: ArgumentParser) -> None:
    parser.add_argument("run", metavar="ID", help="the run")
    with_user(parser)


def _with_approve(parser: ArgumentParser) -> None:
    parser.add_argument("--confirm", action="store_true", help="you say yes to its confirmations too")
    _with_run(parser)


def _with_verify(parser: ArgumentParser) -> None:
    parser.add_argument("run", metavar="ID", nargs="?", help="one run; all of them when absent")
    with_user(parser)


def _with_credits(parser: ArgumentParser) -> None:
    parser.add_argument("--workspace", metavar="NAME or ID", help="needed where you have several")
    parser.add_argument("--limit", type=int, default=50, help="how many entries, newest first (50)")
    with_user(parser)


def list_(o: Namespace) -> Answer:
    """The newest runs."""
    caller = asker(o.user)
    rows = caller.rows(Run).select_related("author")
    if o.composition:
        rows = rows.filter(composition=caller.row(Composition, o.composition))
    if o.status:
        rows = rows.filter(status=o.status)
    if o.limit < 1:
        raise Refused("--limit is at least 1.")
    lines = [RunLine.of(row) for row in rows[: o.limit]]
    told = [
        (line.id, line.status, f"{line.created_at:%Y-%m-%d %H:%M}", line.author, line.message[:60]) for line in lines
    ]
    return Answer({"runs": [line.wire() for line in lines]}, table(("ID", "STATUS", "WHEN", "WHO", "MESSAGE"), told))


def show(o: Namespace) -> Answer:
    """Everything on record about a run."""
    return told(asker(o.user).row(Run, o.run))


def trace(o: Namespace) -> Answer:
    """How the plan of a run came about: which model, which inputs, how long, how many tokens."""
    run = asker(o.user).row(Run, o.run)
    kept = run.plan.get("trace")
    if not kept:
        raise Refused("This run has no trace: its plan was not made by a planner here, but sent by a client.")
    turns = [
        (n, f"{turn['provider']} {turn['model']}", f"{turn['durationMs']:.0f} ms", turn.get("error") or turn["stopReason"],
         turn.get("usage", {}).get("input", ""), turn.get("usage", {}).get("output", ""), ", ".join(turn.get("toolCalls", [])))
        for n, turn in enumerate(kept["turns"], 1)
    ]  # fmt: skip
    text = [
        f"{kept['traceId']}  {kept['task']}  {kept['provider']} {kept['model']}  {kept['durationMs']:.0f} ms",
        f"inputs {kept['inputsDigest']}",
        f"prompt {kept['promptSha256']}",
        f"on revision {run.base_revision} of the composition, at {kept['startedAt']}",
        "",
        table(("TURN", "WHO", "TIME", "END", "IN", "OUT", "CALLS"), turns),
    ]
    return Answer(kept, "\n".join(text))


def approve(o: Namespace) -> Answer:
    """Approve the card in force, and wait for the end of the run."""
    caller = asker(o.user)
    run = run_to_decide(caller, o.run)
    try:
        done = actions.approve(run, caller.user, card_of(run), confirm=o.confirm, wait=True)
    except actions.ConfirmationRequired as refusal:
        raise Refused(f"{refusal} If that is meant, add --confirm.") from None
    return told(done, failed=done.status != Run.Status.DONE)


def reject(o: Namespace) -> Answer:
    """Deny the card in force; final."""
    caller = asker(o.user)
    run = run_to_decide(caller, o.run)
    return told(actions.reject(run, caller.user, card_of(run)))


def watch(o: Namespace) -> Answer:
    """Follow the log until the run is over; Ctrl+C stops watching, and the run goes on."""
    caller = asker(o.user)
    run = caller.row(Run, o.run)
    try:
        ended = follow(RunLog(Reader(caller), run.pk), o.terminal, as_json=o.json)
    except KeyboardInterrupt:
        run.refresh_from_db()
        return Answer({"runId": str(run.pk), "status": run.status}, f"Not watching any more. The run is {run.status}.")
    run.refresh_from_db()
    failed = ended != Run.Status.DONE
    return Answer({"runId": str(run.pk), "status": ended, "verdict": run.verdict}, f"{ended}: {run.verdict}", failed)


def resume(o: Namespace) -> Answer:
    """Go on with a paused run."""
    caller = asker(o.user)
    return told(actions.resume(run_to_decide(caller, o.run), caller.user))


def cancel(o: Namespace) -> Answer:
    """Stop a run; one that is under way stops at the next safe place."""
    caller = asker(o.user)
    return told(actions.cancel(run_to_decide(caller, o.run), caller.user))


def undo(o: Namespace) -> Answer:
    """Take back everything that a run changed."""
    caller = asker(o.user)
    run = run_to_decide(caller, o.run)
    saved = actions.undo(run, caller.user)
    number, summary = (
        (saved.revision.number, saved.revision.summary) if saved.revision else (None, "Nothing to change.")
    )
    return Answer({"runId": str(run.pk), "revision": number, "summary": summary}, f"Revision {number}: {summary}")


def verify(o: Namespace) -> Answer:
    """Hold the log of every run (or of one) against its chain of hashes, and every account against its entries. This is
    the operator's: it reads every workspace."""
    rows = [asker(o.user).row(Run, o.run)] if o.run else Run.objects.order_by("created_at").iterator(chunk_size=200)
    checked, found = 0, list[dict[str, str | None]]()
    for row in rows:
        checked += 1
        found += [{"runId": str(row.pk), "fault": fault} for fault in (*faults(row), *ledger.faults_of(row))]
    if not o.run:
        found += [{"runId": None, "fault": fault} for fault in ledger.faults()]
    lines = [f"run {one['runId']}: {one['fault']}" if one["runId"] else str(one["fault"]) for one in found]
    verdict = f"{checked} runs checked, " + (f"{len(found)} faults." if found else "all as they were written.")
    return Answer(
        {"ok": not found, "checked": checked, "faults": found}, "\n".join([*lines, verdict]), failed=bool(found)
    )


def credits(o: Namespace) -> Answer:
    """What a workspace has left, and every movement of it."""
    if o.limit < 1:
        raise Refused("--limit is at least 1.")
    account = ledger.account_of(workspace_of(asker(o.user), o.workspace))
    told, lines = AccountLine.of(account), [EntryLine.of(row) for row in with_left(entries([account])[: o.limit])]
    rows = [
        (f"{line.created_at:%Y-%m-%d %H:%M}", line.kind, f"{line.credits:+d}", line.left, line.run_id or "", line.step,
         line.who or "", line.note)
        for line in lines
    ]  # fmt: skip
    held = f", {told.reserved} reserved" if told.reserved else ""
    heads = ("WHEN", "WHAT", "CREDITS", "LEFT", "RUN", "STEP", "WHO", "NOTE")
    text = f"{told.workspace}: {told.balance} credits{held}.\n\n{table(heads, rows)}"
    return Answer({**told.wire(), "entries": [line.wire() for line in lines]}, text)


class Command(Terminal):
    help = "Read, watch, decide on, undo and verify runs."
    refusals = (actions.Refused, NotAMember)
    subcommands = {
        "list": Subcommand("the newest runs", _with_list, list_),
        "show": Subcommand("everything on record about a run", _with_run, show),
        "trace": Subcommand("how the plan of a run came about", _with_run, trace),
        "approve": Subcommand("approve the card in force and run it", _with_approve, approve),
        "reject": Subcommand("deny the card in force; final", _with_run, reject),
        "watch": Subcommand("follow a run until it is over", _with_run, watch),
        "cancel": Subcommand("stop a run; one that is under way stops at the next safe place", _with_run, cancel),
        "resume": Subcommand("go on with a paused run", _with_run, resume),
        "undo": Subcommand("take back everything that a run changed", _with_run, undo),
        "credits": Subcommand("what a workspace has left, and where it went", _with_credits, credits),
        "verify": Subcommand("is the record as it was written? exit code 1 when it is not", _with_verify, verify),
    }
