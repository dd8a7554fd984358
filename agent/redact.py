"""Secrets out before a model, a row, a log or a trace has the words; and a flag on words that try to talk the agent into something.

The shapes are ours because no maintained detector fits a chat. On the table of `tests/secret_shapes.py` (102 secrets, 68
innocent texts) these take all and none; detect-secrets 22 and 0 (last released in 2024), CredSweeper 60 and 4 (306 MB, 4 s
to load), Kingfisher 55 and 0 (36 MB, 5 s): made for code, they miss “my password is …” and half of an AWS pair.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from agent.messages import AssistantMessage, Block, Message, TextBlock
from runs.plan.model import Safety

REDACTED = "[redacted]"

TOKENS = (
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",  # AWS
    r"(?:gh[opsur]_|github_pat_|gl[a-z]{2,6}-)(?=[\w.-]{0,99}\d)[\w.-]{16,}",  # GitHub, GitLab
    r"(?:xox[a-z]|xapp|xoxe\.xox[bp])-[\w-]{10,}",  # Slack
    r"(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{8,}|whsec_[A-Za-z0-9+/]{16,}",  # Stripe
    r"sk-(?:(?:proj|svcacct|admin|ant|or|lf)-[\w-]{16,}|[A-Za-z0-9]{20,}|(?<![\w-]sk-)(?=[\w-]*\d)[\w-]{16,}+(?!\.[a-z]\w{2,3}\b))",  # OpenAI, Anthropic and their like, but no file
    r"(?:sk|gsk|rk|pk|key)[-_](?=[A-Za-z]*\d)[A-Za-z0-9]{16,}",  # Groq, ElevenLabs, Mailgun, Runway
    r"AIza[\w-]{30,}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}",  # Google
    r"(?:xai|pplx)-[A-Za-z0-9]{32,}|r8_[A-Za-z0-9]{30,}|(?:api_org|hf)_[A-Za-z0-9]{30,}",  # xAI, Perplexity, Replicate, Hugging Face
    r"(?:npm|lin_api|ntn|dckr_pat|figd|glsa|sbp|shp[a-z]{2}|do[opr]_v1|pscale_\w{2,5}|gl)_(?=[A-Za-z_-]*\d)[\w-]{26,}",  # npm, Linear, Notion, Docker, Figma, Grafana, Supabase, Shopify, DigitalOcean, PlanetScale, ours
    r"(?:pypi|NRAK|sq0[a-z]{3}|AGE-SECRET-KEY)-[\w-]{20,}|dapi[0-9a-f]{32}|dp\.[a-z]{2,5}\.[A-Za-z0-9]{40,}",  # PyPI, New Relic, Square, age, Databricks, Doppler
    r"hv[sbr]\.[\w-]{50,}|SG\.[\w-]{16,}\.[\w-]{16,}|SK[0-9a-f]{32}\b|[0-9a-f]{32}-us\d{1,2}\b",  # Vault, SendGrid, Twilio, Mailchimp
    r"\d{8,10}:[\w-]{35}\b|[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}",  # bots of Telegram and of Discord
    r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}|pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|sl\.[\w.-]{60,}|EAA[A-Za-z0-9]{60,}",  # Terraform, Airtable, Dropbox, Meta
    r"[\w~.]{3}\dQ~[\w~.-]{31,34}",  # Entra
    r"(?<=hooks\.slack\.com/services/)[\w/]{20,}|(?<=/api/webhooks/)\d{15,}/[\w-]{40,}",  # webhooks of Slack and of Discord
)  # fmt: skip
"""What only a secret looks like, wherever it stands. Each looks ahead once in a word or a short way: hostile texts are long."""

NAMES = r"(?:pass(?:word|wd|wort|phrase)|\bpwd|(?:api|access|account|auth|private|secret)[ _-]?key)"
VAGUE = r"(?:secret|token|credentials?)"
QUOTED = r"(?<=[\"“])(?!\[redacted\])[^\"“”\n]{6,}(?=[\"”])"
BARE = r"(?!\[redacted\])(?:(?!&\w+=)[^\s\"'“”,;]){6,}"
TELLING = r"(?=[^\s\"'“”,;]*[\d!#$%^&*@~])"

VALUES = (
    r"(?<=://)[^\s/:@]*:[^\s/@]+(?=@)|(?<=://)[\w-]{20,}(?=@)",  # who may open an address
    rf"(?P<a>authorization[\"']?\s*[:=]\s*[\"']?(?:(?:bearer|basic|token|apikey)\s+)?+){BARE}",
    r"(?P<b>\bbearer\s+)(?=[\w.~+/-]*\d)(?=[\w.~+/-]*[A-Za-z0-9]{12})[\w.~+/-]{16,}=*",
    r"(?P<c>[?&](?:sig|signature|x-amz-(?:signature|security-token)|key|auth)=)[^\s&\"']{16,}",
    rf"(?P<d>{NAMES}[\"'”]?\s*(?:=>?|:=?)\s*[\"“']?+)(?:{QUOTED}|{BARE})",
    rf"(?P<e>{NAMES}\s+is:?\s+[\"“']?+)(?:{QUOTED}|{TELLING}{BARE})",
    rf"(?P<f>{VAGUE}[\"'”]?(?:=|:|\":\s)[\"']?){BARE}",
    rf"(?P<g>{VAGUE}\s*(?:=|:|\bis\b)\s*){TELLING}(?!\S{{0,7}}(?:\s|$)){BARE}",
)
"""What is a secret because of the words before it, which stay. Those could be a line of a film, so that a plan's parameters
(which hold such lines) are spared of these; `secret` and `token` want a value that looks the part."""

# Looked for once in a word: what joins it by dashes goes with it.
JWT = r"(?<![\w-])(?>[\w-]*?\beyJ)[\w-]{8,}+(?:\.[\w-]{4,}+){2,4}"
# The end may be missing: then all that follows is the key.
PRIVATE_KEY = r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\Z)"
_TOKEN = re.compile(rf"{PRIVATE_KEY}|{JWT}|\b(?:{'|'.join(TOKENS)})", re.S)
_VALUES = tuple(re.compile(shape, re.I) for shape in VALUES)

INJECTION = re.compile(
    r"(?i)\b(?:ignore|disregard|forget)\b.{0,30}\b(?:previous|prior|above|earlier|all|your)\b.{0,20}"
    r"\b(?:instruction|prompt|rule|polic|direction)\w*|\bsystem prompt\b|\byou are now\b|\bjailbreak\b|\bdeveloper mode\b"
    r"|\bwithout (?:asking|approval|confirmation)\b|\b(?:auto-?)?approve (?:this|it|everything|yourself)\b"
)
PROBE = re.compile(
    r"(?i)\b(?:show|print|tell|give|gimme|send|share|read|reveal|dump|leak|list|(?:what|where)(?:['’]?(?:s|re)| is| are))\b.{0,40}"
    r"\b(?:api[ _-]?keys?|passwords?|secrets?|credentials?|access tokens?|env(?:ironment)? variables?)\b"
)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Words that may go on: secrets replaced, and what looked suspicious about them."""

    text: str
    safety: Safety


