"""The credits of a workspace, and two more thresholds of a tier."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('runs', '0002_policy_tiers'),
        ('tools', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='policytier',
            name='max_bulk_delete',
            field=models.PositiveIntegerField(blank=True, help_text='Empty: AGENT_MAX_BULK_DELETE.', null=True),
        ),
        migrations.AddField(
            model_name='policytier',
            name='max_unconfirmed_generations',
            field=models.PositiveIntegerField(blank=True, help_text='Empty: AGENT_MAX_UNCONFIRMED_GENERATIONS.', null=True),
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('balance', models.PositiveBigIntegerField(default=0)),
                ('reserved', models.PositiveBigIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('workspace', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='account', to='tools.workspace')),
            ],
            options={
                'ordering': ['workspace__name'],
            },
        ),
        migrations.CreateModel(
            name='LedgerEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('grant', 'Grant'), ('reserve', 'Reserve'), ('charge', 'Charge'), ('refund', 'Refund'), ('release', 'Release')], max_length=8)),
                ('credits', models.BigIntegerField()),
                ('step', models.CharField(blank=True, max_length=40)),
                ('attempt', models.PositiveIntegerField(default=0)),
                ('key', models.CharField(help_text='run, step, attempt and kind: done once, however often.', max_length=120, unique=True)),
                ('note', models.CharField(blank=True, max_length=200)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='runs.account')),
                ('run', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='runs.run')),
                ('who', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'ledger entries',
                'ordering': ['-pk'],
            },
        ),
    ]
