//! `export`: files that read back the same, evidence, and the choice of the format.

use std::path::Path;

use tune2048_engine::presets::Preset;
use tune2048_tuner::weights::file::WeightsFile;

use tune2048_testkit::program::{Scratch, TINY};
use tune2048_testkit::recorded;

/// Numbers that lose a bit on careless ways, under the names of the 2014 program.
pub(crate) const AWKWARD: [(&str, &str, f64); 7] = [
    ("constant", "SCORE_LOST_PENALTY", 200_000.000_000_000_03),
    ("empty", "SCORE_EMPTY_WEIGHT", 0.1),
    ("merges", "SCORE_MERGES_WEIGHT", 1.0 / 3.0),
    ("monotonicity", "SCORE_MONOTONICITY_WEIGHT", 1e-300),
    ("monotonicity-exponent", "SCORE_MONOTONICITY_POWER", 4.000_000_000_000_001),
    ("sum", "SCORE_SUM_WEIGHT", -1.797_693_134_862_315_7e308),
    ("sum-exponent", "SCORE_SUM_POWER", 5e-324),
];

/// The numbers of [`AWKWARD`] in a file, and an edge bonus.
pub(crate) fn awkward(edge: f64) -> Scratch {
    let scratch = Scratch::new();
    let mut text = "[heuristic.rows]\n".to_owned();
    for (name, _, value) in AWKWARD {
        text += &format!("{name} = {value:?}\n");
    }
    scratch.write("weights.toml", text + format!("edge = {edge:?}\n").as_str());
    scratch
}

#[track_caller]
pub(crate) fn assert_bits(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.to_bits(), expected.to_bits(), "found {found:?}, expected {expected:?}");
    }
}

fn parse(scratch: &Scratch, name: &str) -> WeightsFile {
    WeightsFile::parse(Path::new(name), &scratch.read(name)).unwrap()
}

#[test]
fn a_campaign_is_exported_with_its_evidence() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    let exported = scratch.tune2048("export out").succeeds();
    assert!(exported.text().ends_with(&scratch.read("out/best.toml")));
    let evidence = scratch.tune2048("export out --format json").json()["evidence"].clone();
    assert_eq!(evidence["campaign"], "tiny");
    assert_eq!(evidence["seed"], 7);
    assert_eq!(evidence["search_games"], 60);
    assert_eq!(evidence["tuned"]["games"], 10);
    assert_eq!(evidence["version"], env!("CARGO_PKG_VERSION"));
    for format in ["c", "rust", "js", "python"] {
        let parts = [
            "Campaign tiny",
            "Measured on 10 games",
            "Verdict on the candidate: not distinguishable",
            "ratio of the mean scores",
            "Check 1: 97.5 % intervals",
        ];
        scratch.prints(&format!("export out --format {format}"), &parts);
    }
}

#[test]
fn the_format_follows_the_extension_and_must_not_contradict_it() {
    let scratch = Scratch::new();
    for (file, sign) in [
        ("weights.h", "#ifndef"),
        ("weights.rs", "pub const"),
        ("weights.js", "export const"),
        ("weights.py", "def row_value"),
        ("weights.json", "\"rows\": {"),
        ("weights.toml", "[heuristic.rows]"),
        ("weights", "[heuristic.rows]"),
    ] {
        scratch.tune2048(&format!("export 2014 --out {file}")).succeeds();
        assert!(scratch.read(file).contains(sign), "{file}");
    }
    scratch.tune2048("export 2014 --out weights.f32").succeeds();
    assert_eq!(scratch.bytes("weights.f32").len(), 65_536 * 4);
    scratch.refuses("export 2014 --out other.txt", &["expected one of .toml"]);
    assert!(!scratch.path("other.txt").exists());
    scratch.tune2048("export 2014 --format c --out other.txt").succeeds();
}

