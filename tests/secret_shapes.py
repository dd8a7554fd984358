"""Made-up secrets of every shape that we know, put together from parts so that no scanner takes them for real ones, and
innocent words that look a little like them."""

from __future__ import annotations

import base64
import json

MIXED = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zZ" * 8
HEX = "0f1e2d3c4b5a69788796a5b4c3d2e1f0" * 4
UPPER = "QWERTY7UIOPASD4FGHJKL2ZXCVBNM356" * 3
DIGITS = "8472910365" * 5


def m(count: int) -> str:
    return MIXED[:count]


def h(count: int) -> str:
    return HEX[:count]


def u(count: int) -> str:
    return UPPER[:count]


def d(count: int) -> str:
    return DIGITS[:count]


def pem(kind: str) -> str:
    return "\n".join((f"-----BEGIN {kind}-----", *[m(64)] * 4, f"-----END {kind}-----"))


SERVICE_ACCOUNT = {
    "type": "service_account", "project_id": "film-1", "private_key_id": h(40), "private_key": pem("PRIVATE KEY") + "\n",
    "client_email": "x@film-1.iam.gserviceaccount.com", "client_id": d(21),
}  # fmt: skip
BASIC = base64.b64encode(b"maria:hunter2pw").decode()
UUID = f"{h(8)}-{h(4)}-{h(4)}-{h(4)}-{h(12)}"

