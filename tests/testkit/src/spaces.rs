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
pub const PLAYER: &str = r#"
import json, math, os, sys
with open("pids", "a") as pids:
    pids.write(f"{os.getpid()}\n")

def mix(x):
    x = (x + 0x9e3779b97f4a7c15) % 2**64
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9 % 2**64
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb % 2**64
    return x ^ (x >> 31)

def play(weights, seed):
    quality = math.exp(-((weights["a"] - 3) / 4)**2 - ((weights["b"] - 40) / 60)**2)
    luck = mix(seed ^ mix(int(1e6 * weights["a"]))) / 2**64
    return {"score": int(10000 * quality * (0.5 + luck)), "lines": seed % 7 + 0.5}

print(json.dumps({"protocol": 1}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    for seed in request["seeds"]:
        game = play(request["weights"], seed)
        print(json.dumps({"id": request["id"], "seed": seed} | game), flush=True)
"#;

/// The search space of [`PLAYER`] in `player.py`: 4 generations of 6 candidates of 4 games.
pub const PROGRAM: &str = r#"
name = "solver"
seed = 5

[player.command]
program = ["python3", "player.py"]
processes = 2

[heuristic.command]
a = { start = 0.5, low = 0, high = 10 }
b = { start = 100, low = 1, high = 1000, scale = "log" }
unused = 7

[objective]
games-per-candidate = 4

[optimizer.cma-es]
population = 6

[budget]
generations = 4

[selection]
finalists = 3
games = 60

[validation]
games = 60
"#;

/// Settings of a learning run, in `learned.toml`: fractions of a second a game.
pub const LEARNED: &str = "games = 60\ntuples = 'lines'\ntest-games = 4\n\n[method]\nkind = 'td'\n";

/// A campaign over learning runs of [`LEARNED`]: 3 generations of 4 candidates.
pub const LEARNING: &str = r#"name = "tiny"
seed = 3
objective.games-per-candidate = 2
optimizer.cma-es.population = 4
budget.generations = 3
pilot.share = 0
selection = { finalists = 2, games = 8 }
validation.games = 6

[player.command]
program = ["tune2048", "learn", "--as-program", "learned.toml"]

[heuristic.command]
learning-rate = { start = 0.1, low = 0.01, high = 1, scale = "log" }
lambda = { start = 0.5, low = 0, high = 0.9 }
"#;
