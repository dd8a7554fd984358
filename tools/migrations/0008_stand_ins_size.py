"""Count what stands in for an asset, its poster among it: for those that are there, what lies in their folders."""

from pathlib import Path

from django.conf import settings
from django.db import migrations, models


def measure(apps, schema_editor):
    """Of every asset the bytes of its folder besides its original; 0 where the folder is not here."""
    StandIns = apps.get_model("tools", "StandIns")
    for row in StandIns.objects.exclude(state="waiting").select_related("asset").iterator():
        original = Path(settings.MEDIA_ROOT) / row.asset.path
        folder = Path(settings.MEDIA_ROOT) / str(row.asset.workspace_id) / str(row.pk)
        there = [path for path in folder.glob("*") if path.is_file() and path != original]
        StandIns.objects.filter(pk=row.pk).update(size=sum(path.stat().st_size for path in there))


class Migration(migrations.Migration):
    dependencies = [("tools", "0007_uploads")]

    operations = [
        migrations.AddField(
            "standins", "size", models.PositiveBigIntegerField(default=0, help_text="Bytes of them and of the poster.")
        ),
        migrations.RunPython(measure, migrations.RunPython.noop),
    ]
