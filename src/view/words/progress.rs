//! The progress of a campaign or a learning run in words.

use tune2048_learning::settings::at_depth;
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::words::{Phase, counted, decimals, duration, grouped, grouped_fixed};

use crate::view::progress::{CampaignProgress, LiveProgress, Run};

/// The time left: `about 3 h 05 min left`; `at most 3 h 05 min left` where fewer games may be played.
pub fn time_left(seconds: f64, is_limit: bool) -> String {
    let limit = if is_limit { "at most" } else { "about" };
    format!("{limit} {} left", duration(seconds))
}

/// The tiles from 2048 on that some games reached, each with its share to one decimal.
pub fn reached_tiles(report: &ScoreReport) -> Vec<(&str, f64)> {
    let is_listed = |tile: &str| tile.parse::<u32>().is_ok_and(|tile| tile >= 2048);
    let tiles = report.tiles.iter().map(|(tile, share)| (tile.as_str(), share.share));
    tiles.filter(|(tile, share)| *share > 0.0 && is_listed(tile)).collect()
}

/// What a run is doing.
pub fn phase(state: &LiveProgress) -> String {
    match &state.run {
        Run::Campaign(run) => match run.phase {
            Phase::Search => format!("search: {}", generations(run)),
            Phase::Race { finalists } => format!("final race of {finalists}"),
            phase => phase.name().to_owned(),
        },
        Run::Learning(run) => match (run.test_depth, run.coming_search(state.games)) {
            (Some(depth), _) => format!("test {}", at_depth(depth)),
            (None, Some(first)) => {
                format!("learning, by a search after {}", counted(first, "game"))
            }
            (None, None) => "learning".to_owned(),
        },
    }
}

/// What a run counts with a seed: games, or pairs of games.
pub fn unit(state: &LiveProgress) -> &'static str {
    match &state.run {
        Run::Campaign(run) => run.spec.subject().unit(),
        Run::Learning(_) => "game",
    }
}

/// The games so far, of those in all.
pub fn games(state: &LiveProgress) -> String {
    let (games, unit) = (state.games, unit(state));
    match state.total_games {
        Some(all) if games <= all => format!("{} of {}", grouped(games as f64), counted(all, unit)),
        _ => counted(games, unit),
    }
}

/// How fast a run is: games on each core, or moves of a learning run.
pub fn speed(state: &LiveProgress) -> Option<String> {
    let games = state.rate.per_second()?;
    match &state.run {
        Run::Campaign(run) => {
            let speed = games / run.cores as f64;
            let speed = if speed < 10.0 { format!("{speed:.2}") } else { grouped(speed) };
            Some(format!("{speed}/s per core"))
        }
        Run::Learning(run) => {
            let recent = run.recent();
            let moves = games * recent.moves as f64 / recent.games.max(1) as f64;
            run.test_depth.is_none().then(|| format!("{:.2} M moves/s", moves / 1e6))
        }
    }
}

/// The progress of a run in a line.
pub fn progress_line(state: &LiveProgress) -> String {
    let left = state
        .seconds_left
        .map_or(String::new(), |left| format!(", {}", time_left(left, state.may_end_early())));
    match &state.run {
        Run::Campaign(run) => {
            let generation = generation(run).filter(|_| run.phase == Phase::Search);
            let phase = generation.unwrap_or_else(|| run.phase.name().to_owned());
            format!("{phase}, {}{left}", games(state))
        }
        Run::Learning(run) if run.test_depth.is_some() => format!("test: {}{left}", games(state)),
        Run::Learning(run) => {
            let mut line = games(state);
            let recent = run.recent();
            if recent.games > 0 {
                let mean = grouped(recent.score as f64 / recent.games as f64);
                let tiles = run.tile_shares().filter(|(_, share)| *share > 0.0);
                let tiles: String =
                    tiles.map(|(tile, share)| format!(", {tile} {:.0} %", 100.0 * share)).collect();
                let count = grouped(recent.games as f64);
                line += &format!("; mean of the last {count} {mean}{tiles}");
            }
            line + &speed(state).map_or(String::new(), |speed| format!("; {speed}")) + &left
        }
    }
}

/// The complete generations, of those in all.
fn generations(run: &CampaignProgress) -> String {
    let complete = run.generations.len() as u64;
    match run.total_generations() {
        Some(all) => format!("{complete} of {}", counted(all, "generation")),
        None => counted(complete, "generation"),
    }
}

/// The complete generations with what the last has found, or `None` before the first.
fn generation(run: &CampaignProgress) -> Option<String> {
    let last = run.generations.last()?;
    let mut text = generations(run);
    // Of candidates that play each other it is what two equal sides have.
    if !run.spec.candidates_meet {
        let fewest = if last.objective.abs() < 100.0 { 4 } else { 0 };
        let mean = grouped_fixed(last.objective, decimals(last.objective, None, fewest));
        let from = run.spec.from_tile();
        text.push_str(&format!(", candidates' mean {mean}{from}"));
    }
    if let Some(reliability) = last.reliability {
        let games = counted(last.games_each, run.spec.subject().unit());
        text.push_str(&format!(", {games} each, ranking reliability {reliability:.2}"));
    }
    if let Some(step_size) = last.step_size {
        text.push_str(&format!(", step size {step_size:.3}"));
    }
    Some(text)
}
