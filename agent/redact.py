"""Secrets out before a model or a row sees the words; and a flag on words that try to talk the agent into something."""

from __future__ import annotations

import re
from dataclasses import dataclass

from runs.plan.model import Safety

REDACTED = "[redacted]"

SECRETS = (
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.S),
    re.compile(r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}"),
    re.compile(r"\b(?:sk|pk|rk|gl|ghp|gho|ghs|glpat|xox[abps]|hf|AIza|AKIA|ASIA)[-_]?[A-Za-z0-9][\w-]{14,}"),
    re.compile(r"(?i)(?<=\bbearer )[\w.~+/-]{12,}=*"),
    re.compile(r"(?<=://)[^\s/:@]*:[^\s/@]+(?=@)"),
    re.compile(r"(?i)(?:(?<=password)|(?<=passwd)|(?<=secret)|(?<=token)|(?<=api[ _-]key)|(?<=apikey))\s*(?:=|:|\bis\b)\s*[\"']?[^\s\"',;]{6,}"),
)  # fmt: skip
"""Shapes that only a secret has: private keys, JWTs, vendors' key prefixes, bearer tokens, the password in an
address, `password=` and its like."""

INJECTION = re.compile(
    r"(?i)\b(?:ignore|disregard|forget)\b.{0,30}\b(?:previous|prior|above|earlier|all|your)\b.{0,20}"
    r"\b(?:instruction|prompt|rule|polic|direction)|\bsystem prompt\b|\byou are now\b|\bjailbreak\b|\bdeveloper mode\b"
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
    """The text with everything that is shaped like a secret replaced by `[redacted]`."""
    for shape in SECRETS:
        text = shape.sub(REDACTED, text)
    return text


def clean(text: str) -> Cleaned:
    """Redact a message and flag it; a flag is for the person who approves and blocks nothing by itself."""
    flags = [
        name for name, shape in (("prompt_injection", INJECTION), ("credential_probe", PROBE)) if shape.search(text)
    ]
    safe = redact(text)
    if safe != text:
        flags.append("secret_redacted")
    return Cleaned(safe, Safety(flags=flags, action="log_only" if flags else "allow"))
