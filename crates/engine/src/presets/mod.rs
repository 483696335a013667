//! Weights and players that come with the program, by name.

use crate::heuristic::corner_matrix::{CELLS, DIAGONAL, PUBLISHED};
use crate::heuristic::{CellValue, HeuristicKind, Orientations, Weights, rows};
use crate::player::{
    ExpectimaxSettings, GreedyMergesSettings, ModelChasingSettings, MonteCarloSettings,
    PlayerSettings, RandomSettings, StaticValue, TerminalValue,
};

const BUILT_IN: &str = "a test reads the files that are built in";

/// A built-in player with its weights, if it has any.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name to use wherever a weights file is expected.
    pub name: &'static str,
    /// What it is, and where its weights come from.
    pub meaning: &'static str,
    weights: fn() -> Weights,
    player: fn() -> PlayerSettings,
    /// The weights file of the campaign that found it; empty if none did.
    campaign: &'static str,
}

// Exported from the campaigns that docs/results.md lists.
const TUNED_DEPTH1: &str = include_str!("tuned-depth1.toml");
const TUNED_DEPTH2: &str = include_str!("tuned-depth2.toml");
const TUNED_DEPTH3: &str = include_str!("tuned-depth3.toml");
const TUNED_DEPTH1_RICH: &str = include_str!("tuned-depth1-rich.toml");
const TUNED_DEPTH2_RICH: &str = include_str!("tuned-depth2-rich.toml");
const TUNED_20000_BOARDS: &str = include_str!("tuned-20000-boards.toml");
const CORNER_TUNED: &str = include_str!("corner-tuned.toml");

impl Preset {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self {
            name: "2014",
            meaning: "the row weights that everybody copies, found by CMA-ES in 2014",
            weights: || Weights::defaults(HeuristicKind::Rows),
            player: PlayerSettings::default,
            campaign: "",
        },
        Self {
            name: "tuned-depth1",
            meaning: "the row weights of 2014 tuned for depth 1: 1.64 times their mean score there",
            weights: || tuned_rows(TUNED_DEPTH1),
            player: || tuned_player(TUNED_DEPTH1),
            campaign: TUNED_DEPTH1,
        },
        Self {
            name: "tuned-depth2",
            meaning: "the same tuned for depth 2: 1.34 times their mean score there",
            weights: || tuned_rows(TUNED_DEPTH2),
            player: || tuned_player(TUNED_DEPTH2),
            campaign: TUNED_DEPTH2,
        },
        Self {
            name: "tuned-depth3",
            meaning: "the same tuned for depth 3: 1.17 times their mean score there",
            weights: || tuned_rows(TUNED_DEPTH3),
            player: || tuned_player(TUNED_DEPTH3),
            campaign: TUNED_DEPTH3,
        },
        Self {
            name: "tuned-20000-boards",
            meaning: "the same tuned for 20 000 boards a move: 1.16 times their mean score there",
            weights: || tuned_rows(TUNED_20000_BOARDS),
            player: || tuned_player(TUNED_20000_BOARDS),
            campaign: TUNED_20000_BOARDS,
        },
        Self {
            name: "tuned-depth1-rich",
            meaning: "nineteen weights of rows, inner lines apart, and two of the board, tuned for depth 1: 1.82 times the mean score of 2014",
            weights: || tuned_rows(TUNED_DEPTH1_RICH),
            player: || tuned_player(TUNED_DEPTH1_RICH),
            campaign: TUNED_DEPTH1_RICH,
        },
        Self {
            name: "tuned-depth2-rich",
            meaning: "the same tuned for depth 2: 1.40 times the mean score of 2014",
            weights: || tuned_rows(TUNED_DEPTH2_RICH),
            player: || tuned_player(TUNED_DEPTH2_RICH),
            campaign: TUNED_DEPTH2_RICH,
        },
        Self {
            name: "2014-simple",
            meaning: "the same program before tuning: empty cells and edge bonus",
            weights: simple,
            player: PlayerSettings::default,
            campaign: "",
        },
        Self {
            name: "corner-published",
            meaning: "the matrix found by random search, falling along the reading order",
            weights: || matrix(PUBLISHED),
            player: dead_is_static,
            campaign: "",
        },
        Self {
            name: "corner-diagonal",
            meaning: "the matrix made by hand, falling along the diagonals",
            weights: || matrix(DIAGONAL),
            player: dead_is_static,
            campaign: "",
        },
        Self {
            name: "corner-tuned",
            meaning: "a matrix of any order, tuned for depth 2: 1.39 times the mean score of the published one",
            weights: || tuned_matrix(CORNER_TUNED),
            player: || tuned_player(CORNER_TUNED),
            campaign: CORNER_TUNED,
        },
        Self {
            name: "path",
            meaning: "the geometric path with ratio 1/4, along eight snakes",
            weights: || Weights::defaults(HeuristicKind::Path(Orientations::Eight)),
            player: PlayerSettings::default,
            campaign: "",
        },
        Self {
            name: "exponential-snake",
            meaning: "the snake of exponentials from one corner, and the squared number of empty cells",
            weights: || Weights::defaults(HeuristicKind::ExponentialSnake(Orientations::One)),
            player: PlayerSettings::default,
            campaign: "",
        },
        Self {
            name: "differences",
            meaning: "the tiles, less the differences between neighbours",
            weights: || Weights::defaults(HeuristicKind::Differences),
            player: dead_is_shunned,
            campaign: "",
        },
        Self {
            name: "monte-carlo",
            meaning: "no heuristic: 100 random playouts of each first move",
            weights: none,
            player: || PlayerSettings::MonteCarlo(MonteCarloSettings::default()),
            campaign: "",
        },
        Self {
            name: "model-chasing",
            meaning: "the tiles at hand in order along a snake, one ply, never down",
            weights: none,
            player: || PlayerSettings::ModelChasing(ModelChasingSettings::default()),
            campaign: "",
        },
        Self {
            name: "greedy-merges",
            meaning: "the move that merges most",
            weights: none,
            player: || PlayerSettings::GreedyMerges(GreedyMergesSettings::default()),
            campaign: "",
        },
        Self {
            name: "random",
            meaning: "any legal move: the floor",
            weights: none,
            player: || PlayerSettings::Random(RandomSettings::default()),
            campaign: "",
        },
    ];

    /// The preset of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        const { &Self::ALL }
            .iter()
            .find(|preset| preset.name == name)
    }

    /// Its weights.
    pub fn weights(&self) -> Weights {
        (self.weights)()
    }

    /// What its campaign measured of it, as in a weights file; empty if none did.
    pub fn evidence(&self) -> toml::Table {
        let file: toml::Table = self.campaign.parse().expect(BUILT_IN);
        let evidence = file.get("evidence").and_then(toml::Value::as_table);
        evidence.cloned().unwrap_or_default()
    }

    /// Whether a campaign found it, for a search of some depth; else the depth is a default.
    pub fn is_tuned(&self) -> bool {
        !self.campaign.is_empty()
    }

    /// The player they come with; the depths that others were published for take longer
    /// than most machines can afford.
    pub fn player(&self) -> PlayerSettings {
        (self.player)()
    }
}

