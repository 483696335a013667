//! `export`: the same numbers in every form, by the compilers that will read them.

use std::path::Path;
use std::process::Command;

use tune2048_engine::heuristic::{HeuristicKind, Weights};
use tune2048_engine::player::{Depth, ExpectimaxSettings, PlayerSettings};
use tune2048_engine::presets::Preset;
use tune2048_tuner::weights_file::WeightsFile;

use crate::spaces::{TINY, matrix};
use crate::support::{Scratch, is_installed, replaced};

/// Numbers that lose a bit on careless ways, under the names of the 2014 program.
const AWKWARD: [(&str, &str, f64); 7] = [
    ("constant", "SCORE_LOST_PENALTY", 200_000.000_000_000_03),
    ("empty", "SCORE_EMPTY_WEIGHT", 0.1),
    ("merges", "SCORE_MERGES_WEIGHT", 1.0 / 3.0),
    ("monotonicity", "SCORE_MONOTONICITY_WEIGHT", 1e-300),
    (
        "monotonicity-exponent",
        "SCORE_MONOTONICITY_POWER",
        4.000_000_000_000_001,
    ),
    ("sum", "SCORE_SUM_WEIGHT", -1.797_693_134_862_315_7e308),
    ("sum-exponent", "SCORE_SUM_POWER", 5e-324),
];

/// The numbers of [`AWKWARD`] in a file, and an edge bonus.
fn awkward(edge: f64) -> Scratch {
    let scratch = Scratch::new();
    let mut text = "[heuristic.rows]\n".to_owned();
    for (name, _, value) in AWKWARD {
        text += &format!("{name} = {value:?}\n");
    }
    scratch.write("weights.toml", text + format!("edge = {edge:?}\n").as_str());
    scratch
}

/// Runs a program in the folder; what it prints must be numbers, one per line.
#[track_caller]
fn numbers(scratch: &Scratch, program: &str, arguments: &[&str]) -> Vec<f64> {
    let path = if program.starts_with("./") {
        scratch.path(program)
    } else {
        program.into()
    };
    let output = Command::new(path)
        .args(arguments)
        .current_dir(scratch.root())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {error}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| line.parse().unwrap_or_else(|_| panic!("{line:?}")))
        .collect()
}

/// Runs a compiler that must find nothing to say.
#[track_caller]
fn compile(scratch: &Scratch, compiler: &str, arguments: &[&str]) {
    let output = Command::new(compiler)
        .args(arguments)
        .current_dir(scratch.root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.is_empty(),
        "{compiler}: {said}"
    );
}

#[track_caller]
fn assert_bits(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(
            found.to_bits(),
            expected.to_bits(),
            "found {found:?}, expected {expected:?}"
        );
    }
}

fn parse(scratch: &Scratch, name: &str) -> WeightsFile {
    WeightsFile::parse(Path::new(name), &scratch.read(name)).unwrap()
}

#[test]
fn toml_reads_back_the_same() {
    let scratch = awkward(0.7);
    scratch
        .tune2048("export weights.toml --out again.toml")
        .succeeds();
    let (first, again) = (
        parse(&scratch, "weights.toml"),
        parse(&scratch, "again.toml"),
    );
    assert_bits(&again.weights.values, &first.weights.values);
    assert_eq!(again.player, first.player);
    // What was exported exports as it is.
    let text = scratch
        .tune2048("export again.toml")
        .succeeds()
        .says_nothing();
    assert_eq!(text.text(), scratch.read("again.toml"));
    assert_eq!(
        scratch.tune2048("export again.toml --format toml").text(),
        text.text()
    );
}

#[test]
fn presets_keep_their_player() {
    let scratch = Scratch::new();
    let with_weights = |preset: &Preset| preset.player().uses_heuristic();
    for preset in Preset::ALL.into_iter().filter(with_weights) {
        let (player, weights) = (preset.player(), preset.weights());
        let preset = preset.name;
        scratch
            .tune2048(&format!("export {preset} --out weights.toml"))
            .succeeds();
        let file = parse(&scratch, "weights.toml");
        assert_eq!((file.player, file.weights), (player, weights), "{preset}");
        // A game with a budget of boards takes many seconds.
        let has_budget = |player: &ExpectimaxSettings| matches!(player.depth, Depth::Nodes(_));
        if matches!(&player, PlayerSettings::Expectimax(player) if has_budget(player)) {
            continue;
        }
        let games = |weights: &str| {
            let run = scratch
                .tune2048(&format!("evaluate {weights} --games 3 --json"))
                .succeeds();
            let json = run.json();
            (
                json["mean"].clone(),
                json["nodes"].clone(),
                json["player"].clone(),
            )
        };
        assert_eq!(games("weights.toml"), games(preset), "{preset}");
    }
}

