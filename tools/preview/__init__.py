"""What a composition looks like, drawn when somebody looks: a still of any frame, and a small film of the whole.

Both are kept among the pieces of renders under a name made of all that they depend on. So what has been drawn once is found
again, whatever revision, card or undo asks for it; nothing is drawn for a revision that nobody looks at.
"""

from tools.media.render import CannotRender, MediaMissing

from .film import Film, Standing
from .stills import CARD, PAGE, NoSuchFrame, still
from .turns import Busy

__all__ = ["CARD", "PAGE", "Busy", "CannotRender", "Film", "MediaMissing", "NoSuchFrame", "Standing", "still"]
