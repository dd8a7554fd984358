"""Taking media in: a file becomes an asset of a workspace, kept once, or is refused with the reason and leaves nothing.

from the disk:  ingest → take                          (taking.py)
from afar:      begin → receive … → CHECKING           (uploads.py), then by a worker: check   (work.py)
afterwards:     its proxy, filmstrip and waveform, by a worker                                 (stand_ins.py)
"""

from tools.ingest.taking import Refused as Refused
from tools.ingest.taking import Taken as Taken
from tools.ingest.taking import admit as admit
from tools.ingest.taking import ingest as ingest
from tools.ingest.taking import ready as ready
from tools.ingest.taking import take as take
