//! The progress of a campaign or a learning run in words.

use std::fmt::Display;

use tune2048_learning::settings::at_depth;
use tune2048_tuner::words::{Phase, counted, duration, grouped, percent, score};

use crate::view::progress::{LiveProgress, Run};

/// The time left: `about 3 h 05 min left`; `at most` where fewer games may be played.
pub fn time_left(limit: &str, seconds: f64) -> String {
    format!("{limit} {} left", duration(seconds))
}

/// How many things there are so far: `40 of 1 200 games`, without a limit that is not known or passed.
pub fn so_far(done: u64, limit: Option<u64>, thing: &str) -> String {
    match limit.filter(|limit| done <= *limit) {
        Some(limit) => format!("{} of {}", grouped(done as f64), counted(limit, thing)),
        None => counted(done, thing),
    }
}

/// The tiles that some games reached, with their shares: `2048 93.0 %, 4096 61.0 %`.
pub fn tiles<T: Display>(shares: impl IntoIterator<Item = (T, f64)>) -> String {
    let reached = shares.into_iter().filter(|(_, share)| *share > 0.0);
    let words = reached.map(|(tile, share)| format!("{tile} {}", percent(share)));
    words.collect::<Vec<_>>().join(", ")
}

/// What a run is doing.
fn phase(state: &LiveProgress) -> String {
    match &state.run {
        _ if state.is_stopping => "stopping".to_owned(),
        Run::Campaign(run) => match state.pace.phase {
            Phase::Search => {
                let complete = run.generations.len() as u64;
                let limit = run.spec.budget.generations.map(u64::from);
                format!("search: {}", so_far(complete, limit, "generation"))
            }
            Phase::Race { finalists } => format!("final race of {finalists}"),
            phase => phase.name().to_owned(),
        },
        Run::Learning(run) => match (run.test_depth, run.coming_search(state.pace.games)) {
            (Some(depth), _) => format!("test {}", at_depth(depth)),
            (None, Some(first)) => {
                format!("learning, by a search after {}", counted(first, "game"))
            }
            (None, None) => "learning".to_owned(),
        },
    }
}

/// The games so far, of those in all.
fn games(state: &LiveProgress) -> String {
    so_far(state.pace.games, state.pace.total_games, state.pace.unit)
}

/// The games a second: of a campaign on each core.
fn speed(state: &LiveProgress) -> Option<String> {
    let (cores, each) = match &state.run {
        Run::Campaign(run) => (run.cores, " per core"),
        Run::Learning(_) => (1, ""),
    };
    let speed = state.pace.rate.per_second()? / cores as f64;
    Some(format!("{}/s{each}", score(speed)))
}

/// The mean score of the last candidates or games, in words.
fn found(state: &LiveProgress) -> Option<String> {
    match &state.run {
        // Of candidates that play each other it is what two equal sides have.
        Run::Campaign(run) if state.pace.phase != Phase::Search || run.spec.candidates_meet => None,
        Run::Campaign(run) => {
            Some(format!("candidates' mean {}", score(run.generations.last()?.mean)))
        }
        Run::Learning(run) => {
            let last = run.curve.last()?;
            let found = [format!("last games {}", grouped(last.mean_score)), tiles(last.tiles())];
            let known = found.into_iter().filter(|words| !words.is_empty());
            Some(known.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The progress of a run in a line, with the scores of late if these are not shown beside it.
pub fn progress_line(state: &LiveProgress, has_scores: bool) -> String {
    let left = state.seconds_left().map(|left| time_left(state.pace.limit(), left));
    let found = found(state).filter(|_| has_scores);
    let parts = [Some(phase(state)), Some(games(state)), found, speed(state), left];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