#[test]
fn json_is_the_weights_file_in_other_brackets() {
    let scratch = awkward(0.7);
    let json = scratch
        .tune2048("export weights.toml --format json")
        .succeeds()
        .json();
    let rows = &json["heuristic"]["rows"];
    for (name, _, value) in AWKWARD {
        assert_bits(&[rows[name].as_f64().unwrap()], &[value]);
    }
    assert_eq!(json["player"]["expectimax"]["depth"], 1);
}

#[test]
fn a_campaign_is_exported_with_its_evidence() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    assert_eq!(
        scratch.tune2048("export out").succeeds().text(),
        scratch.read("out/best.toml")
    );
    let evidence = scratch
        .tune2048("export out --format json")
        .succeeds()
        .json()["evidence"]
        .clone();
    assert_eq!(evidence["campaign"], "tiny");
    assert_eq!(evidence["seed"], 7);
    assert_eq!(evidence["search_games"], 60);
    assert_eq!(evidence["tuned"]["games"], 10);
    assert_eq!(evidence["version"], env!("CARGO_PKG_VERSION"));
    for format in ["c", "rust", "js"] {
        let run = scratch
            .tune2048(&format!("export out --format {format}"))
            .succeeds();
        for part in [
            "Campaign tiny",
            "Measured on 10 games",
            "Verdict: ",
            "ratio to the starting weights' mean score",
            "This was validation 1: ",
            "95 % interval",
        ] {
            assert!(run.text().contains(part), "no {part:?} in {run}");
        }
    }
}

#[test]
fn what_was_not_measured_is_exported_as_unvalidated() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    let best = scratch.read("out/best.toml");
    // Its evidence is about other weights, or about another player.
    let monotonicity = best.lines().find(|line| line.starts_with("monotonicity ="));
    let other_weights = replaced(&best, monotonicity.unwrap(), "monotonicity = 50");
    let other_player = replaced(&best, "depth = 1", "depth = 2");
    // The same, written in another way.
    let same = best.replace("# ", "#  ");
    for (name, text, is_validated) in [
        ("weights.toml", other_weights, false),
        ("player.toml", other_player, false),
        ("same.toml", same, true),
    ] {
        scratch.write(name, text);
        for format in ["toml", "json", "c", "rust", "js", "tables"] {
            let run = scratch
                .tune2048(&format!("export {name} --format {format}"))
                .succeeds();
            let text = String::from_utf8_lossy(&run.stdout).into_owned() + run.stderr.as_str();
            assert_eq!(
                text.contains("UNVALIDATED"),
                !is_validated,
                "{name}, {format}"
            );
        }
    }
    let preset = scratch.tune2048("export 2014").succeeds();
    assert!(
        preset.text().contains("verdict = \"UNVALIDATED\""),
        "{preset}"
    );
}

#[test]
fn c_and_cpp_see_the_same_numbers_under_the_known_names() {
    let scratch = awkward(0.0);
    scratch
        .tune2048("export weights.toml --format c --out weights.h")
        .succeeds()
        .says_nothing();
    let mut program =
        "#include \"weights.h\"\n#include \"weights.h\"\n#include <stdio.h>\nint main(void) {\n"
            .to_owned();
    for (_, constant, _) in AWKWARD {
        program += &format!("    printf(\"%.17g\\n\", (double) {constant});\n");
    }
    program += "    return 0;\n}\n";
    scratch.write("main.c", &program);
    scratch.write("main.cpp", &program);
    let expected = AWKWARD.map(|(_, _, value)| value);
    for (compiler, options) in [("cc", "-std=c99"), ("c++", "-std=c++98")] {
        if is_installed(compiler) {
            let source = if compiler == "cc" {
                "main.c"
            } else {
                "main.cpp"
            };
            compile(
                &scratch,
                compiler,
                &[options, "-Wall", "-Wextra", "-Werror", source, "-o", "main"],
            );
            assert_bits(&numbers(&scratch, "./main", &[]), &expected);
        }
    }
    let text = scratch.read("weights.h");
    assert!(
        !text.contains("EDGE"),
        "a solver without the term has no place for it: {text}"
    );
}

