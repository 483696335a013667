//! The learner against the rules of the papers, written down as they stand: weights by name in a
//! map, boards as grids, the value of each afterstate and each error kept for the whole game.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use tune2048_engine::game::{MoveTables, SpawnSource};
use tune2048_engine::heuristic::tuples::Tuples;
use tune2048_engine::heuristic::{HeuristicKind, Weights};
use tune2048_engine::tuples::{Layout, NamedNetwork, Stages, parse_tuples};
use tune2048_engine::{
    Board, Depth, ExpectimaxSettings, GameSeed, Move, PlayerSettings, Stream, Tables, player,
};
use tune2048_learning::{Batch, BatchResult, Learner, Step};

const TUPLES: [&str; 3] = ["0123", "4567", "0145"];

const SEED: u64 = 7;

fn seed(game: u64) -> GameSeed {
    GameSeed::new(SEED, Stream::Learning, game)
}

/// A weight: the stage, the tuple, and the ranks of its cells.
type Name = (usize, usize, Vec<u8>);

/// A weight with the two sums of temporal coherence.
#[derive(Clone, Copy, Default)]
struct Weight {
    value: f32,
    errors: f32,
    magnitudes: f32,
}

struct Textbook<'t> {
    stages: &'t [u32],
    step: Step,
    weights: HashMap<Name, Weight>,
}

/// The cell that a cell of the board is moved to by each turn or reflection.
fn images(row: usize, column: usize) -> [usize; 8] {
    let (back, up) = (3 - column, 3 - row);
    [
        4 * row + column,
        4 * row + back,
        4 * up + column,
        4 * up + back,
        4 * column + row,
        4 * back + row,
        4 * column + up,
        4 * back + up,
    ]
}

impl<'t> Textbook<'t> {
    fn new(stages: &'t [u32], step: Step) -> Self {
        Self { stages, step, weights: HashMap::new() }
    }

    fn stage(&self, board: Board) -> usize {
        let largest = (0..16).map(|cell| 1_u32 << board.rank(cell)).max().unwrap();
        self.stages.iter().filter(|tile| largest >= **tile).count()
    }

    /// The names of the weights of a board, by tuple and then by orientation.
    fn names(&self, board: Board) -> Vec<Name> {
        let stage = self.stage(board);
        let mut names = Vec::new();
        for (tuple, cells) in TUPLES.iter().enumerate() {
            for orientation in 0..8 {
                let rank = |cell: char| {
                    let cell = cell.to_digit(16).unwrap() as usize;
                    board.rank(images(cell / 4, cell % 4)[orientation])
                };
                names.push((stage, tuple, cells.chars().map(rank).collect()));
            }
        }
        names
    }

    /// The value of a weight; a new one begins with that of the stage below.
    fn weight(&mut self, name: &Name) -> f32 {
        if !self.weights.contains_key(name) {
            let value = match name.0 {
                0 => 0.0,
                stage => self.weight(&(stage - 1, name.1, name.2.clone())),
            };
            let weight = Weight { value, ..Weight::default() };
            self.weights.insert(name.clone(), weight);
        }
        self.weights[name].value
    }

    fn value(&mut self, board: Board) -> f32 {
        let names = self.names(board);
        let mut sums = [0.0; 8];
        for (place, name) in names.iter().enumerate() {
            sums[place % 8] += self.weight(name);
        }
        sums.iter().sum()
    }

    fn change(&mut self, board: Board, target: f32) {
        let names = self.names(board);
        let error = target - self.value(board);
        let step = self.step.rate * error / names.len() as f32;
        for name in names {
            let weight = self.weights.get_mut(&name).unwrap();
            let share = if !self.step.is_coherent || weight.magnitudes == 0.0 {
                1.0
            } else {
                weight.errors.abs() / weight.magnitudes
            };
            weight.value += step * share;
            weight.errors += step;
            weight.magnitudes += step.abs();
        }
    }

