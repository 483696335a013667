//! Are games of 2048 whose moves a program answers played by the rules, whatever the program does?

use tune2048_engine::GameResult;
use tune2048_engine::game::{Move, Session};
use tune2048_testkit::assert_has;
use tune2048_tuner::subject::{CommandSettings, Job, Plays};

use crate::support::{Folder, failure, job, results};

/// A player with its own rules: the first legal move of an order that depends on weights and board.
const PLAYER: &str = include_str!("players/referee.py");

fn player(body: &str) -> Option<(Folder, CommandSettings)> {
    let folder = Folder::with(&format!("{PLAYER}{body}"))?;
    let settings = CommandSettings { plays: Some(Plays::Game2048), ..folder.settings() };
    Some((folder, settings))
}

fn games(settings: CommandSettings, count: usize) -> Job {
    let mut job = job(settings, count, 7);
    for (candidate, weights) in job.candidates.iter_mut().enumerate() {
        weights[0] = candidate as f64;
    }
    job
}

/// The games of the player by the engine's own session.
fn expected(job: &Job) -> Vec<Vec<GameResult>> {
    let play = |weights: &Vec<f64>| {
        let game = |&seed: &_| {
            let mut session = Session::new(seed);
            loop {
                let first = session.board().empty_cells() as usize + weights[0] as usize;
                let mut moves = (first..first + 4).map(|place| Move::ALL[place % 4]);
                if !moves.any(|direction| session.make(direction)) {
                    break;
                }
            }
            GameResult {
                score: session.score().into(),
                largest_tile: session.largest_tile(),
                moves: session.moves(),
                ..GameResult::default()
            }
        };
        job.seeds.iter().map(game).collect()
    };
    job.candidates.iter().map(play).collect()
}

#[test]
fn games_are_those_of_the_engine_however_they_are_handed_out() {
    let Some((_folder, settings)) = player("play(honest)") else { return };
    for (boards, processes) in [(None, 1), (Some(1), 2), (Some(3), 3)] {
        let boards_per_request = boards;
        let settings = CommandSettings { boards_per_request, ..settings.clone() };
        let job = games(settings, 3);
        assert_eq!(results(&job, processes), expected(&job), "{boards:?}, {processes}");
    }
}

#[test]
fn games_begin_again_after_a_crash() {
    // Every process ends in the midst of its games.
    let body = "
count = 0
def frail(request, moves):
    global count
    count += 1
    if count == 150 and len(moves) > 1:
        os._exit(3)
    honest(request, moves)
play(frail)";
    let Some((_folder, settings)) = player(body) else { return };
    let job = games(settings, 2);
    assert_eq!(results(&job, 2), expected(&job));
}

#[test]
fn wrong_answers_are_told_with_their_board() {
    for (answer, parts) in [
        (
            "say(id=request['id'], moves=[next((m for m in MOVES if not legal(b, m)), 'up') for b in request['boards']])",
            &[
                "the program failed twice in the game with seed ",
                "` is illegal on the board ",
                "repeats the request",
            ][..],
        ),
        ("os._exit(3)", &["it exited with code 3 before it had answered"]),
    ] {
        let Some((_folder, settings)) = player(&format!("play(lambda request, moves: {answer})"))
        else {
            return;
        };
        let text = failure(&games(settings, 1), 1);
        assert_has(&text, parts);
        assert_has(
            &text,
            &[
                "  request: {\"id\": 0, \"weights\": {",
                "\n{\"id\": 1, \"game\": [0], \"boards\": [\"",
                "  by hand: cd ",
            ],
        );
    }
}

#[test]
fn moves_that_depend_on_more_than_the_board_are_found() {
    let body = "
import random
play(lambda request, moves: honest(request, [random.choice([m for m in MOVES if legal(b, m)]) for b in request['boards']]))";
    let Some((_folder, settings)) = player(body) else { return };
    let text = failure(&games(settings.clone(), 1), 2);
    assert_has(&text, &["the program is not deterministic", "deterministic = false"]);
    let job = games(CommandSettings { deterministic: false, ..settings }, 1);
    assert_eq!(results(&job, 2)[0].len(), 7);
}

#[test]
fn greeting_and_settings_name_the_same_game() {
    let Some((_folder, settings)) = player("play(honest)") else { return };
    let text = failure(&games(CommandSettings { plays: None, ..settings }, 1), 1);
    assert_has(&text, &["its greeting has `plays` \"2048\"", "write plays = \"2048\""]);
    let Some(folder) = Folder::with("for request in requests(): pass") else { return };
    let settings = CommandSettings { plays: Some(Plays::Game2048), ..folder.settings() };
    let text = failure(&games(settings, 1), 1);
    assert_has(&text, &["its greeting has no `plays`, expected \"2048\""]);
}

#[test]
fn failures_have_their_score() {
    // It cannot bear a tile 128.
    let body = "
def bad(request, moves):
    if any('7' in board for board in request['boards']):
        os._exit(1)
    honest(request, moves)
play(bad)";
    let Some((_folder, settings)) = player(body) else { return };
    let failure_score = tune2048_engine::Score::new(-1.0);
    let job = games(CommandSettings { failure_score, ..settings }, 1);
    let score = failure_score.unwrap();
    let failed = GameResult { score, ..GameResult::default() };
    let mut expected = expected(&job).remove(0);
    expected.iter_mut().filter(|game| game.largest_tile >= 128).for_each(|game| *game = failed);
    assert!(expected.contains(&failed) && expected.iter().any(|game| *game != failed));
    assert_eq!(results(&job, 1), [expected]);
}
