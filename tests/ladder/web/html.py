"""A page as a browser and a screen reader need it: closed tags, one heading, labels, nothing inline."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
ENDS_PARAGRAPHS = {"div", "dl", "form", "h2", "h3", "ol", "p", "pre", "section", "table", "ul"}
STAND_ALONE = ENDS_PARAGRAPHS | {"caption", "dd", "dt", "h1", "li", "option", "summary", "td", "th", "tr"}
NEED_LABELS = {"input", "select", "textarea"}
NEED_NO_LABEL = {"hidden", "submit", "button"}


@dataclass
class Element:
    """A tag with its attributes and the text inside it."""

    tag: str
    attributes: dict[str, str]
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text with its white space collapsed."""
        return " ".join("".join(self.texts).split())


class Page(HTMLParser):
    """The elements of a page in order, and what is wrong with it."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.faults: list[str] = []
        self._open: list[Element] = []
        self.feed(source)
        self.close()
        self.faults += [f"<{element.tag}> is not closed" for element in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes the element, and opens it unless it has no end tag."""
        element = self._note(tag, attrs)
        if tag in ENDS_PARAGRAPHS and any(outer.tag == "p" for outer in self._open):
            self.faults.append(f"<{tag}> stands inside <p>, line {self.getpos()[0]}")
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes an element that closes itself, as they do inside SVG."""
        self._note(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Closes the element that was opened last, which must be this one."""
        if self._open and self._open[-1].tag == tag:
            self._open.pop()
            self.handle_data(" " if tag in STAND_ALONE else "")
        else:
            inside = self._open[-1].tag if self._open else "nothing"
            self.faults.append(f"</{tag}> stands inside <{inside}>, line {self.getpos()[0]}")

    def handle_data(self, data: str) -> None:
        """Text belongs to every open element."""
        for element in self._open:
            element.texts.append(data)

    def all(self, tag: str) -> list[Element]:
        """The elements of this tag."""
        return [element for element in self.elements if element.tag == tag]

    @property
    def text(self) -> str:
        """All text of the page's main part."""
        return " ".join(element.text for element in self.all("main"))

    def _note(self, tag: str, attrs: list[tuple[str, str | None]]) -> Element:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        self.faults += _inline(element)
        return element


def _inline(element: Element) -> list[str]:
    """What the content policy would refuse."""
    wrong = [name for name in element.attributes if name == "style" or name.startswith("on")]
    if element.tag == "style" or (element.tag == "script" and not element.attributes.get("src")):
        wrong.append("its content")
    return [f"<{element.tag}> has inline {name}" for name in wrong]


def faults(source: str) -> list[str]:
    """All that is wrong with a whole page."""
    page = Page(source)
    return page.faults + _frame(page) + _labels(page) + _identities(page)


def _frame(page: Page) -> list[str]:
    languages = [element.attributes.get("lang") for element in page.all("html")]
    found = [] if languages == ["en"] else [f"the page's language is {languages}"]
    numbers = {tag: len(page.all(tag)) for tag in ("h1", "main", "title")}
    return found + [f"{number} <{tag}>, wanted one" for tag, number in numbers.items() if number != 1]


def _labels(page: Page) -> list[str]:
    labelled = {element.attributes.get("for") for element in page.all("label")}
    fields = [
        e for e in page.elements if e.tag in NEED_LABELS and e.attributes.get("type") not in NEED_NO_LABEL
    ]
    return [f"no label for {e.attributes}" for e in fields if e.attributes.get("id") not in labelled]


def _identities(page: Page) -> list[str]:
    known = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
    return [f"the id {each} stands twice" for each in sorted({i for i in known if known.count(i) > 1})]