    /// The board as the player sees it: while a tile is too large, those above the largest missing
    /// one are halved.
    fn seen(&self, board: Board) -> Board {
        let mut tiles = board.ranks().map(|rank| if rank == 0 { 0 } else { 1_u32 << rank });
        while let Some(from) = self.step.downgrade_from {
            let largest = *tiles.iter().max().unwrap();
            let missing = (1..16).map(|rank| 1 << rank).filter(|&tile| tile < largest);
            let missing = missing.filter(|tile| !tiles.contains(tile)).max();
            let Some(missing) = missing.filter(|_| largest >= from) else { break };
            tiles = tiles.map(|tile| if tile > missing { tile / 2 } else { tile });
        }
        let ranks = tiles.map(|tile| if tile == 0 { 0 } else { tile.trailing_zeros() as u8 });
        Board::from_ranks(ranks).unwrap()
    }

    /// Learns from the afterstates and points of a played game, backwards.
    fn learn_backwards(&mut self, made: &[(Board, u32)]) {
        let lambda = self.step.lambda;
        let mut target = 0.0;
        for &(after, points) in made.iter().rev() {
            self.value(after);
            self.change(after, target);
            let to_come = lambda * target + (1.0 - lambda) * self.value(after);
            target = points as f32 + to_come;
        }
    }

    /// Plays a game and learns from it; returns its score.
    fn play(&mut self, seed: GameSeed) -> u64 {
        let mut spawns = SpawnSource::new(seed);
        let board = spawns.spawn(Board::EMPTY);
        let mut board = spawns.spawn(board);
        let (mut afters, mut values, mut errors) = (Vec::new(), Vec::new(), Vec::<f32>::new());
        let mut score = 0;
        let horizon = self.step.horizon;
        loop {
            let seen = self.seen(board);
            let mut best: Option<(f32, Move)> = None;
            for direction in Move::ALL {
                let after = MoveTables::get().apply(seen, direction);
                if after == seen {
                    continue;
                }
                let points = MoveTables::get().points(seen, direction);
                let total = points as f32 + self.value(after);
                if best.is_none_or(|best| total > best.0) {
                    best = Some((total, direction));
                }
            }
            let Some((_, direction)) = best else { break };
            let after = MoveTables::get().apply(board, direction);
            let points = MoveTables::get().points(board, direction);
            let value = self.value(after);
            let total = points as f32 + value;
            if let Some(last) = values.last() {
                errors.push(total - last);
            }
            if afters.len() >= horizon {
                self.learn(afters.len() - horizon, &afters, &values, &errors);
            }
            afters.push(after);
            values.push(value);
            score += u64::from(points);
            board = spawns.spawn(after);
        }
        // Nothing is to come after the last move.
        errors.push(-values.last().unwrap());
        for past in afters.len().saturating_sub(horizon)..afters.len() {
            self.learn(past, &afters, &values, &errors);
        }
        score
    }

    /// Learns from move `past` by its own error and those of the moves after it.
    fn learn(&mut self, past: usize, afters: &[Board], values: &[f32], errors: &[f32]) {
        let mut target: f32 = values[past];
        let mut share = 1.0;
        for error in errors[past..].iter().take(self.step.horizon) {
            target += share * error;
            share *= self.step.lambda;
        }
        self.change(afters[past], target);
    }
}

fn learner(step: Step, stages: &[u32]) -> Learner {
    let tuples = parse_tuples(&TUPLES).unwrap();
    let layout = Layout::new(tuples, Stages::new(stages).unwrap());
    Learner::new(layout, step.is_coherent).unwrap()
}

fn learn(learner: &mut Learner, step: Step, games: Range<u64>, threads: usize) -> BatchResult {
    let batch =
        Batch { seed: SEED, first: games.start, games: games.end - games.start, step, threads };
    learner.learn(&batch).unwrap()
}

fn check(step: Step, stages: &[u32]) {
    let mut learner = learner(step, stages);
    let mut textbook = Textbook::new(stages, step);
    for game in 0..20 {
        let result = learn(&mut learner, step, game..game + 1, 1);
        assert_eq!(result.score, textbook.play(seed(game)), "game {game} of {step:?}");
        assert!(!result.has_diverged);
    }
    compare(&learner, &textbook);
}

