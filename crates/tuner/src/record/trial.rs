//! A row of `trials.csv`: an evaluated candidate.

use crate::record::coordinates;
use crate::record::coordinates::Coordinates;
use crate::record::folder::Folder;
use crate::statistics::scores::{Evaluation, TILES};
use crate::subject::Subject;
use tune2048_files::journal::{Columns, Fields, Row};

/// An evaluated candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The number within the campaign, from 0.
    pub trial: u64,
    /// The generation, from 0.
    pub generation: u32,
    /// The number within the generation, from 0.
    pub candidate: u32,
    /// The value that the optimizer minimises: the negated objective plus a
    /// penalty for leaving the ranges.
    pub fitness: f64,
    /// The value that the campaign maximises.
    pub objective: f64,
    /// The statistics of the games.
    pub evaluation: Evaluation,
    /// The objective of the first, third, fifth… game and of the other games,
    /// from which the reliability of the ranking is estimated; `None` for one game.
    pub halves: Option<[f64; 2]>,
    /// The weights in the order of their heuristic.
    pub weights: Vec<f64>,
    /// The point that the optimizer proposed, in the coordinates of its
    /// generation; coordinates outside of [0, 1] were clamped for play.
    pub point: Vec<f64>,
    /// The time that the games took, summed over threads.
    pub games_seconds: f64,
    /// The time that all sessions of the campaign had taken together.
    pub elapsed_seconds: f64,
}

/// The columns for the weights of a heuristic and the coordinates with these names.
pub(super) fn columns(folder: &Folder, subject: &Subject, coordinates: &[String]) -> Columns {
    let mut fixed: Vec<String> = [
        "trial",
        "generation",
        "candidate",
        "fitness",
        "objective",
        "games",
        "mean_score",
        "sd_score",
        "median_score",
        "min_score",
        "max_score",
    ]
    .map(str::to_owned)
    .into();
    fixed.extend(TILES.iter().map(|tile| format!("share_{tile}")));
    fixed.extend(["moves", "nodes"].map(str::to_owned));
    if counts_inner_nodes(subject) {
        fixed.push("inner_nodes".to_owned());
    }
    fixed.extend(["objective_even", "objective_odd"].map(str::to_owned));
    let weights = subject.parameters().iter();
    fixed.extend(weights.map(|weight| format!("weight.{}", weight.name)));
    fixed.extend(coordinates.iter().map(|name| format!("point.{name}")));
    let columns = Columns {
        fixed,
        times: vec!["time_games_seconds".into(), "time_elapsed_seconds".into()],
        campaign: None,
    };
    columns.of_campaign(folder.fingerprint())
}

/// Whether files have a column for chance nodes above the leaves: the cost of a search depends
/// on them, which is limited where settings of the search are tuned.
pub(super) fn counts_inner_nodes(subject: &Subject) -> bool {
    !subject.search_settings().is_empty()
}

impl Trial {
    /// The cost of leaving the ranges, as far as the recorded fitness has its digits.
    pub fn penalty(&self) -> f64 {
        self.fitness + self.objective
    }

    /// The row of the trial; `coordinates` says which columns the point fills.
    pub(super) fn to_row(&self, coordinates: &Coordinates, subject: &Subject) -> Row {
        let evaluation = &self.evaluation;
        let mut fixed = vec![
            self.trial.to_string(),
            self.generation.to_string(),
            self.candidate.to_string(),
            self.fitness.to_string(),
            self.objective.to_string(),
            evaluation.games.to_string(),
            evaluation.mean_score.to_string(),
            evaluation.sd_score.map_or(String::new(), |sd| sd.to_string()),
            evaluation.median_score.to_string(),
            evaluation.min_score.to_string(),
            evaluation.max_score.to_string(),
        ];
        fixed.extend((0..TILES.len()).map(|tile| evaluation.share(tile).to_string()));
        fixed.extend([evaluation.moves.to_string(), evaluation.nodes.to_string()]);
        if counts_inner_nodes(subject) {
            fixed.push(evaluation.inner_nodes.to_string());
        }
        let half = |place: usize| self.halves.map_or(String::new(), |both| both[place].to_string());
        fixed.extend([half(0), half(1)]);
        fixed.extend(self.weights.iter().map(f64::to_string));
        fixed.extend(coordinates.fields(&self.point));
        let times = [self.games_seconds, self.elapsed_seconds];
        Row { fixed, times: times.map(|seconds| format!("{seconds:.3}")).into() }
    }

    /// The trial of a row with the columns of a heuristic.
    ///
    /// # Errors
    /// If a field is not what it should be.
    pub(super) fn from_fields(fields: &mut Fields<'_>, subject: &Subject) -> Result<Self, String> {
        let (trial, generation, candidate) = (fields.number()?, fields.number()?, fields.number()?);
        let (fitness, objective, games) = (fields.number()?, fields.number()?, fields.number()?);
        let evaluation = Evaluation {
            games,
            mean_score: fields.number()?,
            sd_score: fields.optional()?,
            median_score: fields.number()?,
            min_score: fields.number()?,
            max_score: fields.number()?,
            reached: reached(fields, games)?,
            moves: fields.number()?,
            nodes: fields.number()?,
            inner_nodes: match counts_inner_nodes(subject) {
                true => fields.number()?,
                false => 0,
            },
        };
        let halves: [Option<f64>; 2] = [fields.optional()?, fields.optional()?];
        let weights = (0..subject.parameters().len()).map(|_| fields.number());
        let weights = weights.collect::<Result<_, _>>()?;
        Ok(Self {
            trial,
            generation,
            candidate,
            fitness,
            objective,
            evaluation,
            halves: halves[0].zip(halves[1]).map(<[f64; 2]>::from),
            weights,
            point: coordinates::point(fields.rest())?,
            games_seconds: fields.seconds(0)?,
            elapsed_seconds: fields.seconds(1)?,
        })
    }

    /// Checks that this trial can follow another one: numbers go up one by one.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub(super) fn check_follows(&self, previous: Option<&Self>) -> Result<(), String> {
        let numbers = (u64::from(self.generation), u64::from(self.candidate));
        let (trial, expected) = match previous {
            None => (0, [(0, 0); 2]),
            Some(previous) => {
                let generation = u64::from(previous.generation);
                let next = (generation, u64::from(previous.candidate) + 1);
                (previous.trial + 1, [next, (generation + 1, 0)])
            }
        };
        if self.trial != trial {
            return Err(format!("trial: found {}, expected {trial}", self.trial));
        }
        if !expected.contains(&numbers) {
            let [(g, c), (next, _)] = expected;
            return Err(format!(
                "found generation {}, candidate {}, expected generation {g}, candidate {c}, \
                 or the first of generation {next}",
                self.generation, self.candidate
            ));
        }
        Ok(())
    }
}

/// The games per candidate that a generation was dealt. All dealt games are
/// played, except for a remainder too small for one game each.
pub fn games_dealt(trials: &[Trial]) -> u32 {
    let games: u64 = trials.iter().map(|trial| u64::from(trial.evaluation.games)).sum();
    games.div_ceil(trials.len().max(1) as u64) as u32
}

/// Reads the shares of [`TILES`] as numbers of games.
fn reached(fields: &mut Fields<'_>, games: u32) -> Result<[u32; TILES.len()], String> {
    let mut reached = [0; TILES.len()];
    for count in &mut reached {
        let share: f64 = fields.number()?;
        *count = (share * f64::from(games)).round() as u32;
    }
    Ok(reached)
}
