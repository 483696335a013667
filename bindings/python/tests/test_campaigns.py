"""Campaigns run from Python."""

import csv
import html
import json
from pathlib import Path

import pytest
from conftest import SPACE

import tune2048
from tune2048 import BadInputError, Campaign, Progress, Tune2048Error, Weights


def rows(folder, name):
    """A table without its times, which no two runs share."""
    with open(Path(folder) / name, newline="") as file:
        table = list(csv.reader(file))
    kept = [i for i, column in enumerate(table[0]) if not column.startswith(("time_", "crc32"))]
    return [[row[i] for i in kept] for row in table]


def test_a_campaign_has_weights_and_a_verdict(campaign):
    assert campaign.folder.name == "tiny"
    assert campaign.weights.heuristic == "rows"
    assert campaign.weights == Weights(campaign.folder)
    assert campaign.ratio == campaign.evidence["ratio"]
    text = str(campaign)
    assert "; tuned weights 34 140, 2014 weights 36 789." in text
    assert "The two are not distinguishable" in text
    shown = campaign._repr_html_()
    assert html.escape(text.splitlines()[0]) in shown and "<meter" in shown


def test_the_record_is_that_of_the_command_line(campaign, command_line):
    Path("tiny.toml").write_text(SPACE)
    run = command_line("run", "tiny.toml", "--out", "same", "--plain")
    assert run.returncode == 0, run.stderr
    for table in ("trials.csv", "games.csv"):
        assert rows(campaign.folder, table) == rows("same", table), table
    best = Path("same/best.toml").read_text()
    assert (campaign.folder / "best.toml").read_text() == best


def test_a_space_is_a_mapping_a_file_a_text_or_a_name():
    space = {
        "name": "tiny",
        "seed": 3,
        "heuristic": {"rows": {"empty": "tune", "merges": "tune"}},
        "objective": {"games-per-candidate": 4},
        "optimizer": {"cma-es": {"population": 4}},
        "budget": {"generations": 3},
        "selection": {"games": 40},
        "validation": {"games": 30},
    }
    Path("tiny.toml").write_text(SPACE)
    limits = {"generations": 1, "validation_games": 6}
    runs = [
        Campaign.run(source, folder=f"run-{number}", **limits)
        for number, source in enumerate((space, SPACE, "tiny.toml", Path("tiny.toml")))
    ]
    tables = [rows(run.folder, "trials.csv") for run in runs]
    assert len(tables[0]) == 1 + 4
    assert all(table == tables[0] for table in tables)


def test_a_named_space_is_kept_in_results():
    def stop(progress):
        if progress.games:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Campaign.run("quickstart", stop)
    assert tune2048.read_campaign("quickstart").folder == Path("results/quickstart")


def test_progress_goes_through_the_phases():
    seen = []
    Campaign.run(SPACE, seen.append, folder="seen")
    phases = list(dict.fromkeys(step.phase for step in seen))
    assert phases[0] == "start"
    assert phases[-3:] == ["final race", "validation", "done"]
    assert "search" in phases
    games = [step.games for step in seen]
    assert games == sorted(games)
    last = seen[-1]
    assert last.generation == 2
    assert last.mean_score > 1000
    record = tune2048.read_campaign("seen")
    assert last.games == record.games + len(record.final_games)
    assert last.games <= last.total_games


def test_an_interrupted_campaign_goes_on_as_if_nothing_had_happened(campaign):
    class Enough(Exception):
        pass

    def stop(progress):
        if progress.generation == 1:
            raise Enough

    with pytest.raises(Enough):
        Campaign.run(SPACE, stop, folder="cut", threads=1)
    cut = tune2048.read_campaign("cut")
    assert not cut.finished
    assert cut.evidence is None
    assert "interrupted" in cut.verdict
    resumed = Campaign.resume("cut")
    for table in ("trials.csv", "games.csv"):
        assert rows(resumed.folder, table) == rows(campaign.folder, table)
    assert str(resumed) == str(campaign)


def test_a_larger_budget_continues_a_campaign():
    first = Campaign.run(SPACE, folder="more", generations=1)
    assert len(first.record.generations) == 1
    more = Campaign.resume("more", generations=2, validation_games=40)
    assert len(more.record.generations) == 2
    assert list(more.record.looks["look"]) == [1, 2]


def test_a_campaign_is_never_overwritten(campaign):
    with pytest.raises(BadInputError, match="there is a campaign already - go on .* resume=True"):
        Campaign.run(SPACE, folder=campaign.folder)
    again = Campaign.run(SPACE, folder=campaign.folder, resume=True)
    assert str(again) == str(campaign)
    for generations in (1, 2):
        run = Campaign.run(SPACE, folder="begun", generations=generations, resume=True)
        assert len(run.record.generations) == generations
    with pytest.raises(BadInputError, match="threads: found 0"):
        Campaign.run(SPACE, folder="none", threads=0)
    assert not Path("none").exists()


def test_errors_have_the_texts_of_the_command_line(command_line):
    Path("broken.toml").write_text("= 1")
    Path("wrong.toml").write_text(SPACE.replace("budget", "bugdet"))
    Path("empty").mkdir()

    def told(*arguments):
        run = command_line(*arguments)
        assert run.returncode == 2, run
        return run.stderr.strip().removeprefix("error: ")

    for call, arguments in [
        (lambda: Campaign.run("wrong.toml"), ("run", "wrong.toml")),
        (lambda: Campaign.run("quikstart"), ("run", "quikstart")),
        (lambda: Campaign.run("missing.toml"), ("run", "missing.toml")),
        (lambda: Weights("tuned-dept1"), ("evaluate", "tuned-dept1")),
        (lambda: Weights("empty"), ("evaluate", "empty")),
        (lambda: Weights("broken.toml"), ("evaluate", "broken.toml")),
        (lambda: tune2048.Board("12x"), ("inspect", "2014", "12x")),
    ]:
        with pytest.raises(BadInputError) as raised:
            call()
        assert str(raised.value).removeprefix("error: ") == told(*arguments)


def test_advice_is_given_in_the_words_of_python():
    Path("empty").mkdir()
    Path("file").touch()
    for call, advice in [
        (lambda: Campaign.resume("empty"), "Campaign.run(space) starts one"),
        (lambda: Campaign.run(SPACE, folder="file/inside"), "give another with folder="),
    ]:
        with pytest.raises(Tune2048Error) as raised:
            call()
        assert str(raised.value).endswith(advice)


def test_damage_is_reported_and_nothing_is_read(campaign):
    import shutil

    shutil.copytree(campaign.folder, "damaged")
    path = Path("damaged/trials.csv")
    path.write_text(path.read_text().replace(",0,", ",1,", 1))
    with pytest.raises(Tune2048Error, match="trials.csv line 2"):
        tune2048.read_campaign("damaged")


def test_the_record_has_the_ablation_of_the_command_line(campaign, command_line):
    run = command_line("explain", campaign.folder, "--ablation", "--games", "20", "--json")
    again = Campaign(campaign.folder)
    steps = again.record.ablation
    assert steps == json.loads(run.stdout)["steps"]
    assert f">{steps[0]['gain']['value']:.4g} (" in again._repr_html_()
