//! `tune2048 explain`.

use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::Arc;

use serde::Serialize;
use tune2048::evaluate::Monitor;
use tune2048::explain::{
    Agreement, Explanation, Policy, SampleSettings, SampledBoard, judge, sample,
};
use tune2048::game::{Board, Move};
use tune2048::heuristic::{HeuristicKind, Weights};
use tune2048::player::PlayerSettings;
use tune2048::presets::Preset;
use tune2048::statistics::Interval;
use tune2048::weights_file::WeightsFile;

use super::args::{DepthOption, Threads};
use super::explain_text::text;
use super::failure::BadInput;
use super::games_bar::games_bar;
use super::output::{print, print_json, tell};
use super::run;
use super::weights_source::{WeightsSource, preset_file};

/// Tell how two players differ in what they play, and which terms draw them apart.
///
/// Both are asked for their moves on boards of seeded games, every other game
/// being one of each, stage by stage of the game.
#[derive(Debug, clap::Args)]
pub(super) struct Explain {
    #[command(flatten)]
    weights: WeightsSource,
    /// The weights to compare with: as WEIGHTS. If not given, the published ones of the same
    /// heuristic, those of 2014 for rows, expressions and players without a heuristic.
    #[arg(long, value_name = "OTHER")]
    against: Option<String>,
    /// Boards of a stage of the game at most, half of them from games of each.
    #[arg(long, short, default_value = "400", value_name = "N")]
    boards: NonZeroUsize,
    /// Games of each at most.
    #[arg(long, short, default_value = "1000", value_name = "N")]
    games: NonZeroU32,
    /// The seed of the games: the same seed gives the same boards.
    #[arg(long, short, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// How many of the boards on which they differ most to show.
    #[arg(long, default_value_t = 3, value_name = "N")]
    show: usize,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

/// One of the two players.
#[derive(Debug, Serialize)]
pub(super) struct Side {
    pub(super) weights: String,
    pub(super) player: String,
}

/// What was found, with the question.
#[derive(Debug)]
pub(super) struct Answer<'a> {
    pub(super) sides: [Side; 2],
    pub(super) seed: u64,
    /// Boards from games of each.
    pub(super) boards: [usize; 2],
    pub(super) found: &'a Explanation,
    /// What the terms are called.
    pub(super) terms: [&'a [String]; 2],
}

impl Explain {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let a = self.load(&self.weights)?;
        let (name, b) = self.other(&a)?;
        if (&a.weights, a.player) == (&b.weights, b.player) {
            return Err(BadInput(format!(
                "{} and {name}: found the same weights and the same player, expected two that \
                 differ - name another one with --against",
                self.weights.name()
            ))
            .into());
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.count().unwrap_or(0))
            .build()?;
        let monitor = Arc::new(Monitor::default());
        run::stop_on_signal(&monitor)?;
        let policies = [&a, &b].map(|file| Policy::new(&file.weights, &file.player));
        let policies = policies.each_ref();
        let settings = SampleSettings {
            seed: self.seed,
            games: u64::from(self.games.get()),
            boards: self.boards.get(),
        };
        let progress = games_bar(&monitor, 2 * settings.games);
        let sampled = sample(policies, settings, &pool, &monitor);
        progress.finish();
        let judged = sampled.and_then(|sampled| {
            let boards: Vec<Board> = sampled.iter().map(|sampled| sampled.board).collect();
            Ok((judge(policies, &boards, &pool, &monitor)?, sampled))
        });
        if judged.is_err() {
            tell("interrupted; nothing is kept of an explanation");
        }
        let (verdicts, sampled) = judged?;
        let found = Explanation::new(policies, &sampled, &verdicts, self.show);
        let side = |weights: &str, file: &WeightsFile| Side {
            weights: weights.to_owned(),
            player: file.player.to_string(),
        };
        let of = |player| {
            sampled
                .iter()
                .filter(|board| board.player == player)
                .count()
        };
        let answer = Answer {
            sides: [side(self.weights.name(), &a), side(&name, &b)],
            seed: self.seed,
            boards: [of(0), of(1)],
            found: &found,
            terms: policies.map(|policy| policy.terms().names()),
        };
        if self.json {
            print_json(&Json::of(&answer))
        } else {
            print(&text(&answer))
        }
    }

    fn load(&self, source: &WeightsSource) -> anyhow::Result<WeightsFile> {
        let mut file = source.load()?;
        self.depth.apply(&mut file.player)?;
        Ok(file)
    }

    /// The other player, and what it is called.
    fn other(&self, a: &WeightsFile) -> anyhow::Result<(String, WeightsFile)> {
        if let Some(name) = &self.against {
            let file = self.load(&WeightsSource::of(name.clone()))?;
            return Ok((name.clone(), file));
        }
        let kind = natural_rival(&a.weights.heuristic);
        let mut weights = Weights::defaults(kind);
        // What was published is called by its name, with its own player.
        let named = |preset: &&Preset| preset.weights() == weights;
        let preset = Preset::ALL.iter().find(named);
        let name = preset.map_or("the heuristic's defaults", |preset| preset.name);
        let mut player = match preset.and_then(|preset| preset_file(preset.name)) {
            Some(file) => {
                weights = file.weights;
                file.player
            }
            None => PlayerSettings::default(),
        };
        // The weights are compared, not the searches.
        if a.player.uses_heuristic() {
            player = a.player;
        }
        let file = WeightsFile {
            weights,
            player,
            evidence: toml::Table::new(),
        };
        Ok((name.to_owned(), file))
    }
}

