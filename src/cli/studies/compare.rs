//! `tune2048 compare`.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;
use tune2048_engine::player::Depth;
use tune2048_tuner::record::Failures;
use tune2048_tuner::statistics::elo::EloTest;
use tune2048_tuner::statistics::sequential_effect::EffectTest;
use tune2048_tuner::statistics::{Better, Effect, correlation, standard_deviation};
use tune2048_tuner::studies::compare::{ComparedPlayers, Comparison, ComparisonLog, Question};
use tune2048_tuner::studies::{check_score_kinds, measure_of};
use tune2048_tuner::weights::file::WeightsFile;
use tune2048_tuner::words::comparison::{ComparedPlayer, ratio_in_words, sentence, summary};
use tune2048_tuner::words::interrupted;

use crate::cli::evaluation::evaluator::Machines;
use crate::cli::options::{DepthOption, WeightsSource, out_path, parse_games};
use crate::cli::progress::GamesBar;
use crate::cli::studies::amount::{Amount, MOST_ELO, parse_amount, parse_error, parse_size};
use crate::cli::studies::sides::{note_other_rules, pair_sides};
use crate::cli::terminal::{
    BadInput, NegativeAnswer, eprint_line, print_json, print_wrapped, stop_on_signal,
};

/// Play two players until it is settled which is better.
///
/// Both play the same games. The interval of the ratio is a confidence sequence: it is valid after
/// every game, however often it is checked; with --once it is narrower. All games are recorded in a file, and the same
/// command continues where it stopped. A published preset searches as deep as the weights that it
/// is compared with, unless a depth is given.
#[derive(Debug, clap::Args)]
pub(crate) struct CompareCommand {
    /// Weights of player A: a weights file, a results folder or a preset, as for `evaluate`.
    a: String,
    /// Weights of player B.
    b: String,
    /// Decide whether B is better than A by at least this percentage, such as 2%, or this number
    /// of points with --effect difference, or Elo in a match, such as 5elo.
    #[arg(long, value_name = "AMOUNT", value_parser = parse_amount, allow_hyphen_values = true)]
    by: Option<Amount>,
    /// Decide between no difference and one of this percentage, such as 2%, or this number of
    /// points, in either direction.
    #[arg(long, value_name = "AMOUNT", value_parser = parse_size, conflicts_with = "by", allow_hyphen_values = true)]
    tell: Option<Amount>,
    /// Test a match as fishtest does: this Elo difference against --elo1, by the pairs of games.
    #[arg(long, value_name = "ELO", requires = "elo1", conflicts_with_all = ["by", "tell", "once"], allow_hyphen_values = true)]
    elo0: Option<f64>,
    /// The higher Elo difference, at which B passes.
    #[arg(long, value_name = "ELO", requires = "elo0", allow_hyphen_values = true)]
    elo1: Option<f64>,
    /// Probability that B passes with --elo0 only.
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "elo0", value_parser = parse_error)]
    alpha: f64,
    /// Probability that B does not pass with --elo1.
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "elo0", value_parser = parse_error)]
    beta: f64,
    /// Compare by the ratio of the mean scores, or by their difference [default: as the campaign
    /// of the weights did, or ratio].
    #[arg(long, value_parser = effects())]
    effect: Option<Effect>,
    /// Lower scores are better [default: as in the campaign of the weights].
    #[arg(long)]
    minimize: bool,
    /// Exit with code 1 unless B is better, or passes the test of --elo1: for scripts.
    #[arg(long)]
    exit_code: bool,
    /// Look once, after all of --games: the interval is narrower, and holds if the number of games
    /// was chosen before any game of this seed was seen.
    #[arg(long, requires = "games", conflicts_with = "tell")]
    once: bool,
    /// Largest number of games of each player, in a match of pairs [default: 20 000; 1 000 000 with
    /// --elo1].
    #[arg(long, short, value_name = "N", value_parser = parse_games)]
    games: Option<u64>,
    /// Seed of the games; the same seed gives the same games, which are others than those of `evaluate`.
    #[arg(long, short, default_value_t = 1, value_name = "S")]
    seed: u64,
    #[command(flatten)]
    depth: DepthOption,
    /// Search depth of A, in place of --depth.
    #[arg(long, value_name = "D")]
    depth_a: Option<Depth>,
    /// Search depth of B, in place of --depth.
    #[arg(long, value_name = "D")]
    depth_b: Option<Depth>,
    #[command(flatten)]
    machines: Machines,
    /// File that records the games [default: one in results/compare].
    #[arg(long, short, value_name = "FILE", value_parser = out_path())]
    out: Option<PathBuf>,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

