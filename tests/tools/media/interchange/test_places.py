"""Where media are said to be: as each program likes it, safe on every system, and never where they are here."""

from __future__ import annotations

import pytest

from tools.media.interchange import Places, Shelf, Shelved, distinct
from tools.media.interchange.places import safe_name
from tools.media.interchange.shelf import file_name

pytestmark = pytest.mark.spec("M-06")
ASSET = {"id": "a", "name": "my clip #1.mov"}


@pytest.mark.parametrize(
    ("target", "root", "url"),
    [
        ("resolve", "", "media/my clip _1.mov"),
        ("premiere", "", "media/my%20clip%20_1.mov"),
        ("resolve", "/Volumes/A b", "/Volumes/A b/my clip _1.mov"),
        ("premiere", "/Volumes/A b", "file://localhost/Volumes/A%20b/my%20clip%20_1.mov"),
        ("fcp", "/Volumes/A b/", "file:///Volumes/A%20b/my%20clip%20_1.mov"),
        ("premiere", "C:\\films", "file://localhost/C%3a/films/my%20clip%20_1.mov"),
    ],
)
def test_an_address_is_in_the_dialect_of_its_program(target, root, url):
    assert Places(target=target, root=root).url(ASSET) == url


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("-rf.mov", "rf.mov"),
        (".hidden", "hidden"),
        ("a\x00b\n.mov", "a_b_.mov"),
        ("", "media"),
        ("...", "media"),
        ("x" * 500 + ".mov", "x" * 120 + ".mov"),
        ("Überblick.MOV", "Überblick.MOV"),
    ],
)
def test_a_name_is_one_that_every_system_takes(name, safe):
    assert safe_name(name) == safe


def test_two_files_never_have_one_name_not_even_by_case():
    assert distinct({"a": ("x.mov", ""), "b": ("X.MOV", ""), "c": ("x.mov", ".mp4")}) == {
        "a": "x.mov",
        "b": "X-2.MOV",
        "c": "x.mp4",
    }


@pytest.mark.parametrize(
    "url",
    [
        "file:///V/a%20b.mov",
        "file://localhost/D%3a/a%20b.mov",
        "C:\\x\\a b.mov",
        "/x/a b.mov",
        "a b.mov",
        "http://h/p/a%20b.mov?x=1",
    ],
)
def test_the_file_s_name_is_found_in_any_address(url):
    assert file_name(url) == "a b.mov"


def test_a_name_that_two_files_have_finds_neither():
    shelf = Shelf(Shelved("a.mov", str(number), {"id": str(number)}) for number in (1, 2))
    assert shelf.called("a.mov") is None
    assert Shelf([Shelved("a.mov", "h", {"id": "1"})]).called("A", "b") is not None
