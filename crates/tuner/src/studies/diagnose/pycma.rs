//! Logs of pycma, which do not hold enough for a diagnosis.

use tune2048_files::toml_errors::Mistake;

/// Returns why a text cannot be diagnosed if it is a log of pycma's `CMADataLogger`.
///
/// Its files begin with a comment that names their columns. `fit.dat` has the
/// best, median and worst value of each iteration, `xrecentbest.dat` the best
/// candidate, and the others have no values. A rank needs all candidates of an
/// iteration, and luck needs the games of each, or at least their number and spread.
pub(super) fn refusal(text: &str) -> Option<Mistake> {
    let header = text.lines().next()?;
    let names = header.strip_prefix('%')?;
    if !names.contains("iter") || !names.contains("eval") {
        return None;
    }
    let found = if names.contains("bestever") {
        "the best, median and worst value of each iteration"
    } else if names.contains("xbest") {
        "the best candidate of each iteration"
    } else {
        "no scores"
    };
    let message = "a log of pycma does not say how candidates scored";
    let label = format!("found {found}, expected every candidate of each iteration");
    let mistake = Mistake::new(0..header.len(), message, label);
    Some(mistake.help(
        "write a CSV in the loop that calls `tell`: a row `generation,candidate,score` for each \
         game, or one `generation,candidate,games,mean_score,sd_score` for each candidate",
    ))
}
