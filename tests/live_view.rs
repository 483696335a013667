//! Tests of the live view, drawn into memory at several sizes.

use std::path::Path;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Color;
use tune2048::cli::live;
use tune2048::view::progress::LiveProgress;
use tune2048_engine::game::GameResult;
use tune2048_files::journal::TORN;
use tune2048_learning::run::{CurvePoint, LearningEvent};
use tune2048_learning::settings::{LearningFile, LearningSpec};
use tune2048_optimizer::Distribution;
use tune2048_testkit::assert_has;
use tune2048_tuner::campaign::{Event, Plan, StopReason};
use tune2048_tuner::record::event::{LogEvent, RecordEvent};
use tune2048_tuner::record::now::unix_now;
use tune2048_tuner::record::pilot::Findings;
use tune2048_tuner::record::{CampaignState, GenerationSource, Pilot, SeenWorker, Trial};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::statistics::scores::Evaluation;

const SPACE: &str = include_str!("live_view.toml");

/// The colours of the candidates and of the start in the chart.
const CANDIDATES: Color = Color::Indexed(32);
const START: Color = Color::Indexed(166);

fn space() -> CampaignSpec {
    CampaignSpec::parse(Path::new("space.toml"), SPACE).unwrap()
}

/// A pilot that found 10 000 points, a game varying by 40 %, on 64 games each:
/// a standard error of 500 points.
fn pilot() -> Pilot {
    Pilot {
        games: 100,
        findings: Some(Findings {
            candidates: 4,
            games_per_candidate: 64,
            mean_score: 10_000.0,
            mean_ci95: Some(Interval { low: 9_020.0, high: 10_980.0 }),
            coefficient_of_variation: 0.4,
            moves_per_game: 500.0,
            length_exponent: 0.8,
            dead: vec!["empty".to_owned()],
            games_at_an_end: 16,
            time_seconds: 1.0,
            time_games_per_second: 100.0,
            ..Findings::default()
        }),
    }
}

/// A generation of four candidates around a score.
fn trials(generation: u32, score: u64) -> Vec<Trial> {
    let trial = |candidate: u32| {
        let score = score - 300 + 200 * u64::from(candidate);
        let (largest_tile, moves, nodes, inner_nodes) = (512, 400, 1000, 0);
        let game = GameResult { score: score.into(), largest_tile, moves, nodes, inner_nodes };
        Trial {
            trial: u64::from(4 * generation + candidate),
            generation,
            candidate,
            fitness: -(score as f64),
            objective: score as f64,
            evaluation: Evaluation::of(&[game; 10]),
            halves: Some([score as f64; 2]),
            weights: vec![0.0; 8],
            point: vec![0.5; 3],
            games_seconds: 1.0,
            elapsed_seconds: 1.0,
            ..Trial::default()
        }
    };
    (0..4).map(trial).collect()
}

/// Records the distribution of a generation, and candidates of it.
fn record(campaign: &mut CampaignState, trials: Vec<Trial>) {
    let distribution = Distribution::isotropic(vec![0.9, 0.7, 0.3], 0.1);
    let drawn = GenerationSource::new(trials[0].generation, &distribution);
    let drawn = LogEvent::Distribution(drawn);
    campaign.apply(RecordEvent::Line(Box::new(drawn))).unwrap();
    for trial in trials {
        campaign.apply(RecordEvent::Trial(trial)).unwrap();
    }
}

/// The example after its pilot and ten of twenty generations.
fn amid_the_search() -> LiveProgress {
    let mut campaign = CampaignState::nothing(space());
    let mut state = LiveProgress::new(&campaign, 100, 2);
    state.observe(&Event::Started(None));
    state.observe(&Event::Pilot { games: 100 });
    state.tick(Duration::from_secs(10), 100);
    let plan = Plan::of(&space(), &pilot()).unwrap();
    state.observe(&Event::Planned(&plan));
    for generation in 0..10 {
        record(&mut campaign, trials(generation, 9_000 + 500 * u64::from(generation)));
        state.observe(&Event::Generation(&campaign));
        let games = 100 + 40 * (u64::from(generation) + 1);
        state.tick(Duration::from_secs(10 + 4 * (u64::from(generation) + 1)), games);
    }
    state
}

fn picture(state: &LiveProgress, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| live::draw(frame, state)).unwrap();
    terminal.backend().buffer().clone()
}

