//! `plan`, and the pilot of `run`, on real games.

use serde_json::Value;

use tune2048_testkit::program::{Scratch, assert_has, event, number, replaced};

/// All weights of the rows that multiply something are tuned.
const SPACE: &str = include_str!("plan.toml");

fn plan(scratch: &Scratch, space: &str) -> Value {
    scratch.write("space.toml", space);
    scratch.json("plan space.toml")
}

#[test]
fn a_dead_weight_is_found() {
    let scratch = Scratch::new();
    // Nothing to raise to a power; then something.
    let dead = replaced(SPACE, "sum = \"tune\"", "sum = 0\nsum-exponent = \"tune\"");
    let found = plan(&scratch, &dead);
    assert_eq!(found["pilot"]["findings"]["dead"], serde_json::json!(["sum-exponent"]));
    assert_has(
        found["warnings"][0].as_str().unwrap(),
        &["sum-exponent changed none of 4 games (of all games, it may change up to 53 %)"],
    );
    let alive = replaced(SPACE, "sum = \"tune\"", "sum = 11\nsum-exponent = \"tune\"");
    let found = plan(&scratch, &alive);
    assert_eq!(found["pilot"]["findings"]["dead"], serde_json::json!([]));
}

#[test]
fn figures_follow_from_each_other() {
    let scratch = Scratch::new();
    let found = plan(&scratch, SPACE);
    let findings = &found["pilot"]["findings"];
    let variation = number(&findings["coefficient_of_variation"]);
    assert!((0.3..0.8).contains(&variation), "{variation}");
    let alike = number(&findings["correlation_of_neighbours"]);
    assert!((-0.5..1.0).contains(&alike), "{alike}");
    let exponent = number(&findings["length_exponent"]);
    assert!((0.5..1.0).contains(&exponent), "{exponent}");
    // A difference half as large takes four times the games.
    let games = |place: usize| number(&found["differences"][place]["games"]);
    assert!((games(0) / games(1) - 4.0).abs() < 0.01);
    let [low, high] = [0, 1].map(|end| number(&found["differences"][0]["games_ci95"][end]));
    assert!(low < games(0) && games(0) < high, "{low}, {high}");
    // Ten games each, in estimated errors, whose medians are low. Such a difference exceeds the quantile of 98.75 %,
    // 2.241, by that of 80 %, 0.842, of its own error and of the pilot's.
    let unlike = 2.0 * (1.0 - number(&findings["correlation"]));
    let error = number(&findings["log_error_of_games"]);
    let low_by = (error * error / 4.0).exp();
    let resolved = number(&found["validation_resolves"]);
    let errors = resolved / (variation * (unlike / 10.0).sqrt()) / low_by;
    let expected = 2.241 + 0.842 * (1.0 + (errors * error / 2.0).powi(2)).sqrt();
    assert!((errors / expected - 1.0).abs() < 0.001, "{errors} {expected}");
    assert_eq!(number(&found["validation_games"]), 20.0);
    // More candidates say more surely how reliable their ranking is.
    let [low, high] = [0, 1].map(|end| number(&found["reliability_ci95"][end]));
    assert!(0.0 <= low && low < high && high <= 1.0, "{low}, {high}");
    // The same on one thread, times apart.
    let one = scratch.json("plan space.toml --threads 1");
    let pretty = |found: &Value| {
        let json = serde_json::to_string_pretty(found).unwrap();
        let is_kept = |line: &&str| !line.trim_start().starts_with("\"time_");
        json.lines().filter(is_kept).collect::<String>()
    };
    assert_eq!(pretty(&one), pretty(&found));
    scratch.prints("plan space.toml", &["mean score", "1 %", "by the validation of at most"]);
    // All that multiplies something is tuned; a constant that is fixed gives a scale.
    let factor = &findings["common_factor"];
    assert_eq!(factor["weights"].as_array().unwrap().len(), 5);
    assert_eq!(factor["changed_games"], 0);
    assert_has(&found["warnings"].to_string(), &["changed none of ", "one of them can be fixed"]);
    let found =
        plan(&scratch, &replaced(SPACE, "{ start = 200000, low = 0, high = 1000000 }", "200000"));
    let changed = found["pilot"]["findings"]["common_factor"]["changed_games"].as_u64();
    assert!(changed.unwrap() > 0, "{found}");
    assert!(!found["warnings"].to_string().contains("common factor"));
}

#[test]
fn a_run_plans_by_itself_unless_told_not_to() {
    let scratch = Scratch::with("space.toml", SPACE.to_owned() + "[selection]\ngames = 0\n");
    let run = scratch.tune2048("run space.toml --out with").succeeds();
    let run = run.says("Pilot: ").says("one of them can be fixed");
    assert!(run.stderr.matches("Pilot: ").count() == 1, "{run}");
    let status = scratch.json("status with");
    let log = scratch.read("with/log.jsonl");
    let pilot = event(log.lines().nth(1).expect("the pilot"));
    assert_eq!(pilot["event"], "pilot");
    assert!(pilot["games"].as_u64().unwrap() >= 200);
    assert!(status["games"].as_u64().unwrap() <= 1200);
    assert!(status["reliability"].as_f64().is_some(), "{status}");
    assert!(status["games_per_candidate"].as_u64().unwrap() >= 8);
    scratch.prints("status with", &["ranking      reliability 0."]);
    scratch.prints("report with --markdown", &["| reliability |"]);
    let again = scratch.tune2048("resume with").succeeds();
    assert!(!again.stderr.contains("Pilot"), "{again}");
    let without =
        scratch.tune2048("run space.toml --out without --no-pilot --games 400").succeeds();
    assert!(!without.stderr.contains("Pilot"), "{without}");
    let status = scratch.json("status without");
    let trials = scratch.read("without/trials.csv");
    let games = |line: &str| line.split(',').nth(5).unwrap().parse::<u64>().unwrap();
    assert_eq!(status["games"], trials.lines().skip(1).map(games).sum::<u64>());
}

#[test]
fn too_few_games_for_a_pilot_are_refused_with_the_least_number() {
    let scratch = Scratch::new();
    for space in [SPACE, tune2048_testkit::spaces::TINY] {
        scratch.write("space.toml", space);
        let run = scratch.tune2048("plan space.toml --games 9").fails(2);
        let (_, least) = run.stderr.split_once("expected at least ").unwrap();
        let least: u64 = least.trim().parse().unwrap();
        let plan = |games: u64| scratch.tune2048(&format!("plan space.toml --games {games}"));
        plan(least - 1).fails(2);
        // Every number from there on serves.
        for games in [least, least + 1, least + 29] {
            plan(games).succeeds();
        }
    }
}
