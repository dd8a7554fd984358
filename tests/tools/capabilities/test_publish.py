"""publish: the card names one account, a person confirms, and the film is there once, whatever dies in between."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone

from runs import actions, executor, lease, ledger
from runs.assess import assess
from runs.cards import card_of
from runs.models import Run
from runs.plan.normalise import normalise
from runs.tiers import tier_of
from tests import factories
from tests.tools.providers.publishing.receivers import Hook
from tools import store, vault
from tools.accounts import Delivery, PublishAccount
from tools.capabilities import publish
from tools.capabilities.order import HandFailed, Order
from tools.catalog import TOOLS
from tools.media.probe import look
from tools.models import Workspace
from tools.providers.publishing import folder

pytestmark = [pytest.mark.spec("M-07"), pytest.mark.django_db(transaction=True)]


class Died(BaseException):
    """What ends a worker without a word: nobody catches it."""


@pytest.fixture(autouse=True)
def _here(settings, tmp_path, monkeypatch):
    settings.PUBLISH_PRIVATE_ADDRESSES = True
    settings.PUBLISH_ROOT = tmp_path / "published"
    settings.PUBLIC_URL = "https://greenlight.example"
    monkeypatch.setattr(lease, "BEAT", 0.01)


def connected(workspace: Workspace, name: str, platform: str, place=None, **secrets) -> PublishAccount:
    row = {"workspace": workspace, "name": name, "platform": platform, "place": place or {}}
    return PublishAccount.objects.create(**row, sealed=vault.seal(secrets))


@pytest.fixture
def archive(studio) -> PublishAccount:
    return connected(studio, "Archive", "folder", {"path": "films"})


@pytest.fixture
def title(studio):
    """Five frames of a title."""
    document = factories.document()
    text = {**document["items"]["title-1"], "from": 0, "durationInFrames": 5}
    track = next(track for track in document["tracks"] if "title-1" in track["items"])
    return factories.composition(
        studio, name="A Walk", items={"title-1": text}, tracks=[{**track, "items": ["title-1"]}], assets={}, markers=[],
        transitions={}, width=64, height=48, fps=[25, 1],
    )  # fmt: skip


@pytest.fixture
def film(monkeypatch, tmp_path, settings) -> Path:
    """A film that is rendered in no time."""
    path = Path(settings.MEDIA_ROOT) / "renders" / "film.mp4"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"film" * 1000)
    monkeypatch.setattr(publish, "_film", lambda order: path)
    return path


@pytest.fixture
def proposal(title, alice):
    def make(**params):
        raw = {"steps": [{"tool": "publish", "params": params}]}
        plan, tier = normalise(raw, TOOLS, message="publish it", tag="ab12"), tier_of(alice, title.workspace)
        return assess(plan, store.read(title), tier, workspace=title.workspace_id)

    return make


@pytest.fixture
def proposed(proposal, title, alice):
    def make(**params) -> Run:
        shown = proposal(**params)
        assert shown.valid, shown.errors
        tier = tier_of(alice, title.workspace)
        return actions.propose(title.workspace, alice, shown, composition=title, tier=tier, base_revision=title.head)

    return make


def published(settings) -> list[str]:
    return sorted(path.suffix for path in Path(settings.PUBLISH_ROOT).rglob("*") if path.is_file())


def charged(run: Run) -> int:
    run.refresh_from_db()
    return sum(-entry.credits for entry in run.entries.filter(kind="charge"))


def next_worker(run: Run) -> Run:
    Run.objects.filter(pk=run.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    return executor.execute(run.pk)


@pytest.mark.spec("K-08")
@pytest.mark.parametrize("said", ["archive", "Archive (folder)", "folder", " ARCHIVE "])
def test_the_word_that_was_said_becomes_the_one_account_that_it_means(archive, proposal, said):
    [step] = proposal(platform=said, title="Hello").plan.steps
    assert step.params == {"platform": "Archive (folder)", "title": "Hello"}
    assert step.sentence == "Publishes to “Archive (folder)”, titled “Hello”."


@pytest.mark.spec("K-08")
def test_where_nothing_is_connected_it_is_refused_while_planning(studio, proposal, bob):
    other = bob.workspaces.get()
    connected(other, "Theirs", "youtube")
    connected(studio, "Old", "youtube").disconnect()
    assert proposal(platform="youtube").errors == [
        "step-1 (publish): no account is connected for “youtube”. Connect one first."
    ]
    connected(studio, "Archive", "folder", {"path": "films"})
    for word in ("tiktok", "Theirs", "Old"):
        assert proposal(platform=word).errors == [
            f"step-1 (publish): no account is connected for “{word}”. There is Archive (folder)."
        ]


@pytest.mark.spec("K-08")
def test_two_accounts_of_one_platform_are_told_apart_by_name(archive, studio, proposal):
    connected(studio, "Drafts", "folder", {"path": "drafts"})
    assert "can be Archive (folder), Drafts (folder). Say which" in proposal(platform="folder").errors[0]
    assert proposal(platform="drafts").valid


@pytest.mark.spec("K-08")
def test_without_a_workspace_nothing_is_held_against_it(title, alice):
    plan = normalise({"steps": [{"tool": "publish", "params": {"platform": "tiktok"}}]}, TOOLS, message="x", tag="ab12")
    assert assess(plan, store.read(title), tier_of(alice, title.workspace)).valid


@pytest.mark.spec("K-18", "M-03")
def test_it_leaves_after_an_explicit_yes_and_is_the_film_that_was_cut(archive, proposed, alice, settings):
    run = proposed(platform="archive")
    assert [asked["kind"] for asked in run.preview["confirmations"]] == ["external"]
    with pytest.raises(actions.ConfirmationRequired):
        actions.approve(run, alice, card_of(run))
    assert (published(settings), charged(run)) == ([], 0)

    run = actions.approve(run, alice, card_of(run), confirm=True)
    assert (run.status, charged(run)) == ("done", 1)
    [made] = Path(settings.PUBLISH_ROOT).rglob("*.mp4")
    assert made.name.startswith("a-walk-")
    seen = look(made)
    assert (seen["width"], seen["height"], round(seen["durationSeconds"], 2)) == (64, 48, 0.2)
    assert run.steps.get().outcome["account"] == "Archive (folder)"


@pytest.mark.spec("K-31", "D-9")
def test_a_worker_that_died_after_it_arrived_publishes_nothing_again(
    archive, film, proposed, alice, settings, monkeypatch
):
    run, real = proposed(platform="archive"), folder.PLATFORM.deliver

    def die(account, parcel):
        real(account, parcel)
        raise Died

    monkeypatch.setitem(publish.PLATFORMS, "folder", folder.Platform(folder.Folder, folder.test, die, folder.find))
    with pytest.raises(Died):
        actions.approve(run, alice, card_of(run), confirm=True)
    [made] = Path(settings.PUBLISH_ROOT).rglob("*.mp4")
    changed = made.stat().st_mtime_ns
    run = next_worker(run)
    assert (run.status, charged(run), published(settings)) == ("done", 1, [".json", ".mp4"])
    assert made.stat().st_mtime_ns == changed
    assert not [*ledger.faults(), *ledger.faults_of(run)]


@pytest.mark.spec("K-31", "K-30")
def test_an_answer_that_nobody_heard_is_asked_for_again_and_the_event_counts_once(studio, film, proposed, alice):
    with Hook().listening() as hook:
        connected(studio, "Hook", "webhook", url=f"{hook.url}/secret-part", secret=Hook.SECRET)
        hook.silent = 1
        run = actions.approve(proposed(platform="webhook"), alice, card_of(Run.objects.get()), confirm=True)
        assert (run.status, charged(run), hook.heard, len(hook.events)) == ("done", 1, 2, 1)
    assert run.steps.get().outcome["where"] == "sent to the webhook at 127.0.0.1"


@pytest.mark.spec("K-31", "K-24")
def test_a_run_that_is_cancelled_while_its_event_is_in_doubt_says_that_it_left(
    studio, film, proposed, alice, monkeypatch
):
    def die(*args):
        raise Died

    with Hook().listening() as hook:
        connected(studio, "Hook", "webhook", url=hook.url, secret=Hook.SECRET)
        run = proposed(platform="webhook")
        with monkeypatch.context() as patched:
            patched.setattr(publish, "_delivered", die)
            with pytest.raises(Died):
                actions.approve(run, alice, card_of(run), confirm=True)
        actions.cancel(run, alice)
        run = next_worker(run)
        assert (run.status, charged(run), run.steps.get().status, len(hook.events)) == ("cancelled", 1, "done", 1)


@pytest.mark.spec("K-30", "K-21")
def test_what_can_never_arrive_costs_nothing_and_says_what_to_do(studio, film, proposed, alice, settings):
    account = connected(studio, "Hook", "webhook", url="http://127.0.0.1:9/x", secret=Hook.SECRET)
    run = proposed(platform="hook")
    settings.PUBLISH_PRIVATE_ADDRESSES = False
    run = actions.approve(run, alice, card_of(run), confirm=True)
    assert (run.status, charged(run)) == ("failed", 0)
    assert "PUBLISH_PRIVATE_ADDRESSES" in run.steps.get().error
    account.refresh_from_db()
    assert account.disconnected_at is None


def order(workspace, key="run:step", **params) -> Order:
    return Order("publish", params, key, workspace, Path("/nowhere"))


@pytest.mark.spec("S-08")
def test_an_account_that_is_gone_or_whose_secrets_are_unreadable_gets_nothing(archive, studio, film, settings, bob):
    hook = connected(studio, "Hook", "webhook", url="https://hooks.example/x", secret=Hook.SECRET)
    archive.disconnect()
    for workspace, word in ((studio.pk, "Archive (folder)"), (uuid4(), "Hook"), (bob.workspaces.get().pk, "Hook")):
        with pytest.raises(HandFailed) as caught:
            publish.deliver(order(workspace, platform=word))
        assert (caught.value.kind, caught.value.billed) == ("bad_param", False)
    settings.SECRET_KEY = "another" * 10
    with pytest.raises(HandFailed, match="has to renew") as caught:
        publish.find(order(studio.pk, platform=str(hook)))
    assert caught.value.kind == "bad_param"
    assert published(settings) == []


@pytest.mark.spec("S-08", "K-31")
def test_what_is_kept_of_a_delivery_is_sealed_and_one_orders_own(studio, archive):
    notes, other = publish.Notes("a" * 64, archive), publish.Notes("b" * 64, archive)
    assert not Delivery.objects.exists()
    notes["session"] = "https://upload.example/?upload_id=secret"
    notes.update({"size": "7"})
    again = publish.Notes("a" * 64, archive)
    assert (dict(again), dict(other)) == ({"session": "https://upload.example/?upload_id=secret", "size": "7"}, {})
    assert "secret" not in json.dumps(list(Delivery.objects.values("key", "sealed")))
    del again["session"]
    assert dict(notes) == {"size": "7"}
