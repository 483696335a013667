"""The record of a campaign as frames."""

import csv
import json
import shutil
from pathlib import Path

import pytest

import tune2048
from tune2048 import mean_interval, read_campaign



def test_frames_have_the_columns_of_the_files(campaign):
    record = campaign.record
    assert (record.name, record.seed, record.finished) == ("tiny", 3, True)
    assert record.state == "finished"
    assert len(record.trials) == 12
    assert list(record.trials.columns[:6]) == [
        "trial", "generation", "candidate", "fitness", "objective", "games",
    ]  # fmt: skip
    assert not [name for name in record.trials if name.startswith("crc32")]
    with open(record.folder / "trials.csv", newline="") as file:
        first = next(csv.DictReader(file))
    assert record.trials["weight.merges"][0] == float(first["weight.merges"])
    lines = [json.loads(line) for line in (record.folder / "log.jsonl").read_text().splitlines()]
    logged = [line for line in lines if line["event"] == "distribution"]
    assert list(record.distributions["step_size"]) == [line["step_size"] for line in logged]
    assert list(record.distributions["mean.empty"]) == [line["mean"][0] for line in logged]
    assert list(record.distributions["covariance.merges.empty"]) == [
        line["covariance"][1] for line in logged
    ]
    assert list(record.looks["look"]) == [1]
    assert len(record.finalists) == len([line for line in lines if line["event"] == "finalist"])
    assert set(record.finalists.columns) > {"finalist", "origin", "player", "weight.empty"}


def test_generations_summarise_their_candidates(campaign):
    record = campaign.record
    generations = record.generations
    assert list(generations.index) == [0, 1, 2]
    assert list(generations["candidates"]) == [4] * 3
    assert list(generations["games"]) == [16, 32, 48]
    first = record.trials[record.trials["generation"] == 0]["mean_score"]
    assert generations["mean_score"][0] == pytest.approx(sum(first) / 4)
    # Student's t for three degrees of freedom is 3.18245; of skewed scores the interval is wider.
    half = 3.182446 * first.std() / 2
    assert generations["high"][0] - generations["mean_score"][0] >= half * (1 - 1e-6)
    assert generations["step_size"][0] == record.distributions["step_size"][0]


def test_the_games_of_the_last_validation_have_sides(campaign):
    record = campaign.record
    games = record.validation
    means = games.groupby("side")["score"].mean()
    assert means["tuned"] == pytest.approx(record.evidence["tuned"]["mean"])
    if "start" in means:
        assert means["start"] == pytest.approx(record.evidence["start"]["mean"])


def test_the_race_names_its_winner(campaign):
    race = campaign.record.race
    assert race["winner"].sum() == 1
    assert (race["games"] <= race["games"][0]).all()
    assert "starting weights" in set(race["origin"])
    selection = campaign.record.final_games.query("stream == 'selection'")
    assert race["games"].sum() == len(selection)


def test_weights_have_places_in_their_ranges(campaign):
    weights = campaign.record.weights
    tuned = weights.dropna(subset=["tuned_position"])
    assert list(tuned.index) == ["empty", "merges"]
    assert tuned["tuned_position"].between(0, 1).all()
    # The range of `empty` in rows is 0 to 2000.
    assert tuned["start_position"]["empty"] == pytest.approx(270 / 2000)
    assert dict(weights["tuned"]) == dict(campaign.candidate)


def test_a_campaign_that_has_hardly_begun_has_empty_frames():
    def stop(progress):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tune2048.Campaign.run("quickstart", stop, folder="begun")
    record = read_campaign("begun")
    for frame in (record.trials, record.generations, record.race, record.validation, record.looks):
        assert len(frame) == 0
    assert record.tuned is None
    assert record.weights["tuned"].isna().all()
    assert repr(record) == "<CampaignRecord 'begun': 0 games, interrupted>"


def test_a_line_that_was_cut_short_is_left_out(campaign):
    shutil.copytree(campaign.folder, "torn")
    with open("torn/games.csv", "a") as file:
        file.write("validation,99")
    assert len(read_campaign("torn").final_games) == len(campaign.record.final_games)


def test_a_folder_without_a_campaign_is_refused():
    Path("nothing").mkdir()
    with pytest.raises(tune2048.BadInputError, match="no campaign here"):
        read_campaign("nothing")


def test_the_interval_of_a_mean_is_that_of_student():
    low, high = mean_interval([11.0, 12.0, 13.0])
    assert (low + high) / 2 == pytest.approx(12.0)
    assert high - 12.0 == pytest.approx(4.302653 / 3**0.5, rel=1e-6)
    assert mean_interval([1.0]) is None
    with pytest.raises(tune2048.BadInputError, match="between 0 and 1"):
        mean_interval([1.0, 2.0], confidence=95)