def redact(text: str) -> str:
    """The text with everything that is shaped like a secret replaced by `[redacted]`; doing it again changes nothing."""
    text = without_tokens(text)
    for shape in _VALUES:
        text = shape.sub(lambda found: (found[found.lastgroup] if found.lastgroup else "") + REDACTED, text)
    return text


def without_tokens(text: str) -> str:
    """The text without what can be nothing but a secret; what only reads like a password stays, it may be a title."""
    return _TOKEN.sub(REDACTED, text)


def throughout(value: Any, cleaned: Callable[[str], str]) -> Any:
    """Plain JSON with each of its texts cleaned; the names of its fields are ours and stay."""
    match value:
        case str():
            return cleaned(value)
        case list() | tuple():
            return [throughout(one, cleaned) for one in value]
        case dict():
            return {name: throughout(one, cleaned) for name, one in value.items()}
    return value


def redacted(message: Message) -> Message:
    """A message without secrets in its words and in the arguments of its calls."""
    changes: dict[str, Any] = {"content": [_block(block) for block in message.content]}
    if isinstance(message, AssistantMessage):
        changes["tool_calls"] = [
            call.model_copy(update={"arguments": throughout(call.arguments, redact)}) for call in message.tool_calls
        ]
    return message.model_copy(update=changes)


def _block(block: Block) -> Block:
    return TextBlock(text=redact(block.text)) if isinstance(block, TextBlock) else block


def logged(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A processor of structlog: no line of the log holds a secret, whatever an exception said."""
    return {name: throughout(told, redact) for name, told in event.items()}


def clean(text: str) -> Cleaned:
    """Redact a message and flag it; a flag is for the person who approves and blocks nothing by itself."""
    flags = [
        name for name, shape in (("prompt_injection", INJECTION), ("credential_probe", PROBE)) if shape.search(text)
    ]
    safe = redact(text)
    if safe != text:
        flags.append("secret_redacted")
    return Cleaned(safe, Safety(flags=flags, action="log_only" if flags else "allow"))
