"""Plots of campaigns."""

import matplotlib
import pytest

import tune2048
from tune2048 import BadInputError

matplotlib.use("agg")
pyplot = pytest.importorskip("matplotlib.pyplot")

PLOTS = [name for name in tune2048.__all__ if name.startswith("plot_")]


@pytest.fixture(autouse=True)
def closed():
    """Closes every figure of a test."""
    yield
    pyplot.close("all")


@pytest.mark.parametrize("name", PLOTS)
def test_every_plot_can_be_drawn(campaign, name):
    plot = getattr(tune2048, name)
    for source in (campaign, campaign.record, campaign.folder):
        drawn = plot(source)
    axes = drawn[0] if name == "plot_slices" else drawn
    axes.figure.savefig("plot.png")
    assert axes.get_xlabel()
    assert axes.has_data()


def test_a_plot_is_drawn_on_given_axes(campaign):
    figure, (left, right) = pyplot.subplots(1, 2)
    assert tune2048.plot_scores(campaign, left) is left
    assert tune2048.plot_convergence(campaign, axes=right) is right
    assert pyplot.get_fignums() == [figure.number]


def test_convergence_shows_what_is_recorded(campaign):
    axes = tune2048.plot_convergence(campaign)
    lines = {line.get_label(): line for line in axes.lines}
    candidates = lines["a candidate"]
    assert list(candidates.get_ydata()) == list(campaign.record.trials["mean_score"])
    for side, name in (("tuned", "tuned weights"), ("start", "starting weights")):
        level = lines[f"{name} in the validation"].get_ydata()[0]
        assert level == campaign.evidence[side]["mean"]


def test_shares_of_scores_add_up_to_one(campaign):
    axes = tune2048.plot_scores(campaign, bins=10)
    outlines = [patch.get_path().vertices for patch in axes.patches]
    assert len(outlines) == 2
    for outline in outlines:
        # An outline goes up and down at each edge, and back along the axis.
        heights = outline[1:-1:2, 1][:10]
        assert sum(heights) == pytest.approx(1.0)


def test_a_campaign_without_games_has_no_plot():
    def stop(progress):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tune2048.Campaign.run("quickstart", stop, folder="begun")
    for name in set(PLOTS) - {"plot_weights"}:
        with pytest.raises(BadInputError, match="begun: found no .* to draw"):
            getattr(tune2048, name)("begun")
    assert tune2048.plot_weights("begun").get_xlabel() == "place in the range"
