"""Every figure that one process can measure, one table after the other."""

from benchmarks import engine, overhead, rendering, road

engine.run()
road.run()
overhead.run()
rendering.run()
