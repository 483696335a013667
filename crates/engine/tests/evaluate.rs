//! Batches on a pool of threads beside games played one after the other.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use tune2048_engine::evaluate::Opening;
use tune2048_engine::game::finish_unless;
use tune2048_engine::{
    Batch, BoardPlayer, EvaluateError, GameEvaluator, GameResult, GameSeed, Monitor, PlayerGames,
    PlayerSettings, Session, Stream, Tables, Weights, player,
};

use crate::preset;

/// Weights of different heuristics, a network among them.
const PRESETS: [&str; 5] =
    ["2014", "2014-simple", "corner-published", "tuned-depth1-rich", "learned-small"];

/// The weights of [`PRESETS`], which are unpacked once.
static WEIGHTS: LazyLock<[Weights; PRESETS.len()]> = LazyLock::new(|| PRESETS.map(preset));

fn batch(games: u64) -> Batch {
    let seed = |index| GameSeed::new(1, Stream::Evaluation, index);
    let player = |weights: &Weights| BoardPlayer {
        settings: PlayerSettings::default(),
        weights: weights.clone(),
    };
    Batch {
        players: WEIGHTS.iter().map(player).collect(),
        seeds: (0..games).map(seed).collect(),
        beginning: None,
    }
}

fn pool(threads: usize) -> GameEvaluator {
    GameEvaluator::new(Some(threads)).unwrap()
}

/// The game of a seed, up to the tile of its beginning or to its largest one.
fn begun(by: &Opening, seed: GameSeed) -> Session {
    let tables = Tables::new(&by.player.weights);
    let mut player = player::build(&by.player.settings, &tables);
    let mut session = Session::new(seed);
    let mut begun = session.clone();
    while begun.largest_tile() < by.tile && session.make_choice(&mut *player) {
        if session.largest_tile() > begun.largest_tile() {
            begun = session.clone();
        }
    }
    begun
}

/// The results of a batch whose games are played one after the other, sharing nothing but tables.
fn alone(batch: &Batch) -> Vec<Vec<GameResult>> {
    let mut found = Vec::new();
    for BoardPlayer { settings, weights } in &batch.players {
        let tables = Tables::new(weights);
        let mut player = player::build(settings, &tables);
        let mut game = |&seed| {
            let beginning = batch.beginning.as_ref();
            let session = beginning.map_or_else(|| Session::new(seed), |by| begun(by, seed));
            finish_unless(&mut *player, session, || false).unwrap()
        };
        found.push(batch.seeds.iter().map(&mut game).collect());
    }
    found
}

fn together(evaluator: &GameEvaluator, batch: &Batch) -> Vec<Vec<GameResult>> {
    let mut found = Vec::new();
    let deliver = &mut |games: PlayerGames| {
        assert_eq!(games.player, found.len());
        found.push(games.results);
    };
    let outcome = evaluator.play_batch(batch, &Monitor::default(), deliver);
    outcome.unwrap();
    found
}

#[test]
fn a_short_batch_does_not_wait_for_the_long_game_of_another_caller() {
    let evaluator = pool(2);
    let mut long = batch(1);
    long.players.truncate(1);
    // A game of minutes, whose moves are short enough to stop it.
    long.players[0].settings = serde_json::from_str(r#"{"expectimax": {"depth": 5}}"#).unwrap();
    let monitor = Monitor::default();
    std::thread::scope(|scope| {
        let game = scope.spawn(|| evaluator.play_batch(&long, &monitor, &mut |_| {}));
        assert_eq!(together(&evaluator, &batch(2)), alone(&batch(2)));
        assert_eq!(monitor.games_played(), 0);
        monitor.request_stop();
        assert_eq!(game.join().unwrap(), Err(EvaluateError::Interrupted));
    });
}

#[test]
fn a_stream_of_batches_has_the_games_of_its_batches() {
    let sizes = [3, 1, 4];
    let mut expected = Vec::new();
    for (number, games) in sizes.into_iter().enumerate() {
        let played = alone(&batch(games)).into_iter().enumerate();
        expected.extend(played.map(|(player, results)| (number, player, results)));
    }
    let stream = |evaluator: &GameEvaluator, most: usize| {
        let mut found = Vec::new();
        let mut deliver = |number, games: PlayerGames| {
            found.push((number, games.player, games.results));
            match found.len() < most {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let mut batches = sizes.map(batch).into_iter();
        let outcome = evaluator.play_batches(&mut batches, &Monitor::default(), &mut deliver);
        outcome.unwrap();
        found
    };
    let part = PRESETS.len() + 1;
    for threads in 1..=3 {
        assert_eq!(stream(&pool(threads), usize::MAX), expected);
        assert_eq!(stream(&pool(threads), part), expected[..part]);
    }
}

#[test]
fn a_requested_stop_interrupts() {
    for threads in 1..=2 {
        let (monitor, mut delivered) = (Monitor::default(), 0);
        let outcome = pool(threads).play_batch(&batch(50), &monitor, &mut |_| {
            delivered += 1;
            monitor.request_stop();
        });
        assert_eq!(outcome, Err(EvaluateError::Interrupted));
        assert!((1..PRESETS.len()).contains(&delivered));
    }
}

fn late_batch(tile: u32, games: u64) -> Batch {
    Batch {
        beginning: Some(Opening {
            tile,
            player: BoardPlayer {
                settings: PlayerSettings::default(),
                weights: WEIGHTS[0].clone(),
            },
        }),
        ..batch(games)
    }
}

#[test]
fn results_count_what_comes_after_the_beginning() {
    let (tile, games) = (1024, 40);
    let late = late_batch(tile, games);
    let own = |batch: Batch| Batch { players: vec![batch.players[0].clone()], ..batch };
    let lates = together(&pool(1), &own(late.clone()));
    let wholes = together(&pool(1), &own(batch(games)));
    let mut made = 0;
    for (number, &seed) in late.seeds.iter().enumerate() {
        let begun = begun(late.beginning.as_ref().unwrap(), seed);
        made += u32::from(begun.largest_tile() >= tile);
        // Played on by the same weights, it is the whole game.
        let (late, whole) = (lates[0][number], wholes[0][number]);
        let score = late.score.whole().unwrap() + begun.score() as i64;
        assert_eq!(score, whole.score.whole().unwrap());
        assert_eq!(late.moves + begun.moves(), whole.moves);
        assert_eq!(late.largest_tile, whole.largest_tile);
    }
    assert!((10..40).contains(&made), "{made} games make the tile, others do not");
}

#[test]
fn threads_play_the_games_that_are_played_one_by_one() {
    let expected = alone(&late_batch(512, 5));
    assert_eq!(expected.len(), PRESETS.len());
    for threads in 1..=3 {
        let evaluator = pool(threads);
        assert_eq!(expected, together(&evaluator, &late_batch(512, 5)));
        // An evaluator keeps no beginning of another tile, nor for whole games.
        let other = together(&evaluator, &late_batch(128, 5));
        assert_eq!(other, alone(&late_batch(128, 5)));
        assert_eq!(together(&evaluator, &batch(5)), alone(&batch(5)));
        assert_eq!(expected, together(&evaluator, &late_batch(512, 5)));
    }
}

#[test]
fn settings_out_of_range_are_refused() {
    let mut batch = batch(1);
    batch.players[0].settings =
        serde_json::from_str(r#"{ "expectimax": { "depth": 9 } }"#).unwrap();
    let error = pool(1).play_batch(&batch, &Monitor::default(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "expectimax: depth: found 9, expected 0 to 8");
    assert!(matches!(error, EvaluateError::Settings(_)));
}