impl CompareCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let names = [&self.a, &self.b];
        let source = WeightsSource { name: self.a.clone() };
        let mut a = source.load()?;
        let mut b = source.load_other(&mut a, &self.b)?;
        self.depth.or(self.depth_a).apply(&mut a.weights)?;
        self.depth.or(self.depth_b).apply(&mut b.weights)?;
        let is_match = pair_sides([&self.a, &self.b], [&mut a, &mut b])?;
        let has_margins = is_match && b.weights.subject.has_margins();
        let is_elo = is_match && !has_margins;
        let players = ComparedPlayers::new(&a, &b, self.seed, is_match);
        if players.a == players.b {
            anyhow::bail!(BadInput(format!(
                "{} and {}: found the same weights and the same player, expected two that differ",
                self.a, self.b
            )));
        }
        let files = [&a, &b];
        check_score_kinds([0, 1].map(|side| (&**names[side], &*files[side].weights.subject)))?;
        note_other_rules([&self.a, &self.b], files);
        let path = self.out.clone().unwrap_or_else(|| default_path(names, &players));
        let mut record = ComparisonLog::open(&path, players)?;
        record.warning().into_iter().for_each(eprint_line);
        let (effect, better) = self.measure(files);
        let is_rated = is_elo && effect == Effect::Difference;
        let shown_effect = if is_rated { Effect::Elo } else { effect };
        let of_amount = |amount: Option<Amount>, option| -> Result<_, BadInput> {
            Ok(amount.map(|amount| amount.of(shown_effect, option)).transpose()?.unzip())
        };
        let (by, by_words) = of_amount(self.by, "--by")?;
        let (tell, tell_words) = of_amount(self.tell, "--tell")?;
        let elo_test = self.elo_test(is_elo)?;
        let threshold = effect.by(by.unwrap_or_default(), better);
        let usual = if elo_test.is_some() { 1_000_000 } else { 20_000 };
        let most_games = self.games.unwrap_or(usual);
        let is_once = record.look(self.once, most_games)?;
        if self.once && !is_once {
            eprint_line(
                "note: games of this seed were looked at before, without --once or with another number \
                 of --games: the interval is one that is valid at every look",
            );
        }
        let question = match (elo_test, tell) {
            (Some(test), _) => Question::Elo(test),
            (_, Some(size)) => Question::Effect(EffectTest::new(effect, size)),
            _ if is_once => Question::Once(effect, threshold),
            _ => Question::Threshold(effect, threshold),
        };
        let mut comparison = Comparison::new(question, most_games);
        comparison.sample.is_match = is_elo;
        comparison.sample.has_margins = has_margins;
        if self.once {
            comparison = comparison.looked_at_last();
        }
        let failures = self.play(&mut comparison, &mut record, files)?;

        let sample = &comparison.sample;
        let sides = [0, 1].map(|index| ComparedPlayer {
            weights: names[index].clone(),
            player: files[index].weights.subject.to_string(),
            mean: sample.means()[index],
            sd: standard_deviation(&sample.scores[index]),
        });
        let statement = sentence(&comparison, better, by_words.as_deref(), tell_words.as_deref());
        let verdict = comparison.verdict;
        let exit = if self.exit_code && !comparison.is_better(better) {
            Err(NegativeAnswer.into())
        } else {
            Ok(())
        };
        if !self.json {
            let mut text = format!("{}\n{statement}\n", summary(&sides, self.seed, &comparison));
            if !record.pairs().is_empty() {
                let games = if is_match { "pairs" } else { "games" };
                text += &format!("\nAll {games} are in {}.\n", record.path.display());
            }
            print_wrapped(&text)?;
            return exit;
        }
        let mut json = json!({
            "a": sides[0],
            "b": sides[1],
            "seed": self.seed,
            "games": comparison.games(),
            "most_games": comparison.most_games,
            "ratio": null,
            "ratio_interval": null,
            "threshold": threshold,
            "effect": tell,
            "verdict": verdict.map_or(json!("undecided"), |verdict| json!(verdict)),
            "statement": statement,
            "correlation": correlation(&sample.scores[0], &sample.scores[1]),
            "games_to_settle": comparison.games_to_settle().filter(|_| verdict.is_none()),
            "record": record.path.display().to_string(),
        });
        // Of a match in Elo, too.
        for found in [comparison.estimate(), comparison.shown_estimate()].into_iter().flatten() {
            let name = found.effect.name().to_lowercase();
            json[format!("{name}_interval")] = found.interval.at_level(0.95);
            json[name] = json!(found.value);
        }
        if let Some(failures) = failures {
            json["failures"] = json!(failures);
        }
        if is_elo {
            json["pentanomial"] = json!(comparison.sample.pair_results.pentanomial());
        }
        if let Some(test) = elo_test {
            json["sprt"] = json!(test);
            json["sprt"]["llr"] = json!(test.log_likelihood_ratio(&comparison.sample.pair_results));
            json["sprt"]["bounds"] = json!(test.bounds());
        }
        if better == Better::Lower {
            json["better"] = json!(better);
        }
        print_json(&json)?;
        exit
    }

    /// Returns the test of two Elo differences that is asked for.
    fn elo_test(&self, is_elo: bool) -> Result<Option<EloTest>, BadInput> {
        let (Some(elo0), Some(elo1)) = (self.elo0, self.elo1) else { return Ok(None) };
        if !is_elo {
            return Err(BadInput(format!(
                "--elo1: {} and {} play no match with results, expected `opponent` or `engine` in [player.command] of both, without `margins`",
                self.a, self.b
            )));
        }
        let is_possible = elo0 < elo1 && elo0.abs().max(elo1.abs()) <= MOST_ELO;
        let test = EloTest { elo0, elo1, alpha: self.alpha, beta: self.beta };
        is_possible.then_some(Some(test)).ok_or_else(|| {
            BadInput(format!(
                "--elo0, --elo1: found {elo0} and {elo1}, expected two numbers up to {MOST_ELO}, the second one higher"
            ))
        })
    }

    /// Returns how the two are compared: as asked for, or as the campaigns of the weights did.
    fn measure(&self, files: [&WeightsFile; 2]) -> (Effect, Better) {
        let (effect, better) = measure_of(files);
        let better = if self.minimize { Better::Lower } else { better };
        let has_results = |file: &WeightsFile| {
            file.weights.subject.has_results() || file.weights.subject.has_margins()
        };
        let is_difference = files.into_iter().any(has_results);
        let usual = if is_difference { Effect::Difference } else { effect };
        (self.effect.unwrap_or(usual), better)
    }

    /// Plays the games that are missing until the comparison is settled.
    fn play(
        &self,
        comparison: &mut Comparison,
        record: &mut ComparisonLog,
        files: [&WeightsFile; 2],
    ) -> anyhow::Result<Option<Failures>> {
        let evaluator = self.machines.evaluator(files.map(|file| &*file.weights.subject))?;
        let monitor = stop_on_signal()?;
        let most = comparison.most_games;
        let on_record = (record.pairs().len() as u64).min(most);
        let of_all = |games: u64| if comparison.sample.is_against() { games } else { 2 * games };
        let games = [most, on_record].map(of_all);
        let unit = files[1].weights.subject.unit();
        let limit = if comparison.question.is_once() { "about" } else { "at most" };
        let progress = GamesBar::new(&monitor, games, unit, Some(limit));
        let result = comparison.run(record, files, &evaluator, &monitor, |comparison| {
            let found = comparison.shown_estimate();
            let found = found.map(|found| format!("B against A: {}", found.short_text()));
            let ratio = match comparison.question {
                Question::Elo(test) => Some(ratio_in_words(&test, &comparison.sample.pair_results)),
                _ => None,
            };
            progress.set_message(ratio.into_iter().chain(found).collect::<Vec<_>>().join(", "));
        });
        drop(progress);
        if monitor.stop_requested() && result.is_err() {
            eprint_line(&format!(
                "{}; the same command continues",
                interrupted(record.pairs().len() as u64, unit, record.path.display())
            ));
        }
        result?;
        evaluator.check_failures()
    }
}

/// Returns a file for exactly these players; other weights of the same name get another file.
fn default_path(names: [&String; 2], players: &ComparedPlayers) -> PathBuf {
    let [a, b] = names.map(|name| Path::new(name).file_stem().unwrap_or_default().display());
    let fingerprint = players.fingerprint();
    PathBuf::from(format!("results/compare/{a}-and-{b}-{fingerprint:08x}.csv"))
}

/// Reads how mean scores are compared.
fn effects() -> impl TypedValueParser<Value = Effect> {
    let [ratio, difference] = [Effect::Ratio, Effect::Difference];
    PossibleValuesParser::new([ratio, difference].map(Effect::name))
        .map(move |name| if name == ratio.name() { ratio } else { difference })
}
