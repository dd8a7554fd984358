"""The three policy tiers that every installation starts with; admins edit them from here on."""

from typing import Any

from django.db import migrations

TIERS = [
    {"key": "full", "rank": 30, "mutate": True, "generate": True},
    {"key": "editor", "rank": 20, "mutate": True, "generate": False},
    {"key": "readonly", "rank": 10, "mutate": False, "generate": False},
]


def add(apps: Any, schema_editor: Any) -> None:
    for tier in TIERS:
        apps.get_model("runs", "PolicyTier").objects.update_or_create(key=tier["key"], defaults=tier)


def remove(apps: Any, schema_editor: Any) -> None:
    apps.get_model("runs", "PolicyTier").objects.filter(key__in=[tier["key"] for tier in TIERS]).delete()


class Migration(migrations.Migration):
    dependencies = [("runs", "0001_initial")]
    operations = [migrations.RunPython(add, remove)]
