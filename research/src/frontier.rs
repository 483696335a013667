//! Mean score against moves per second, as a picture: docs/images/frontier.svg.
//!
//! Reads the tables of tournaments, other programs that were measured on the same machines, and
//! the figures that others have published with their hardware, which are hollow. What a player
//! is called up to its first comma is its family: the families in `LINES` are lines.
//!
//! `cargo run --release -p tune2048-research -- frontier > docs/images/frontier.svg`

use std::path::Path;

use maud::{Markup, PreEscaped, html};
use serde_json::Value;
use tune2048::view::chart::{Plot, PlotAxis};

/// A player: what it scores, and how fast it plays.
struct Player {
    name: String,
    moves_per_second: f64,
    mean: f64,
    /// The 95 % interval of the mean; nothing for published figures.
    interval: Option<[f64; 2]>,
}

/// Families that are drawn as lines, each with its class and the side of its labels.
const LINES: [(&str, &str, Side); 7] = [
    ("256 MiB", "large-network", Side::AboveRight),
    ("28 MiB", "medium-network", Side::AboveRight),
    ("1.25 MiB", "small-network", Side::BelowLeft),
    ("tuned on learned", "tuned-network", Side::BelowLeft),
    ("nineteen weights", "nineteen", Side::BelowLeft),
    ("six weights", "six", Side::AboveRight),
    ("2014", "of-2014", Side::BelowLeft),
];

/// The mean score at the lower end of the axis; two ancestors and random moves are below.
const LOWEST_MEAN: f64 = 1e4;

/// How the names of players begin that are not drawn.
const IN_THE_TABLE_ONLY: [&str; 4] = ["1:", "tuned at", "learned without", "before"];

