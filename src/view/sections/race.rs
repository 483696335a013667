//! The final race, and all looks at validation games.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::{
    DataTable, Plot, axis, ends, figure, is_roomy, key, responsive, row_axis,
};
use crate::view::words::page::{count, known, percent, score, score_range, with_interval};
use tune2048_engine::game::Stream;
use tune2048_tuner::record::Finalist;
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::statistics::{Effect, Estimate};
use tune2048_tuner::weights::Verdict;

/// A finalist with its place in the list and its scores in the race.
type Runner<'d> = (usize, &'d Finalist, ScoreReport);

/// Returns the race and the looks.
pub(crate) fn section(data: &ReportData) -> Markup {
    html! {
        h3 { "The final race" }
        (race(data))
        h3 { "Validation" }
        (looks(data))
    }
}

/// Returns the finalists that played, those with the most games first.
fn runners(data: &ReportData) -> Vec<Runner<'_>> {
    let games =
        data.state.finals.looks.last().map_or(0..u64::MAX, |look| look.race_from..look.race_to);
    let played = data.state.finals.finalists.iter().enumerate().filter_map(|(place, finalist)| {
        let games = data.state.finals.results(Stream::Selection, games.clone(), place);
        (!games.is_empty()).then(|| (place, finalist, ScoreReport::of(&games)))
    });
    let mut runners: Vec<Runner<'_>> = played.collect();
    runners.sort_by(|(.., a), (.., b)| b.games.cmp(&a.games).then(b.mean.total_cmp(&a.mean)));
    runners
}

fn race(data: &ReportData) -> Markup {
    let runners = runners(data);
    if runners.is_empty() {
        let words = match data.evidence() {
            Some(_) => "There was none: the winner was taken without a race.",
            None => "It has not been run yet: it comes when the search has ended.",
        };
        return html! { p { (words) } };
    }
    let winner = data.state.finals.looks.last().map(|look| look.winner);
    let interval = |found: &ScoreReport| found.mean_ci95.map_or([found.mean; 2], Into::into);
    let domain = ends(runners.iter().flat_map(|(.., found)| interval(found)));
    let class = |place: usize| match place {
        _ if Some(place) == winner => "final",
        0 => "start",
        _ => "tuned",
    };
    let words = |(place, finalist, found): &Runner<'_>| {
        let (mean, interval) = (score(found.mean), with_interval(found.mean_ci95));
        format!("finalist {place}, {}: {mean}{interval}", finalist.origin)
    };
    let measured = data.state.spec.subject().measured();
    let image = responsive("race", &format!("Finalists by {measured}"), |width| {
        let x =
            axis(domain, &format!("{measured} in the race"), if is_roomy(width) { 7 } else { 4 });
        let y = row_axis(runners.iter().map(|(place, ..)| place.to_string()), "finalist");
        let plot = Plot::new(width, 60.0 + 26.0 * runners.len() as f64, x, y);
        plot.drawn(&html! {
            @for (row, runner) in runners.iter().enumerate() {
                @let (place, _, found) = runner;
                (plot.estimate(plot.y(-(row as f64)), found.mean, found.mean_ci95, class(*place), &words(runner)))
            }
        })
    });
    let caption = html! {
        b { "The final race " } "is played on new games, the same for all finalists: after each round the better half goes on. "
        "Bars are 95\u{202f}% intervals. The winner’s mean is too high here on average, since the winner was chosen by it; its mean in the validation is not."
    };
    let of_winner = winner.map(|_| key("final", "the winner")).into_iter();
    let keys = of_winner.chain([key("start", "starting weights"), key("tuned", "others")]);
    let table = DataTable::new("race", "Finalists", &runners)
        .text("finalist", |(place, ..)| *place)
        .text("weights of", |(_, finalist, _)| finalist.origin.clone())
        .number("games", |(.., found)| count(found.games))
        .number(measured, |(.., found)| score(found.mean))
        .number("95\u{202f}% interval", |(.., found)| known(found.mean_ci95, score_range))
        .number("", |(place, ..)| if Some(*place) == winner { "winner" } else { "" });
    html! {
        (figure("race", keys, &image, &caption, &[]))
        (table.shown())
    }
}

fn looks(data: &ReportData) -> Markup {
    if data.state.finals.looks.is_empty() {
        return html! { p { "The recommended weights have not been measured on new games yet." } };
    }
    let spec = &data.state.spec;
    let found = data.state.finals.looks.iter().map(|look| {
        let scores = data.state.finals.look_scores(&data.state.spec, look);
        (look, scores.map(|scores| scores.estimate(spec.objective, spec.effect, 1.0 - look.error)))
    });
    let effect = spec.shown_effect();
    let shown = |found: Estimate| if effect == Effect::Elo { found.in_elo() } else { found };
    let table = DataTable::new("looks", "Looks at validation games", found)
        .number("look", |(look, _)| look.look)
        .number("after games", |(look, _)| count(look.search_games))
        .number("finalist", |(look, _)| look.winner)
        .number("its games", |(look, _)| {
            let games = look.games();
            format!("{} to {}", games.start, games.end.saturating_sub(1))
        })
        .number(effect.name(), |(_, found)| {
            known(found.flatten().map(shown), |found| found.value_text())
        })
        .number("interval", |(_, found)| {
            let ends = found.flatten().map(shown).and_then(|found| found.interval_text());
            known(ends, |ends| ends)
        })
        .number("confidence", |(look, _)| percent(1.0 - look.error))
        .number("verdict", |(look, found)| match found {
            None => "not played to its end".to_owned(),
            Some(_) if look.winner == look.start => Verdict::Start.to_string(),
            Some(found) => Verdict::on(*found, spec.better).to_string(),
        });
    let start = match data.state.finals.has_baselines() {
        true => "beside stored scores of the starting weights",
        false if spec.is_match() => "against the starting weights",
        false => "beside the starting weights, which play them too",
    };
    html! {
        p {
            "Each look measures the recommended weights on new games " (start) ". All looks of a campaign share one error of 5\u{202f}%: \
            the k-th spends 5\u{202f}% / (k (k + 1)) of it, so that validating again until the result pleases does not help."
        }
        (table.shown())
    }
}
