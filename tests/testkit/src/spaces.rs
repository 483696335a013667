//! Search spaces to test with.

/// Three weights of the rows, one on a log scale and one in integers: 4
/// generations of 5 candidates of 3 games, a few milliseconds.
pub const TINY: &str = r#"name = "tiny"
seed = 7

[heuristic.rows]
empty = "tune"
merges = { start = 700, low = 100, high = 2000, integer = true }
monotonicity = { low = 10.0, high = 200.0, scale = "log" }

[objective]
games-per-candidate = 3

[optimizer.cma-es]
population = 5

[budget]
generations = 4

[selection]
games = 30

[validation]
games = 10
"#;

/// Long enough to be killed while it runs: 40 generations of 6 candidates,
/// and a validation of about as long as 30 candidates.
pub const LONG: &str = r#"name = "long"
seed = 20

[heuristic.rows]
empty = "tune"
merges = "tune"
monotonicity = { low = 10.0, high = 200.0, scale = "log" }

[objective]
games-per-candidate = 12

[optimizer.cma-es]
population = 6

[budget]
generations = 40

[selection]
finalists = 4
games = 200

[validation]
games = 400
"#;

/// [`LONG`] with so many generations, a short race, and so many games of its validation.
pub fn long(generations: u32, validation: u32) -> String {
    let space = LONG.replace("generations = 40", &format!("generations = {generations}"));
    let space = space.replace("games = 200", "games = 40");
    space.replace("games = 400", &format!("games = {validation}"))
}

/// How many trials [`LONG`] has.
pub const LONG_TRIALS: usize = 240;

/// The matrix of the article, by any optimizer.
pub fn matrix(optimizer: &str, layout: &str) -> String {
    format!(
        r#"name = "matrix"
seed = 3

[player.expectimax]
dead-value = "static"

[heuristic.corner-matrix]
matrix = {{ layout = "{layout}" }}

[objective]
games-per-candidate = 4

[optimizer.{optimizer}]
population = 4

[budget]
generations = 3

[selection]
finalists = 4
games = 64

[validation]
games = 12
"#
    )
}

/// Three terms, of which two are tuned: 3 generations of 5 candidates of 3 games.
pub const EXPRESSIONS: &str = r#"name = "terms"
seed = 7

[heuristic.expressions.keep-alive]
expression = "1"
weight = 5000

[heuristic.expressions.free]
expression = "empty ** power"
weight = { start = 100, low = 1, high = 1000, scale = "log" }
parameters.power = "tune"

[heuristic.expressions.slope]
expression = "if r0 > r3 { f0 } else { r3 - r0 }"
weight = "tune"

[objective]
games-per-candidate = 3

[optimizer.cma-es]
population = 5

[budget]
generations = 3

[validation]
games = 10
"#;
