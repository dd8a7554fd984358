"""Connecting a workspace to where it publishes: what an admin can do with an account, and the form for it.

Both follow from what a platform says of its accounts (`Account`): a secret is a password field that is written and never
shown, the rest is the account's place. What is `fixed` cannot be renewed, since an account leads to one place for ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from django import forms
from pydantic import SecretStr, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from tools import vault
from tools.accounts import Delivery, PublishAccount
from tools.providers.publishing import PLATFORMS
from tools.providers.publishing.parcel import Account, PublishFailed

if TYPE_CHECKING:  # generic in its stubs, not when it runs
    ModelForm = forms.ModelForm[PublishAccount]
else:
    ModelForm = forms.ModelForm


def connect(row: PublishAccount, facts: Account, by: Any) -> None:
    """Keep a new account, its secrets sealed."""
    row.place, row.sealed, row.connected_by = _place(facts), vault.seal(_secrets(facts)), by
    row.save()


def renew(row: PublishAccount, facts: Account) -> None:
    """Keep other secrets for the same place."""
    row.sealed = vault.seal(_secrets(facts))
    row.save(update_fields=["sealed"])


def probe(row: PublishAccount) -> str:
    """What comes of trying the account, in a sentence; raises `PublishFailed`, or `vault.Unreadable`."""
    if row.disconnected_at:
        raise PublishFailed("It is disconnected.", "bad_param")
    platform = PLATFORMS[row.platform]
    return platform.test(platform.account.model_validate(row.facts()))


def reseal() -> tuple[int, list[str]]:
    """Seal all that is sealed under the newest key; how many rows were, and the names of those that cannot be read."""
    done, lost = 0, []
    for row in [*PublishAccount.objects.exclude(sealed=""), *Delivery.objects.exclude(sealed="")]:
        try:
            row.sealed = vault.reseal(row.sealed)
        except vault.Unreadable:
            lost.append(str(row))
        else:
            row.save(update_fields=["sealed"])
            done += 1
    return done, lost


def _secrets(facts: Account) -> dict[str, str]:
    given = {name: getattr(facts, name) for name in type(facts).model_fields}
    return {name: value.get_secret_value() for name, value in given.items() if isinstance(value, SecretStr)}


def _place(facts: Account) -> dict[str, Any]:
    return facts.model_dump(mode="json", exclude=set(_secrets(facts)))


class AccountForm(ModelForm):
    """An account of one platform. `facts` is what it comes to, once it is valid."""

    platform: str
    facts: Account

    class Meta:
        model = PublishAccount
        fields: tuple[str, ...] = ("workspace", "name")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        account = PLATFORMS[self.platform].account
        given = {name: cleaned[name] for name in account.model_fields if cleaned.get(name)}
        try:
            self.facts = account.model_validate({**self._known(account.model_fields.keys() - given.keys()), **given})
        except vault.Unreadable:
            self.add_error(None, "Its secrets cannot be read any more. Enter all of them, or connect it anew.")
        except ValidationError as error:
            for fault in error.errors(include_input=False):
                field = str(fault["loc"][0]) if fault["loc"] else ""
                if field not in self.errors:
                    self.add_error(field if field in self.fields else None, _words(fault))
        return cleaned

    def _known(self, asked: Set[str]) -> Mapping[str, str]:
        """What is known of the account already, of what the form does not say."""
        return {}


def _words(fault: ErrorDetails) -> str:
    """What is wrong with an entry; of one that is too short or too long, in characters."""
    bounds = fault.get("ctx", {})
    for name, most in (("min_length", "at least"), ("max_length", "at most")):
        if name in bounds:
            return f"Use {most} {bounds[name]} characters."
    return fault["msg"].removeprefix("Value error, ")


class RenewForm(AccountForm):
    """Other secrets for an account; one that is left empty stays as it is."""

    class Meta(AccountForm.Meta):
        fields = ()

    def _known(self, asked: Set[str]) -> Mapping[str, str]:
        place: dict[str, str] = self.instance.place
        return place if asked <= place.keys() else self.instance.facts()


def form_for(platform: str, *, renewing: bool = False) -> type[AccountForm]:
    """The form of a platform's accounts: all of it for a new one, its secrets for one that is there."""
    described = PLATFORMS[platform].account.model_fields
    wanted = {name: field for name, field in described.items() if not renewing or _renewable(field)}
    fields = {name: _field(name, field, needed=not renewing) for name, field in wanted.items()}
    return type("AccountForm", (RenewForm if renewing else AccountForm,), {**fields, "platform": platform})


def _renewable(field: FieldInfo) -> bool:
    extra = field.json_schema_extra
    return field.annotation is SecretStr and not (isinstance(extra, dict) and extra.get("fixed"))


def _field(name: str, field: FieldInfo, *, needed: bool) -> forms.Field:
    told: dict[str, Any] = {
        "label": field.title or name.replace("_", " ").capitalize(),
        "help_text": field.description or "",
        "required": needed and field.is_required(),
        "initial": None if field.is_required() else field.default,
    }
    if field.annotation is SecretStr:
        return forms.CharField(widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}), **told)
    if get_origin(field.annotation) is Literal:
        return forms.ChoiceField(choices=[(one, one) for one in get_args(field.annotation)], **told)
    return forms.CharField(**told)
