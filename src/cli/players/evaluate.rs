//! `tune2048 evaluate`.

use std::time::Instant;

use serde::Serialize;
use tune2048_engine::evaluate::EvaluateError;
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_tuner::record::Failures;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::statistics::elo::elo;
use tune2048_tuner::statistics::in_words::measured;
use tune2048_tuner::statistics::scores::{ScoreReport, cost_per_move};
use tune2048_tuner::subject::{Evaluate, Opponent};
use tune2048_tuner::weights::reports_by_opponent;
use tune2048_tuner::words::{in_elo, known, percent, range, with_interval, with_level};

use crate::cli::evaluation::evaluator::Machines;
use crate::cli::options::{DepthOption, WeightsSource, parse_games};
use crate::cli::progress::games_bar;
use crate::cli::terminal::{
    counted, definitions, eprint_line, game_score, grouped, print_json, print_wrapped, score,
    stop_on_signal, table as in_columns, terminal_width,
};
use crate::view::chart::DataTable;

/// First tile that is listed; smaller ones are reached in nearly every game.
const FIRST_TILE: f64 = 1024.0;

/// Play games with some weights and print the table of their scores.
#[derive(Debug, clap::Args)]
pub(crate) struct EvaluateCommand {
    #[command(flatten)]
    weights: WeightsSource,
    /// Number of games.
    #[arg(long, short, default_value = "1000", value_name = "N", value_parser = parse_games)]
    games: u64,
    /// Seed of the games; the same seed gives the same games.
    #[arg(long, short, default_value_t = 1, value_name = "S")]
    seed: u64,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    machines: Machines,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

/// JSON of `evaluate --json`.
#[derive(Debug, Serialize)]
struct EvaluationJson {
    weights: String,
    player: String,
    seed: u64,
    #[serde(flatten)]
    report: ScoreReport,
    /// The rating over the opponent, of results.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_ci95: Option<Interval>,
    /// The weights of the only opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent: Option<Opponent>,
    moves: Option<u64>,
    nodes: Option<u64>,
    /// The mean cost of a move in boards; None of a player that values none.
    cost_per_move: Option<f64>,
    seconds: f64,
    moves_per_second: Option<f64>,
    threads: usize,
    /// The scores against each opponent of a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    opponents: Vec<OpponentJson>,
    /// What a seed stands for.
    #[serde(skip)]
    unit: &'static str,
    /// What went wrong in games of a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    failures: Option<Failures>,
}

#[derive(Debug, Serialize)]
struct OpponentJson {
    name: String,
    #[serde(flatten)]
    report: ScoreReport,
}

impl EvaluateCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut file = self.weights.load()?;
        self.depth.apply(&mut file.weights)?;
        let subject = &file.weights.subject;
        let evaluator = self.machines.evaluator([&**subject])?;
        let seed = |index| GameSeed::new(self.seed, Stream::Evaluation, index);
        let seeds: Vec<_> = (0..self.games).map(seed).collect();
        let monitor = stop_on_signal()?;
        let games = seeds.len() as u64;
        let progress = games_bar(&monitor, games, subject.unit());
        let start = Instant::now();
        let played = evaluator.play(&file.weights, &seeds, &monitor);
        drop(progress);
        let seconds = start.elapsed().as_secs_f64();
        if let Err(EvaluateError::Interrupted) = &played {
            let games = counted(monitor.games_played(), subject.unit());
            eprint_line(&format!("interrupted after {games}; an evaluation saves nothing"));
        }
        let results = played?.results;
        let failures = evaluator.check_failures()?;
        let moves: u64 = results.iter().map(|game| u64::from(game.moves)).sum();
        let nodes: u64 = results.iter().map(|game| game.nodes).sum();
        // A program need not report its moves.
        let moves = (moves > 0).then_some(moves);
        let report = ScoreReport::of(&results);
        let is_of_match = subject.has_opponent() && !subject.has_margins();
        let within = report.max.is_some_and(|max| max.get() <= 1.0);
        let has_elo = subject.has_results() || is_of_match && within;
        let opponents = reports_by_opponent(subject, &seeds, &results).into_iter();
        let opponent = subject.command().and_then(|command| command.opponent.as_ref());
        let processes = subject.command().and_then(|command| command.processes);
        let most = processes.filter(|_| evaluator.workers.is_none());
        let at_once = evaluator.concurrent_games();
        let answer = EvaluationJson {
            elo: has_elo.then(|| elo(report.mean)),
            elo_ci95: report.mean_ci95.filter(|_| has_elo).map(|found| found.map(elo)),
            opponent: opponent.filter(|it| matches!(it, Opponent::Weights(_))).cloned(),
            opponents: opponents.map(|(name, report)| OpponentJson { name, report }).collect(),
            weights: self.weights.name.clone(),
            player: subject.to_string(),
            seed: self.seed,
            report,
            moves,
            nodes: (nodes > 0 || !subject.is_program()).then_some(nodes),
            cost_per_move: Some(cost_per_move(&results)).filter(|&cost| cost > 0.0),
            seconds,
            moves_per_second: moves.map(|moves| moves as f64 / seconds),
            threads: most.map_or(at_once, |most| at_once.min(most as usize)),
            unit: subject.unit(),
            failures,
        };
        if self.json { print_json(&answer) } else { print_wrapped(&table(&answer)) }
    }
}

