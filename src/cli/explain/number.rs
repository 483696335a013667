//! Formatting of the numbers of `explain`.

use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::explain::StageReport;

use crate::cli::terminal::grouped;

pub(super) fn percent(share: f64) -> String {
    format!("{} %", tenths(share))
}

/// Formats a share in percent with one decimal, without a minus before 0.
fn tenths(share: f64) -> String {
    format!("{:.1}", (1000.0 * share).round() / 10.0 + 0.0)
}

pub(super) fn range(interval: Interval) -> String {
    format!("{} to {}", tenths(interval.low), tenths(interval.high))
}

pub(super) fn tile(stage: &StageReport) -> String {
    let prefix = if stage.stage.is_first() { "up to " } else { "" };
    format!("{prefix}{}", grouped(f64::from(stage.stage.largest_tile())))
}
