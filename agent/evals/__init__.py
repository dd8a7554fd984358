"""How good a planner is, measured: cases in files, five dimensions, a report, and the cases for other tools."""

from .cases import Case, film, load_cases
from .dataset import dataset
from .runner import Comparison, Report, Result, compare, evaluate

__all__ = ["Case", "Comparison", "Report", "Result", "compare", "dataset", "evaluate", "film", "load_cases"]