fn lines(picture: &Buffer) -> Vec<String> {
    let rows = picture.content.chunks(usize::from(picture.area.width));
    let text = |row: &[Cell]| row.iter().map(Cell::symbol).collect::<String>();
    rows.map(|row| text(row).trim_end().to_owned()).collect()
}

#[track_caller]
fn line<'a>(lines: &'a [String], part: &str) -> &'a str {
    let found = lines.iter().find(|line| line.contains(part));
    found.unwrap_or_else(|| panic!("no {part:?} in\n{}", lines.join("\n")))
}

#[test]
fn eighty_columns_tell_all_of_it() {
    let picture = picture(&amid_the_search(), 80, 24);
    let lines = lines(&picture);
    assert!(line(&lines, "example").contains("rows by cma-es, expectimax depth"));
    assert!(line(&lines, "example").ends_with("50 s gone"), "{lines:?}");
    line(&lines, "search: 10 of 20 generations");
    // 100 of the pilot and 400 of the search are played, 1100 there will be; ten games a second on two cores.
    assert_has(
        &lines.join(" "),
        &["500 of 1 100 games, 5.00/s per core, at most 1 min 00 s left", "45 %"],
    );
    // Four candidates 200 points apart: Student's interval, 3.182 · 258.2 / 2.
    let scores = ["candidates 13 500 ±411", "start 10 000 ±980", "validated -"];
    assert_has(line(&lines, "start 10 000"), &scores);
    line(&lines, "Ranking reliability 1.00 at 10 games each");
    // Where weights stand: 0.9, spread 0.1, started at 0.1.
    let empty = line(&lines, "empty  ");
    assert_has(empty, &[" 900 ", "0.90 ±0.10"]);
    let bar: Vec<char> = empty.split_whitespace().nth(1).unwrap().chars().collect();
    let last = (bar.len() - 1) as f64;
    for (symbol, expected) in [('○', 0.1), ('━', 0.8), ('●', 0.9)] {
        let place = bar.iter().position(|found| *found == symbol).unwrap() as f64 / last;
        assert!((place - expected).abs() <= 0.5 / last + 1e-9, "{symbol} of {empty}");
    }
    assert!(line(&lines, "00:00:10 warning: empty changed none").chars().count() <= 80);
    assert!(lines.last().unwrap().contains("q or Ctrl-C stops"));

    // The chart is what lies between its legend and the numbers of its generations.
    let place = |part: &str| lines.iter().position(|line| line.contains(part)).unwrap();
    let chart = place("start 10 000") + 1..place("generation 0  ");
    let dots = |row: usize, colour: Color| -> Vec<usize> {
        let cells = picture.content[80 * row..80 * (row + 1)].iter().enumerate();
        cells.filter(|(_, cell)| cell.fg == colour).map(|(column, _)| column).collect()
    };
    // Higher up is further to the right.
    let first = |row| dots(row, CANDIDATES).first().copied();
    let firsts: Vec<usize> = chart.clone().filter_map(first).collect();
    assert!(firsts.len() >= 5, "{}", lines.join("\n"));
    assert!(firsts.is_sorted_by(|above, below| above >= below), "{firsts:?}");
    // From 9 000 to 13 500 points the mean passes the start's 10 000 in the lower half.
    let start = chart.clone().find(|row| dots(*row, START).len() > 10).unwrap();
    let middle = chart.start + chart.len() / 2;
    assert!((middle..chart.end - 1).contains(&start), "{}", lines.join("\n"));
    assert!(line(&lines, "generation 0  ").ends_with(" 9"));
}

#[test]
fn a_small_terminal_keeps_what_matters_most() {
    let lines = lines(&picture(&amid_the_search(), 40, 10));
    assert_eq!(lines.len(), 10);
    let parts = ["10 of 20 generations", "at most 1", "45 %", "candidates 13 500", "q or Ctrl-C"];
    assert_has(&lines.join("\n"), &parts);
}

/// A learning run after 500 games, four of five of which reached 2048.
fn amid_learning() -> LiveProgress {
    let spec = LearningSpec::new(LearningFile::default(), "a-run").unwrap();
    let mut state = LiveProgress::of_learning(&spec, 2);
    state.observe_learning(&LearningEvent::Batch { games: 500 });
    for games in [500, 1000] {
        state.observe_learning(&LearningEvent::Point(&CurvePoint {
            games,
            mean_score: 12_345.0,
            best_score: 40_000,
            moves: 500_000,
            reached: [0.8, 0.0, 0.0, 0.0, 0.0],
            method: "tc".to_owned(),
            depth: 0,
            threads: 2,
            time_seconds: 1.0,
        }));
    }
    state
}

