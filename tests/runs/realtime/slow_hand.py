"""A worker for tests, in a process of its own: it moves a run on, one move for each line that it is told.

take RUN             hold the run as a worker does, and start it
step RUN N STATUS    say how the step at place N stands
done RUN             end it
"""

import os
import sys
from datetime import timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import transaction  # noqa: E402  (apps must be loaded first)
from django.utils import timezone  # noqa: E402

from runs.events import record  # noqa: E402
from runs.models import Run  # noqa: E402


@transaction.atomic
def move(what: str, id: str, *more: str) -> None:
    run = Run.objects.get(pk=id)
    total = run.steps.count()
    if what == "take":
        until = timezone.now() + timedelta(hours=1)
        Run.objects.filter(pk=id).update(status="running", lease_owner="slow hand", lease_until=until)
        record(run, "agent_start", index=0, total=total, summary="")
    elif what == "step":
        step = run.steps.get(position=int(more[0]))
        step.status = more[1]
        step.save()
        told = {"id": step.key, "tool": step.tool, "class": step.step_class, "status": step.status}
        record(run, "agent_step", index=step.position, total=total, sentence=step.sentence, **told)
    else:
        Run.objects.filter(pk=id).update(
            status="done", verdict="All of it.", lease_until=None, finished_at=timezone.now()
        )
        record(run, "agent_done", index=total, total=total, verdict="All of it.")


for line in sys.stdin:
    move(*line.split())
    sys.stdout.write("moved\n")
    sys.stdout.flush()
