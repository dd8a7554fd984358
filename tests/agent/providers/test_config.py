"""Which model is behind the loop, by four settings that never leave the server."""

from __future__ import annotations

import subprocess
import sys

import pytest

from agent.providers import ADAPTERS, UnknownProvider, provider_named
from agent.providers.base import ProviderError
from agent.providers.config import BadAddress, MissingSetting, configured, thinking_level

pytestmark = pytest.mark.spec("S-08")
KEY = "sk-very-secret-value-1234567890"


@pytest.fixture
def live(settings):
    settings.LLM_MODEL, settings.LLM_API_KEY, settings.LLM_BASE_URL = (
        " gpt-x ",
        f"{KEY}\n",
        "https://models.example/v1/",
    )
    return settings


def test_the_settings_become_a_configuration(live):
    config = configured("openai-compatible")
    assert (config.provider, config.model, config.api_key) == ("openai-compatible", "gpt-x", KEY)
    assert config.base_url == "https://models.example/v1"
    assert KEY not in repr(config)


@pytest.mark.parametrize("name", ["LLM_MODEL", "LLM_API_KEY"])
def test_a_missing_setting_is_named(live, name):
    setattr(live, name, "  ")
    for provider in ADAPTERS:
        with pytest.raises(MissingSetting, match=f"^{name} is not set") as caught:
            provider_named(provider)
        assert caught.value.missing == [name]
        assert KEY not in str(caught.value)


def test_all_missing_settings_are_named_at_once(live):
    live.LLM_MODEL = live.LLM_API_KEY = ""
    with pytest.raises(ProviderError, match="^LLM_MODEL and LLM_API_KEY are not set"):
        provider_named("openai-compatible")


def test_an_unknown_provider_is_named(live):
    with pytest.raises(UnknownProvider, match="^Unknown LLM provider: nobody$"):
        provider_named("nobody")


@pytest.mark.parametrize(
    "address",
    [
        "models.example/v1",
        "http://[::1",
        "ftp://x",
        "https://a b",
        "https://x/v1?key=a",
        "https://x/?api-version=1&key=a",
    ],
)
def test_a_base_address_that_is_none_is_named(live, address):
    live.LLM_BASE_URL = address
    with pytest.raises(BadAddress, match="^LLM_BASE_URL is no address"):
        provider_named("openai-compatible")


@pytest.mark.parametrize("address", ["http://127.0.0.1:11434/v1", "http://[::1]:8080", "https://models.example/a/b/"])
def test_a_base_address_may_be_any_server(live, address):
    live.LLM_BASE_URL = address
    assert configured("openai-compatible").base_url == address.rstrip("/")


def test_the_version_of_an_address_is_kept_apart_from_it(live):
    live.LLM_BASE_URL = "https://us.openai.azure.com/openai/deployments/mine/?api-version=2025-04-01-preview"
    config = configured("openai-compatible")
    assert config.base_url == "https://us.openai.azure.com/openai/deployments/mine"
    assert config.query == "api-version=2025-04-01-preview"


def test_gemini_ignores_the_base_address(live):
    live.LLM_BASE_URL = "https://models.example/v1?api-version=1"
    assert (configured("gemini").base_url, configured("gemini").query) == ("", "")


@pytest.mark.parametrize("level", ["off", "minimal", "low", "medium", "high"])
def test_how_hard_to_think_is_a_setting_and_empty_leaves_it_to_the_vendor(settings, level):
    settings.LLM_THINKING = level
    assert thinking_level() == level
    settings.LLM_THINKING = ""
    assert thinking_level() is None


def test_a_level_that_does_not_exist_stops_the_start_by_name():
    env = {"DJANGO_SETTINGS_MODULE": "config.settings", "PATH": "", "LLM_THINKING": "harder"}
    told = subprocess.run([sys.executable, "-c", "import config.settings"], env=env, capture_output=True, text=True)
    assert told.returncode
    assert "LLM_THINKING is 'harder'; use one of off, minimal, low, medium, high." in told.stderr


def test_the_offline_planner_needs_no_settings(settings):
    settings.LLM_MODEL = settings.LLM_API_KEY = settings.LLM_BASE_URL = ""
    assert provider_named("offline").name == "offline"


def test_an_adapter_is_loaded_only_when_it_is_asked_for():
    code = "import django; django.setup(); import agent.providers, sys; print(*sorted(sys.modules))"
    env = {"DJANGO_SETTINGS_MODULE": "config.settings", "PATH": ""}
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    loaded = told.stdout.split()
    assert "agent.providers.offline" in loaded
    assert not any(f"agent.providers.{adapter.partition('.')[0]}" in loaded for adapter in ADAPTERS.values())
