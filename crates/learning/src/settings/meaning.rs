//! What a file means: defaults, and the faults that no type rules out.

use tune2048_engine::player::rank_of;
use tune2048_engine::tuples::{Layout, Stages};
use tune2048_files::folder_name;
use tune2048_files::toml_errors::Mistake;

use super::file::{LearningFile, MethodKind, TupleChoice};
use super::spec::{LearningSpec, SearchPhase};

/// The number of points of the learning curve, if nothing is said.
const POINTS: u64 = 200;

impl LearningSpec {
    /// Checks the meaning of a file; `name` is that of a run whose file names none.
    ///
    /// # Errors
    /// All mistakes, each after the path of its key and without a span.
    pub fn new(file: LearningFile, name: &str) -> Result<Self, Vec<(String, Mistake)>> {
        let mistake = file.name.as_deref().and_then(folder_name::mistake_of);
        let mut faults: Vec<_> =
            mistake.map(|mistake| ("name".to_owned(), mistake)).into_iter().collect();
        let choice = file.tuples.unwrap_or_else(|| TupleChoice::Set("4x6".to_owned()));
        let (tuples, parsed) = (choice.to_string(), choice.parse());
        let mut fault = |key: &str, message: &str, label: String, help: Option<&str>| {
            let mistake = Mistake::new(0..0, message, label);
            faults.push((key.to_owned(), Mistake { help: help.map(str::to_owned), ..mistake }));
        };
        let parsed = parsed.map_err(|error| {
            fault("tuples", "no network has these tuples", error.to_string(), None);
        });
        let stages = Stages::new(&file.stages.unwrap_or_default()).map_err(|error| {
            fault("stages", "no network has these stages", error.to_string(), None);
        });
        let method = file.method.unwrap_or_default();
        let kind = method.kind;
        let lambda = method.lambda.unwrap_or(0.0);
        let horizon = method.horizon.unwrap_or(if lambda == 0.0 { 1 } else { 3 });
        if lambda == 0.0 && horizon > 1 {
            let label =
                format!("found horizon = {horizon} with lambda = 0, which waits for nothing");
            let help = Some("leave `horizon` out, or set `lambda`");
            fault("method.horizon", "a horizon needs errors of later moves", label, help);
        }
        let games = file.games.unwrap_or(100_000);
        let curve = file.curve.unwrap_or_else(|| (games / POINTS).max(100).min(games));
        if curve > games {
            let label = format!("found {curve}, expected at most the {games} of `games`");
            fault("curve", "a point of the curve has more games than the run", label, None);
        }
        if let Some(number) = file.downgrade_from.filter(|&tile| rank_of(tile).is_none()) {
            let label = format!("found {number}, expected a power of two");
            fault("downgrade-from", "no tile has this number", label, None);
        }
        let learning_rate = method.learning_rate.unwrap_or(match kind {
            MethodKind::TemporalDifferences => 0.1,
            MethodKind::TemporalCoherence => 1.0,
        });
        let search = file.search.map(|search| {
            let searched = search.games.unwrap_or((games / 10).max(1));
            if searched > games {
                let label = format!("found {searched}, expected at most the {games} of `games`");
                fault("search.games", "the search has more games than the run", label, None);
            }
            let rate = match kind {
                MethodKind::TemporalDifferences => learning_rate,
                MethodKind::TemporalCoherence => 1.0,
            };
            SearchPhase {
                depth: search.depth.unwrap_or(1),
                first: games.saturating_sub(searched),
                lambda: search.lambda.unwrap_or(0.5),
                learning_rate: search.learning_rate.unwrap_or(rate),
            }
        });
        let (Ok(parsed), Ok(stages), true) = (parsed, stages, faults.is_empty()) else {
            return Err(faults);
        };
        Ok(Self {
            name: file.name.unwrap_or_else(|| folder_name(name)),
            seed: file.seed.unwrap_or(1),
            games,
            tuples,
            layout: Layout::new(parsed, stages),
            method: kind,
            learning_rate,
            lambda,
            horizon,
            search,
            late_starts: file.starts,
            downgrade_from: file.downgrade_from,
            start: file.start,
            curve,
            test_games: file.test_games.unwrap_or(1000),
        })
    }
}

/// A name with everything replaced that no folder should have in its own.
fn folder_name(name: &str) -> String {
    let plain = |c: char| if folder_name::is_plain(c) { c } else { '-' };
    let name: String = name.chars().take(100).map(plain).collect();
    match name.trim_start_matches('.') {
        "" => "network".to_owned(),
        name => name.to_owned(),
    }
}
