"""Every figure, one table after the other."""

from benchmarks import engine, road

engine.run()
road.run()
