//! The progress of a campaign or a learning run in a line.

use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::words::{Phase, decimals, duration, grouped, grouped_fixed};

use crate::view::progress::{LearningProgress, LiveProgress};

/// The time left: `about 3 h 05 min left`.
pub fn time_left(seconds: f64) -> String {
    format!("about {} left", duration(seconds))
}

/// The tiles from 2048 on that some games reached, each with its share to one decimal.
pub fn reached_tiles(report: &ScoreReport) -> Vec<(&str, f64)> {
    let is_listed = |tile: &str| tile.parse::<u32>().is_ok_and(|tile| tile >= 2048);
    let tiles = report.tiles.iter().map(|(tile, share)| (tile.as_str(), share.share));
    tiles.filter(|(tile, share)| *share > 0.0 && is_listed(tile)).collect()
}

/// The progress of a campaign.
pub fn campaign_line(state: &LiveProgress) -> String {
    let mut text = match generation(state) {
        Some(line) if state.phase == Phase::Search => line,
        _ => state.phase.name().to_owned(),
    };
    let games = grouped(state.games as f64);
    text.push_str(&match state.total_games {
        Some(all) => format!(", {games} of {} games", grouped(all as f64)),
        None => format!(", {games} games"),
    });
    if let Some(left) = state.seconds_left {
        text.push_str(&format!(", {}", time_left(left)));
    }
    text
}

/// The last generation, or `None` before the first.
fn generation(state: &LiveProgress) -> Option<String> {
    let last = state.generations.last()?;
    let number = state.generations.len();
    let of = state.total_generations.map_or(String::new(), |all| format!(" of {all}"));
    let fewest = if last.objective.abs() < 100.0 { 4 } else { 0 };
    let mean = grouped_fixed(last.objective, decimals(last.objective, None, fewest));
    let from = state.spec.from_tile();
    let mut text = format!("generation {number}{of}, candidates' mean {mean}{from}");
    if let Some(reliability) = last.reliability {
        let games = grouped(f64::from(last.games_per_candidate));
        text.push_str(&format!(", {games} games each, ranking reliability {reliability:.2}"));
    }
    if let Some(step_size) = last.step_size {
        text.push_str(&format!(", step size {step_size:.3}"));
    }
    Some(text)
}

/// The progress of a learning run.
pub fn learning_line(state: &LearningProgress) -> String {
    if let Some(games) = state.test_games {
        let played = grouped(state.tested as f64);
        return format!("test: {played} of {} games", grouped(f64::from(games)));
    }
    let [games, total] = [state.games, state.total_games].map(|games| grouped(games as f64));
    let mut line = format!("{games} of {total} games");
    let recent = state.recent();
    if recent.games > 0 {
        let mean = recent.score as f64 / recent.games as f64;
        let tiles = state.tile_shares().into_iter().filter(|(_, share)| *share > 0.0);
        let tiles: String =
            tiles.map(|(tile, share)| format!(", {tile} {:.0} %", 100.0 * share)).collect();
        let count = grouped(recent.games as f64);
        line += &format!("; mean of the last {count} {}{tiles}", grouped(mean));
    }
    if let Some(speed) = state.moves_per_second() {
        line += &format!("; {:.2} M moves/s", speed / 1e6);
    }
    if let Some(left) = state.seconds_left() {
        let until = if state.is_before_search() { " until the search" } else { "" };
        line += &format!(", {}{until}", time_left(left));
    }
    line
}
