"""XML from strangers: no entities, no document type from elsewhere, bounded in size and depth; and small ways to read it."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, ParseError, SubElement, TreeBuilder, indent, tostring

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from .refusals import TooMuch, Unreadable, Unsafe

DEEPEST = 100
MOST_ELEMENTS = 500_000


class _Bounded(TreeBuilder):
    """Builds a tree, and stops where it grows beyond what a timeline is."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = self.count = 0

    def start(self, tag: str, attrs: dict[str, str]) -> Element:
        self.depth += 1
        self.count += 1
        if self.depth > DEEPEST:
            raise Unreadable(f"It is nested more than {DEEPEST} deep.")
        if self.count > MOST_ELEMENTS:
            raise TooMuch(f"It has more than {MOST_ELEMENTS:,} elements.")
        return super().start(tag, attrs)

    def end(self, tag: str) -> Element:
        self.depth -= 1
        return super().end(tag)


def tree(text: str, root: str) -> Element:
    """The root element, which must be of that name; raises Unreadable, Unsafe, TooMuch."""
    parser = DefusedXMLParser(target=_Bounded(), forbid_entities=True, forbid_external=True)
    try:
        parser.feed(text)
        found: Element = parser.close()
    except DefusedXmlException:
        raise Unsafe("It declares entities or loads a document type from elsewhere, which no timeline needs.") from None
    except ParseError as error:
        raise Unreadable(f"It is no XML: {error}.") from None
    if found.tag != root:
        raise Unreadable(f"It begins with <{found.tag[:40]}>, not with <{root}>.")
    return found


def said(element: Element | None, path: str, default: str = "") -> str:
    """The text of the first element there, without the space around it."""
    found = element.findtext(path) if element is not None else None
    return (found or "").strip() or default


def whole(element: Element | None, path: str, where: str, default: int | None = None) -> int:
    """A whole number; raises Unreadable naming what it is of."""
    text = said(element, path)
    if not text and default is not None:
        return default
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise Unreadable(f"{path} of {where} is {text[:40]!r}, not a whole number.")
    return int(text)


def true(element: Element | None, path: str, default: bool) -> bool:
    text = said(element, path).casefold()
    return default if not text else text in ("true", "1", "yes")


def add(parent: Element, tag: str, text: object = None, **attributes: object) -> Element:
    """A new element, its attributes and its text written as XML can hold them."""
    made = SubElement(parent, tag, {name.rstrip("_"): legal(str(value)) for name, value in attributes.items()})
    if text is not None:
        made.text = legal(str(text))
    return made


def legal(text: str) -> str:
    """Text without the signs that XML 1.0 has no way to write."""
    return "".join(sign for sign in text if sign in "\t\n\r" or sign >= " " and sign not in "\ufffe\uffff")


def written(root: Element, doctype: str) -> str:
    indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE {doctype}>\n{tostring(root, encoding="unicode")}\n'


def names(elements: Iterable[Element]) -> list[str]:
    return [element.get("name") or element.tag for element in elements]
