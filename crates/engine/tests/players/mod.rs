//! Every player: what all owe, and each beside a slow program that says the same.

mod contract;
mod floor;
mod look_ahead;
mod minimax;
mod model_chasing;
mod monte_carlo;
mod stability;

use tune2048_engine::game::{Board, GameSeed, Move, Session, Stream};
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};
use tune2048_engine::player::{
    Depth, ExpectimaxSettings, GreedyMergesSettings, LookAheadSettings, MinimaxSettings,
    ModelChasingSettings, MonteCarloSettings, NodeBudget, NodesOf, PlayerSettings, RandomSettings,
    StaticValue, TerminalValue,
};

use crate::preset;

fn tables(name: &str) -> Tables {
    Tables::new(&preset(name))
}

fn no_tables() -> Tables {
    Tables::new(&Weights::defaults(HeuristicKind::None))
}

/// Every `step`-th position of a few games of chance, the dead ends among them.
fn positions(step: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    for index in 0..3 {
        let mut session = Session::new(GameSeed::new(11, Stream::Evaluation, index));
        let mut turn = 0;
        loop {
            boards.push(session.board());
            // Goes round the directions, so that games end early and tiles stay scattered.
            turn += 1;
            let order = [0, 1, 2, 3].map(|place| Move::ALL[(turn + place) % 4]);
            if !order.into_iter().any(|direction| session.make(direction)) {
                break;
            }
        }
    }
    let last = boards.len() - 1;
    let mut chosen: Vec<_> = boards.iter().copied().step_by(step).collect();
    chosen.push(boards[last]);
    chosen
}

fn minimax(depth: Depth) -> PlayerSettings {
    PlayerSettings::Minimax(MinimaxSettings { depth, ..MinimaxSettings::default() })
}

fn look_ahead(moves: u8, discount: f64) -> PlayerSettings {
    PlayerSettings::LookAhead(LookAheadSettings { moves, discount })
}

fn monte_carlo(playouts: u32, forced_moves: u8, seed: u64) -> PlayerSettings {
    PlayerSettings::MonteCarlo(MonteCarloSettings { playouts, forced_moves, seed })
}

fn model_chasing() -> PlayerSettings {
    PlayerSettings::ModelChasing(ModelChasingSettings::default())
}

fn budget(nodes: u64, of: NodesOf) -> Depth {
    Depth::Nodes(NodeBudget { nodes, of, at_least: 1 })
}

/// Every kind of player, some with settings of several kinds.
fn all_players() -> Vec<PlayerSettings> {
    vec![
        PlayerSettings::default(),
        PlayerSettings::Expectimax(ExpectimaxSettings {
            depth: budget(300, NodesOf::Move),
            ..ExpectimaxSettings::default()
        }),
        minimax(Depth::Fixed(1)),
        minimax(budget(300, NodesOf::Move)),
        minimax(budget(300, NodesOf::Search)),
        PlayerSettings::Minimax(MinimaxSettings {
            depth: Depth::Fixed(2),
            dead_value: TerminalValue::Static(StaticValue::Static),
        }),
        look_ahead(3, 0.9),
        monte_carlo(3, 1, 0),
        monte_carlo(1, 2, 5),
        model_chasing(),
        PlayerSettings::GreedyMerges(GreedyMergesSettings::default()),
        PlayerSettings::Random(RandomSettings { seed: 3 }),
    ]
}

/// The tables that a player is tried over.
fn tables_for(settings: &PlayerSettings) -> Vec<Tables> {
    if settings.uses_heuristic() {
        vec![tables("2014"), tables("corner-published")]
    } else {
        vec![no_tables()]
    }
}