/// The heuristic whose defaults are what people play with today.
fn natural_rival(kind: &HeuristicKind) -> HeuristicKind {
    match kind {
        HeuristicKind::Rows
        | HeuristicKind::RichRows(_)
        | HeuristicKind::Expressions(_)
        | HeuristicKind::None => HeuristicKind::Rows,
        HeuristicKind::CornerMatrix(_)
        | HeuristicKind::Path(_)
        | HeuristicKind::ExponentialSnake(_)
        | HeuristicKind::Differences => kind.clone(),
    }
}

/// The documented JSON of `explain --json`.
#[derive(Debug, Serialize)]
struct Json<'a> {
    a: &'a Side,
    b: &'a Side,
    seed: u64,
    agreement: AgreementJson,
    stages: Vec<StageJson<'a>>,
    traits: Vec<TraitJson>,
    terms_comparable: bool,
    pulls: Vec<PullJson<'a>>,
    examples: Vec<ExampleJson>,
}

#[derive(Debug, Serialize)]
struct AgreementJson {
    boards: u64,
    same: u64,
    /// `null` without boards.
    share: Option<f64>,
    ci95: Interval,
}

impl From<Agreement> for AgreementJson {
    fn from(agreement: Agreement) -> Self {
        Self {
            boards: agreement.boards,
            same: agreement.same,
            share: (agreement.boards > 0).then(|| agreement.share()),
            ci95: agreement.interval(),
        }
    }
}

/// A number for each of the two players.
#[derive(Debug, Serialize)]
struct Pair<T> {
    a: T,
    b: T,
}

fn pair<T>([a, b]: [T; 2]) -> Pair<T> {
    Pair { a, b }
}

#[derive(Debug, Serialize)]
struct StageJson<'a> {
    largest_tile: u32,
    agreement: AgreementJson,
    on_games_of: Pair<AgreementJson>,
    spread: Pair<f64>,
    cost: Pair<Option<f64>>,
    terms: Pair<indexmap::IndexMap<&'a str, f64>>,
}

#[derive(Debug, Serialize)]
struct TraitJson {
    name: &'static str,
    difference: f64,
    interval: Option<Interval>,
}

#[derive(Debug, Serialize)]
struct PullJson<'a> {
    term: &'a str,
    a: Option<f64>,
    b: Option<f64>,
    together: Option<f64>,
    interval: Option<Interval>,
}

#[derive(Debug, Serialize)]
struct ExampleJson {
    board: String,
    game_of: &'static str,
    a: &'static str,
    b: &'static str,
    moves: Vec<MoveJson>,
}

#[derive(Debug, Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    direction: &'static str,
    value: Pair<Option<f64>>,
    cost: Pair<Option<f64>>,
}

impl<'a> Json<'a> {
    fn of(answer: &'a Answer<'_>) -> Self {
        let found = answer.found;
        let stages = found.stages.iter().map(|stage| StageJson {
            largest_tile: stage.stage.largest_tile(),
            agreement: stage.agreement.into(),
            on_games_of: pair(stage.by_games.map(AgreementJson::from)),
            spread: pair(stage.spreads),
            cost: pair(stage.costs),
            terms: pair([0, 1].map(|player| {
                let names = answer.terms[player].iter().map(String::as_str);
                names.zip(stage.terms[player].iter().copied()).collect()
            })),
        });
        let traits = found.traits.iter().map(|found| TraitJson {
            name: found.one.name,
            difference: found.difference,
            interval: found.interval,
        });
        let pulls = found.pulls.iter().map(|pull| PullJson {
            term: &pull.name,
            a: pull.by_player[0],
            b: pull.by_player[1],
            together: pull.together,
            interval: pull.interval,
        });
        Self {
            a: &answer.sides[0],
            b: &answer.sides[1],
            seed: answer.seed,
            agreement: found.overall.into(),
            stages: stages.collect(),
            traits: traits.collect(),
            terms_comparable: found.is_comparable,
            pulls: pulls.collect(),
            examples: found.examples.iter().map(ExampleJson::of).collect(),
        }
    }
}

impl ExampleJson {
    fn of(example: &tune2048::explain::Example) -> Self {
        let SampledBoard { board, player, .. } = example.sampled;
        let [a, b] = example.verdicts.moves.map(Move::name);
        let moves = Move::ALL.into_iter().map(|direction| MoveJson {
            direction: direction.name(),
            value: pair([0, 1].map(|side| example.verdicts.values[side][direction as usize])),
            cost: pair([0, 1].map(|side| example.costs[side][direction as usize])),
        });
        Self {
            board: board.to_string(),
            game_of: ["a", "b"][player],
            a,
            b,
            moves: moves.collect(),
        }
    }
}
