"""Every figure that one process can measure, one table after the other."""

from benchmarks import engine, overhead, road

engine.run()
road.run()
overhead.run()
