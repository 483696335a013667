//! Inputs that once ended in a wrong sentence, each with its right outcome.

use tune2048_testkit::assert_has;
use tune2048_testkit::program::{Scratch, is_installed};

/// A program whose games are named by its argument: won or lost, a choice with a condition, pairs that no weight decides, shares.
const PLAYER: &str = r#"
import json, random, sys
def score(q, seed):
    w, r = q["weights"], random.Random(f"{seed} {sorted(q['weights'].items())}")
    if sys.argv[1] == "won":
        return int(r.random() < 0.3 + w["a"] / 2)
    if sys.argv[1] == "choice":
        return 10 * w["level"] + (20 if w["algo"] == "b" else 0) + w.get("q", 0) + 50 + seed % 3
    if sys.argv[1] == "even":
        return 0.5 if w == q["opponent"] else r.choice([0, 0.25, 0.5, 0.5, 0.75, 1])
    return 1000 + 500 * w["w1"] + seed % 3
print('{"protocol": 1}', flush=True)
for line in sys.stdin:
    q = json.loads(line)
    for seed in q["seeds"]:
        print(json.dumps({"id": q["id"], "seed": seed, "score": score(q, seed)}), flush=True)
"#;

fn scratch(game: &str, more: &str, parameters: &str, budget: u32) -> Option<Scratch> {
    if !is_installed("python3") {
        return None;
    }
    let scratch = Scratch::with("player.py", PLAYER);
    let player =
        format!("[player.command]\nprogram = [\"python3\", \"player.py\", \"{game}\"]\n{more}");
    let space = format!("{player}[heuristic.command]\n{parameters}[budget]\ngames = {budget}\n");
    scratch.write("space.toml", format!("name = \"out\"\n{space}"));
    scratch.write(
        "sum.toml",
        format!("name = \"sum\"\nconstraints = [\"w1 + w2 + w3 == 1\"]\n{space}"),
    );
    Some(scratch)
}

#[test]
fn won_and_lost_games_are_not_called_all_the_same() {
    let parameters = "a = { start = 0.2, low = 0, high = 1 }\n";
    let Some(scratch) = scratch("won", "", parameters, 400) else { return };
    let run = scratch.tune2048("run space.toml --no-pilot").succeeds();
    scratch.tune2048("report out --out report.html").succeeds();
    for text in
        [run.to_string(), scratch.read("results/out/best.toml"), scratch.read("report.html")]
    {
        assert!(!text.contains("scores the same"), "{text}");
    }
}

#[test]
fn a_page_shows_the_weights_that_an_export_has() {
    let parameters = "algo = { choices = [\"a\", \"b\"], start = \"b\" }\n\
                      q = { start = 0.2, low = 0, high = 1, only-when = { algo = \"a\" } }\n\
                      level = { choices = [0, 1, 2], start = 1 }\n";
    let Some(scratch) = scratch("choice", "", parameters, 400) else { return };
    scratch.tune2048("run space.toml").succeeds();
    let export = scratch.tune2048("export out --format json").succeeds().json();
    let found = &export["heuristic"]["command"];
    assert!(found["algo"] == "b" && found["level"] == 2 && found.get("q").is_none(), "{found}");
    scratch.tune2048("report out --out report.html").succeeds();
    let page = scratch.read("report.html").replace("&quot;", "\"");
    assert_has(&page, &["{\n  \"algo\": \"b\",\n  \"level\": 2\n}"]);
}

#[test]
fn what_would_settle_a_verdict_has_its_condition() {
    let parameters = "a = { start = 0.5, low = 0, high = 1 }\n";
    let Some(scratch) = scratch("even", "opponent = \"start\"\n", parameters, 300) else { return };
    scratch.tune2048("run space.toml").succeeds();
    for command in ["status out", "report out --markdown"] {
        let text = scratch.tune2048(command).succeeds().text().to_owned();
        let parts: Vec<&str> = text.split("would settle it").collect();
        let promises = &parts[..parts.len() - 1];
        let condition = "if that is the true difference, about ";
        assert!(promises.iter().all(|part| part.contains(condition)), "{text}");
    }
}

#[test]
fn an_equality_is_refused_with_what_to_write() {
    let shares =
        ["w1", "w2", "w3"].map(|name| format!("{name} = {{ start = 0.25, low = 0, high = 1 }}\n"));
    let shares = shares.concat().replacen("0.25", "0.5", 1);
    let Some(scratch) = scratch("shares", "", &shares, 400) else { return };
    for command in ["check", "run", "plan"] {
        scratch
            .refuses(&format!("{command} sum.toml"), &["sum.toml:2:", "leave out one parameter"]);
    }
}