const STYLE: &str = "
svg { font: 12px system-ui, sans-serif; background: #fff }
text { fill: #52514e } .axis .rule { stroke: #e4e3df } .axis .base { stroke: #a3a29c } .rule, .base { fill: none }
.line { fill: none; stroke-width: 2 } .whisker { stroke-width: 1.2; fill: none } .dots { stroke-width: 8; stroke-linecap: round; fill: none }
.nineteen { stroke: #2a8a57 } text.nineteen { stroke: none; fill: #2a8a57; font-weight: 600 }
.six { stroke: #2a78d6 } text.six { stroke: none; fill: #2a78d6; font-weight: 600 }
.of-2014 { stroke: #b3581b } text.of-2014 { stroke: none; fill: #b3581b; font-weight: 600 }
.large-network { stroke: #7a3fb5 } text.large-network { stroke: none; fill: #7a3fb5; font-weight: 600 }
.medium-network { stroke: #0f8590 } text.medium-network { stroke: none; fill: #0f8590; font-weight: 600 }
.small-network { stroke: #c2377f } text.small-network { stroke: none; fill: #c2377f; font-weight: 600 }
.tuned-network { stroke: #8a6d00 } text.tuned-network { stroke: none; fill: #8a6d00; font-weight: 600 }
.other { stroke: #9b9a94 } text.other { stroke: none; fill: #74736d }
.program { stroke: #52514e } text.program { stroke: none; fill: #52514e }
.published { fill: #fff; stroke: #52514e; stroke-width: 1.5 } text.published { stroke: none; fill: #52514e }";

/// Folders of tournaments below `results`.
const TOURNAMENTS: [&str; 6] =
    ["frontier", "learned", "microseconds", "tuned-on-learned", "ten-milliseconds", "ancestors"];

pub(crate) fn run() -> anyhow::Result<()> {
    let mut players = Vec::new();
    for folder in TOURNAMENTS {
        players.extend(read_table(&Path::new("results").join(folder).join("table.json"))?);
    }
    // What other schedules of depths score lies on the lines between their depths.
    players.retain(|player| player.mean >= LOWEST_MEAN && !player.name.contains(" up to "));
    players.extend(read_table(Path::new("results/schedules/table.json"))?);
    let programs = read(Path::new("results/other-programs.csv"))?;
    let published = read(Path::new("results/published.csv"))?;
    print!("{}", picture(&players, &programs, &published).into_string());
    Ok(())
}

/// The players of a tournament that report their moves.
fn read_table(path: &Path) -> anyhow::Result<Vec<Player>> {
    let table: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let player = |found: &Value| {
        Some(Player {
            name: found["name"].as_str()?.to_owned(),
            moves_per_second: found["moves_per_second"].as_f64()?,
            mean: found["mean"].as_f64()?,
            interval: serde_json::from_value(found["mean_ci95"].clone()).ok(),
        })
    };
    Ok(table["players"].as_array().into_iter().flatten().filter_map(player).collect())
}

/// The players of a table that have both figures.
fn read(path: &Path) -> anyhow::Result<Vec<Player>> {
    let mut reader = csv::Reader::from_path(path)?;
    let columns = reader.headers()?.clone();
    let mut players = Vec::new();
    for row in reader.records() {
        let row = row?;
        let cell = |name: &str| columns.iter().position(|column| column == name).map(|at| &row[at]);
        let number = |name: &str| cell(name).and_then(|text| text.parse::<f64>().ok());
        if let (Some(mean), Some(moves_per_second)) = (number("mean"), number("moves_per_second")) {
            players.push(Player {
                name: cell("player").unwrap_or_default().to_owned(),
                moves_per_second,
                mean,
                interval: number("mean_low")
                    .zip(number("mean_high"))
                    .map(|(low, high)| [low, high]),
            });
        }
    }
    Ok(players)
}

fn picture(players: &[Player], programs: &[Player], published: &[Player]) -> Markup {
    let axis = |powers: std::ops::RangeInclusive<i32>, label: &str| {
        let ends = [powers.start(), powers.end()].map(|&power| f64::from(power));
        let ticks = powers.map(|power| (f64::from(power), grouped(power)));
        PlotAxis::new(ends, label, ticks.collect::<Vec<_>>())
    };
    let x = axis(0..=8, "moves per second on one core");
    let y_ticks: [f64; 7] = [LOWEST_MEAN, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];
    let y_ticks = y_ticks.map(|score| (score.log10(), thousands(score)));
    let y = PlotAxis::new([LOWEST_MEAN.log10(), 6.0], "mean score", y_ticks);
    let plot = Plot::new(900.0, 760.0, x, y);
    let at = |player: &Player| [player.moves_per_second.log10(), player.mean.log10()];
    let family = |player: &Player| {
        LINES
            .map(|(line, ..)| line)
            .into_iter()
            .find(|&line| player.name.split(',').next() == Some(line))
    };
    let marks = html! {
        style { (PreEscaped(STYLE)) }
        // An ancestor's number stands for its name; the first is the line of 2014. Weights of
        // another depth, what a campaign began with and what was played again beside a network are
        // in the table only: they would lie on the lines.
        @for player in players.iter().filter(|player| family(player).is_none() && !IN_THE_TABLE_ONLY.iter().any(|start| player.name.starts_with(start))) {
            (plot.dots([at(player)], "other"))
            (label(&plot, player, Side::AboveRight, "other", player.name.split(':').next().unwrap_or_default()))
        }
        @for player in programs {
            (plot.dots([at(player)], "program"))
            (whisker(&plot, player, "program"))
            (label(&plot, player, Side::BelowRight, "program", &player.name))
        }
        @for (index, player) in published.iter().enumerate() {
            // Neighbours would cover each other's labels.
            @let side = match index % 2 {
                _ if player.name.starts_with("macroxue") => Side::Right,
                1 => Side::BelowRight,
                _ => Side::AboveRight,
            };
            @let text = player.name.strip_prefix("2014 weights, ").unwrap_or(&player.name);
            circle class="published" cx=(format!("{:.1}", plot.x(at(player)[0]))) cy=(format!("{:.1}", plot.y(at(player)[1]))) r="4.5" {}
            (label(&plot, player, side, "published", text))
        }
        @for (line, class, side) in LINES {
            @let mut members: Vec<&Player> = players.iter().filter(|player| family(player) == Some(line)).collect();
            @let () = members.sort_by(|a, b| a.moves_per_second.total_cmp(&b.moves_per_second));
            (plot.line(members.iter().map(|player| at(player)), class))
            @for player in &members {
                (plot.dots([at(player)], class))
                (whisker(&plot, player, class))
                @if let Some((_, rest)) = player.name.split_once(", ").filter(|(_, rest)| !rest.contains(" free")) {
                    // Where budgets of all weights play equally fast, the highest have room above.
                    @let side = match (line, short(rest).as_str()) {
                        ("nineteen weights", "200k") => Side::AboveLeft,
                        ("nineteen weights", "30k") => Side::AboveRight,
                        _ => side,
                    };
                    (label(&plot, player, side, class, &short(rest)))
                }
            }
            // Beside the fastest players of nineteen weights, of 2014 and of tuned on learned are others.
            @let (named, side) = match line {
                "nineteen weights" => (members.first(), Side::AboveLeft),
                "2014" => (members.last(), Side::AboveRight),
                "tuned on learned" => (members.last(), Side::BelowRight),
                _ => (members.last(), Side::Right),
            };
            @if let Some(player) = named {
                (label(&plot, player, side, class, line))
            }
        }
    };
    let title = "Mean score against moves per second";
    let description = "Both axes are logarithmic. Six and nineteen tuned weights lie above those of 2014 at depths 1 \
                       and 2; with more boards six lie beside them, nineteen above. The learned network of 256 MiB lies above \
                       all of them at every speed, the one of 28 MiB, with dots without a name for depths by free cells, up to depth 1, the one of 1.25 MiB up to depth 3. Terms tuned on a network that learned without search bring it near \
                       the one of 1.25 MiB that learned at depth 1. At ten milliseconds a move there are six games of each.";
    let image = plot.described("frontier", title, description, &marks).into_string();
    PreEscaped(image.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1))
}

/// Where a label stands beside its point.
#[derive(Clone, Copy)]
enum Side {
    AboveLeft,
    AboveRight,
    BelowRight,
    BelowLeft,
    Right,
}

/// How a player searches, in few letters: d2 for depth 2, 30k for 30 000 boards a move, 1.5M for
/// 1 500 000.
fn short(search: &str) -> String {
    if search == "without search" {
        return "d0".to_owned();
    }
    let Some(boards) = search.strip_suffix(" boards") else { return search.replace("depth ", "d") };
    match boards.replace(' ', "").parse::<f64>() {
        Ok(boards) if boards >= 1e6 => format!("{}M", boards / 1e6),
        Ok(boards) => format!("{}k", boards / 1e3),
        Err(_) => search.to_owned(),
    }
}

/// The interval of a player's mean.
fn whisker(plot: &Plot, player: &Player, class: &str) -> Markup {
    let x = plot.x(player.moves_per_second.log10());
    html! {
        @if let Some([low, high]) = player.interval.map(|ends| ends.map(|end| plot.y(end.log10()))) {
            path class=(format!("whisker {class}")) d=(format!("M{x:.1} {low:.1}V{high:.1}")) {}
        }
    }
}

fn label(plot: &Plot, player: &Player, side: Side, class: &str, text: &str) -> Markup {
    let [x, y] = [player.moves_per_second, player.mean].map(f64::log10);
    let (right, down, anchor) = match side {
        Side::AboveLeft => (-5.0, -7.0, "end"),
        Side::AboveRight => (5.0, -7.0, "start"),
        Side::BelowRight => (0.0, 18.0, "start"),
        Side::BelowLeft => (-5.0, 15.0, "end"),
        Side::Right => (9.0, 5.0, "start"),
    };
    let [x, y] = [plot.x(x) + right, plot.y(y) + down].map(|pixel| format!("{pixel:.1}"));
    html! { text class=(class) x=(x) y=(y) text-anchor=(anchor) { (text) } }
}

/// A power of ten in words.
fn grouped(power: i32) -> String {
    match power {
        0..=2 => format!("{}", 10_u32.pow(power.unsigned_abs())),
        3..=5 => format!("{} 000", 10_u32.pow(power.unsigned_abs() - 3)),
        _ => format!("{} M", 10_u32.pow(power.unsigned_abs() - 6)),
    }
}

fn thousands(score: f64) -> String {
    if score < 1e6 { format!("{:.0} 000", score / 1e3) } else { "1 M".to_owned() }
}
