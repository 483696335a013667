//! `evaluate`: the score table of weights.

use tune2048_testkit::program::{Scratch, number};

#[test]
fn the_json_is_as_documented() {
    let scratch = Scratch::new();
    let json = scratch.json("evaluate 2014 --games 40 --seed 5");
    assert_eq!(json["games"], 40);
    assert_eq!(json["seed"], 5);
    let [low, high] = [0, 1].map(|end| number(&json["mean_ci95"][end]));
    let mean = number(&json["mean"]);
    assert!(low < mean && mean < high);
    // Two games say little, but no score of 2048 is below 0.
    let two = scratch.json("evaluate 2014 --games 2");
    assert_eq!(two["mean_ci95"][0], 0.0, "{two}");
    // Student's t for 39 degrees of freedom is 2.0227.
    let half_width = 2.022_690_9 * number(&json["sd"]) / 40_f64.sqrt();
    assert!((high - mean - half_width).abs() < 1e-4 * half_width, "{json}");
    assert!(number(&json["min"]) <= number(&json["median"]));
    assert!(number(&json["median"]) <= number(&json["max"]));
    let mut last = 1.0;
    for tile in [256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536] {
        let tile = &json["tiles"][tile.to_string()];
        let [share, low, high] = [&tile["share"], &tile["ci95"][0], &tile["ci95"][1]].map(number);
        assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{json}");
        assert!(share <= last, "{json}");
        last = share;
    }
    for key in ["moves_per_second", "moves", "seconds", "threads"] {
        assert!(number(&json[key]) > 0.0, "{key}: {json}");
    }
}