#[test]
fn an_edge_bonus_in_c_comes_with_a_warning() {
    let scratch = awkward(20_000.5);
    let run = scratch
        .tune2048("export weights.toml --format c")
        .succeeds()
        .says("warning")
        .says("SCORE_EDGE_WEIGHT");
    assert!(run.text().contains("SCORE_EDGE_WEIGHT = 20000.5"), "{run}");
}

#[test]
fn rust_sees_the_same_numbers() {
    if !is_installed("rustc") {
        return;
    }
    let scratch = awkward(0.7);
    scratch
        .tune2048("export weights.toml --format rust --out weights.rs")
        .succeeds();
    let mut program = "mod weights;\nfn main() {\n".to_owned();
    for (name, _, _) in AWKWARD {
        let constant = name.to_uppercase().replace('-', "_");
        program += &format!("    println!(\"{{:?}}\", weights::{constant});\n");
    }
    scratch.write(
        "main.rs",
        program + "    println!(\"{:?}\", weights::EDGE);\n}\n",
    );
    compile(&scratch, "rustc", &["-Dwarnings", "main.rs", "-o", "main"]);
    let mut expected = AWKWARD.map(|(_, _, value)| value).to_vec();
    expected.push(0.7);
    assert_bits(&numbers(&scratch, "./main", &[]), &expected);
}

#[test]
fn javascript_sees_the_same_numbers() {
    if !is_installed("node") {
        return;
    }
    let scratch = awkward(0.7);
    scratch
        .tune2048("export weights.toml --format js --out weights.mjs")
        .succeeds();
    let keys = "constant empty merges monotonicity monotonicityExponent sum sumExponent edge";
    scratch.write(
        "main.mjs",
        format!(
            "import {{ weights }} from './weights.mjs';\n\
             if (weights.heuristic !== 'rows') throw new Error(weights.heuristic);\n\
             for (const key of '{keys}'.split(' ')) console.log(weights[key]);\n"
        ),
    );
    let mut expected = AWKWARD.map(|(_, _, value)| value).to_vec();
    expected.push(0.7);
    assert_bits(&numbers(&scratch, "node", &["main.mjs"]), &expected);
}

#[test]
fn matrices_are_exported_to_all_languages() {
    let scratch = Scratch::new();
    scratch.write("space.toml", matrix("cma-es", "reading-order"));
    scratch.tune2048("run space.toml --out out").succeeds();
    let expected = parse(&scratch, "out/best.toml").weights.values;
    assert_eq!(expected.len(), 16);
    if is_installed("cc") {
        scratch
            .tune2048("export out --format c --out weights.h")
            .succeeds();
        scratch.write(
            "main.c",
            "#include \"weights.h\"\n#include <stdio.h>\nint main(void) {\n\
             for (int i = 0; i < 16; i++) printf(\"%.17g\\n\", CORNER_MATRIX[i / 4][i % 4]);\nreturn 0; }\n",
        );
        compile(
            &scratch,
            "cc",
            &[
                "-std=c99", "-Wall", "-Wextra", "-Werror", "main.c", "-o", "main",
            ],
        );
        assert_bits(&numbers(&scratch, "./main", &[]), &expected);
    }
    if is_installed("node") {
        scratch
            .tune2048("export out --format js --out weights.mjs")
            .succeeds();
        scratch.write(
            "main.mjs",
            "import { weights } from './weights.mjs';\nfor (const x of weights.matrix.flat()) console.log(x);\n",
        );
        assert_bits(&numbers(&scratch, "node", &["main.mjs"]), &expected);
    }
    if is_installed("rustc") {
        scratch
            .tune2048("export out --format rust --out weights.rs")
            .succeeds();
        scratch.write(
            "main.rs",
            "mod weights;\nfn main() { for x in weights::CORNER_MATRIX.as_flattened() { println!(\"{x:?}\"); } }\n",
        );
        compile(&scratch, "rustc", &["-Dwarnings", "main.rs", "-o", "main"]);
        assert_bits(&numbers(&scratch, "./main", &[]), &expected);
    }
    let json = scratch
        .tune2048("export out --format json")
        .succeeds()
        .json();
    let rows = json["heuristic"]["corner-matrix"]["matrix"]
        .as_array()
        .unwrap();
    let cells = rows.iter().flat_map(|row| row.as_array().unwrap());
    assert_bits(
        &cells.map(|cell| cell.as_f64().unwrap()).collect::<Vec<_>>(),
        &expected,
    );
}

