//! `tune2048 compare`.

use std::num::NonZeroU32;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use tune2048_engine::evaluate::{Evaluate, EvaluateError, GameEvaluator, Monitor};
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_engine::player::Depth;
use tune2048_tuner::compare::{ComparedPlayers, Comparison, ComparisonLog, RatioSide, ScorePair};
use tune2048_tuner::journal::UNLOCKED_WARNING;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::weights_file::WeightsFile;

use super::args::{DepthOption, Threads, parse_depth};
use super::comparison_text::{ComparedPlayer, ComparisonSummary, summary};
use super::failure::BadInput;
use super::games_bar;
use super::interrupt::stop_on_signal;
use super::output::{eprint_line, grouped, print, print_json};
use super::weights_source::{WeightsSource, share_depth};

/// Play two players on the same games until it is settled which is better.
///
/// The interval of the ratio is a confidence sequence: it is valid after every game, however often
/// it is checked. All games are recorded in a file, and the same command continues where it
/// stopped. A published preset searches as deep as the weights that it is compared with, unless a
/// depth is given.
#[derive(Debug, clap::Args)]
pub(super) struct CompareCommand {
    /// Weights of player A: a weights file, a results folder or a preset, as for `evaluate`.
    a: String,
    /// Weights of player B.
    b: String,
    /// Decide whether B is better than A by at least this percentage, such as 2%.
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent, allow_hyphen_values = true)]
    by: Option<f64>,
    /// Largest number of games of each player.
    #[arg(long, short, default_value = "20000", value_name = "N")]
    games: NonZeroU32,
    /// Seed of the games; the same seed gives the same games.
    #[arg(long, short, default_value_t = 1, value_name = "S")]
    seed: u64,
    #[command(flatten)]
    depth: DepthOption,
    /// Search depth of A, in place of --depth.
    #[arg(long, value_name = "D", value_parser = parse_depth)]
    depth_a: Option<Depth>,
    /// Search depth of B, in place of --depth.
    #[arg(long, value_name = "D", value_parser = parse_depth)]
    depth_b: Option<Depth>,
    #[command(flatten)]
    threads: Threads,
    /// File that records the games [default: one in results/compare].
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

/// JSON of `compare --json`.
#[derive(Debug, Serialize)]
struct ComparisonJson<'a> {
    a: &'a ComparedPlayer,
    b: &'a ComparedPlayer,
    seed: u64,
    games: u64,
    most_games: u64,
    ratio: Option<f64>,
    ratio_cs95: Option<Interval>,
    threshold: f64,
    verdict: &'static str,
    correlation: Option<f64>,
    games_to_settle: Option<u64>,
    record: String,
}

