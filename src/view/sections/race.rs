//! The final race, and all looks at validation games.

use crate::view::campaigns::CampaignView;
use crate::view::chart::DataTable;
use crate::view::document::Block;
use crate::view::words::page::{count, known, percent, score_range};
use tune2048_engine::game::Stream;
use tune2048_tuner::record::Finalist;
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::statistics::{Effect, Estimate};
use tune2048_tuner::weights::{LookScores, Verdict};
use tune2048_tuner::words::score;

/// Returns the race and the looks.
pub(crate) fn section(data: &CampaignView) -> Vec<Block> {
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
