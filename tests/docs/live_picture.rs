//! The picture of the live view in README and docs: the recorded quickstart after fifteen generations.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use tune2048::cli::live;
use tune2048::view::progress::LiveProgress;
use tune2048_tuner::campaign::Event;
use tune2048_tuner::record::{CampaignState, Folder};

use super::is_written;
use super::samples::without_times;

const PICTURE: &str = "docs/images/live-view.svg";
const SIZE: (u16, u16) = (100, 30);
const GENERATIONS: u32 = 15;

/// Compares the picture with the campaign's record, times apart, or writes it.
#[track_caller]
pub(super) fn check(campaign: &Path) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PICTURE);
    let mut terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).unwrap();
    let state = halfway(&Folder::at(campaign).read(true).unwrap());
    terminal.draw(|frame| live::draw(frame, &state)).unwrap();
    let expected = svg(terminal.backend().buffer());
    let found = fs::read_to_string(&path).unwrap();
    let is_same = words(&found) == words(&expected);
    if is_written() && !is_same {
        fs::write(&path, expected).unwrap();
    } else {
        assert!(is_same, "{}\n{}", words(&found), words(&expected));
    }
}

/// The state of the view after some generations of a record, at the times of the record.
fn halfway(record: &CampaignState) -> LiveProgress {
    let pilot_games = record.pilot.as_ref().map_or(0, |pilot| pilot.games);
    let mut begun = CampaignState::nothing((*record.spec).clone());
    begun.pilot.clone_from(&record.pilot);
    let mut state = LiveProgress::new(&begun, pilot_games, 2);
    state.observe(&Event::Started(None));
    let generations = record.all_trials.chunk_by(|a, b| a.generation == b.generation);
    for (trials, complete) in generations.zip(&record.complete).take(GENERATIONS as usize) {
        begun.complete.push(complete.clone());
        state.observe(&Event::Generation(&begun));
        let elapsed = Duration::from_secs_f64(trials.last().expect("a trial").elapsed_seconds);
        state.tick(elapsed, pilot_games + complete.games_so_far);
    }
    state
}

/// The words of a picture, row by row, without times.
fn words(svg: &str) -> String {
    let texts = svg.lines().filter_map(|line| line.strip_prefix("<text "));
    let text = |line: &str| {
        let (_, text) = line.split_once('>').expect("a text");
        let text = text.trim_end_matches("</text>");
        // The bar grows beside the speed, which is not known in the first moments.
        let is_timed = ["gone", "games", "━"].iter().any(|part| text.contains(part));
        if is_timed { String::new() } else { without_times(text) }
    };
    texts.map(text).collect()
}

/// A screen as a picture that follows light and dark mode.
fn svg(screen: &Buffer) -> String {
    const WIDTH: f64 = 8.4;
    const HEIGHT: f64 = 18.0;
    const MARGIN: f64 = 10.0;
    let x = |column: usize| MARGIN + WIDTH * column as f64;
    let y = |row: usize| MARGIN + HEIGHT * row as f64;
    let (width, height) = (x(usize::from(SIZE.0)) + MARGIN, y(usize::from(SIZE.1)) + MARGIN);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         role=\"img\" aria-label=\"The live view of a campaign\">\n<style>\
         text {{ font: 14px monospace; fill: #1f2328; white-space: pre }} .b {{ font-weight: bold }} .p {{ fill: #fff }} \
         @media (prefers-color-scheme: dark) {{ text {{ fill: #e6edf3 }} .p {{ fill: #0d1117 }} }}\
         </style>\n<rect class=\"p\" width=\"100%\" height=\"100%\"/>\n"
    );
    let look = |cell: &Cell| (cell.fg, cell.modifier.contains(Modifier::BOLD));
    for (row, cells) in screen.content.chunks(usize::from(SIZE.0)).enumerate() {
        let mut first = 0;
        for run in cells.chunk_by(|a, b| look(a) == look(b)) {
            // Each symbol in its own place, since fonts lend each other symbols of other widths.
            let shown = (first..).zip(run).filter(|(_, cell)| !cell.symbol().trim().is_empty());
            let (places, symbols): (Vec<String>, String) =
                shown.map(|(column, cell)| (format!("{:.1}", x(column)), cell.symbol())).unzip();
            first += run.len();
            if places.is_empty() {
                continue;
            }
            let (colour, is_bold) = look(&run[0]);
            let class = if is_bold { "b" } else { "" };
            let symbols = symbols.replace('&', "&amp;").replace('<', "&lt;");
            let (places, y) = (places.join(" "), y(row) + 0.75 * HEIGHT);
            let fill = fill(colour);
            writeln!(
                text,
                "<text class=\"{class}\" y=\"{y:.1}\" x=\"{places}\"{fill}>{symbols}</text>"
            )
            .unwrap();
        }
    }
    text + "</svg>\n"
}

/// The style of a colour of the cube of 216 colours; others are the default.
fn fill(colour: Color) -> String {
    let Color::Indexed(index @ 16..232) = colour else { return String::new() };
    let level = |step: u8| [0, 95, 135, 175, 215, 255][usize::from(step)];
    let index = index - 16;
    let [red, green, blue] = [index / 36, index / 6 % 6, index % 6].map(level);
    format!(" style=\"fill:#{red:02x}{green:02x}{blue:02x}\"")
}
