"""Campaigns as studies of Optuna, and what studies say as the start of a campaign."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tune2048._arguments import checked
from tune2048._optional import needed
from tune2048.errors import BadInputError
from tune2048.frames import CampaignRecord

if TYPE_CHECKING:
    import optuna
    import pandas


def to_optuna(record: CampaignRecord) -> optuna.Study:
    """The trials of a campaign as a study in memory."""
    library = needed("optuna", "optuna", "to_optuna")
    trials, ranges = record.trials, record.ranges
    columns = {
        found["name"]: trials[f"{'weight' if found['is_weight'] else 'point'}.{found['name']}"]
        # Outside of its range a point counts as the nearest one in it.
        .clip(*((None, None) if found["is_weight"] else (0, 1)))
        for found in ranges
    }
    distributions = {
        found["name"]: _distribution(library, found, columns[found["name"]]) for found in ranges
    }
    sign = -1 if record.minimizes else 1
    study: optuna.Study = library.create_study(
        study_name=record.name, direction="minimize" if record.minimizes else "maximize"
    )
    for name, value in (("player", record.player), ("verdict", record.verdict)):
        study.set_user_attr(name, value)
    known = ("generation", "candidate", "games", "mean_score", "sd_score")
    for place, row in enumerate(trials.to_dict("records")):
        study.add_trial(
            library.trial.create_trial(
                params={
                    name: (int if isinstance(distributions[name].low, int) else float)(
                        column.iloc[place]
                    )
                    for name, column in columns.items()
                },
                distributions=distributions,
                value=sign * row["objective"],
                user_attrs={name: row[name] for name in known if not math.isnan(row[name])},
            )
        )
    return study


def _distribution(library: Any, found: dict[str, Any], values: pandas.Series) -> Any:
    """The range of a coordinate, with every value that was tried."""
    low = min([found["low"], *values])
    high = max([found["high"], *values])
    if found["is_integer"]:
        return library.distributions.IntDistribution(int(low), int(high), log=found["is_log"])
    return library.distributions.FloatDistribution(low, high, log=found["is_log"])


@checked
def read_optuna(study: optuna.Study) -> dict[str, Any]:
    """The parameters of a study of Optuna as a search space for ``tune`` or ``Optimizer``.

    Each keeps its range, and starts at the mean of the best tenth of the complete trials, on the
    scale of the range: the best trial alone owes part of its value to luck. Parameters with choices
    are fixed at the choice of the best trial, which has to be a number.
    """
    library = needed("optuna", "optuna", "read_optuna")
    if len(study.directions) != 1:
        raise BadInputError(
            f"read_optuna: found {len(study.directions)} objectives, expected a study with one"
        )
    minimizes = study.direction == library.study.StudyDirection.MINIMIZE
    trials = study.get_trials(states=[library.trial.TrialState.COMPLETE])
    if not trials:
        raise BadInputError("read_optuna: found no complete trial, expected one or more")
    ranked = sorted(trials, key=lambda trial: trial.value or 0.0, reverse=not minimizes)
    best = ranked[: math.ceil(len(ranked) / 10)]
    parameters: dict[str, Any] = {}
    found: Any
    for name, found in best[0].distributions.items():
        values = [trial.params[name] for trial in best if name in trial.params]
        if isinstance(found, library.distributions.CategoricalDistribution):
            if isinstance(values[0], bool) or not isinstance(values[0], (int, float)):
                raise BadInputError(
                    f"read_optuna: {name}: found the choice {values[0]!r}, expected a number - "
                    "leave it to the function"
                )
            parameters[name] = values[0]
            continue
        is_integer = isinstance(found, library.distributions.IntDistribution)
        if found.log:
            start = math.exp(math.fsum(map(math.log, values)) / len(values))
        else:
            start = math.fsum(values) / len(values)
        parameters[name] = {
            "start": min(max(round(start) if is_integer else start, found.low), found.high),
            "low": found.low,
            "high": found.high,
            "scale": "log" if found.log else "linear",
            "integer": is_integer,
        }
    return parameters
