//! Campaigns and other commands whose player is a program: a small one in Python, and the examples.

mod broken;
mod campaigns;
mod commands;
mod example_values;
mod examples;
mod guide;
mod kill;
mod line_schema;
mod scores;

use tune2048_testkit::program::{Scratch, is_installed};

/// A program whose score is known: the better, the nearer `a` is to 3 and `b` to 40, times luck
/// that depends on the seed and the weights. It notes its process in `pids`.
pub(crate) const PLAYER: &str = r#"
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

pub(crate) const SPACE: &str = r#"
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

/// A folder with the program and its search space; `None` without Python.
fn solver() -> Option<Scratch> {
    if !is_installed("python3") {
        return None;
    }
    let scratch = Scratch::with("player.py", PLAYER);
    scratch.write("space.toml", SPACE);
    Some(scratch)
}

/// The processes of the program that are still there.
#[cfg(unix)]
fn alive(scratch: &Scratch) -> Vec<String> {
    let pids = std::fs::read_to_string(scratch.path("pids")).unwrap_or_default();
    let is_alive = |pid: &&str| {
        let signal = std::process::Command::new("kill").args(["-0", pid]).output();
        signal.is_ok_and(|output| output.status.success())
    };
    pids.lines().filter(is_alive).map(str::to_owned).collect()
}
