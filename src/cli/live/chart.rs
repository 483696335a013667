//! A chart of the mean score over the generations, or over the games of a learning run.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Stylize;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Chart, Dataset, GraphType};
use tune2048_learning::run::CurvePoint;

use crate::cli::terminal::style::{CANDIDATES, START, VALIDATED};
use crate::view::progress::{LiveProgress, MeanScore, Run};
use tune2048_tuner::record::GenerationData;
use tune2048_tuner::words::{grouped, known, score, score_interval};

/// Dots of the dashed line, of which every second three are drawn.
const DASHES: u32 = 150;

/// Low end of the interval, mean, and high end at one place of the horizontal axis.
type Band = [f64; 3];

/// Draws the mean as a line between the dots of its interval, and the starting weights' mean as a
/// dashed line.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let (bands, ends, start) = bands(state);
    if bands.is_empty() || area.height < 2 {
        return;
    }
    let lows = bands.iter().map(|[low, ..]| *low).chain(start);
    let highs = bands.iter().map(|[.., high]| *high).chain(start);
    let (low, high) = (lows.fold(f64::INFINITY, f64::min), highs.fold(f64::NEG_INFINITY, f64::max));
    // Equal scores still need an axis of some height.
    let margin = match 0.02 * (high - low) {
        margin if margin > 0.0 => margin.max(0.005 * low.abs().max(high.abs()).min(100.0)),
        _ => 0.5,
    };
    let (low, high) = (low - margin, high + margin);
    let labels = [low, high].map(score);
    let width = labels[0].len().max(labels[1].len()) as u16 + 1;
    // A chart cuts labels that are wider than a third of it.
    if area.width < 3 * width {
        return;
    }
    let last = (bands.len() - 1).max(1) as f64;
    let at = |end: usize| (0..).map(f64::from).zip(bands.iter().map(move |band| band[end]));
    let mean: Vec<(f64, f64)> = at(1).collect();
    let interval: Vec<(f64, f64)> = at(0).chain(at(2)).collect();
    let dashed = (0..=DASHES).filter(|dot| dot % 6 < 3);
    let dashed = dashed.map(|dot| last * f64::from(dot) / f64::from(DASHES));
    let dashes: Vec<(f64, f64)> =
        start.map_or(Vec::new(), |start| dashed.map(|x| (x, start)).collect());
    let dataset = |data, colour| Dataset::default().data(data).fg(colour).marker(Marker::Braille);
    let datasets = vec![
        dataset(&dashes, START),
        dataset(&interval, CANDIDATES),
        dataset(&mean, CANDIDATES).graph_type(GraphType::Line),
    ];
    let axis = || Axis::default().labels_alignment(Alignment::Right);
    let mut x_axis = axis().bounds([0.0, last]);
    // A low chart has no room for the names of its ends.
    if area.height >= 6 {
        x_axis = x_axis.labels(ends);
    }
    let y_axis = axis().bounds([low, high]).labels(labels);
    frame.render_widget(Chart::new(datasets).x_axis(x_axis).y_axis(y_axis), area);
}

/// Returns the legend above the chart with the latest figures, below a headline if `width` allows.
pub(super) fn legend(state: &LiveProgress, width: u16) -> Line<'static> {
    let part = |sign: &'static str, colour, name: &str, found: Option<MeanScore>| {
        let mean = known(found, |(mean, interval)| {
            let [mean, _] = score_interval(mean, interval);
            mean
        });
        let error = found.and_then(|(_, interval)| interval).map_or(String::new(), |interval| {
            format!(" ±{}", score((interval.high - interval.low) / 2.0))
        });
        [sign.fg(colour), format!("{name} {mean}{error}  ").into()]
    };
    let (head, parts) = match &state.run {
        Run::Campaign(run) => {
            let last = run.generations.last().map(|last| (last.mean, last.interval));
            let head = match run.spec.subject().has_results() {
                true => "Share of the points, 95 %:  ",
                false => "Mean score, 95 %:  ",
            };
            let parts = vec![
                part("⠒⠒ ", CANDIDATES, "candidates", last),
                part("⠒ ⠒ ", START, "start", run.start),
                part("✓ ", VALIDATED, "validated", run.validated),
            ];
            (head, parts)
        }
        Run::Learning(run) => {
            let found = run.curve.last().map(|last| (last.mean_score, None));
            ("Mean score:  ", vec![part("⠒⠒ ", CANDIDATES, "last games", found)])
        }
    };
    let parts = parts.into_iter().flatten();
    let whole = Line::from_iter([Span::from(head)].into_iter().chain(parts.clone()));
    if whole.width() <= usize::from(width) + 2 { whole } else { Line::from_iter(parts) }
}

/// Returns the bands of the chart, with the names of the first and the last, and the starting weights' mean.
fn bands(state: &LiveProgress) -> (Vec<Band>, [String; 2], Option<f64>) {
    match &state.run {
        Run::Campaign(run) => {
            let band = |generation: &GenerationData| {
                let [low, high] = generation.interval.map_or([generation.mean; 2], Into::into);
                [low, generation.mean, high]
            };
            let bands: Vec<Band> = run.generations.iter().map(band).collect();
            let last = bands.len().saturating_sub(1).to_string();
            let start = run.start.map(|(mean, _)| mean);
            (bands, ["generation 0".to_owned(), last], start)
        }
        Run::Learning(run) => {
            let games = |point: Option<&CurvePoint>| {
                point.map_or(String::new(), |point| grouped(point.games as f64))
            };
            let ends = [format!("{} games", games(run.curve.first())), games(run.curve.last())];
            (run.curve.iter().map(|point| [point.mean_score; 3]).collect(), ends, None)
        }
    }
}
