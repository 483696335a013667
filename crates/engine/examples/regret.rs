//! How much worse the moves of searches are than those of a deep one, by the values of the deep one.
//!
//! ```text
//! cargo run --release -p tune2048-engine --example regret -- learned-medium 600 400000-boards 0 1 2 20000-boards
//! ```
//!
//! The arguments are a preset, a number of boards, the deep search and the others: depths or numbers of
//! boards a move. The boards are every 100th of the preset's games, from the 2 000th move on.

use std::process::ExitCode;

use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::{Depth, NodeBudget, PlayerSettings, build};
use tune2048_engine::presets::Preset;
use tune2048_engine::{Board, GameSeed, Player, Session, Stream};

type Values = [Option<f64>; 4];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "usage: regret PRESET COUNT DEEP [DEPTH | NODES-boards]...";
    let [preset, count, searches @ ..] = &arguments[..] else {
        eprintln!("{usage}");
        return ExitCode::from(2);
    };
    let depths: Option<Vec<Depth>> = searches.iter().map(|text| depth(text)).collect();
    let (Some(preset), Ok(count), Some(depths)) = (Preset::find(preset), count.parse(), depths)
    else {
        eprintln!("{usage}");
        return ExitCode::from(2);
    };
    let tables = Tables::new(&preset.weights());
    let player = |depth| {
        let mut settings = preset.player();
        if let Some(setting) = settings.depth_mut() {
            *setting = depth;
        }
        build(&settings, &tables)
    };
    let boards = boards(&preset.player(), &tables, count);
    let [deep, others @ ..] = &depths[..] else { return ExitCode::SUCCESS };
    let mut deep = player(*deep);
    let deep: Vec<Values> = boards.iter().map(|&board| deep.move_values(board)).collect();
    let mut leads: Vec<f64> = deep.iter().filter_map(lead).collect();
    leads.sort_by(f64::total_cmp);
    println!("half of the best moves lead by at most {:.0} points", leads[leads.len() / 2]);
    println!("{:>16} {:>12} {:>14} {:>14}", "search", "boards/move", "other moves, %", "regret");
    for (name, &depth) in searches[1..].iter().zip(others) {
        let mut player = player(depth);
        let regrets: Vec<f64> = boards
            .iter()
            .zip(&deep)
            .map(|(&board, deep)| regret(&mut *player, board, deep))
            .collect();
        let count = regrets.len() as f64;
        let mean = regrets.iter().sum::<f64>() / count;
        let variance = regrets.iter().map(|regret| (regret - mean).powi(2)).sum::<f64>() / count;
        let others = regrets.iter().filter(|&&regret| regret > 0.0).count() as f64;
        println!(
            "{name:>16} {:>12.0} {:>14.0} {mean:>8.0} +- {:.0}",
            player.nodes() as f64 / count,
            100.0 * others / count,
            1.96 * (variance / count).sqrt()
        );
    }
    ExitCode::SUCCESS
}

fn depth(text: &str) -> Option<Depth> {
    match text.strip_suffix("-boards") {
        Some(nodes) => {
            Some(Depth::Nodes(NodeBudget { nodes: nodes.parse().ok()?, ..NodeBudget::default() }))
        }
        None => text.parse().ok(),
    }
}

/// Boards on which a move is legal.
fn boards(settings: &PlayerSettings, tables: &Tables, count: usize) -> Vec<Board> {
    let mut player = build(settings, tables);
    let mut boards = Vec::new();
    for game in 0.. {
        let mut session = Session::new(GameSeed::new(1, Stream::Evaluation, game));
        while let Some(direction) = player.choose(session.board()) {
            if session.moves() >= 2000 && session.moves().is_multiple_of(100) {
                boards.push(session.board());
                if boards.len() == count {
                    return boards;
                }
            }
            session.make(direction);
        }
    }
    boards
}

/// How far the best of several moves is above the second.
fn lead(values: &Values) -> Option<f64> {
    let mut values: Vec<f64> = values.iter().flatten().copied().collect();
    values.sort_by(f64::total_cmp);
    values.last_chunk().map(|[second, best]| best - second)
}

/// The points by which the choice of a player falls short of the best move, by the deep search.
fn regret(player: &mut dyn Player, board: Board, deep: &Values) -> f64 {
    let best = deep.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let choice = player.choose(board).expect("a move is legal");
    best - deep[choice as usize].expect("it is legal")
}