#[test]
fn tables_hold_the_golden_values() {
    check_tables("2014", "rows-2014-depth1-2.csv", "heuristic");
    check_tables("2014-simple", "seed-evaluations.csv", "edge_bonus");
    check_tables("differences", "seed-evaluations.csv", "difference");
}

fn check_tables(preset: &str, file: &str, column: &str) {
    let scratch = Scratch::new();
    scratch
        .tune2048(&format!("export {preset} --format tables --out rows.bin"))
        .succeeds()
        .says("UNVALIDATED: ");
    let bytes = scratch.bytes("rows.bin");
    assert_eq!(bytes.len(), 65_536 * 4);
    let table: Vec<f32> = bytes
        .chunks(4)
        .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()))
        .collect();
    // The same on standard output.
    assert_eq!(
        scratch
            .tune2048(&format!("export {preset} -f tables"))
            .succeeds()
            .stdout,
        bytes
    );

    let golden = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("crates/engine/tests/golden")
        .join(file);
    let mut reader = csv::Reader::from_path(golden).unwrap();
    let mut boards = 0;
    for record in reader.deserialize::<std::collections::HashMap<String, String>>() {
        let record = record.unwrap();
        let ranks: Vec<usize> = record["board"]
            .chars()
            .map(|rank| rank.to_digit(16).unwrap() as usize)
            .collect();
        // Bits 0 to 3 are the leftmost cell, or the uppermost.
        let line = |cells: [usize; 4]| {
            let index = (0..4)
                .map(|place| ranks[cells[place]] << (4 * place))
                .sum::<usize>();
            f64::from(table[index])
        };
        let rows: f64 = (0..4)
            .map(|row| line([0, 1, 2, 3].map(|column| 4 * row + column)))
            .sum();
        let columns: f64 = (0..4)
            .map(|column| line([0, 1, 2, 3].map(|row| 4 * row + column)))
            .sum();
        let expected: f64 = record[column].parse().unwrap();
        let error = (rows + columns - expected).abs();
        assert!(
            error <= 1e-5 * expected.abs(),
            "{}: {}, {expected}",
            record["board"],
            rows + columns
        );
        boards += 1;
    }
    assert!(boards > 100);
}

#[test]
fn tables_of_outer_lines_come_before_those_of_inner_ones() {
    let scratch = Scratch::new();
    let table = |weights: &str| {
        scratch.write("weights.toml", format!("[heuristic.rows]\n{weights}"));
        let run = scratch.tune2048("export weights.toml --format tables");
        run.succeeds().stdout.clone()
    };
    let both = table("empty = 300\nsmoothness = 9\ninner-empty = 500\ninner-sum = 7\n");
    let outer = table("empty = 300\nsmoothness = 9\n");
    let inner = table("empty = 500\nsmoothness = 9\nsum = 7\n");
    assert_ne!(outer, inner);
    assert!(both == [outer, inner].concat());
}

#[test]
fn a_matrix_has_no_tables() {
    let scratch = Scratch::new();
    scratch
        .tune2048("export corner-published --format tables --out rows.bin")
        .fails(2)
        .says("tables")
        .says("corner-matrix")
        .says("rows");
    assert!(!scratch.path("rows.bin").exists());
}

