//! The progress of a campaign as JSON: `status --json`, the last line of `run --json`, and `serve`.

use std::path::Path;

use serde_json::{Value, json};
use tune2048_tuner::campaign::Progress;
use tune2048_tuner::weights::Evidence;

use tune2048_tuner::record::worker_presence::SeenWorker;

/// Returns what `docs/reference/json.md` lists under `status`.
pub fn status_json(progress: &Progress, folder: &Path, workers: &[SeenWorker]) -> Value {
    let budget = progress.spec.budget;
    json!({
        "campaign": progress.spec.name,
        "folder": folder.display().to_string(),
        "finished": progress.finished,
        "generations": progress.generations,
        "trials": progress.trials.len(),
        "games": progress.games,
        "budget": {
            "games": budget.games,
            "generations": budget.generations,
            "minutes": budget.minutes,
        },
        "games_per_candidate": progress.games_per_candidate,
        "reliability": progress.reliability,
        "failures": progress.failures,
        "doubts": progress.doubts(),
        "search_end": progress.search_end,
        "restarts": progress.restarts,
        "elapsed_seconds": progress.elapsed_seconds,
        "evidence": progress.evidence.as_ref().map(Evidence::to_json),
        "workers": workers,
    })
}