fn table(answer: &EvaluationJson) -> String {
    let report = &answer.report;
    let mut text = format!(
        "{}, {}: {} {}s of seed {}\n\n",
        answer.weights,
        answer.player,
        grouped(report.games as f64),
        answer.unit,
        answer.seed
    );
    let (speed, per_second) = match answer.moves_per_second {
        Some(moves) => ("move", grouped(moves)),
        None => (answer.unit, format!("{:.1}", report.games as f64 / answer.seconds)),
    };
    let [lowest, highest] = [report.min, report.max].map(|score| known(score, game_score));
    let mut rows: Vec<[String; 2]> = Vec::new();
    let mut row = |name: &str, value: String| rows.push([name.to_owned(), value]);
    let has_elo = answer.elo.is_some();
    row(measured(has_elo), with_level(report.mean, report.mean_ci95, "95 %"));
    if has_elo {
        row("Elo", in_elo(report.mean, report.mean_ci95));
    }
    row("standard deviation", known(report.sd, score));
    // The medians of results and rates say less than their means.
    if !has_elo && !report.is_rate() {
        row("median score", known(report.median, score));
    }
    row("lowest, highest", format!("{lowest}, {highest}"));
    let threads = counted(answer.threads, "thread");
    row(&format!("{speed}s per second"), format!("{per_second} on {threads}"));
    if let Some(cost) = answer.cost_per_move {
        let boards = if report.tiles.is_empty() { "nodes" } else { "boards" };
        row("cost of a move", format!("{} {boards}", grouped(cost)));
    }
    if let Some(weights) = &answer.opponent {
        row("opponent", weights.to_json());
    }
    text += &definitions(&rows, terminal_width());
    for OpponentJson { name, report } in &answer.opponents {
        let mean = with_interval(report.mean, report.mean_ci95);
        text += &format!("  against {name}: {mean} in {}\n", counted(report.games, "pair"));
    }
    text + &tile_rows(report)
}

/// Returns a line per tile that some games reached, with their share.
fn tile_rows(report: &ScoreReport) -> String {
    if report.tiles.is_empty() {
        return String::new();
    }
    let value = |tile: &str| tile.parse().unwrap_or(0.0);
    let found = report.tiles.iter().map(|(tile, found)| (value(tile), found));
    let shown = found.filter(|(tile, found)| *tile >= FIRST_TILE && found.share > 0.0);
    let tiles = DataTable::new("tiles", "Games that reached a tile", shown)
        .number("games that reached", |(tile, _)| grouped(*tile))
        .number("share", |(_, found)| percent(found.share))
        .number("95 % interval", |(_, found)| range(found.ci95, percent));
    format!("\n{}", in_columns(tiles))
}
