//! Search spaces to test with.

/// Three weights of the rows, one on a log scale and one in integers: 4
/// generations of 5 candidates of 3 games, a few milliseconds.
pub const TINY: &str = include_str!("../spaces/tiny.toml");

/// Long enough to be killed while it runs: 40 generations of 6 candidates,
/// and a validation of about as long as 30 candidates.
pub const LONG: &str = include_str!("../spaces/long.toml");

/// [`LONG`] with so many generations, a short race, and so many games of its validation.
pub fn long(generations: u32, validation: u32) -> String {
    let space = LONG.replace("generations = 40", &format!("generations = {generations}"));
    let space = space.replace("games = 200", "games = 40");
    space.replace("games = 400", &format!("games = {validation}"))
}

pub const LONG_TRIALS: usize = 240;

/// The matrix of the article, by any optimizer.
pub fn matrix(optimizer: &str, layout: &str) -> String {
    format!(
        r#"name = "matrix"
seed = 3
objective.games-per-candidate = 4
optimizer.{optimizer}.population = 4
budget.generations = 3
selection = {{ finalists = 4, games = 64 }}
validation.games = 12

[player.expectimax]
dead-value = "static"

[heuristic.corner-matrix]
matrix = {{ layout = "{layout}" }}
"#
    )
}

/// A program whose score is known: the better, the nearer `a` is to 3 and `b` to 40, times luck
/// that depends on the seed and the weights. It notes its process in `pids`.
pub const PLAYER: &str = include_str!("../spaces/player.py");

/// The search space of [`PLAYER`] in `player.py`: 4 generations of 6 candidates of 4 games.
pub const PROGRAM: &str = include_str!("../spaces/program.toml");

/// Settings of a learning run, in `learned.toml`: fractions of a second a game.
pub const LEARNED: &str = "games = 60\ntuples = 'lines'\ntest-games = 4\n\n[method]\nkind = 'td'\n";

/// A campaign over learning runs of [`LEARNED`]: 3 generations of 4 candidates.
pub const LEARNING: &str = include_str!("../spaces/learning.toml");
