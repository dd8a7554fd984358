"""The page of a workspace: its brand voice and its notes, which every member reads and an owner writes, and where it can
publish to, which an admin connects."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from agent import knowledge
from agent.background import suspicion
from agent.web.forms import Note, Voice
from tools.models import KnowledgeNote, PublishAccount, Workspace
from tools.web.access import MemberRequest, member_page

TAKEN_OUT = "Saved without the secret that was in it: the planner needs none, and a note is no place for one."


@require_safe
@member_page
def first_workspace(request: MemberRequest) -> HttpResponseBase:
    """The page of the person's first workspace."""
    first = Workspace.objects.of(request.user).order_by("created_at").first()
    if first is None:
        messages.error(request, "You are in no workspace yet. Ask somebody to let you in.")
        return redirect("compositions")
    return redirect("workspace", first.pk)


@require_safe
@member_page
def workspace(request: MemberRequest, workspace: UUID) -> HttpResponse:
    return _page(request, found(request, workspace))


@require_POST
@member_page
def say_voice(request: MemberRequest, workspace: UUID) -> HttpResponseBase:
    row, form = _owned(request, workspace), Voice(request.POST)
    if not form.is_valid():
        return _page(request, row, voice=form)
    return _saved(request, row, knowledge.say_voice(request.user, row, form.cleaned_data["text"]))


@require_POST
@member_page
def add_note(request: MemberRequest, workspace: UUID) -> HttpResponseBase:
    row, form = _owned(request, workspace), Note(request.POST)
    if not form.is_valid():
        return _page(request, row, new=form)
    try:
        return _saved(request, row, knowledge.keep_note(request.user, row, **form.cleaned_data))
    except knowledge.TooManyNotes as refusal:
        form.add_error(None, str(refusal))
        return _page(request, row, new=form)


@require_POST
@member_page
def change_note(request: MemberRequest, workspace: UUID, note: int) -> HttpResponseBase:
    row = _owned(request, workspace)
    kept, form = get_object_or_404(KnowledgeNote, workspace=row, pk=note), Note(request.POST)
    if not form.is_valid():
        return _page(request, row, changing={note: form})
    return _saved(request, row, knowledge.keep_note(request.user, row, **form.cleaned_data, note=kept))


@require_POST
@member_page
def delete_note(request: MemberRequest, workspace: UUID, note: int) -> HttpResponseBase:
    row = _owned(request, workspace)
    knowledge.drop_note(request.user, get_object_or_404(KnowledgeNote, workspace=row, pk=note))
    messages.success(request, "Deleted.")
    return redirect("workspace", row.pk)


def found(request: MemberRequest, id: UUID) -> Workspace:
    """A workspace of the person; anything else does not exist."""
    return get_object_or_404(Workspace.objects.of(request.user), pk=id)


def _owned(request: MemberRequest, id: UUID) -> Workspace:
    row = found(request, id)
    if not knowledge.owns(request.user, row):
        raise PermissionDenied
    return row


def _saved(request: HttpRequest, row: Workspace, taken_out: bool) -> HttpResponseBase:
    if taken_out:
        messages.error(request, TAKEN_OUT)
    else:
        messages.success(request, "Saved. The planner reads it from the next request on.")
    return redirect("workspace", row.pk)


def _page(
    request: MemberRequest,
    row: Workspace,
    *,
    voice: Voice | None = None,
    new: Note | None = None,
    changing: dict[int, Note] | None = None,
) -> HttpResponse:
    """The page; a form that is handed in has faults and is shown with them, as a 422."""
    known, faulty = knowledge.notes(row), changing or {}
    context: dict[str, Any] = {
        "workspace": row,
        "workspaces": Workspace.objects.of(request.user),
        "owner": knowledge.owns(request.user, row),
        "voice": voice or Voice({"text": row.brand_voice}),
        "voice_suspicion": suspicion(row.brand_voice),
        "new": new or Note(auto_id="new_%s"),
        "notes": [(told, faulty.get(told.note.pk) or _form(told.note)) for told in known],
        "faulty": list(faulty),
        "accounts": PublishAccount.objects.connected(row),
    }
    return render(request, "agent/workspace.html", context, status=422 if voice or new or changing else 200)


def _form(note: KnowledgeNote) -> Note:
    return Note(initial={"title": note.title, "text": note.text}, auto_id=f"note-{note.pk}-%s")