#[test]
fn a_learning_run_has_the_same_view() {
    let mut state = amid_learning();
    let lines_now = lines(&picture(&state, 80, 24));
    assert!(line(&lines_now, "a-run").contains("4x6 by tc, 2 threads"));
    line(&lines_now, "500 of 100 000 games");
    line(&lines_now, "Mean score:  ⠒⠒ last games 12 345");
    line(&lines_now, "2048 80.0 %");
    assert!(line(&lines_now, "500 games  ").ends_with("1 000"));
    line(&lines_now, "q or Ctrl-C stops, everything so far is saved");
    state.observe_learning(&LearningEvent::Test { games: 1000, depth: 0 });
    state.tick(Duration::from_secs(1), 7);
    let lines_now = lines(&picture(&state, 80, 24));
    line(&lines_now, "test without search");
    line(&lines_now, "7 of 1 000 games");
}

#[test]
fn any_size_can_be_drawn_at_any_time() {
    let fresh = LiveProgress::new(&CampaignState::nothing(space()), 0, 1);
    let mut racing = amid_the_search();
    racing.observe(&Event::SearchEnded(StopReason::Noise));
    racing.observe(&Event::Selection { finalists: 4, games: 80, on_record: 0 });
    racing.is_stopping = true;
    for state in [fresh, amid_the_search(), racing, amid_learning()] {
        for width in (0..30).chain([40, 79, 80, 81, 200]) {
            for height in (0..14).chain([24, 50]) {
                picture(&state, width, height);
            }
        }
    }
}

#[test]
fn phases_follow_the_campaign() {
    let mut state = amid_the_search();
    state.observe(&Event::Selection { finalists: 4, games: 80, on_record: 0 });
    line(&lines(&picture(&state, 80, 24)), "final race of 4");
    let validation =
        |is_start| Event::Validation { games: 60, is_start, stored_games: None, on_record: 0 };
    state.observe(&validation(false));
    line(&lines(&picture(&state, 80, 24)), "validation");
    // 120 games are left, however many the search had, and the speed is known.
    assert_eq!(state.pace.total_games, Some(state.pace.games + 120));
    let left = state.seconds_left().unwrap();
    state.tick(Duration::from_secs(62), 620);
    assert!(state.seconds_left().unwrap() < left);
    // The starting weights have won the race, and play alone.
    let mut state = amid_the_search();
    state.observe(&validation(true));
    assert_eq!(state.pace.total_games, Some(state.pace.games + 60));
}

#[test]
fn what_is_on_record_is_shown_at_once() {
    let mut progress = CampaignState::nothing(space());
    // One more that is not complete.
    for trials in [trials(0, 9_000), trials(1, 9_600), trials(2, 9_900)[..2].to_vec()] {
        record(&mut progress, trials);
    }
    progress.games = 200;
    (progress.pilot, progress.elapsed_seconds) = (Some(pilot()), 3600.0);
    let mut state = LiveProgress::new(&progress, 100, 2);
    state.observe(&Event::Started(Some(TORN)));
    let lines = lines(&picture(&state, 80, 24));
    let text = lines.join("\n");
    assert_has(&text, &["2 of 20 generations", "1 h 00 min gone"]);
    assert_has(&text, &["candidates 9 600", "start 10 000"]);
    assert_has(&text, &["warning: the last line of the record was cut short"]);
}

#[test]
fn workers_that_are_there_are_shown() {
    let mut state = amid_the_search();
    let worker = |host: &str, seconds_ago| SeenWorker {
        worker: host.to_owned(),
        host: host.to_owned(),
        cores: 3,
        games: 70,
        games_per_second: Some(1.5),
        given_back: 2,
        last_seen: unix_now() - seconds_ago,
        here: true,
    };
    state.workers = vec![worker("alpha", 0), worker("beta", 60)];
    let lines = lines(&picture(&state, 80, 40));
    line(&lines, "1 worker, 3 cores, 1.50 games/s");
    assert!(line(&lines, "alpha: 3 cores, 70 games, 1.50/s").contains("2 given back"));
    assert!(!lines.iter().any(|line| line.contains("beta")));
}
