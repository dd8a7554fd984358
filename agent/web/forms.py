"""The forms of the composer and of what a workspace tells its planner."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError

from agent.interpret import MAX_MESSAGE

MOST_SELECTED = 500


class Prompt(forms.Form):
    """What a person says, the items they have picked (ids with commas between) and where the playhead is (a frame)."""

    text = forms.CharField(
        max_length=MAX_MESSAGE,
        error_messages={
            "required": "Say what you would like to change.",
            "max_length": f"That is too long: {MAX_MESSAGE} characters at most.",
        },
        widget=forms.Textarea(
            attrs={
                "rows": 2,
                "placeholder": "Say what to change. Enter sends, Shift+Enter is a new line.",
                "maxlength": MAX_MESSAGE,
                "autocomplete": "off",
            }
        ),
    )
    selected = forms.CharField(required=False, max_length=40_000, widget=forms.HiddenInput())
    playhead = forms.IntegerField(required=False, min_value=0, max_value=10**9, widget=forms.HiddenInput())

    def clean_selected(self) -> list[str]:
        ids = [id.strip() for id in str(self.cleaned_data["selected"]).split(",") if id.strip()]
        if len(ids) > MOST_SELECTED:
            raise ValidationError(f"Select {MOST_SELECTED} items at most.")
        return ids


class Voice(forms.Form):
    """How a team sounds and looks."""

    text = forms.CharField(
        required=False, max_length=2000, label="Brand voice",
        widget=forms.Textarea(attrs={"rows": 4, "placeholder": "Short sentences. Warm, never loud. Titles in white."}),
    )  # fmt: skip


class Note(forms.Form):
    """A note's title and text."""

    title = forms.CharField(max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    text = forms.CharField(max_length=4000, widget=forms.Textarea(attrs={"rows": 3}))