#[test]
fn constants_say_which_heuristic_they_belong_to() {
    let scratch = Scratch::new();
    for (preset, format, expected) in [
        ("path", "c", "PATH_RATIO = 0.25;"),
        ("path", "rust", "RATIO: f64 = 0.25;"),
        ("path", "js", "ratio: 0.25,"),
        ("exponential-snake", "c", "SNAKE_EMPTY = 1.0;"),
        (
            "exponential-snake",
            "c",
            "SNAKE_EXPONENTS[4][4] = {\n    {10.0, 8.0, 7.0, 6.5},",
        ),
        (
            "exponential-snake",
            "rust",
            "SNAKE_EXPONENTS: [[f64; 4]; 4] = [\n    [10.0, 8.0, 7.0, 6.5],",
        ),
        (
            "exponential-snake",
            "js",
            "exponents: [\n    [10.0, 8.0, 7.0, 6.5],",
        ),
        ("differences", "c", "DIFFERENCES_SUM = 4.0;"),
        ("differences", "rust", "DIFFERENCE: f64 = 1.0;"),
        ("differences", "js", "sum: 4.0,"),
    ] {
        let run = scratch
            .tune2048(&format!("export {preset} --format {format}"))
            .succeeds();
        assert!(run.text().contains(expected), "{preset} {format}: {run}");
    }
}

#[test]
fn the_default_of_2014_is_what_everybody_copies() {
    let text = Scratch::new()
        .tune2048("export 2014 -f c")
        .succeeds()
        .text()
        .to_owned();
    for (constant, value) in [
        ("SCORE_LOST_PENALTY", "200000.0"),
        ("SCORE_MONOTONICITY_POWER", "4.0"),
        ("SCORE_MONOTONICITY_WEIGHT", "47.0"),
        ("SCORE_SUM_POWER", "3.5"),
        ("SCORE_SUM_WEIGHT", "11.0"),
        ("SCORE_MERGES_WEIGHT", "700.0"),
        ("SCORE_EMPTY_WEIGHT", "270.0"),
    ] {
        assert!(text.contains(&format!("{constant} = {value};")), "{text}");
    }
    assert_eq!(
        Weights::defaults(HeuristicKind::Rows).get("empty"),
        Some(270.0)
    );
}

#[test]
fn evidence_of_any_kind_is_carried_along() {
    let scratch = Scratch::new();
    let evidence = "[evidence]\nby = \"hand */ // \\n\"\nwhen = 2024-05-06T07:08:09Z\nsure = inf\nlist = [1, [2.5, \"x\"]]\n\n[evidence.a]\nb = 1\n";
    scratch.write(
        "weights.toml",
        format!("[heuristic.rows]\nempty = 3\n\n{evidence}"),
    );
    scratch
        .tune2048("export weights.toml --out again.toml")
        .succeeds();
    let tables = |name| parse(&scratch, name).evidence;
    let mut expected = tables("weights.toml");
    expected.insert("verdict".to_owned(), "UNVALIDATED".into());
    assert_eq!(tables("again.toml"), expected);
    for format in ["json", "c", "rust", "js"] {
        scratch
            .tune2048(&format!("export weights.toml --format {format}"))
            .succeeds();
    }
    let json = scratch
        .tune2048("export weights.toml --format json")
        .succeeds()
        .json();
    assert_eq!(json["evidence"]["when"], "2024-05-06T07:08:09Z");
}

#[test]
fn out_replaces_a_file_whole() {
    let scratch = awkward(0.0);
    scratch.write("weights.h", "x".repeat(100_000));
    let run = scratch
        .tune2048("export weights.toml --format c --out weights.h")
        .succeeds();
    assert!(run.stdout.is_empty());
    let text = scratch
        .tune2048("export weights.toml --format c")
        .succeeds()
        .text()
        .to_owned();
    assert_eq!(scratch.read("weights.h"), text);
    // A weights file may be replaced by its own export.
    scratch
        .tune2048("export weights.toml --out weights.toml")
        .succeeds();
    scratch.tune2048("export weights.toml").succeeds();
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
        ("tables", "f32"),
    ];
    let mut kept = 0;
    for preset in Preset::ALL.iter().filter(|preset| preset.is_tuned()) {
        let is_matrix = preset.weights().heuristic.square().is_some();
        let has_terms_of_the_board = preset.weights().get("board-empty").is_some();
        for (form, extension) in forms {
            let path = folder.join(format!("{}.{extension}", preset.name));
            if (is_matrix || has_terms_of_the_board) && form == "tables" {
                assert!(!path.exists(), "a board is not worth the sum of its rows");
                continue;
            }
            let run = scratch.tune2048(&format!("export {} --format {form}", preset.name));
            let found =
                std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(
                run.succeeds().stdout == found,
                "write {} anew",
                path.display()
            );
            kept += 1;
        }
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), kept);
}
