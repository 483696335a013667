//! Makes moves from the middle of games by deep searches, and prints their time, the boards
//! valued and a checksum of the moves.
//!
//! ```text
//! cargo run --release -p tune2048-engine --example deep_moves -- 20 rule
//! ```
//!
//! The first argument is the number of moves from each of twenty boards. Every other argument
//! is a search: `rule` (the rule of 2014), a depth, a depth and a cut (`4/0.01`) or a number of
//! boards (`20000-boards`). Two builds whose checksums are equal made the same moves.

use std::process::ExitCode;
use std::time::Instant;

use tune2048_engine::game::{Board, GameSeed, Session, Stream};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::{
    Depth, DepthRule, ExpectimaxSettings, NodeBudget, PlayerSettings, build,
};
use tune2048_engine::presets::Preset;

/// Boards of games with 8 000 boards a move, seeds 26, every 1 000th move: twelve with an
/// 8 192, eight with a 16 384.
const BOARDS: [&str; 20] = [
    "01112225246935ad",
    "1123127a358c359d",
    "00060219012a135d",
    "24112378239c34ad",
    "da94742221211010",
    "dcbaa54335211121",
    "02131036217912ad",
    "db70a94175204312",
    "da85c94243212210",
    "479d258c235a2100",
    "22bd46bc12411003",
    "db92a76165314410",
    "121210050016001e",
    "01000046125722be",
    "ea23986108620122",
    "24330147016b005e",
    "00120121106648ce",
    "01350416157b18ce",
    "01170029003d235e",
    "14450258219d22be",
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let moves = arguments.next().and_then(|text| text.parse().ok());
    let searches: Option<Vec<_>> = arguments.map(|text| Some((settings(&text)?, text))).collect();
    let (Some(moves), Some(searches)) = (moves, searches) else {
        eprintln!("usage: deep_moves MOVES [rule | DEPTH | DEPTH/CUT | NODES-boards]...");
        return ExitCode::from(2);
    };
    for (settings, name) in searches {
        measure(&name, settings, moves);
    }
    ExitCode::SUCCESS
}

/// The settings that an argument describes.
fn settings(text: &str) -> Option<ExpectimaxSettings> {
    let mut settings = ExpectimaxSettings::default();
    let (depth, cut) = text.split_once('/').unwrap_or((text, "1e-4"));
    settings.probability_cut = cut.parse().ok()?;
    settings.depth = if depth == "rule" {
        Depth::Rule(DepthRule::DistinctTiles)
    } else if let Some(nodes) = depth.strip_suffix("-boards") {
        Depth::Nodes(NodeBudget { nodes: nodes.parse().ok()?, ..NodeBudget::default() })
    } else {
        Depth::Fixed(depth.parse().ok()?)
    };
    let player = PlayerSettings::Expectimax(settings);
    player.check().is_ok().then_some(settings)
}

fn measure(name: &str, settings: ExpectimaxSettings, moves: u32) {
    let weights = Preset::find("2014").expect("it is built in").weights();
    let tables = Tables::new(&weights);
    let mut player = build(&PlayerSettings::Expectimax(settings), &tables);
    let (mut made, mut checksum) = (0_u64, 0xcbf2_9ce4_8422_2325_u64);
    let start = Instant::now();
    for (index, board) in (0..).zip(BOARDS) {
        let board: Board = board.parse().expect("sixteen ranks");
        let mut session = Session::from_board(board, GameSeed::new(26, Stream::Evaluation, index));
        while session.moves() < moves
            && let Some(direction) = player.choose(session.board())
        {
            session.make(direction);
            // FNV-1a.
            checksum = (checksum ^ direction as u64).wrapping_mul(0x0100_0000_01b3);
        }
        made += u64::from(session.moves());
    }
    let boards = player.nodes();
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name:<16} {made} moves, {:.3} ms a move, {} boards a move, {:.1} M boards/s, moves {checksum:016x}",
        1e3 * seconds / made as f64,
        boards / made,
        boards as f64 / seconds / 1e6,
    );
}
