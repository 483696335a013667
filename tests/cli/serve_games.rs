//! The games that the board of a campaign's page shows, asked for as its script asks.

use std::fs;

use serde_json::{Value, json};

use crate::cli::served::{Served, assert_code, with_campaign};
use tune2048_testkit::program::Scratch;
use tune2048_testkit::spaces::long;

#[track_caller]
fn json_of(answer: &str) -> Value {
    assert_code(answer, 200);
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    assert!(head.contains("content-type: application/json"), "{head}");
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

/// The ids of the two players.
#[track_caller]
fn ids(served: &Served, name: &str) -> [String; 2] {
    let players = json_of(&served.get(&format!("/players/{name}")));
    [0, 1].map(|side| match players["players"][side]["id"].as_str() {
        Some(id) => id.to_owned(),
        None => panic!("{players}"),
    })
}

/// All positions of a game, asked for part by part.
#[track_caller]
fn whole_game(served: &Served, player: &str, seed: u64, name: &str) -> Vec<Value> {
    let mut positions: Vec<Value> = Vec::new();
    loop {
        let from = positions.len();
        let part = json_of(&served.get(&format!("/games/{player}/{seed}/{from}/{name}")));
        assert_eq!(part["from"], json!(from));
        let new = part["positions"].as_array().expect("positions");
        assert!(new.len() <= 256, "{} at once", new.len());
        positions.extend(new.iter().cloned());
        let known = part["known"].as_u64().expect("a number") as usize;
        // Nothing is played far ahead of what was asked for.
        assert!(known <= from + 256, "{known} at {from}");
        if part["over"] == json!(true) && positions.len() == known {
            return positions;
        }
    }
}

/// The board that `play` ends with, and its score and moves in words.
fn last_of_play(scratch: &Scratch, weights: &str, seed: u64) -> String {
    let run = scratch.tune2048(&format!("play {weights} --plain --seed {seed}"));
    run.succeeds().text().to_owned()
}

fn grouped(number: u64) -> String {
    tune2048_files::number_text::grouped(number as f64)
}

#[test]
fn a_game_is_the_one_of_play_with_its_seed() {
    let scratch = with_campaign();
    let served = Served::start(&scratch, "--port 0");
    let ids = ids(&served, "tiny");
    assert!(ids[0].starts_with("tuned-") && ids[1].starts_with("start-"), "{ids:?}");
    for (id, weights) in ids.iter().zip(["results/tiny", "2014"]) {
        let positions = whole_game(&served, id, 7, "tiny");
        let last = positions.last().expect("a position");
        let printed = last_of_play(&scratch, weights, 7);
        let score = last[1].as_u64().unwrap();
        assert!(printed.contains(&grouped(score)), "{score}: {printed}");
        let moves = positions.len() as u64 - 1;
        assert!(printed.contains(&format!("{moves} moves")), "{moves}: {printed}");
        assert_eq!(last[2], Value::Null);
        assert_eq!(last[3], json!([null, null, null, null]));
    }
    served.end("INT");
}

#[test]
fn any_part_can_be_asked_for_in_any_order_and_is_the_same() {
    let scratch = with_campaign();
    let served = Served::start(&scratch, "--port 0");
    let [tuned, start] = ids(&served, "tiny");
    let whole = whole_game(&served, &tuned, 5, "tiny");
    // Other games push this one out.
    for seed in 10..16 {
        json_of(&served.get(&format!("/games/{start}/{seed}/0/tiny")));
    }
    for from in [whole.len() - 1, 300.min(whole.len() / 2), 0, 1] {
        let part = loop {
            let part = json_of(&served.get(&format!("/games/{tuned}/5/{from}/tiny")));
            if part["positions"][0].is_array() {
                break part;
            }
        };
        let positions = part["positions"].as_array().unwrap();
        assert_eq!(positions[..], whole[from..from + positions.len()], "from {from}");
    }
    let beyond = json_of(&served.get(&format!("/games/{tuned}/5/{}/tiny", u32::MAX)));
    assert_eq!(beyond["positions"], json!([]));
    let other = whole_game(&served, &tuned, 6, "tiny");
    assert_ne!(other[..20], whole[..20], "another seed is another game");
    assert_eq!(
        whole_game(&served, &start, 5, "tiny")[0][0],
        whole[0][0],
        "both games of a seed begin alike"
    );
    served.end("INT");
}

#[test]
fn a_campaign_under_way_is_played_by_its_front_runner_and_not_disturbed() {
    let scratch = Scratch::with("long.toml", long(8, 20));
    scratch.tune2048("run long.toml --no-pilot --out unseen").succeeds();
    fs::create_dir(scratch.path("results")).unwrap();
    let served = Served::start(&scratch, "results --port 0");
    let mut campaign = scratch.start("run long.toml --no-pilot --threads 1");
    assert!(campaign.wait_until(|| scratch.rows("results/long/trials.csv") >= 14));
    campaign.signal("STOP");
    let [early, start] = ids(&served, "long");
    assert!(early.starts_with("front-"), "{early}");
    let part = json_of(&served.get(&format!("/games/{early}/1/0/long")));
    let players = json_of(&served.get("/players/long"));
    let weights = players["players"][0]["weights"].as_array().unwrap();
    let empty = weights.iter().find(|pair| pair[0] == "empty").unwrap()[1].as_f64();
    let page = served.get_until("/report/long", ">front runner<");
    let (_, row) = page.split_once(">empty</th>").expect("a row");
    let cells: Vec<&str> = row.split("<td>").take(3).collect();
    let shown = cells[2].split('<').next().unwrap().replace('\u{202f}', "");
    let (shown, empty): (f64, f64) = (shown.parse().unwrap(), empty.unwrap());
    assert!((shown / empty - 1.0).abs() < 1e-3, "{shown} on the page, {empty} plays");
    campaign.signal("CONT");
    whole_game(&served, &start, 1, "long");
    campaign.finish().succeeds();
    scratch.assert_same_record("results/long", "unseen");
    let [tuned, _] = ids(&served, "long");
    assert!(tuned.starts_with("tuned-"), "{tuned}");
    served.end("INT");

    // Another server finds the early front runner's weights in the record, and its game.
    let served = Served::start(&scratch, "results --port 0");
    let again = json_of(&served.get(&format!("/games/{early}/1/0/long")));
    let number = |part: &Value| part["positions"].as_array().unwrap().len();
    let common = number(&part).min(number(&again));
    assert!(common > 0);
    let of = |part: &Value| part["positions"].as_array().unwrap()[..common].to_vec();
    assert_eq!(of(&part), of(&again));
    served.end("INT");
}

#[test]
fn what_cannot_be_played_is_told_with_the_reason() {
    let scratch = with_campaign();
    scratch.copy_files("results/tiny", "results/new", ["campaign.json", "search-space.toml"]);
    scratch.write("results/half/campaign.json", "{");
    let served = Served::start(&scratch, "--port 0");
    for (name, expected) in [("new", "No generation is complete yet"), ("half", "campaign.json")] {
        let players = json_of(&served.get(&format!("/players/{name}")));
        let problem = players["problem"].as_str().unwrap_or_default();
        assert!(problem.contains(expected), "{players}");
    }
    let [tuned, start] = ids(&served, "tiny");
    for (target, code, expected) in [
        (format!("/games/{tuned}0/1/0/tiny"), 422, "load the page again"),
        ("/games/best/1/0/tiny".to_owned(), 422, "no weights best"),
        (format!("/games/{start}/1/0/new"), 200, "positions"),
        (format!("/games/{tuned}/1/0/new"), 422, "no tuned weights yet"),
        (format!("/games/{start}/1/0/half"), 422, "campaign.json"),
        ("/players/nowhere".to_owned(), 404, "Nothing here"),
        (format!("/games/{tuned}/-1/0/tiny"), 400, ""),
    ] {
        let answer = served.get(&target);
        assert_code(&answer, code);
        assert!(answer.contains(expected), "{target}: {answer}");
    }
    let elsewhere = served.ask("GET", "/players/tiny", "Origin: http://example.org\r\n");
    assert_code(&elsewhere, 403);
    assert_code(&served.ask("POST", &format!("/games/{tuned}/1/0/tiny"), ""), 405);
    served.end("INT");
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_lets_everything_else_go_first() {
    // Field 19 of `stat` is the nice value; the name before it may hold blanks.
    let nice = |task: &std::path::Path| -> i64 {
        let stat = fs::read_to_string(task.join("stat")).unwrap();
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        fields.split(' ').nth(16).unwrap().parse().unwrap()
    };
    let scratch = with_campaign();
    let mut served = Served::start(&scratch, "--port 0");
    let [tuned, _] = ids(&served, "tiny");
    json_of(&served.get(&format!("/games/{tuned}/1/0/tiny")));
    let process = format!("/proc/{}", served.process.id());
    let tasks = fs::read_dir(format!("{process}/task")).unwrap();
    let of_tasks = tasks.map(|task| nice(&task.unwrap().path()));
    assert_eq!(of_tasks.max(), Some(19), "the thread of the game");
    assert_eq!(nice(process.as_ref()), nice("/proc/self".as_ref()), "the thread that answers");
    served.end("INT");
}
