//! Whatever is on the disk: an answer or an error, never a panic.

use proptest::prelude::*;

use crate::fake::{Fake, Scratch, go_on, optimizers, resume, space, with_field};
use tune2048_tuner::campaign::Progress;

/// Opens, reads and goes on, as far as that goes.
fn try_all(scratch: &Scratch) {
    if let Ok(progress) = Progress::read(&scratch.folder("out")) {
        tune2048::view::report::markdown(&progress);
    }
    let _ = tune2048::view::report::page(&scratch.folder("out"));
    if let Ok(mut campaign) = resume(&scratch.folder("out")) {
        let _ = go_on(&mut campaign, &Fake::stopping_after(30));
    }
}

fn finished(optimizer: &str) -> Scratch {
    let scratch = Scratch::new();
    scratch.run("out", &space(optimizer, "generations = 4"));
    scratch
}

/// One change to a text: at a place, so many bytes go and these come.
fn change() -> impl Strategy<Value = (prop::sample::Index, usize, Vec<u8>)> {
    let piece = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..4),
        "[-0-9.,e\n\"=\\[\\]a-z]{0,6}".prop_map(String::into_bytes),
    ];
    (any::<prop::sample::Index>(), 0_usize..30, piece)
}

fn changed(whole: &[u8], changes: &[(prop::sample::Index, usize, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for (place, gone, piece) in changes {
        let from = place.index(bytes.len() + 1);
        let to = (from + gone).min(bytes.len());
        bytes.splice(from..to, piece.iter().copied());
    }
    bytes
}

/// A text in place of a number.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<f64>().prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        (0_u32..20).prop_map(|number| number.to_string()),
        Just(String::new()),
        Just("NaN".to_owned()),
        Just("inf".to_owned()),
        Just("18446744073709551615".to_owned()),
        Just("4294967295".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mangled_files(
        file in prop::sample::select(vec!["trials.csv", "distributions.csv", "campaign.json", "search-space.toml", "best.toml"]),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let scratch = finished("cma-es");
        let path = format!("out/{file}");
        let whole = scratch.read(&path);
        scratch.write(&path, changed(whole.as_bytes(), &changes));
        try_all(&scratch);
    }

    #[test]
    fn sound_checksums_over_any_numbers(
        optimizer in prop::sample::select(optimizers().collect::<Vec<_>>()),
        row in 1_usize..=16,
        column in prop::sample::select(vec![
            "trial", "generation", "candidate", "fitness", "objective", "games", "mean_score",
            "sd_score", "median_score", "min_score", "max_score", "share_256", "moves",
            "weight.empty", "point.empty",
        ]),
        kept in 1_usize..=17,
        text in text(),
    ) {
        // A generation of thousands of millions would be replayed one by one.
        prop_assume!(column != "generation" || text.parse::<f64>().is_err() || text.len() < 3);
        let scratch = finished(optimizer);
        let mut lines = scratch.lines("out/trials.csv");
        lines[row] = with_field(&lines[0], &lines[row], column, &text);
        scratch.write("out/trials.csv", lines[..kept].concat());
        try_all(&scratch);
    }

    #[test]
    fn sound_checksums_over_any_distribution(
        row in 1_usize..=4,
        column in prop::sample::select(vec![
            "generation", "restarted", "step_size", "mean.empty", "covariance.merges.empty", "covariance.empty.empty",
        ]),
        restarted in any::<bool>(),
        text in text(),
    ) {
        prop_assume!(column != "generation" || text.parse::<f64>().is_err() || text.len() < 3);
        let scratch = finished("cma-es");
        let mut lines = scratch.lines("out/distributions.csv");
        // Distributions have no times: the fields end in the checksum.
        if restarted {
            lines[row] = with_field(&lines[0], &lines[row], "restarted", "1");
        }
        lines[row] = with_field(&lines[0], &lines[row], column, &text);
        scratch.write("out/distributions.csv", lines.concat());
        try_all(&scratch);
    }
}

#[test]
fn candidates_beyond_the_population() {
    let mut panics = Vec::new();
    for optimizer in optimizers() {
        for (row, column, value) in [
            (5, "generation", "0"),
            (16, "generation", "2"),
            (16, "candidate", "0"),
            (16, "candidate", "4294967295"),
            (16, "generation", "4294967295"),
            (13, "generation", "5"),
        ] {
            let scratch = finished(optimizer);
            let mut lines = scratch.lines("out/trials.csv");
            lines[row] = with_field(&lines[0], &lines[row], column, value);
            scratch.write("out/trials.csv", lines.concat());
            let tried = std::panic::catch_unwind(|| try_all(&scratch));
            if tried.is_err() {
                panics.push(format!("{optimizer}, row {row}, {column} {value}"));
            }
        }
    }
    for optimizer in optimizers() {
        // A fifth candidate of four.
        let scratch = finished(optimizer);
        let mut lines = scratch.lines("out/trials.csv");
        let row = with_field(&lines[0], &lines[16], "trial", "16");
        lines.push(with_field(&lines[0], &row, "candidate", "4"));
        scratch.write("out/trials.csv", lines.concat());
        if std::panic::catch_unwind(|| try_all(&scratch)).is_err() {
            panics.push(format!("{optimizer}, a fifth candidate"));
        }
    }
    assert_eq!(panics, [""; 0]);
}
