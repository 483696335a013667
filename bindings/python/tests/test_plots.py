"""Plots of campaigns."""

import matplotlib
import pytest

import tune2048
from tune2048 import BadInputError

matplotlib.use("agg")
pyplot = pytest.importorskip("matplotlib.pyplot")
Axes = matplotlib.axes.Axes

PLOTS = [name for name in tune2048.__all__ if name.startswith("plot_")]


def draw(name, source):
    return getattr(tune2048, name)(source, *(["empty"] if name == "plot_slice" else []))


@pytest.fixture(autouse=True)
def closed():
    """Closes every figure of a test."""
    yield
    pyplot.close("all")


@pytest.mark.parametrize("name", PLOTS)
def test_every_plot_can_be_drawn(campaign, name):
    for source in (campaign, campaign.record, campaign.folder):
        axes = draw(name, source)
    assert isinstance(axes, Axes)
    axes.figure.savefig("plot.png")
    assert axes.get_xlabel()
    assert axes.has_data()
    if legend := axes.get_legend():
        assert legend.get_window_extent().x0 >= axes.get_window_extent().x1


def test_a_plot_is_drawn_on_given_axes(campaign):
    figure, (left, right) = pyplot.subplots(1, 2)
    assert tune2048.plot_scores(campaign, left) is left
    assert tune2048.plot_convergence(campaign, axes=right) is right
    assert pyplot.get_fignums() == [figure.number]


def test_convergence_shows_what_is_recorded(campaign):
    axes = tune2048.plot_convergence(campaign)
    lines = {line.get_label(): line for line in axes.lines}
    (candidates,) = (line for name, line in lines.items() if name.startswith("a candidate"))
    low, high = axes.get_ylim()
    beyond = [score for score in candidates.get_ydata() if not low <= score <= high]
    assert (f"({len(beyond)} beyond" in candidates.get_label()) == bool(beyond)
    assert all(low < mean < high for mean in campaign.record.generations["mean_score"])
    assert list(candidates.get_ydata()) == list(campaign.record.trials["mean_score"])
    for side, name in (("tuned", "tuned weights"), ("start", "starting weights")):
        level = lines[f"{name}\nin the validation"].get_ydata()[0]
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
            draw(name, "begun")
    assert tune2048.plot_weights("begun").get_xlabel() == "place in the range"
