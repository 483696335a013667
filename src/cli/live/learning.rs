//! Draws the progress of a learning run: a pure function of it, the size and the style.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, LineGauge};
use tune2048_learning::settings::at_depth;

use crate::cli::terminal::style::{CANDIDATES, TerminalStyle};
use crate::view::progress::LearningProgress;
use crate::view::report::duration;
use tune2048_files::number_text::grouped;

/// Draws the whole view into a frame; `tested` counts the games of the test.
pub fn draw_learning(
    frame: &mut Frame<'_>,
    state: &LearningProgress,
    tested: u64,
    style: TerminalStyle,
) {
    let [title, phase, gauge, gap, score, chart, tiles, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Max(1),
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let _ = gap;
    let dot = style.symbols().dot;
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let name = Span::styled(state.name.clone(), bold);
    let subject = Span::raw(format!(" {dot} {}", state.subject));
    frame.render_widget(Line::from(vec![name, subject]), title);
    frame.render_widget(Line::from(times(state, tested)), phase);
    progress(frame, gauge, state, tested, style);
    frame.render_widget(Line::from(recent(state)), score);
    curve(frame, chart, state, style);
    frame.render_widget(Line::from(shares(state)), tiles);
    let text = if state.is_stopping {
        " stopping: everything learned is saved after this batch; press again to end at once"
    } else {
        " q or Ctrl-C stops, everything learned is saved"
    };
    let width = usize::from(keys.width);
    let reversed = Style::new().add_modifier(Modifier::REVERSED);
    frame.render_widget(Line::styled(format!("{text:<width$}"), reversed), keys);
}

/// The time so far and the time left.
fn times(state: &LearningProgress, tested: u64) -> String {
    let gone = duration(state.seconds());
    match (state.test_games, state.seconds_left()) {
        _ if state.is_stopping => "stopping".to_owned(),
        (Some(games), _) => format!(
            "test {}: {} of {} games, {gone} gone",
            at_depth(state.test_depth),
            grouped(tested as f64),
            grouped(f64::from(games))
        ),
        (None, Some(left)) if state.is_before_search() => {
            let left = duration(left);
            format!("learning: {gone} gone, the search begins in about {left}")
        }
        (None, Some(left)) => format!("learning: {gone} gone, about {} left", duration(left)),
        (None, None) => format!("learning: {gone} gone"),
    }
}

fn progress(
    frame: &mut Frame<'_>,
    area: Rect,
    state: &LearningProgress,
    tested: u64,
    style: TerminalStyle,
) {
    let (done, all) = match state.test_games {
        Some(games) => (tested, u64::from(games)),
        None => (state.games, state.total_games),
    };
    let speed = state
        .moves_per_second()
        .filter(|_| state.test_games.is_none());
    let speed = speed.map_or(String::new(), |speed| {
        format!(", {:.2} M moves/s", speed / 1e6)
    });
    let text = format!(
        "{} of {} games{speed}",
        grouped(done as f64),
        grouped(all as f64)
    );
    let [bar, _, words] = Layout::horizontal([
        Constraint::Min(10),
        Constraint::Length(2),
        Constraint::Length(text.len() as u16),
    ])
    .areas(area);
    let share = (done as f64 / all.max(1) as f64).clamp(0.0, 1.0);
    let symbols = style.symbols();
    let gauge = LineGauge::default()
        .ratio(share)
        .label(format!("{:>3.0} %", 100.0 * share))
        .filled_symbol(symbols.filled)
        .unfilled_symbol(symbols.unfilled)
        .filled_style(style.coloured(CANDIDATES));
    frame.render_widget(gauge, bar);
    frame.render_widget(Line::from(text), words);
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
    let points: Vec<(f64, f64)> = points
        .map(|point| (point.games as f64, point.mean_score))
        .collect();
    let highest = points.iter().map(|point| point.1).fold(1.0, f64::max);
    let last = points.last().map_or(1.0, |point| point.0);
    let data = Dataset::default()
        .marker(style.symbols().candidates)
        .graph_type(GraphType::Line)
        .style(style.coloured(CANDIDATES))
        .data(&points);
    let labels = |high: f64| ["0".to_owned(), grouped(high)];
    let x = Axis::default().bounds([0.0, last]).labels(labels(last));
    let y = Axis::default()
        .bounds([0.0, highest])
        .labels(labels(highest));
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

    const STYLE: TerminalStyle = TerminalStyle {
        colour: false,
        unicode: false,
    };

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
                tile_2048: 0.8,
                tile_4096: 0.0,
                tile_8192: 0.0,
                tile_16384: 0.0,
                tile_32768: 0.0,
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
        let draw = |frame: &mut Frame<'_>| draw_learning(frame, state, 7, STYLE);
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
        state.observe(&LearningEvent::Test {
            games: 1000,
            depth: 0,
        });
        let shown = drawn(&state, 80, 24);
        assert!(
            shown.contains("test without search: 7 of 1 000 games"),
            "{shown}"
        );
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
