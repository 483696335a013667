//! How two players differ: JSON, refusals, the report. The pages of docs have the tables.

use tune2048_testkit::program::{Scratch, TINY, event, lines, rechained_log};

#[test]
fn a_rival_is_2014_a_depth_that_of_both_and_an_ablation_is_between_two() {
    let scratch = Scratch::new();
    for weights in ["corner-diagonal", "random", "greedy-merges"] {
        let found = scratch.json(&format!("explain {weights} --games 4 --boards 4"));
        assert_eq!(found["b"]["weights"], "2014", "{weights}");
    }
    let found = scratch.json("explain 2014-simple --games 1 --boards 2 --depth 2");
    for side in ["a", "b"] {
        assert_eq!(found[side]["player"], "expectimax depth 2");
    }
    scratch.refuses("explain random --depth 2", &["--depth", "random"]);
    for (weights, problem) in [
        ("2014", "found the same weights"),
        ("corner-tuned --against 2014", "found different parameters"),
    ] {
        scratch.refuses(&format!("explain {weights} --ablation"), &[problem, "--against"]);
    }
}

#[test]
fn the_ablation_of_a_campaign_is_in_its_report() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    let command = "tune2048 explain out --ablation";
    let summary = || scratch.tune2048("report out --markdown").succeeds().text().to_owned();
    let page = || {
        scratch.tune2048("report out").succeeds();
        scratch.read("out/report.html")
    };
    assert!(summary().contains(command) && page().contains(command));
    // That of another depth is of another player.
    scratch.tune2048("explain out --ablation --games 3 --depth 0").succeeds().says_nothing();
    let found = scratch.tune2048("explain out --ablation --games 3 --json").succeeds();
    let json = found.json();
    let log = scratch.read("out/log.jsonl");
    let kept = event(log.lines().last().unwrap());
    assert_eq!(kept["found"], json);
    for shown in [summary(), page()] {
        assert!(shown.contains("Which weights make the difference"), "{shown}");
        for step in json["steps"].as_array().unwrap() {
            assert!(shown.contains(step["weight"].as_str().unwrap()), "{shown}");
        }
        assert!(!shown.contains(command), "{shown}");
    }
    // Of other weights nothing is shown.
    let to = json["steps"][0]["to"].to_string();
    let mut lines = lines(&log);
    let last = lines.last_mut().unwrap();
    *last = last.replace(&to, "1.5");
    scratch.write("out/log.jsonl", rechained_log(&lines));
    assert!(summary().contains(command) && page().contains(command));
}

#[test]
fn an_ablation_takes_over_settings_of_the_search() {
    let text = "name = 's'\nobjective = { games-per-candidate = 2, cost-per-move = 1000 }\n\
                player.expectimax = { depth = 1, dead-value = { low = -10, high = 30, start = 20 } }\n\
                heuristic.rows.empty = 'tune'\noptimizer.cma-es.population = 4\n\
                budget.generations = 2\nselection.games = 0\nvalidation.games = 2\n";
    let scratch = Scratch::finished("s.toml", text);
    // The verdict keeps the start, whose settings are those of its player.
    assert!(scratch.read("out/best.toml").contains("dead-value = 20.0"));
    let found = scratch.json("explain out --ablation --games 2");
    let names: Vec<_> = found["steps"].as_array().unwrap().iter().map(|it| &it["weight"]).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names.iter().any(|name| *name == "dead-value"), "{names:?}");
}
