//! Whether a machine is too busy for its speed to be believed.

use crate::cli::options::cores;
use crate::cli::terminal::counted;

/// The largest share of the cores that others may have kept busy.
const MAX_BUSY: f64 = 0.1;

/// The largest share by which the slowest round may fall short of the fastest.
const MAX_SPREAD: f64 = 0.1;

/// The processes that wanted a core in the last minute, on average; `None` where the system does
/// not say.
pub(crate) fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}

/// The share by which the slowest of some rounds falls short of the fastest.
pub(crate) fn spread(rounds: &[f64]) -> f64 {
    let fastest = rounds.iter().copied().fold(0.0, f64::max);
    let slowest = rounds.iter().copied().fold(f64::INFINITY, f64::min);
    if fastest > 0.0 { 1.0 - slowest / fastest } else { 0.0 }
}

/// Says why speeds cannot be believed, from the load before the first round and the spreads of
/// the rounds of all lines; `None` if nothing speaks against them.
pub(crate) fn warning(load: Option<f64>, spreads: &[f64]) -> Option<String> {
    let cores = cores();
    let mut reasons = Vec::new();
    if let Some(load) = load.filter(|&load| load > MAX_BUSY * cores as f64) {
        let cores = counted(cores, "core");
        reasons.push(format!("other programs kept {load:.1} of {cores} busy before it began"));
    }
    let uneven = spreads.iter().filter(|&&spread| spread > MAX_SPREAD);
    let (uneven, all) = (uneven.count(), spreads.len());
    if uneven > 0 {
        let worst = spreads.iter().copied().fold(0.0, f64::max);
        reasons.push(format!(
            "in {uneven} of {all} lines the rounds differ by more than {:.0} %, at most by {:.0} %",
            100.0 * MAX_SPREAD,
            100.0 * worst
        ));
    }
    let reasons = reasons.join("; ");
    (!reasons.is_empty()).then(|| {
        format!(
            "too busy to believe: {reasons} - end other programs, wait a minute, and measure again"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_and_uneven_rounds_are_named() {
        assert_eq!(warning(None, &[]), None);
        assert_eq!(warning(Some(0.0), &[0.02, 0.09]), None);
        let busy = warning(Some(1000.0), &[0.0]).expect("a load");
        assert!(busy.contains("kept 1000.0 of"), "{busy}");
        let uneven = warning(None, &[spread(&[90.0, 100.0, 60.0]), 0.05]).expect("a spread");
        assert!(uneven.contains("in 1 of 2 lines"), "{uneven}");
        assert!(uneven.contains("at most by 40 %"), "{uneven}");
    }
}
