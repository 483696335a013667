//! Games that are watched: what keys do to them, and what is drawn of them.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use std::time::Duration;
use tune2048::cli::terminal::TerminalStyle;

use tune2048::cli::watch::{Advice, WatchedGames, WatchedPlayer, draw};
use tune2048_engine::game::{Board, GameSeed, Session, Stream};
use tune2048_engine::player::PlayerSettings;
use tune2048_engine::presets::Preset;
use tune2048_testkit::assert_has;
use tune2048_tuner::studies::explain::Policy;
use tune2048_tuner::subject::Configuration;

const SEED: u64 = 1;

fn game_seed() -> GameSeed {
    GameSeed::new(SEED, Stream::Evaluation, 0)
}

fn policy(preset: &str) -> Policy {
    let preset = Preset::find(preset).expect("built in");
    let player = Configuration::of_preset(preset).board_player();
    Policy::new(player.expect("a board player"))
}

/// Games of presets, with what their players think at hand.
struct Games {
    watch: WatchedGames,
    policies: Vec<Policy>,
}

impl Games {
    fn new(presets: &[&str]) -> Self {
        Self::of(presets, &Session::new(game_seed()))
    }

    fn of(presets: &[&str], session: &Session) -> Self {
        let policies: Vec<Policy> = presets.iter().map(|name| policy(name)).collect();
        let players = presets.iter().zip(&policies).map(|(name, policy)| WatchedPlayer {
            name: (*name).to_owned(),
            settings: PlayerSettings::default().to_string(),
            terms: policy.terms.names.clone(),
            session: session.clone(),
            advice: None,
        });
        let delay = Duration::from_millis(100);
        Self { watch: WatchedGames::new(players.collect(), SEED, delay), policies }
    }

    fn think(&mut self) {
        let open: Vec<_> = self.watch.open_questions().collect();
        for (player, board) in open {
            let policy = &self.policies[player];
            let advice = Advice {
                board,
                values: policy.player().move_values(board),
                terms: policy.terms.moves(board),
            };
            self.watch.advise(player, advice);
        }
    }

    fn step(&mut self) -> bool {
        self.think();
        self.watch.step()
    }

    fn boards(&self) -> Vec<Board> {
        self.watch.players.iter().map(|player| player.session.board()).collect()
    }

    fn press(&mut self, keys: &str) {
        for character in keys.chars() {
            let key = KeyCode::Char(character);
            self.watch.press(KeyEvent::new(key, KeyModifiers::NONE));
        }
    }

    fn drawn(&self, width: u16, height: u16, colour: bool) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a backend");
        let style = TerminalStyle { colour, unicode: true };
        let drawn = terminal.draw(|frame| draw(frame, &self.watch, style));
        drawn.expect("nothing fails").buffer.clone()
    }

    fn text(&self, width: u16, height: u16) -> String {
        let buffer = self.drawn(width, height, false);
        let row = |y: u16| -> String {
            let cells = (0..width).map(|x| buffer[(x, y)].symbol());
            cells.collect::<String>().trim_end().to_owned() + "\n"
        };
        (0..height).map(row).collect()
    }
}

#[test]
fn nothing_moves_before_everybody_has_thought() {
    let mut games = Games::new(&["2014", "2014-simple"]);
    let before = games.boards();
    assert!(!games.watch.step());
    games.think();
    // What was thought of another board is of no use.
    let stale = games.watch.players[0].advice.clone().expect("it has thought");
    assert!(games.watch.step());
    games.watch.advise(0, stale);
    assert!(games.watch.players[0].advice.is_none());
    assert_ne!(before, games.boards());
}

#[test]
fn keys_pause_step_and_go_back() {
    let mut games = Games::new(&["2014"]);
    assert!(games.watch.is_playing());
    games.press(" ");
    assert!(!games.watch.is_playing() && !games.watch.has_steps());
    let before = games.boards();
    games.press("n");
    assert!(games.watch.has_steps());
    games.step();
    assert!(!games.watch.has_steps());
    let after = games.boards();
    assert_ne!(before, after);
    games.press("b");
    assert_eq!(games.boards(), before);
    // The same spawn follows again.
    games.press("n");
    games.step();
    assert_eq!(games.boards(), after);
    games.press("bb");
    assert_eq!(games.boards(), before);
    games.press(" ");
    assert!(games.watch.is_playing());
    games.press("++-");
    assert_eq!(games.watch.delay, Duration::from_millis(50));
}

/// What `inspect` says of this board (README), and the terms beside it.
#[test]
fn the_value_of_each_move_and_its_terms_stand_beside_the_board() {
    let board = "a874764254314320".parse().expect("a board");
    let mut games = Games::of(&["2014"], &Session::from_board(board, game_seed()));
    assert!(games.text(80, 24).contains("thinking"));
    games.think();
    let is_coloured = |buffer: &Buffer| {
        let plain = |colour| colour == Color::Reset;
        buffer.content.iter().any(|cell| !plain(cell.fg) || !plain(cell.bg))
    };
    assert!(is_coloured(&games.drawn(80, 24, true)) && !is_coloured(&games.drawn(80, 24, false)));
    let text = games.text(80, 24);
    assert_has(&text, &["1024", "256", "2014, expectimax depth 1", "*right"]);
    assert_has(&text, &["score 0, 0 moves, largest 1 024"]);
    let line = |name: &str| {
        let line = text.lines().find_map(|line| line.split_once(&format!(" {name} ")));
        let (_, numbers) = line.unwrap_or_else(|| panic!("{name} in\n{text}"));
        numbers.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    // 1428887.469 for right, 1426376.297 for down.
    assert_eq!(line("value"), ["-", "-2511", "-", "1.43M"]);
    // 8 · 200 000 on every board that goes on.
    assert_eq!(line("constant"), ["-", "0", "-", "1.60M"]);
    for term in ["empty", "merges", "monotonicity", "sum", "edge"] {
        assert_eq!(line(term).len(), 4, "{term}");
    }
}

#[test]
fn nothing_breaks_at_any_size() {
    for presets in [&["2014"][..], &["2014", "corner-published"], &["random", "2014"]] {
        let mut games = Games::new(presets);
        for _ in 0..50 {
            games.step();
        }
        games.think();
        for width in (0..=130).step_by(10) {
            for height in [0, 1, 2, 3, 5, 10, 24, 50] {
                games.drawn(width, height, true);
            }
        }
        // In 80 columns nothing is cut off at the right.
        let text = games.text(80, 24);
        assert_has(&text, &["q quit", "value", "up", "down", "left", "right", "| ", "+-"]);
        assert_has(&text, presets);
    }
}
