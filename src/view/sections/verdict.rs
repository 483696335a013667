//! The measurement behind the verdict, the final race, and all looks at validation games.

use crate::view::campaigns::CampaignView;
use crate::view::chart::DataTable;
use crate::view::document::Block;
use crate::view::words::page::{change, count, known, percent, score_range};
use crate::view::words::{game_score, range, score, score_interval, story};
use tune2048_engine::game::Stream;
use tune2048_tuner::record::Finalist;
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::statistics::{Effect, Estimate};
use tune2048_tuner::weights::{AgainstOpponent, Evidence, LookScores, Verdict};

/// Returns the section.
pub(crate) fn section(data: &CampaignView) -> Vec<Block> {
    let Some(evidence) = data.state.evidence() else {
        let none = "There is none before the search has ended and its winner has been measured on new games: the \
                    figures of a search are partly luck, and too high for whatever leads.";
        return vec![Block::Text(none.to_owned())];
    };
    vec![
        Block::Text(story::played(evidence)),
        table(evidence).into(),
        tiles(&evidence.tuned, &evidence.start).into(),
        by_opponent(evidence).into(),
    ]
}

/// Returns the results against each opponent of a list.
fn by_opponent(evidence: &Evidence) -> DataTable<impl Sized> {
    let row = |one: &AgainstOpponent| (one.name.clone(), one.tuned.games, evidence.against(one));
    let rows = evidence.opponents.iter().map(row);
    let caption = format!("By opponent, with {} intervals", evidence.look_percent());
    DataTable::new("opponents", &caption, rows)
        .text("opponent", |row| row.0.clone())
        .number("pairs", |row| count(row.1))
        .number("tuned", |row| row.2[0].clone())
        .number("start", |row| row.2[1].clone())
}

/// Returns the scores of both sides.
fn table(evidence: &Evidence) -> DataTable<impl Sized> {
    let mean = |report: &ScoreReport| score_interval(report.mean, evidence.mean_interval(report));
    let (unit, level) = (evidence.unit(), evidence.look_percent());
    let sides = [("tuned", &evidence.tuned), ("start", &evidence.start)];
    let mut table = DataTable::new("verdict", "Scores of tuned and starting weights", sides)
        .text("weights", |(name, _)| *name)
        .number(evidence.measured(), |(_, report)| mean(report)[0].clone())
        .number(&format!("{level} interval"), |(_, report)| mean(report)[1].clone())
        .number(&format!("standard deviation of a {unit}"), |(_, report)| known(report.sd, score));
    if evidence.has_quantiles() {
        table = table
            .number("median score", |(_, report)| known(report.median, score))
            .number("lowest score", |(_, report)| known(report.min, game_score))
            .number("highest score", |(_, report)| known(report.max, game_score));
    }
    table.number(&format!("{unit}s"), |(_, report)| count(report.games))
}

/// Returns the shares of games that reached each tile; without rows for what has none.
fn tiles(tuned: &ScoreReport, start: &ScoreReport) -> DataTable<impl Sized> {
    let known = if tuned.tiles.len() < start.tiles.len() { &start.tiles } else { &tuned.tiles };
    let shares = known.keys().map(|tile| (tile.clone(), tuned.tile(tile), start.tile(tile)));
    DataTable::new("tiles", "Share of the games that reached a tile or a larger one", shares)
        .text("tile", |(tile, _, _)| tile.clone())
        .number("tuned", |(_, tuned, _)| percent(tuned.share))
        .number("95 % interval", |(_, tuned, _)| range(tuned.ci95, percent))
        .number("start", |(_, _, start)| percent(start.share))
        .number("95 % interval", |(_, _, start)| range(start.ci95, percent))
        .number("difference", |(_, tuned, start)| {
            change(tuned.share - start.share).replace('%', "points")
        })
}

/// Returns the race and the looks.
pub(crate) fn race_and_looks(data: &CampaignView) -> Vec<Block> {
    race(data).into_iter().chain(looks(data)).collect()
}

/// Returns the finalists that played, those with the most games first: the place in the list, and the scores in the race.
fn runners(data: &CampaignView) -> Vec<(usize, &Finalist, ScoreReport)> {
    let games =
        data.state.finals.looks.last().map_or(0..u64::MAX, |look| look.race_from..look.race_to);
    let played = data.state.finals.finalists.iter().enumerate().filter_map(|(place, finalist)| {
        let games = data.state.finals.results(Stream::Selection, games.clone(), place);
        (!games.is_empty()).then(|| (place, finalist, ScoreReport::of(&games)))
    });
    let mut runners: Vec<_> = played.collect();
    runners.sort_by(|(.., a), (.., b)| b.games.cmp(&a.games).then(b.mean.total_cmp(&a.mean)));
    runners
}

fn race(data: &CampaignView) -> Vec<Block> {
    let runners = runners(data);
    if runners.is_empty() {
        let words = "No final race has been played: one comes after a search unless its winner is taken without.";
        return vec![Block::Text(words.to_owned())];
    }
    let winner = data.state.finals.looks.last().map(|look| look.winner);
    let words = "The final race is played on new games, the same for all finalists: after each round the better half \
                 goes on. The winner’s mean is too high here on average, since the winner was chosen by it; its mean \
                 in the validation is not.";
    let table = DataTable::new("race", "Finalists", runners)
        .text("finalist", |(place, ..)| *place)
        .text("weights of", |(_, finalist, _)| finalist.origin.clone())
        .number("games", |(.., found)| count(found.games))
        .number(data.state.spec.subject().measured(), |(.., found)| score(found.mean))
        .number("95 % interval", |(.., found)| known(found.mean_ci95, score_range))
        .number("", |(place, ..)| if Some(*place) == winner { "winner" } else { "" });
    vec![Block::Text(words.to_owned()), table.into()]
}

fn looks(data: &CampaignView) -> Vec<Block> {
    let (finals, spec) = (&data.state.finals, &data.state.spec);
    if finals.looks.is_empty() {
        let none = "The recommended weights have not been measured on new games yet.";
        return vec![Block::Text(none.to_owned())];
    }
    let effect = spec.shown_effect();
    let shown = |found: Estimate| if effect == Effect::Elo { found.in_elo() } else { found };
    let found = finals.looks.iter().map(|look| {
        let estimate = |scores: LookScores| {
            scores.estimate(spec.objective, spec.effect, 1.0 - look.error).map(shown)
        };
        (look, finals.look_scores(spec, look).map(estimate))
    });
    let table = DataTable::new("looks", "Looks at validation games", found)
        .number("look", |(look, _)| look.look)
        .number("after games", |(look, _)| count(look.search_games))
        .number("finalist", |(look, _)| look.winner)
        .number("its games", |(look, _)| {
            let games = look.games();
            format!("{} to {}", games.start, games.end.saturating_sub(1))
        })
        .number(effect.name(), |(look, found)| {
            known(found.flatten(), |found| found.with_level(&percent(1.0 - look.error)))
        })
        .number("verdict", |(look, found)| match found {
            None => "not played to its end".to_owned(),
            Some(_) if look.winner == look.start => Verdict::Start.to_string(),
            Some(found) => Verdict::on(*found, spec.better).to_string(),
        });
    let words = "Each look of the validation measures the recommended weights on new games. All looks of a campaign \
                 share one error of 5 %: the k-th spends 5 % / (k (k + 1)) of it, so that validating again until the \
                 result pleases does not help.";
    vec![Block::Text(words.to_owned()), table.into()]
}
