"""What people say without wanting anything: thanks, praise, doubt, hello. A friendly sentence, and nothing changes."""

from __future__ import annotations

from .grammar import commanding
from .pattern import Tokens
from .reply import EXAMPLES
from .tokens import words

# Words that give a remark away, and what is said to it; the first row that has one of the words in the message answers.
TALK: tuple[tuple[frozenset[str], str], ...] = (
    (words("thanks thank thx ty tysm thankyou appreciate appreciated grateful cheers"), "You are welcome. Nothing is changed."),
    (words("sorry oops whoops oopsie accident accidentally testing test kidding joking ignore"), "No harm done: nothing is changed."),
    (words("thinking think decide deciding undecided unsure sure idk dunno minute sec moment wait later brb tomorrow hmm hmmm mind"), "Take your time: nothing is changed until you ask for it and approve."),
    (words("hate ugly boring bad terrible awful meh worse worst weird cringe annoying wrong broken trash sucks sad confused lost stuck tired frustrated"), f"I see; nothing is changed yet. Tell me what should be different and I will plan it. {EXAMPLES}"),
    (words("bye goodbye goodnight cya later night"), "Goodbye! Everything stays as it is."),
    (
        words("love loved loving like liked great awesome amazing perfect nice cool beautiful good gorgeous fantastic brilliant excellent wow yay sweet sick dope fire lit stunning funny cute happy wonderful incredible lovely best super neat fun glad pretty lol haha proud excited epic fine"),
        "Glad to hear it! Nothing is changed.",
    ),
    (words("you there hello hi hey heyyy hiii hellooo yo sup morning bot robot human ai anybody anyone friend name"), f"I am here. Tell me what should change in this composition. {EXAMPLES}"),
)  # fmt: skip

# With one of these it may well be a wish that was not understood.
WISHING = words("want need should please make change more less could can would bit if wish must instead")

# What is left of thanks when the word itself has been taken for an address.
TALKATIVE = frozenset().union(*(known for known, _ in TALK))
LEFT_OF_THANKS = words("a lot so much very bunch ton tons million for that your all the help again very")


def answer(tokens: Tokens) -> str:
    """The friendly sentence for a remark; "" for words that may be a wish."""
    norms = [token.norm for token in tokens if token.kind == "word"]
    if not norms or any(token.kind in ("number", "clock", "quote", "dims") for token in tokens):
        return ""
    wishing = norms[0] in commanding() - {"have"} or WISHING & set(norms)
    if wishing and not (len(norms) < 3 and set(norms) <= TALKATIVE):
        return ""
    if set(norms) <= LEFT_OF_THANKS:
        return TALK[0][1]
    return next((said for known, said in TALK if known & set(norms)), "")


# Questions that are not about the composition.
ASIDES: tuple[tuple[frozenset[str], str], ...] = (
    (words("undo redo revert"), "Use the Undo button beside the history (or `runs undo`). A question changes nothing."),
    (words("did changed happened happen worked work done last"), "What was done stands in the history beside the timeline. A question changes nothing."),
    (words("cost costs price expensive free credits pay charge"), "What a plan costs stands on its card before you approve it. A question changes nothing."),
    (words("you your yourself u"), f"I plan changes to this composition and show them before anything happens. {EXAMPLES}"),
)  # fmt: skip
OPINIONS = words(
    "too good better best nice ok okay enough should think recommend prefer looks look worth cool professional right weird pretty boring needed necessary fine"
)
JUDGE = "That is for you to judge; a question changes nothing."


def aside(tokens: Tokens) -> str:
    """What is said to a question about something else; "" when there is nothing to say."""
    norms = {token.norm for token in tokens}
    return next((said for known, said in ASIDES if known & norms), "")


def opinion(tokens: Tokens) -> str:
    """What stands before the facts when an opinion is asked for; "" otherwise."""
    return JUDGE if OPINIONS & {token.norm for token in tokens} else ""


def advice(tokens: Tokens) -> bool:
    """Whether an opinion is wanted, not a picture of what would be."""
    return bool(words("should think recommend prefer advise suggest") & {token.norm for token in tokens})
