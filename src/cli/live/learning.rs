//! Draws the progress of a learning run: a pure function of it, the size and the style.

use ratatui::Frame;
use ratatui::layout::Constraint::{Length, Max, Min};
use ratatui::layout::{Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType};
use tune2048_learning::settings::at_depth;

use super::parts;
use crate::cli::terminal::style::{CANDIDATES, TerminalStyle};
use crate::cli::terminal::symbols;
use crate::view::progress::LearningProgress;
use crate::view::words::{duration, grouped, time_left};

/// What a stop saves.
const KEPT: &str = "everything learned is saved";

/// Draws the whole view into a frame.
pub fn draw_learning(frame: &mut Frame<'_>, state: &LearningProgress, style: TerminalStyle) {
    let rows = [Length(1), Length(1), Length(1), Max(1), Length(1), Min(0), Length(1), Length(1)];
    let [title, phase, gauge, _, score, chart, tiles, keys] =
        Layout::vertical(rows).areas(frame.area());
    parts::title(frame, title, ["", &state.name, &state.subject], style);
    frame.render_widget(Line::from(times(state)), phase);
    progress(frame, gauge, state, style);
    frame.render_widget(Line::from(recent(state)), score);
    curve(frame, chart, state, style);
    frame.render_widget(Line::from(shares(state)), tiles);
    parts::keys(frame, keys, state.is_stopping, KEPT);
}

/// The time so far and the time left.
fn times(state: &LearningProgress) -> String {
    let gone = duration(state.seconds());
    match (state.test_games, state.seconds_left()) {
        _ if state.is_stopping => "stopping".to_owned(),
        (Some(games), _) => format!(
            "test {}: {} of {} games, {gone} gone",
            at_depth(state.test_depth),
            grouped(state.tested as f64),
            grouped(f64::from(games))
        ),
        (None, Some(left)) if state.is_before_search() => {
            let left = duration(left);
            format!("learning: {gone} gone, the search begins in about {left}")
        }
        (None, Some(left)) => format!("learning: {gone} gone, {}", time_left(left)),
        (None, None) => format!("learning: {gone} gone"),
    }
}

/// Draws the bar with the number of games and the speed.
fn progress(frame: &mut Frame<'_>, area: Rect, state: &LearningProgress, style: TerminalStyle) {
    let (done, all, speed) = match state.test_games {
        Some(games) => (state.tested, u64::from(games), None),
        None => (state.games, state.total_games, state.moves_per_second()),
    };
    let games = format!("{} of {} games", grouped(done as f64), grouped(all as f64));
    let speed = speed.map(|speed| format!("{games}, {:.2} M moves/s", speed / 1e6));
    let share = (done as f64 / all.max(1) as f64).clamp(0.0, 1.0);
    parts::bar(frame, area, share, speed.into_iter().chain([games]), style);
}

/// The mean score of the last games.
fn recent(state: &LearningProgress) -> String {
    let recent = state.recent();
    if recent.games == 0 {
        return "Mean score: no games yet".to_owned();
    }
    let mean = grouped(recent.score as f64 / recent.games as f64);
    let count = grouped(recent.games as f64);
    let best = grouped(recent.best_score as f64);
    format!("Mean score of the last {count} games: {mean}, best {best}")
}

/// The share of the last games that reached each tile.
fn shares(state: &LearningProgress) -> String {
    let shares = state.tile_shares().into_iter();
    let shares = shares.map(|(tile, share)| format!("{tile} {:.0} %", 100.0 * share));
    shares.collect::<Vec<_>>().join("   ")
}

/// Draws the mean score over the games.
fn curve(frame: &mut Frame<'_>, area: Rect, state: &LearningProgress, style: TerminalStyle) {
    if area.height < 4 || area.width < 20 || state.curve.is_empty() {
        return;
    }
    let points = state.curve.iter();
    let points: Vec<(f64, f64)> =
        points.map(|point| (point.games as f64, point.mean_score)).collect();
    let highest = points.iter().map(|point| point.1).fold(1.0, f64::max);
    let last = points.last().map_or(1.0, |point| point.0);
    let data = Dataset::default()
        .marker(style.symbol(symbols::CANDIDATES))
        .graph_type(GraphType::Line)
        .style(style.coloured(CANDIDATES))
        .data(&points);
    let labels = |high: f64| ["0".to_owned(), grouped(high)];
    let x = Axis::default().bounds([0.0, last]).labels(labels(last));
    let y = Axis::default().bounds([0.0, highest]).labels(labels(highest));
    frame.render_widget(Chart::new(vec![data]).x_axis(x).y_axis(y), area);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use tune2048_learning::BatchResult;
    use tune2048_learning::run::{CurvePoint, LearningEvent};
    use tune2048_learning::settings::{LearningFile, LearningSpec};

    const STYLE: TerminalStyle = TerminalStyle { colour: false, unicode: false };

    fn progress() -> LearningProgress {
        let spec = LearningSpec::new(LearningFile::default(), "a-run").unwrap();
        let mut state = LearningProgress::new(&spec, 2);
        let mut result = BatchResult {
            games: 500,
            score: 500 * 12_345,
            moves: 500_000,
            ..BatchResult::default()
        };
        result.largest_ranks[11] = 400;
        result.largest_ranks[10] = 100;
        let games = 500;
        let result = &result;
        state.observe(&LearningEvent::Batch { games, result });
        for games in [500, 1000] {
            state.observe(&LearningEvent::Point(&CurvePoint {
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

    fn drawn(state: &LearningProgress, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let draw = |frame: &mut Frame<'_>| draw_learning(frame, state, STYLE);
        terminal.draw(draw).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn the_view_shows_what_is_learned() {
        let mut state = progress();
        let shown = drawn(&state, 80, 24);
        for part in [
            "a-run",
            "4x6 by tc, 2 threads",
            "500 of 100 000 games",
            "Mean score of the last 500 games: 12 345",
            "2048 80 %",
            "Ctrl-C stops",
        ] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        state.observe(&LearningEvent::Test { games: 1000, depth: 0 });
        state.tested = 7;
        let shown = drawn(&state, 80, 24);
        assert!(shown.contains("test without search: 7 of 1 000 games"), "{shown}");
    }

    #[test]
    fn the_view_fits_any_terminal() {
        let state = progress();
        for width in [1, 5, 19, 40, 200] {
            for height in [1, 2, 5, 8, 9, 50] {
                drawn(&state, width, height);
            }
        }
    }
}