/// Compares all weights with those of the textbook.
fn compare(learner: &Learner, textbook: &Textbook<'_>) {
    let layout = learner.layout();
    let places: Vec<usize> = layout.places().collect();
    let mut compared = 0;
    for ((stage, tuple, ranks), weight) in &textbook.weights {
        let ranks = ranks.iter().rev();
        let index = ranks.fold(0, |index, rank| 16 * index + usize::from(*rank));
        let index = stage * layout.stage_weights() + tuple * 65_536 + index;
        let found = learner.weight(places[index]);
        assert_eq!(found.to_bits(), weight.value.to_bits(), "{found} {}", weight.value);
        compared += 1;
    }
    assert!(compared > 1000, "{compared} weights were compared");
    // No other weight has changed.
    let changed = (0..layout.weights()).filter(|place| {
        let weight = learner.weight(*place);
        !weight.is_nan() && weight != 0.0
    });
    assert!(changed.count() <= compared);
}

const TD: Step = Step { is_coherent: false, rate: 0.1, ..TC };

const TC: Step = Step::COHERENT;

#[test]
fn plain_temporal_differences() {
    check(TD, &[]);
}

#[test]
fn temporal_coherence() {
    check(TC, &[]);
}

#[test]
fn delayed_lambda_with_stages() {
    for step in [TD, TC] {
        let step = Step { lambda: 0.5, horizon: 3, ..step };
        check(step, &[64, 256]);
    }
}

#[test]
fn boards_that_are_seen_downgraded_are_learned_as_they_are() {
    for step in [TD, TC] {
        let step = Step { downgrade_from: Some(32), lambda: 0.5, horizon: 3, ..step };
        check(step, &[64, 256]);
    }
}

/// The afterstates and points of a game that a search plays with the weights of a learner.
fn searched_game(learner: &Learner, step: Step, seed: GameSeed) -> Vec<(Board, u32)> {
    let named =
        Arc::new(NamedNetwork { name: "test".to_owned(), network: learner.network().unwrap() });
    let kind = HeuristicKind::Tuples(Arc::new(Tuples::new(named, [])));
    let tables = Tables::new(&Weights::defaults(kind));
    let settings = PlayerSettings::Expectimax(ExpectimaxSettings {
        depth: Depth::Fixed(1),
        downgrade_from: step.downgrade_from,
        ..ExpectimaxSettings::default()
    });
    let mut player = player::build(&settings, &tables);
    let mut spawns = SpawnSource::new(seed);
    let board = spawns.spawn(Board::EMPTY);
    let mut board = spawns.spawn(board);
    let mut made = Vec::new();
    while let Some(direction) = player.choose(board) {
        let after = MoveTables::get().apply(board, direction);
        made.push((after, MoveTables::get().points(board, direction)));
        board = spawns.spawn(after);
    }
    made
}

#[test]
fn a_search_plays_and_its_games_are_learned_backwards() {
    let stages = [64, 256];
    for step in [TD, TC] {
        let step = Step { lambda: 0.5, depth: 1, downgrade_from: Some(64), ..step };
        let mut learners = [1, 3].map(|threads| (learner(step, &stages), threads));
        let mut textbook = Textbook::new(&stages, step);
        for first in [0, 4, 8] {
            let games = first..first + 4;
            let played = games.clone().map(|game| searched_game(&learners[0].0, step, seed(game)));
            let played: Vec<_> = played.collect();
            let points: u64 = played.iter().flatten().map(|made| u64::from(made.1)).sum();
            for (learner, threads) in &mut learners {
                let result = learn(learner, step, games.clone(), *threads);
                assert_eq!(result.score, points);
            }
            played.iter().for_each(|game| textbook.learn_backwards(game));
        }
        for (learner, _) in &learners {
            compare(learner, &textbook);
        }
    }
}
