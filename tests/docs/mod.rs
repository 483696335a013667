//! README and docs: what the pages say is what the program does.
//!
//! A block of a page between `<!-- generated: NAME -->` and `<!-- end: NAME -->`
//! is generated from the JSON schemas of files, the lists of weights, the
//! presets and the recorded campaigns. With `TUNE2048_WRITE_DOCS=1` the tests write the blocks instead of
//! comparing them.

mod blocks;
mod chosen_presets;
mod links;
mod live_picture;
mod samples;
mod schema_table;
mod weights_table;

use std::path::{Path, PathBuf};

use schema_table::SchemaTables;
use serde_json::Value;
use tune2048_engine::heuristic::expressions::VARIABLES;
use tune2048_engine::presets::Preset;
use tune2048_engine::tuples::SETS;
use tune2048_files::toml_errors::file_schema;
use tune2048_learning::settings::LearningFile;
use tune2048_optimizer::Optimizer;
use tune2048_testkit::recorded;
use tune2048_tuner::space;
use tune2048_tuner::studies::tournament;
use tune2048_tuner::weights::export::Format;
use tune2048_tuner::weights::file;

/// Generates the block of a name; `None` for an unknown name.
fn generate(name: &str) -> Option<String> {
    let (page, table) = name.split_once(' ').unwrap_or((name, ""));
    let definition = |name| SchemaTables::new(space::schema()).definition(name);
    match (page, table) {
        ("presets", "") => {
            let rows = Preset::ALL.iter().map(|preset| [preset.name, preset.meaning()]);
            Some(names_and_meanings(rows))
        }
        ("presets", "chosen") => Some(chosen_presets::generate()),
        ("tuple-sets", "") => {
            let rows = SETS.iter().map(|set| [set.name, set.meaning]);
            Some(names_and_meanings(rows))
        }
        ("expression", "variables") => {
            let rows = VARIABLES.iter().map(|(name, meaning)| [*name, *meaning]);
            Some(names_and_meanings(rows))
        }
        ("weights", heuristic) => weights_table::generate(heuristic),
        ("player", "depth") => definition("NodeBudget"),
        ("player", "schedule") => definition("Schedule"),
        ("player", "expectimax") => SchemaTables::new(space::schema()).at("player.expectimax"),
        // Players without a heuristic have weights files only.
        ("player", name) => SchemaTables::new(file::schema()).at(&format!("player.{name}")),
        ("search-space", "weight") => definition("WeightRange"),
        ("search-space", "parameter") => {
            SchemaTables::new(space::schema()).beyond("ParameterRange", "WeightRange")
        }
        ("search-space", "matrix") => definition("MatrixLayout"),
        ("search-space", "games-per-candidate") => definition("AdaptiveGames"),
        (page, table) => {
            let path = table.trim_matches(['[', ']']);
            SchemaTables::new(schema(page)?).at(path)
        }
    }
}

fn schema(page: &str) -> Option<Value> {
    match page {
        "search-space" => Some(space::schema()),
        "tournament" => Some(tournament::schema()),
        "learning" => Some(file_schema::<LearningFile>()),
        _ => None,
    }
}

fn names_and_meanings<'n>(rows: impl Iterator<Item = [&'n str; 2]>) -> String {
    rows.map(|[name, meaning]| format!("- `{name}`: {meaning}\n")).collect()
}

/// A text that stays within a cell of a table.
fn cell(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('|', "\\|")
}

/// A number as the pages show it: whole thousands apart.
fn number(value: f64) -> String {
    if value.abs() >= 1000.0 && value.fract() == 0.0 {
        tune2048_files::number_text::grouped(value)
    } else {
        value.to_string()
    }
}

/// A page with its blocks regenerated, and their names.
fn regenerate(path: &Path, text: &str) -> (String, Vec<String>) {
    let (mut written, mut names) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<!-- generated: ") {
        let place = path.display();
        let (name, after) = after.split_once(" -->\n").expect("a comment ends in its line");
        let end = format!("<!-- end: {name} -->");
        let (_, after) = after
            .split_once(&end)
            .unwrap_or_else(|| panic!("{place}: expected `{end}` after `{name}`"));
        let block = generate(name).unwrap_or_else(|| panic!("{place}: unknown block `{name}`"));
        written += &format!("{before}<!-- generated: {name} -->\n{block}{end}");
        names.push(name.to_owned());
        rest = after;
    }
    (written + rest, names)
}

/// Whether tests write what they would compare.
fn is_written() -> bool {
    std::env::var_os("TUNE2048_WRITE_DOCS").is_some()
}

/// The paths of all pages of prose that people read.
fn markdown_pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)).to_vec();
    let folders = ["docs", "docs/guide", "docs/reference", "docs/results", "research"];
    let files = folders.into_iter().flat_map(recorded::files);
    pages.extend(files.filter(|path| path.extension().is_some_and(|end| end == "md")));
    pages.sort();
    pages
}

/// Asserts that a page is what it should be, or writes it.
#[track_caller]
fn check_or_write(path: &Path, text: &str, expected: &str) {
    if is_written() {
        return std::fs::write(path, expected).expect("a page can be written");
    }
    let place = path.display();
    for (found, expected) in text.lines().zip(expected.lines()) {
        assert_eq!(
            found, expected,
            "{place}: run this test with TUNE2048_WRITE_DOCS=1 to write it"
        );
    }
    assert_eq!(text, expected, "{place}");
}

#[test]
fn the_generated_tables_are_up_to_date_and_every_table_with_settings_has_a_block() {
    let mut names = Vec::new();
    for path in markdown_pages() {
        let text = std::fs::read_to_string(&path).expect("a page is a text");
        let (expected, blocks) = regenerate(&path, &text);
        check_or_write(&path, &text, &expected);
        names.extend(blocks);
    }
    let tables = SchemaTables::new(space::schema());
    let mut expected = vec!["search-space".to_owned(), "search-space [objective]".to_owned()];
    for optimizer in Optimizer::all() {
        expected.push(format!("search-space [optimizer.{}]", optimizer.name()));
    }
    for player in tables.keys("player") {
        if !tables.keys(&format!("player.{player}")).is_empty() {
            expected.push(format!("player {player}"));
        }
    }
    for heuristic in tables.keys("heuristic") {
        // These have the weights that a file gives them.
        if !["expressions", "command"].contains(&heuristic.as_str()) {
            expected.push(format!("weights {heuristic}"));
        }
    }
    assert!(expected.len() > 15, "{expected:?}");
    for name in expected {
        assert!(names.contains(&name), "the reference has no block `{name}`");
    }
}

#[test]
fn lists_that_are_written_by_hand_are_complete() {
    let optimizers = Optimizer::all();
    let optimizers = optimizers.iter().map(|optimizer| ("docs/optimizers.md", optimizer.name()));
    let page = "docs/guide/use-weights-in-a-solver.md";
    let formats = Format::ALL.into_iter().map(|format| (page, format.name));
    for (page, name) in optimizers.chain(formats) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        let text = std::fs::read_to_string(path).expect("a page is a text");
        let is_row = |line: &&str| ["| `", "- `"].iter().any(|start| line.starts_with(start));
        let mut rows = text.lines().filter(is_row);
        let is_there = rows.any(|row| row.contains(&format!("`{name}`")));
        assert!(is_there, "{page} has no row for `{name}`");
    }
}
