//! Terms that a user writes, through every command.

use tune2048_testkit::csv_text::without_times;
use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::EXPRESSIONS;

/// A folder with a finished campaign over terms.
fn campaign() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("space.toml", EXPRESSIONS);
    scratch.tune2048("run space.toml --out out").succeeds();
    scratch
}

#[test]
fn terms_are_tuned_recorded_and_resumed() {
    let scratch = campaign();
    let csv = scratch.read("out/trials.csv");
    let header = csv.lines().next().unwrap();
    for column in [
        "weight.keep-alive",
        "weight.free",
        "weight.free-power",
        "weight.slope",
        "point.free",
        "point.free-power",
        "point.slope",
    ] {
        assert!(header.split(',').any(|name| name == column), "{header}");
    }
    let uncut = without_times(&csv);
    // Cut back to five trials and gone on with, the record is the same.
    let cut: String = csv.split_inclusive('\n').take(6).collect();
    scratch.write("out/trials.csv", cut);
    scratch.tune2048("resume out --threads 1").succeeds();
    assert_eq!(without_times(&scratch.read("out/trials.csv")), uncut);
    // Another expression is another campaign.
    let changed = replaced(EXPRESSIONS, "empty ** power", "empty ** power + 1");
    scratch.write("space.toml", changed);
    scratch.tune2048("resume space.toml --out out").fails(2).says(
        "heuristic.expressions.free.expression: recorded empty ** power, found empty ** power + 1",
    );
}

#[test]
fn every_command_takes_the_weights() {
    let scratch = campaign();
    scratch.tune2048("export out --out weights.toml").succeeds();
    for weights in ["out", "weights.toml"] {
        let run = scratch.tune2048(&format!("evaluate {weights} --games 20 --json"));
        let json = run.succeeds().json();
        assert_eq!(json["games"], 20);
        let run = scratch.tune2048(&format!("inspect {weights} a874764254314320 --json"));
        assert!(run.succeeds().json()["best"].is_string());
        scratch.tune2048(&format!("play {weights} --seed 3")).succeeds();
    }
    let report = scratch.tune2048("report out --markdown").succeeds();
    assert!(report.text().contains("| free-power |"), "{report}");
    let json = scratch.tune2048("export out --format json").succeeds().json();
    let free = &json["heuristic"]["expressions"]["free"];
    assert_eq!(free["expression"], "empty ** power");
    assert!(free["parameters"]["power"].is_number());
    let tables = scratch.tune2048("export out --format tables").succeeds();
    assert_eq!(tables.stdout.len(), 262_144);
    // The row of four empty cells: keep-alive, and 4 to the power.
    let value = f32::from_le_bytes(tables.stdout[..4].try_into().unwrap());
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let power = number(&free["parameters"]["power"]);
    let expected = 5000.0 + number(&free["weight"]) * 4_f64.powf(power);
    // A table has 24 bits of it.
    assert!((f64::from(value) - expected).abs() < 1e-6 * expected, "{value}, {expected}");
}

#[test]
fn mistakes_are_bad_input_wherever_they_are_read() {
    let scratch = Scratch::new();
    scratch.write("space.toml", replaced(EXPRESSIONS, "empty ** power", "emty ** power + ("));
    for command in ["check", "run"] {
        scratch
            .tune2048(&format!("{command} space.toml"))
            .fails(2)
            .says("this is not an expression")
            .says("space.toml:9:");
    }
    scratch.write(
        "weights.toml",
        "[heuristic.expressions.a]\nexpression = \"1 / (r0 - 3)\"\nweight = 1\n",
    );
    for command in ["evaluate weights.toml", "inspect weights.toml -", "export weights.toml"] {
        scratch.tune2048(command).fails(2).says("weights.toml:2:17").says("for the ranks 3 0 0 0");
    }
    assert!(!scratch.path("results").exists());
}
