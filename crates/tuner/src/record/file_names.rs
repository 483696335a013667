//! The names of the files in a campaign's folder.

/// The search space as it was given, comments included.
pub const SEARCH_SPACE: &str = "search-space.toml";
/// The manifest; a folder that contains it is the folder of a campaign.
pub const MANIFEST: &str = "campaign.json";
/// One row per evaluated candidate.
pub const TRIALS: &str = "trials.csv";
/// One row per generation of an optimizer that has a distribution.
pub const DISTRIBUTIONS: &str = "distributions.csv";
/// Extra numbers that a program reports of its games.
pub const EXTRAS: &str = "extras.csv";
/// What went wrong in the games of a program; no part of the record.
pub const FAILURES: &str = "failures.json";
/// The findings of the games before the search.
pub const PILOT: &str = "pilot.json";
/// The files of the program that plays, with their checksums when the campaign began.
pub const PROGRAM: &str = "program.json";
/// One row per set of weights that played after the search.
pub const FINALISTS: &str = "finalists.csv";
/// One row per game of a finalist.
pub const FINAL_GAMES: &str = "final-games.csv";
/// One row per set of starting weights whose stored scores stand for games.
pub const BASELINES: &str = "baselines.csv";
/// One row per validation that was begun.
pub const LOOKS: &str = "looks.csv";
/// The recommended weights.
pub const BEST: &str = "best.toml";
/// The workers that have played; no part of the record.
pub const WORKERS: &str = "workers.csv";