/// The row weights of a campaign's weights file.
fn tuned_rows(text: &str) -> Weights {
    let rows = heuristic(text, "rows");
    let names: Vec<&str> = rows.keys().map(String::as_str).collect();
    let start = Weights::defaults(HeuristicKind::rows_with(names.into_iter()));
    rows.iter().fold(start, |weights, (name, value)| {
        weights.with(name, number(value))
    })
}

/// The matrix of a campaign's weights file, over powers of the tiles' face values.
fn tuned_matrix(text: &str) -> Weights {
    let table = heuristic(text, "corner-matrix");
    let rows = table["matrix"].as_array().expect(BUILT_IN).iter();
    let cells = rows.flat_map(|row| row.as_array().expect(BUILT_IN));
    Weights {
        heuristic: HeuristicKind::CornerMatrix(CellValue::Power),
        values: cells.chain([&table["exponent"]]).map(number).collect(),
    }
}

/// The table of a heuristic in a campaign's weights file.
fn heuristic(text: &str, name: &str) -> toml::Table {
    let file: toml::Table = text.parse().expect(BUILT_IN);
    file["heuristic"][name].as_table().expect(BUILT_IN).clone()
}

/// Whole numbers are small enough to be exact.
fn number(value: &toml::Value) -> f64 {
    let whole = value.as_integer().map(|whole| whole as f64);
    whole.or(value.as_float()).expect(BUILT_IN)
}

/// The player of a campaign's weights file.
fn tuned_player(text: &str) -> PlayerSettings {
    let mut file: toml::Table = text.parse().expect(BUILT_IN);
    let player = file.remove("player").expect(BUILT_IN);
    player.try_into().expect(BUILT_IN)
}

/// What a player plays with that needs no heuristic.
fn none() -> Weights {
    Weights::defaults(HeuristicKind::None)
}

/// Expectimax that values a dead board like any other.
fn dead_is_static() -> PlayerSettings {
    PlayerSettings::Expectimax(ExpectimaxSettings {
        dead_value: TerminalValue::Static(StaticValue::Static),
        ..ExpectimaxSettings::default()
    })
}

/// Expectimax that would rather lose all else than have a dead board among
/// the likely ones.
fn dead_is_shunned() -> PlayerSettings {
    PlayerSettings::Expectimax(ExpectimaxSettings {
        dead_value: TerminalValue::Number(-1e20),
        ..ExpectimaxSettings::default()
    })
}

/// 20 000 per empty cell, which stands in one row and one column, and 20 000
/// per row and column whose largest rank is at an end.
fn simple() -> Weights {
    Weights {
        heuristic: HeuristicKind::Rows,
        values: vec![0.0; rows::WEIGHTS.len()],
    }
    .with("empty", 10_000.0)
    .with("edge", 20_000.0)
    .with("monotonicity-exponent", 4.0)
    .with("sum-exponent", 3.5)
}

fn matrix(entries: [f64; CELLS]) -> Weights {
    Weights {
        heuristic: HeuristicKind::CornerMatrix(CellValue::Face),
        values: entries.to_vec(),
    }
}
