"""Campaigns as studies of Optuna, and studies as the start of a campaign."""

import json
import math
from wsgiref.util import setup_testing_defaults

import pytest
from test_functions import PARAMETERS, score

import tune2048
from tune2048 import BadInputError, read_optuna, tune

optuna = pytest.importorskip("optuna")
optuna.logging.set_verbosity(optuna.logging.WARNING)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """A campaign over two kinds of parameters with adaptive games."""
    folder = tmp_path_factory.mktemp("study") / "adaptive"
    space = {
        "a": {"start": 90, "low": 1, "high": 100, "scale": "log"},
        "b": {"start": 3, "low": 0, "high": 9, "integer": True},
    }
    return tune(
        score, space, {"generations": 4}, folder=folder, seed=3, validation={"games": 30},
        objective={"games-per-candidate": {"low": 16, "high": 32}},
        optimizer={"cma-es": {"population": 6}},
    )  # fmt: skip


def test_trials_have_their_parameters_ranges_and_values(campaign):
    study = campaign.to_optuna()
    trials = campaign.record.trials
    assert study.direction == optuna.study.StudyDirection.MAXIMIZE
    assert study.study_name == "score"
    assert [trial.value for trial in study.trials] == list(trials["mean_score"])
    for name in ("a", "b"):
        assert [trial.params[name] for trial in study.trials] == list(trials[f"weight.{name}"])
    first = study.trials[0]
    log = optuna.distributions.FloatDistribution(1, 100, log=True)
    assert first.distributions == {"a": log, "b": optuna.distributions.IntDistribution(0, 9)}
    assert first.user_attrs["games"] == trials["games"][0]


def test_plots_and_importances_open_the_study(campaign):
    pytest.importorskip("matplotlib").use("Agg")
    from optuna.visualization import matplotlib as plots

    study = campaign.to_optuna()
    for plot in (
        plots.plot_contour, plots.plot_slice, plots.plot_optimization_history,
        plots.plot_parallel_coordinate,
    ):  # fmt: skip
        plot(study)
    importances = optuna.importance.get_param_importances(study)
    assert importances["a"] > importances["b"]


def test_the_dashboard_opens_the_study(campaign):
    dashboard = pytest.importorskip("optuna_dashboard")
    study = campaign.to_optuna()
    app = dashboard.wsgi(study._storage)

    def get(path):
        environment = {"PATH_INFO": path}
        setup_testing_defaults(environment)
        status = []
        body = b"".join(app(environment, lambda found, *_: status.append(found)))
        assert status == ["200 OK"], body
        return json.loads(body)

    (summary,) = get("/api/studies")["study_summaries"]
    assert summary["study_name"] == "score"
    shown = get(f"/api/studies/{summary['study_id']}")
    assert len(shown["trials"]) == len(campaign.record.trials)
    assert {space["name"] for space in shown["union_search_space"]} == {"a", "b"}


def test_costs_keep_their_sign():
    def cost(weights, seed):
        return 1000 - seed % 9

    study = tune(
        cost, PARAMETERS, {"generations": 1}, minimize=True, validation={"games": 5}
    ).to_optuna()
    assert study.direction == optuna.study.StudyDirection.MINIMIZE
    assert study.best_value == min(trial.value for trial in study.trials) > 900


def test_a_study_gives_the_start_of_a_campaign():
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1))

    def distance(trial):
        a = trial.suggest_float("a", 1, 100, log=True)
        b = trial.suggest_int("b", 0, 9)
        c = trial.suggest_categorical("c", [1, 2.5])
        return abs(math.log(a / 30)) + abs(b - 4) + c

    study.optimize(distance, n_trials=25)
    best = sorted(study.trials, key=lambda trial: trial.value)[:3]
    space = read_optuna(study)
    product = best[0].params["a"] * best[1].params["a"] * best[2].params["a"]
    assert space["a"].pop("start") == pytest.approx(product ** (1 / 3))
    assert space["a"] == {"low": 1, "high": 100, "scale": "log", "integer": False}
    assert space["b"]["start"] == round(sum(trial.params["b"] for trial in best) / 3)
    assert space["c"] == best[0].params["c"]
    assert tune2048.Optimizer(read_optuna(study)).best["b"] == space["b"]["start"]


def test_studies_that_say_nothing_are_refused():
    with pytest.raises(BadInputError, match="no complete trial"):
        read_optuna(optuna.create_study())
    with pytest.raises(BadInputError, match="found 2 objectives"):
        read_optuna(optuna.create_study(directions=["minimize", "maximize"]))
    study = optuna.create_study()
    study.optimize(lambda trial: len(trial.suggest_categorical("c", ["x", "yy"])), n_trials=1)
    with pytest.raises(BadInputError, match="c: found the choice"):
        read_optuna(study)