SECRETS: list[tuple[str, str, str | None]] = [
    ("aws key id", "AKIA" + u(16), None),
    ("aws temp id", "ASIA" + u(16), None),
    ("aws secret", "aws_secret_access_key = " + m(38) + "/+", m(38) + "/+"),
    ("github classic", "ghp_" + m(36), None),
    ("github oauth", "gho_" + m(36), None),
    ("github server", "ghs_" + m(36), None),
    ("github user", "ghu_" + m(36), None),
    ("github refresh", "ghr_" + m(76), None),
    ("github fine", "github_pat_" + m(22) + "_" + m(59), None),
    ("gitlab", "glpat-" + m(20), None),
    ("gitlab routable", "glpat-" + m(27) + ".01." + m(9), None),
    ("gitlab deploy", "gldt-" + m(20), None),
    ("gitlab runner", "glrt-" + m(20), None),
    ("gitlab ci", "glcbt-64_" + m(20), None),
    ("slack bot", "xoxb-" + d(12) + "-" + d(13) + "-" + m(24), None),
    ("slack user", "xoxp-" + d(12) + "-" + d(12) + "-" + d(12) + "-" + h(32), None),
    ("slack app", "xapp-1-A" + u(10) + "-" + d(13) + "-" + h(64), None),
    ("slack config", "xoxe.xoxp-1-" + m(140), None),
    ("slack hook", "https://hooks.slack.com/services/T" + u(8) + "/B" + u(10) + "/" + m(24), m(24)),
    ("stripe", "sk_live_" + m(24), None),
    ("stripe restricted", "rk_live_" + m(99), None),
    ("stripe test", "sk_test_" + m(24), None),
    ("stripe hook", "whsec_" + m(32), None),
    ("openai project", "sk-proj-" + m(74) + "T3BlbkFJ" + m(74), None),
    ("openai old", "sk-" + m(20) + "T3BlbkFJ" + m(20), None),
    ("openai service", "sk-svcacct-" + m(58) + "T3BlbkFJ" + m(58), None),
    ("anthropic", "sk-ant-api03-" + m(93) + "AA", None),
    ("a made-up one", "sk-very-secret-value-1234567890", None),
    ("openrouter", "sk-or-v1-" + h(64), None),
    ("groq", "gsk_" + m(52), None),
    ("xai", "xai-" + m(80), None),
    ("perplexity", "pplx-" + m(48), None),
    ("replicate", "r8_" + m(37), None),
    ("google api", "AIza" + m(35), None),
    ("google oauth secret", "GOCSPX-" + m(28), None),
    ("google access", "ya29." + m(120), None),
    ("gcp sa", json.dumps(SERVICE_ACCOUNT), m(64)),
    (
        "azure storage",
        "DefaultEndpointsProtocol=https;AccountName=films;AccountKey=" + m(86) + "==;EndpointSuffix=core.windows.net",
        m(86),
    ),
    ("azure sas", "https://films.blob.core.windows.net/a?sv=2024-11-04&sp=r&sig=" + m(40) + "%3D", m(40)),
    ("azure ad", "client_secret: " + m(3) + "8Q~" + m(34), m(3) + "8Q~" + m(34)),
    ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0." + m(43), None),
    ("pem rsa", pem("RSA PRIVATE KEY"), m(64)),
    ("pem", pem("PRIVATE KEY"), m(64)),
    ("pem enc", pem("ENCRYPTED PRIVATE KEY"), m(64)),
    ("pem openssh", pem("OPENSSH PRIVATE KEY"), m(64)),
    ("pem ec", pem("EC PRIVATE KEY"), m(64)),
    ("pgp", pem("PGP PRIVATE KEY BLOCK"), m(64)),
    ("pem cut", "-----BEGIN PRIVATE KEY-----\n" + "\n".join([m(64)] * 4), m(64)),
    ("pem one line", pem("PRIVATE KEY").replace("\n", "\\n"), m(64)),
    ("basic url", "https://maria:hunter2pw@cdn.example.com/film.mp4", "hunter2pw"),
    ("pg url", "postgres://maria:s3cr3tpw@db.example:5432/films", "s3cr3tpw"),
    ("mysql url", "mysql+pymysql://root:p%40ssw0rd@10.0.0.1/f", "p%40ssw0rd"),
    ("mongo", "mongodb+srv://maria:s3cr3tpw@c0.mongodb.net/f", "s3cr3tpw"),
    ("redis", "redis://:s3cr3tpw@cache:6379/0", "s3cr3tpw"),
    ("bearer", "Authorization: Bearer " + m(40), m(40)),
    ("basic header", "Authorization: Basic " + BASIC, BASIC),
    ("x-api-key", "X-API-Key: " + h(32), h(32)),
    ("npm", "npm_" + m(36), None),
    ("npmrc", "//registry.npmjs.org/:_authToken=" + UUID, UUID),
    ("pypi", "pypi-AgEIcHlwaS5vcmc" + m(150), None),
    ("hf", "hf_" + m(34), None),
    ("sendgrid", "SG." + m(22) + "." + m(43), None),
    ("twilio sid key", "SK" + h(32), None),
    ("twilio token", "twilio auth token: " + h(32), h(32)),
    ("telegram", "8472910365:AA" + m(33), None),
    ("discord", "MTA" + m(21) + ".G" + m(5) + "." + m(38), None),
    ("discord hook", "https://discord.com/api/webhooks/" + d(18) + "/" + m(68), m(68)),
    ("password", "password: hunter2hunter2", "hunter2hunter2"),
    ("password is", "the password is Tr0ub4dor&3", "Tr0ub4dor&3"),
    ("password quoted", '"password": "correct horse 42"', "correct horse 42"),
    ("passwd=", "passwd=hunter22", "hunter22"),
    ("env", "DB_PASSWORD=hunter2hunter2", "hunter2hunter2"),
    ("api key", "my api key is " + h(32), h(32)),
    ("api_key=", "api_key=" + m(30), m(30)),
    ("secret json", '{"client_secret":"' + m(30) + '"}', m(30)),
    ("token=", "https://x.example/a?token=" + m(30) + "&b=1", m(30)),
    ("pwd de", "Passwort: hunter2hunter2", "hunter2hunter2"),
    ("shopify", "shpat_" + h(32), None),
    ("digitalocean", "dop_v1_" + h(64), None),
    ("mailchimp", h(32) + "-us12", None),
    ("mailgun", "key-" + h(32), None),
    ("notion", "ntn_" + m(46), None),
    ("linear", "lin_api_" + m(40), None),
    ("figma", "figd_" + m(40), None),
    ("vercel/supabase", "sbp_" + h(40), None),
    ("databricks", "dapi" + h(32), None),
    ("doppler", "dp.pt." + m(43), None),
    ("grafana", "glsa_" + m(32) + "_" + h(8), None),
    ("new relic", "NRAK-" + u(27), None),
    ("planetscale", "pscale_tkn_" + m(43), None),
    ("terraform", m(14) + ".atlasv1." + m(67), None),
    ("vault", "hvs." + m(95), None),
    ("age", "AGE-SECRET-KEY-1" + u(58), None),
    ("square", "sq0atp-" + m(22), None),
    ("elevenlabs", "sk_" + h(48), None),
    ("runway", "key_" + h(128), None),
    ("dropbox", "sl.u." + m(135), None),
    ("airtable", "pat" + m(14) + "." + h(64), None),
    ("docker", "dckr_pat_" + m(27), None),
    ("own", "gl_" + m(43), None),
    ("cloudinary", "cloudinary://" + d(15) + ":" + m(27) + "@films", m(27)),
    ("facebook", "EAA" + m(150), None),
]
"""Its name, the text, and the part of it that must be gone (all of it where that is None)."""

