"""Plays 2048 with weighted heuristics, and tunes their weights.

>>> import tune2048
>>> campaign = tune2048.Campaign.run("quickstart", tune2048.progress_bar(), resume=True)
>>> print(campaign)
>>> campaign.weights.save("weights.h")
"""

from tune2048 import _native
from tune2048._native import Board, Game, Player, Weights, mean_interval
from tune2048.campaign import Campaign
from tune2048.errors import BadInputError, MissingPackageError, Tune2048Error
from tune2048.evaluation import GAME, evaluate, referee
from tune2048.frames import CampaignRecord, read_campaign
from tune2048.function import tune
from tune2048.optimizer import Optimizer
from tune2048.plots import (
    plot_convergence,
    plot_paths,
    plot_race,
    plot_reliability,
    plot_scores,
    plot_slice,
    plot_tiles,
    plot_weights,
)
from tune2048.progress import Progress, progress_bar
from tune2048.studies import read_optuna

__version__ = _native.VERSION

PRESETS = dict(_native.PRESETS)
"""What each preset is, by name."""

SEARCH_SPACES = dict(_native.SEARCH_SPACES)
"""The text of each search space that is built in, by name."""

__all__ = [
    "GAME",
    "PRESETS",
    "SEARCH_SPACES",
    "BadInputError",
    "Board",
    "Campaign",
    "CampaignRecord",
    "Game",
    "MissingPackageError",
    "Optimizer",
    "Player",
    "Progress",
    "Tune2048Error",
    "Weights",
    "__version__",
    "evaluate",
    "mean_interval",
    "plot_convergence",
    "plot_paths",
    "plot_race",
    "plot_reliability",
    "plot_scores",
    "plot_slice",
    "plot_tiles",
    "plot_weights",
    "progress_bar",
    "read_campaign",
    "read_optuna",
    "referee",
    "tune",
]
