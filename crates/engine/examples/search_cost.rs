//! Measures what a chance node above the leaves costs beside a board that is valued: the
//! weight in `GameResult::cost`.
//!
//! ```text
//! cargo run --release -p tune2048-engine --example search_cost
//! ```
//!
//! Each search makes moves from the same eight boards, in rounds that take turns; the fastest
//! round counts. The fit is the line through the origin, time = a · boards + b · nodes, with
//! the least squared relative error. The last column is the time over the cost in boards, on the
//! scale of their mean: it would be 1 everywhere if cost were time.

use std::time::Instant;

use tune2048_engine::game::{Board, GameResult, GameSeed, Session, Stream};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::{Depth, ExpectimaxSettings, NodeBudget, PlayerSettings, build};
use tune2048_engine::presets::Preset;

/// Boards of games with 8 000 boards a move, with an 8 192 or a 16 384.
const BOARDS: [&str; 8] = [
    "01112225246935ad",
    "00060219012a135d",
    "da94742221211010",
    "02131036217912ad",
    "da85c94243212210",
    "22bd46bc12411003",
    "121210050016001e",
    "ea23986108620122",
];

const ROUNDS: u32 = 5;

/// The presets whose weights search: rows, with further terms, and a matrix.
const PRESETS: [&str; 3] = ["2014", "tuned-depth1-rich", "corner-published"];

struct Search {
    name: String,
    settings: ExpectimaxSettings,
    moves: u32,
    seconds: f64,
    counted: GameResult,
}

fn main() {
    let mut all = Vec::new();
    for preset in PRESETS {
        println!("\n{preset}: search, boards and nodes a move, µs a move, time / cost");
        let weights = Preset::find(preset).expect("it is built in").weights();
        let tables = Tables::new(&weights);
        let mut searches = searches();
        for _ in 0..ROUNDS {
            for search in &mut searches {
                play(search, &tables);
            }
        }
        let [board, node] = fit(&searches);
        let mean = searches.iter().map(Search::time_per_cost).sum::<f64>() / searches.len() as f64;
        for search in &searches {
            let moves = f64::from(search.counted.moves);
            println!(
                "{:<16} {:>9.0} {:>8.1} {:>9.2} {:>6.2}",
                search.name,
                search.counted.nodes as f64 / moves,
                search.counted.inner_nodes as f64 / moves,
                1e6 * search.seconds / moves,
                search.time_per_cost() / mean,
            );
        }
        println!("a node costs {:.1} boards of {:.2} ns", node / board, 1e9 * board);
        all.extend(searches);
    }
    let [board, node] = fit(&all);
    println!("\nall together: a node costs {:.1} boards", node / board);
}

fn searches() -> Vec<Search> {
    let mut searches = Vec::new();
    let mut add = |name: String, depth, cut, moves| {
        searches.push(Search {
            name,
            settings: ExpectimaxSettings {
                depth,
                probability_cut: cut,
                ..ExpectimaxSettings::default()
            },
            moves,
            seconds: f64::INFINITY,
            counted: GameResult::default(),
        });
    };
    add("1".to_owned(), Depth::Fixed(1), 1e-4, 2000);
    for (depth, moves) in [(2, 400), (3, 40), (4, 4)] {
        for cut in ["0.0001", "0.001", "0.01", "0.05"] {
            let value = cut.parse().expect("a number");
            let moves = if cut.len() < 6 && depth > 2 { 4 * moves } else { moves };
            add(format!("{depth}, cut {cut}"), Depth::Fixed(depth), value, moves);
        }
    }
    for nodes in [2000, 20_000] {
        let budget = NodeBudget { nodes, ..NodeBudget::default() };
        add(format!("{nodes} boards"), Depth::Nodes(budget), 1e-4, 100_000 / nodes as u32);
    }
    searches
}

fn play(search: &mut Search, tables: &Tables) {
    let mut player = build(&PlayerSettings::Expectimax(search.settings), tables);
    let mut counted = GameResult::default();
    let start = Instant::now();
    for (index, board) in (0..).zip(BOARDS) {
        let board: Board = board.parse().expect("sixteen ranks");
        let mut session = Session::from_board(board, GameSeed::new(26, Stream::Evaluation, index));
        while session.moves() < search.moves
            && let Some(direction) = player.choose(session.board())
        {
            session.make(direction);
        }
        counted.moves += session.moves();
    }
    (counted.nodes, counted.inner_nodes) = (player.nodes(), player.inner_nodes());
    search.seconds = search.seconds.min(start.elapsed().as_secs_f64());
    search.counted = counted;
}

/// The least squared relative error of `a · boards + b · nodes`.
fn fit(searches: &[Search]) -> [f64; 2] {
    let (mut xx, mut xy, mut yy, mut x, mut y) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for search in searches {
        let boards = search.counted.nodes as f64 / search.seconds;
        let nodes = search.counted.inner_nodes as f64 / search.seconds;
        xx += boards * boards;
        xy += boards * nodes;
        yy += nodes * nodes;
        x += boards;
        y += nodes;
    }
    let determinant = xx * yy - xy * xy;
    [(x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant]
}

impl Search {
    fn time_per_cost(&self) -> f64 {
        self.seconds / self.counted.cost()
    }
}
