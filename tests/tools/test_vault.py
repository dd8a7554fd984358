"""What is sealed at rest: opened with the key it was sealed under, or one that it was changed to, and never without."""

import pytest

from tools import vault

SECRETS = {"secret_key": "hunter2-and-more", "url": "https://hooks.example/abc"}
pytestmark = pytest.mark.spec("S-08")


def test_a_seal_is_opened_again_and_tells_nothing():
    sealed = vault.seal(SECRETS)
    assert vault.unseal(sealed) == SECRETS
    assert not any(secret in sealed for secret in SECRETS.values())
    assert sealed != vault.seal(SECRETS)
    assert vault.unseal("") == {}


def test_the_key_is_derived_and_not_the_one_that_signs_sessions(settings):
    settings.SECRET_KEY = "k" * 50
    assert vault._derived(settings.SECRET_KEY)._signing_key not in settings.SECRET_KEY.encode()


def test_another_key_opens_nothing(settings):
    sealed = vault.seal(SECRETS)
    settings.SECRET_KEY = "another" * 10
    for tampered in (sealed, sealed[:-4] + "AAAA", "nonsense"):
        with pytest.raises(vault.Unreadable):
            vault.unseal(tampered)


def test_a_changed_key_opens_what_the_old_one_sealed_until_it_is_sealed_anew(settings):
    old, sealed = settings.SECRET_KEY, vault.seal(SECRETS)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [old]
    assert vault.unseal(sealed) == SECRETS
    anew = vault.reseal(sealed)
    settings.SECRET_KEY_FALLBACKS = []
    assert vault.unseal(anew) == SECRETS
    with pytest.raises(vault.Unreadable):
        vault.reseal(sealed)
