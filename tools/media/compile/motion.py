"""Values over time: a property sampled at every frame, and the sample written as a filter reads it.

A filter that evaluates an expression at each frame gets a balanced tree of straight lines in n; one that only takes
commands gets a file with a line for each frame at which something changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from tools.composition.curves import value_at
from tools.composition.model import Record
from tools.composition.properties import at, is_animated

Values = list[float]
"""One number a frame."""


def sampled(item: Record, path: tuple[str, ...], default: float, frames: range) -> Values:
    """A property of an item at its own frames; one number stands for all of them while it does not change."""
    value = at(item, path)
    if not is_animated(value):
        return [float(default if value is None else value)]
    return settled([float(value_at(value["kf"], frame)) for frame in frames])


def settled(values: Sequence[float]) -> Values:
    """The values, or only one where they are all the same."""
    return [values[0]] if all(one == values[0] for one in values) else list(values)


def times(*factors: Values) -> Values:
    """The product, frame by frame."""
    return combined(lambda *numbers: _product(numbers), *factors)


def combined(made_of: Callable[..., float], *parts: Values) -> Values:
    """What a function makes of the numbers of each frame."""
    if all(len(part) == 1 for part in parts):
        return [made_of(*(part[0] for part in parts))]
    count = max(len(part) for part in parts)
    return settled([made_of(*(part[index if len(part) > 1 else 0] for part in parts)) for index in range(count)])


def _product(numbers: Sequence[float]) -> float:
    product = 1.0
    for number in numbers:
        product *= number
    return product


def steady(values: Values) -> bool:
    return len(values) == 1


def number(value: float) -> str:
    """A number as filters read it: short, and never with an exponent."""
    return f"{value:.6f}".rstrip("0").rstrip(".") or "0"


def expression(values: Values, variable: str = "n") -> str:
    """The values as an expression of the frame's number, in quotes where it holds commas."""
    if steady(values):
        return number(values[0])
    return f"'{_tree(_lines(values), variable)}'"


def commands(fps: Fraction, per_frame: Mapping[tuple[str, str], Sequence[float | str]]) -> bytes:
    """A file for sendcmd: {(filter@id, option): one value a frame}; the first value of each is set before it starts.
    Empty where nothing changes."""
    lines = []
    count = max(len(values) for values in per_frame.values())
    for frame in range(1, count):
        changed = [
            f"{target} {option} {_told(values[frame])}"
            for (target, option), values in per_frame.items()
            if len(values) > 1 and values[frame] != values[frame - 1]
        ]
        if changed:
            # Half a frame early, so that no rounding of a clock makes it a frame late.
            lines.append(f"{float((frame - Fraction(1, 2)) / fps):.6f} {', '.join(changed)};")
    return "".join(f"{line}\n" for line in lines).encode()


def _told(value: float | str) -> str:
    return value if isinstance(value, str) else number(value)


# --- straight lines ---------------------------------------------------------------------------------------------------

Line = tuple[int, float, float]
"""First frame, value there, and what is added a frame."""


def _lines(values: Values) -> list[Line]:
    """The fewest straight lines that go through all values, found from the left."""
    lines: list[Line] = []
    start = 0
    while start < len(values):
        step = values[start + 1] - values[start] if start + 1 < len(values) else 0.0
        stop = start + 1
        while stop < len(values) and abs(values[start] + step * (stop - start) - values[stop]) < 1e-5:
            stop += 1
        if stop - start == 1:
            step = 0.0
        lines.append((start, values[start], step))
        start = stop
    return lines


def _tree(lines: list[Line], variable: str) -> str:
    """Nested choices, halved each time: as deep as the logarithm of their number."""
    if len(lines) == 1:
        start, value, step = lines[0]
        if not step:
            return number(value)
        return f"({number(value - start * step)}+{step:.9f}*{variable})"
    middle = len(lines) // 2
    return f"if(lt({variable},{lines[middle][0]}),{_tree(lines[:middle], variable)},{_tree(lines[middle:], variable)})"
