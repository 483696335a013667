//! `tune2048 explain`.

mod ablation;

use std::num::NonZeroUsize;

use serde_json::json;
use tune2048_engine::evaluate::EvaluateError;
use tune2048_tuner::studies::explain::{
    Explanation, Policy, SampleSettings, StageReport, judge, largest_tile, sample,
};
use tune2048_tuner::weights::file::WeightsFile;
use tune2048_tuner::words::{known, percent, range};

use crate::cli::options::{DepthOption, Threads, WeightsSource, parse_games};
use crate::cli::progress::games_bar;
use crate::cli::terminal::{
    BadInput, counted, eprint_line, grouped, print_json, print_wrapped, stop_on_signal, table,
};
use crate::view::chart::DataTable;

/// Report how often two players choose the same move, and what the other's move costs each.
///
/// Compares their moves on boards of seeded games, half of them played by each, separately for
/// each stage of the game. With --ablation their scores: which weights make the difference.
#[derive(Debug, clap::Args)]
pub(super) struct ExplainCommand {
    #[command(flatten)]
    weights: WeightsSource,
    /// Weights of the other player [default: 2014, and with --ablation of a campaign its starting weights].
    #[arg(long, value_name = "OTHER")]
    against: Option<String>,
    /// Give the other player these weights one after the other, those first that gained most on other
    /// games, and measure each step by --games games.
    #[arg(long)]
    ablation: bool,
    /// Largest number of boards per stage of the game, half of them from games of each player.
    #[arg(long, short, default_value = "400", value_name = "N")]
    boards: NonZeroUsize,
    /// Largest number of games of each player.
    #[arg(long, short, default_value = "1000", value_name = "N", value_parser = parse_games)]
    games: u64,
    /// Seed of the games; the same seed gives the same boards.
    #[arg(long, short, default_value_t = 1, value_name = "S")]
    seed: u64,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

impl ExplainCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let answered = if self.ablation { self.ablate() } else { self.explain() };
        answered.inspect_err(|error| {
            if let Some(EvaluateError::Interrupted) = error.downcast_ref() {
                eprint_line("interrupted; an explanation saves nothing");
            }
        })
    }

    /// Compares the moves of both players.
    fn explain(&self) -> anyhow::Result<()> {
        let mut a = self.weights.load()?;
        let (name, mut b) = self.other(&mut a)?;
        self.depth.apply(&mut a.weights)?;
        self.depth.apply(&mut b.weights)?;
        if a.weights == b.weights {
            anyhow::bail!(BadInput(format!(
                "{} and {name}: found the same weights and the same player, expected two that \
                 differ - name another one with --against",
                self.weights.name
            )));
        }
        let sides = [(&*self.weights.name, &a), (&*name, &b)];
        let policy = |(name, file): (&str, &WeightsFile)| file.board_player(name).map(Policy::new);
        let [first, second] = sides.map(policy);
        let policies = [&first.map_err(BadInput)?, &second.map_err(BadInput)?];
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.threads.unwrap_or(0))
            .build()
            .map_err(EvaluateError::threads)?;
        let monitor = stop_on_signal()?;
        let Self { seed, games, .. } = *self;
        let settings = SampleSettings { seed, games, boards: self.boards.get() };
        let opinions = pool.install(|| {
            let progress = games_bar(&monitor, 2 * games, "game");
            let boards = sample(policies, settings, &monitor);
            drop(progress);
            judge(policies, &boards?, &monitor)
        })?;
        let players = sides.map(|(weights, file)| (weights, file.weights.subject.to_string()));
        let found = Explanation::new(&opinions);
        if !self.json {
            return print_wrapped(&text(&players, self.seed, &found));
        }
        let [a, b] =
            players.map(|(weights, player)| json!({ "weights": weights, "player": player }));
        let Explanation { overall, stages } = &found;
        print_json(&json!({
            "a": a, "b": b, "seed": self.seed, "agreement": overall, "stages": stages
        }))
    }

    /// Returns the other player with its name.
    fn other(&self, a: &mut WeightsFile) -> anyhow::Result<(String, WeightsFile)> {
        let name = self.against.as_deref().unwrap_or("2014");
        Ok((name.to_owned(), self.weights.load_other(a, name)?))
    }
}

/// Returns the findings about two players, each with its weights and its settings.
fn text(players: &[(&str, String); 2], seed: u64, found: &Explanation) -> String {
    let mut text = String::new();
    for (letter, (weights, player)) in ["A", "B"].into_iter().zip(players) {
        text += &format!("{letter}: {weights}, {player}\n");
    }
    let Explanation { overall, stages } = found;
    let boards_of =
        |player: usize| -> usize { stages.iter().map(|stage| stage.boards[player]).sum() };
    let (a, b) = (counted(boards_of(0), "board"), grouped(boards_of(1) as f64));
    text += &format!("{a} of A's games and {b} of B's, seed {seed}\n\n");
    if overall.boards == 0 {
        return text + "No game had a choice between moves.\n";
    }
    text += &format!(
        "A and B play the same move on {} of the boards with a choice (95 % interval {}).\n\n",
        percent(overall.share),
        range(overall.interval, percent)
    );
    text + &stage_table(stages)
}

fn stage_table(stages: &[StageReport]) -> String {
    let columns = DataTable::new("stages", "Stages of the game", stages)
        .number("largest tile", |stage| {
            let prefix = if stage.largest_tile == largest_tile(0) { "up to " } else { "" };
            format!("{prefix}{}", grouped(f64::from(stage.largest_tile)))
        })
        .number("boards A, B", |stage| stage.boards.map(|boards| boards.to_string()).join(", "))
        .number("same move", |stage| percent(stage.agreement.share))
        .number("95 % interval", |stage| range(stage.agreement.interval, percent))
        .number("B's move costs A", |stage| known(stage.costs[0], percent))
        .number("A's move costs B", |stage| known(stage.costs[1], percent));
    table(columns)
        + "\nCosts are means where the moves differ, as shares of what separates a player's best move \
           from its worst.\n"
}
