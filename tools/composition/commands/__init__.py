"""COMMANDS: everything that can be done to a composition, on one screen."""

from . import canvas, items

COMMANDS = (
    # canvas
    canvas.set_composition_size,
    # items
    items.delete_items,
)

BY_OP = {command.op: command for command in COMMANDS}