#[test]
fn evidence_of_any_kind_is_carried_along() {
    let scratch = Scratch::new();
    let evidence = "[evidence]\nby = \"hand */ // \\n\"\nwhen = 2024-05-06T07:08:09Z\nsure = inf\nlist = [1, [2.5, \"x\"]]\n\n[evidence.a]\nb = 1\n";
    scratch.write("weights.toml", format!("[heuristic.rows]\nempty = 3\n\n{evidence}"));
    scratch.tune2048("export weights.toml --out again.toml").succeeds();
    let tables = |name| parse(&scratch, name).evidence;
    let mut expected = tables("weights.toml");
    expected.insert("verdict".to_owned(), "UNVALIDATED".into());
    assert_eq!(tables("again.toml"), expected);
    for format in ["json", "c", "rust", "js", "python"] {
        scratch.tune2048(&format!("export weights.toml --format {format}")).succeeds();
    }
    let json = scratch.tune2048("export weights.toml --format json").succeeds().json();
    assert_eq!(json["evidence"]["when"], "2024-05-06T07:08:09Z");
}

/// What is in results/exports is what `export` writes of each preset that a campaign found.
#[test]
fn exports_of_the_tuned_presets_are_kept_in_every_form() {
    let scratch = Scratch::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/exports");
    let forms = [
        ("toml", "toml"),
        ("json", "json"),
        ("c", "h"),
        ("rust", "rs"),
        ("js", "js"),
        ("python", "py"),
        ("tables", "f32"),
        ("html", "html"),
    ];
    let mut kept = 0;
    for preset in Preset::ALL.iter().filter(|preset| preset.is_tuned()) {
        let is_matrix = preset.weights().heuristic.square().is_some();
        let has_terms_of_the_board = preset.weights().get("board-empty").is_some();
        for (form, extension) in forms {
            let path = folder.join(format!("{}.{extension}", preset.name));
            if form == "html" && preset.name != "tuned-1ms" {
                continue; // One page shows what all of them do.
            }
            if (is_matrix || has_terms_of_the_board) && form == "tables" {
                assert!(!path.exists(), "a board is not worth the sum of its rows");
                continue;
            }
            let run = scratch.tune2048(&format!("export {} --format {form}", preset.name));
            let place = path.display();
            let found = std::fs::read(&path).unwrap_or_else(|error| panic!("{place}: {error}"));
            assert!(run.succeeds().stdout == found, "{place} is not what `export` writes");
            kept += 1;
        }
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), kept);
}

#[test]
fn where_nothing_is_proven_better_the_start_is_what_is_taken_out() {
    let alike = "name = \"alike\"\nplayer.expectimax.depth = 1\n\
                 heuristic.rows.empty = { low = 269.9, high = 270.1 }\n\
                 objective.games-per-candidate = 2\noptimizer.cma-es.population = 4\n\
                 budget.generations = 2\nvalidation.games = 20\n";
    let scratch = Scratch::finished("alike.toml", alike);
    assert!(scratch.read("out/best.toml").contains("[evidence.candidate]\n"));
    let caution =
        "these are the starting weights: what the campaign alike found was not told apart";
    for (format, signs) in
        [("toml", "# "), ("c", "/* "), ("rust", "// "), ("js", "// "), ("python", "# ")]
    {
        let run = scratch.tune2048(&format!("export out --format {format}")).succeeds();
        let run = run.says(&format!("warning: {caution}"));
        assert!(run.text().starts_with(&format!("{signs}{caution}")), "{run}");
    }
    let found = |name: &str| parse(&scratch, name).weights.get("empty").expect("a weight");
    assert_eq!(found("out/best.toml").to_bits(), 270.0_f64.to_bits());
    let run = scratch.tune2048("export out --candidate --out candidate.toml").succeeds();
    run.says("warning: what the campaign alike found was not told apart from the starting weights");
    assert_ne!(found("candidate.toml").to_bits(), 270.0_f64.to_bits());
    for command in ["evaluate out --games 2", "compare 2014 candidate.toml --games 8 --once"] {
        let run = scratch.tune2048(command);
        assert_eq!(run.stderr.contains(caution), command.contains(" out "), "{run}");
    }
}

/// Records of every build are read, those of the oldest pilots too.
#[test]
fn recorded_campaigns_are_taken_out() {
    let scratch = Scratch::new();
    let mut taken = 0;
    for folder in recorded::results() {
        let Ok(text) = std::fs::read_to_string(folder.join("best.toml")) else { continue };
        // Networks that somebody learned are not recorded.
        if !text.contains("network = \"networks/") && !text.contains("network = \"results/") {
            scratch.tune2048(&format!("export {}", folder.display())).succeeds();
            taken += 1;
        }
    }
    assert!(taken >= 20, "{taken}");
}
