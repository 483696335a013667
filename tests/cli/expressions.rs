//! Terms that a user writes, through every command.

use tune2048_testkit::program::{Scratch, number};
use tune2048_testkit::spaces::EXPRESSIONS;

#[test]
fn every_command_takes_the_weights() {
    let scratch = Scratch::finished("space.toml", EXPRESSIONS);
    scratch.tune2048("export out --out weights.toml").succeeds();
    for weights in ["out", "weights.toml"] {
        let json = scratch.json(&format!("evaluate {weights} --games 20"));
        assert_eq!(json["games"], 20);
        let run = scratch.tune2048(&format!("inspect {weights} a874764254314320 --json"));
        assert!(run.succeeds().json()["best"].is_string());
        scratch.tune2048(&format!("play {weights} --seed 3")).succeeds();
    }
    scratch.prints("report out --markdown", &["| free-power |"]);
    let json = scratch.tune2048("export out --format json").succeeds().json();
    let free = &json["heuristic"]["expressions"]["free"];
    assert_eq!(free["expression"], "empty ** power");
    assert!(free["parameters"]["power"].is_number());
    let tables = scratch.tune2048("export out --format tables").succeeds();
    assert_eq!(tables.stdout.len(), 262_144);
    // The row of four empty cells: keep-alive, and 4 to the power.
    let value = f32::from_le_bytes(tables.stdout[..4].try_into().unwrap());
    let power = number(&free["parameters"]["power"]);
    let expected = 5000.0 + number(&free["weight"]) * 4_f64.powf(power);
    // A table has 24 bits of it.
    assert!((f64::from(value) - expected).abs() < 1e-6 * expected, "{value}, {expected}");
}