INNOCENT = [
    "make a title card that says Hello",
    "add the text 'The secret garden' for 3 seconds",
    "move broll-city.mp4 to 00:01:02:03",
    "a password-strength explainer, 30 seconds",
    "say https://example.com/a:b@home at 00:10",
    "use #ff8800 and task-oriented captions",
    "delete clip_0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c.mp4",
    "trim render-0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0.mov by 2 s",
    "use 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "item 3f2504e04f8941d39a0c0305e82c3301 to the top",
    "call it VGhlIEJpZyBEYXkgT3V0LCBwYXJ0IG9uZQ==",
    "set the title to Donaudampfschifffahrtsgesellschaftskapitän",
    "write supercalifragilisticexpialidocious in gold",
    "add the title Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch",
    "colours #AABBCC, #ffeeddcc, rgb(255,0,0)",
    "from 00:01:02:03 to 01:10:22;15 and 1:05",
    "the token of my affection is a ring for the hero",
    "her secret: she never baked bread",
    "the secret is simple: more butter",
    "caption: 'the password is love'",
    "a video about API keys and tokens",
    "the title says Secret = Success",
    "a token economy explainer",
    "the secret ingredient is cinnamon",
    "write 'open sesame' as the password scene",
    "sk-8 skateboard montage",
    "hf_radio_documentary_part_two.mp4",
    "sk-behind-the-scenes-teaser-2024.mp4",
    "pk-trailer-final-final-v2.mov",
    "gl_landscape_establishing_shot.mp4",
    "rk-behind-the-scenes-interview.mp4",
    "sk_interview_with_the_director.mp4",
    "hf-summer-campaign-teaser-2024.mp4",
    "pk_documentary_chapter_three.mov",
    "move AIza-beach-clip to the top",
    "Bearer of bad news arrives",
    "the Bearer Documentary_2024_final_cut",
    "a bearer internationalisation title",
    "xai-conference-opening.mp4",
    "key-visual-summer-campaign-2024-final.png",
    "key_art_poster_v12_final.png",
    "npm_run_dev_screen_recording.mp4",
    "GoPro GX010231.MP4 and DJI_20240612_103412_0012_D.MP4",
    "MVI_8472910365.MOV",
    "use the LUT ARRI_LogC3_to_Rec709_K1S1.cube",
    "make hero_20240612T101500Z_4k_prores422hq.mov 2 s longer",
    "SKATEPARK2024SUMMERTEASERFINALCUT.mp4",
    "AKIRA1988REMASTERED4K.mkv",
    "I met maria@example.com at 10:30",
    "https://youtu.be/dQw4w9WgXcQ?t=42",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf",
    "mail me at a.b@c.com: today",
    "the ratio is 16:9, 2.39:1",
    "delete i3 and step-2",
    "tokens: 12 credits",
    "use font Inter-SemiBold-Italic",
    "SG.2024.opening-credits",
    "set text to: Pass it on! pass: the ball",
    "credits roll: director, editor, sound",
    "a secret between us two: forever",
    "replace “secret santa” with “Secret Santa 2024!”",
    "it is a secret is what he said",
    "import s3://bucket/clips/2024/06/12/beach.mp4",
    "blob:https://app.example.com/3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "use take r8_interview.mp4",
    "dp.pt.title",
    "hvs.team-intro-animation-2024",
]
