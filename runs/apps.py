"""Tells Django about the runs app."""

from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "runs"
