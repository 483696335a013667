//! Whether a machine is too busy for its speed to be believed.

/// The largest share by which the slowest round may fall short of the fastest.
const MAX_SPREAD: f64 = 0.1;

/// The share by which the slowest of some rounds falls short of the fastest.
pub(crate) fn spread(rounds: &[f64]) -> f64 {
    let fastest = rounds.iter().copied().fold(0.0, f64::max);
    let slowest = rounds.iter().copied().fold(f64::INFINITY, f64::min);
    if fastest > 0.0 { 1.0 - slowest / fastest } else { 0.0 }
}

/// Says why speeds cannot be believed, from the spreads of the rounds of all lines; `None` if
/// nothing speaks against them.
pub(crate) fn warning(spreads: &[f64]) -> Option<String> {
    let uneven = spreads.iter().filter(|&&spread| spread > MAX_SPREAD).count();
    let worst = spreads.iter().copied().fold(0.0, f64::max);
    (uneven > 0).then(|| {
        format!(
            "too busy to believe: in {uneven} of {} lines the rounds differ by more than {:.0} %, \
             at most by {:.0} % - end other programs, wait a minute, and measure again",
            spreads.len(),
            100.0 * MAX_SPREAD,
            100.0 * worst
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uneven_rounds_are_named() {
        assert_eq!(warning(&[]), None);
        assert_eq!(warning(&[0.02, 0.09]), None);
        let uneven = warning(&[spread(&[90.0, 100.0, 60.0]), 0.05]).expect("a spread");
        assert!(uneven.contains("in 1 of 2 lines"), "{uneven}");
        assert!(uneven.contains("at most by 40 %"), "{uneven}");
    }
}
