"""The crash harness: kill the worker at every instant that matters, over and over, and look whether anything was lost.

A *story* is what people and workers do with one plan, act by act, each in a process of its own. It is played once
undisturbed, and then again for every *point* that it passed, with the process killed (SIGKILL) right there; whoever was
killed in an act does it again, as a person would press the button again and another worker would take up the run.
"""