impl CompareCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let names = [&self.a, &self.b];
        let sources = names.map(|name| WeightsSource::of(name.clone()));
        let (mut a, mut b) = (sources[0].load()?, sources[1].load()?);
        share_depth(sources.each_ref(), [&mut a, &mut b]);
        self.depth.or(self.depth_a).apply(&mut a.player)?;
        self.depth.or(self.depth_b).apply(&mut b.player)?;
        let players = ComparedPlayers::new(&a, &b, self.seed);
        if players.a == players.b {
            return Err(BadInput(format!(
                "{} and {}: found the same weights and the same player, expected two that differ",
                self.a, self.b
            ))
            .into());
        }
        let path = self.out.clone();
        let path = path.unwrap_or_else(|| default_path(names.map(String::as_str), &players));
        let mut record = ComparisonLog::open(&path, players)?;
        if record.was_torn() {
            eprint_line("warning: the last line of the record was cut short and is played again");
        }
        if !record.is_locked() {
            eprint_line(UNLOCKED_WARNING);
        }
        let threshold = self.by.map_or(1.0, |percent| 1.0 + percent / 100.0);
        let mut comparison = Comparison::new(threshold, u64::from(self.games.get()));
        self.play(&mut comparison, &mut record, [&a, &b])?;

        let moments = comparison.moments();
        let sds = moments.standard_deviations();
        let side = |index: usize, file: &WeightsFile| ComparedPlayer {
            weights: names[index].clone(),
            player: file.player.to_string(),
            mean: moments.means()[index],
            sd: sds.map(|sds| sds[index]),
        };
        let answer = ComparisonSummary {
            a: side(0, &a),
            b: side(1, &b),
            seed: self.seed,
            by_percent: self.by,
            comparison: &comparison,
        };
        if !self.json {
            return print(&(summary(&answer) + files_line(&record).as_str()));
        }
        let ratio = comparison.ratio();
        print_json(&ComparisonJson {
            a: &answer.a,
            b: &answer.b,
            seed: self.seed,
            games: moments.pairs(),
            most_games: comparison.max_pairs(),
            ratio: ratio.map(|ratio| ratio.ratio),
            ratio_cs95: ratio.map(|ratio| ratio.interval),
            threshold,
            verdict: match comparison.verdict() {
                Some(RatioSide::Above) => "above",
                Some(RatioSide::Below) => "below",
                None => "undecided",
            },
            correlation: moments.correlation(),
            games_to_settle: match comparison.verdict() {
                Some(_) => None,
                None => moments.pairs_to_exclude(threshold),
            },
            record: record.path().display().to_string(),
        })
    }

    /// Plays the games that are missing until the comparison is settled.
    fn play(
        &self,
        comparison: &mut Comparison,
        record: &mut ComparisonLog,
        files: [&WeightsFile; 2],
    ) -> anyhow::Result<()> {
        let evaluator = GameEvaluator::new(self.threads.count())?;
        let monitor = Arc::new(Monitor::default());
        stop_on_signal(&monitor)?;
        let on_record = record.pairs().len() as u64;
        let most = comparison.max_pairs();
        let progress = games_bar::recorded_games_bar(&monitor, 2 * most, 2 * on_record.min(most));
        let play = |numbers: Range<u64>| -> Result<Vec<ScorePair>, EvaluateError> {
            let seeds: Vec<_> = numbers
                .map(|index| GameSeed::new(self.seed, Stream::Comparison, index))
                .collect();
            let play =
                |file: &WeightsFile| evaluator.play(file.player, &file.weights, &seeds, &monitor);
            let (a, b) = (play(files[0])?, play(files[1])?);
            let pairs = a.results.iter().zip(&b.results);
            Ok(pairs
                .map(|(a, b)| ScorePair {
                    a: a.score,
                    b: b.score,
                })
                .collect())
        };
        let threads = evaluator.threads() as u64;
        let result = comparison.run(record, threads, play, |comparison| {
            progress.set_message(comparison.ratio().map_or(String::new(), |found| {
                format!(
                    "B / A {:.3}, {:.3} to {:.3}",
                    found.ratio, found.interval.low, found.interval.high
                )
            }));
        });
        progress.finish();
        if monitor.stop_requested() && result.is_err() {
            eprint_line(&format!(
                "interrupted: {} games of each are saved in {}; the same command continues",
                grouped(record.pairs().len() as f64),
                record.path().display()
            ));
        }
        Ok(result?)
    }
}

/// Returns a file for exactly these players; other weights of the same name get another file.
fn default_path(names: [&str; 2], players: &ComparedPlayers) -> PathBuf {
    let [a, b] = names.map(|name| {
        let stem = Path::new(name).file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    });
    let fingerprint = players.fingerprint();
    PathBuf::from(format!("results/compare/{a}-and-{b}-{fingerprint:08x}.csv"))
}

fn files_line(record: &ComparisonLog) -> String {
    format!("\nAll games are in {}.\n", record.path().display())
}

fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim_end();
    match number.parse::<f64>() {
        Ok(percent) if percent.is_finite() && percent > -100.0 => Ok(percent),
        _ => Err("expected a percentage above -100, such as 2%".to_owned()),
    }
}
