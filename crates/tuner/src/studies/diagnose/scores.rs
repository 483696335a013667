//! Scores of candidates, from a campaign or from any other tuner.
//!
//! A table has one row per game, with the columns `candidate` and `score`, or one row per candidate,
//! with `games`, `mean_score` and `sd_score`, and optionally `generation` or `block`, among any other
//! columns. Or it is a study of Optuna (`study.trials_dataframe().to_csv()`).

use std::collections::HashSet;
use std::path::Path;

use indexmap::{IndexMap, IndexSet};

use crate::record::trial::Trial;
use crate::space::CampaignSpec;
use crate::statistics::{Better, Objective, mean, standard_deviation};
use crate::studies::diagnose::rows::{Columns, ScoreRow};
use crate::studies::diagnose::table::Table;
use crate::studies::diagnose::{Block, Candidate};
use tune2048_files::toml_errors::{Mistake, Mistakes};

/// The number of candidates per block in a file without blocks.
const BLOCK_SIZE: usize = 10;

/// The scores of a file, serialised without its candidates.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Scores {
    /// The candidates in the order of the file, or of its trials, in its blocks
    /// or in blocks of a fixed size. Higher means are better: where lower scores
    /// are, they have the opposite sign.
    #[serde(skip)]
    pub blocks: Vec<Block>,
    /// The name of the column of blocks, if the file has one.
    pub block_column: Option<String>,
    /// The number of trials without a value, which are left out.
    pub left_out: usize,
    /// Whether lower scores are better.
    pub minimize: bool,
    /// The number of games with the seed and the score of another one of the same candidate, which are
    /// left out.
    pub repeated: usize,
    /// The number of seeds of the file, if it names them.
    pub seeds: Option<usize>,
}

/// Reads the text of a file, whose lower scores may be better; `path` is used in messages only.
///
/// # Errors
/// All rows that cannot be used.
pub fn read(path: &Path, text: &str, minimize: bool) -> Result<Scores, Mistakes> {
    let scores = Table::read(text).and_then(|table| Scores::of(&table, minimize));
    scores.map_err(|list| Mistakes::new(path, text, list))
}

impl Scores {
    fn of(table: &Table, minimize: bool) -> Result<Self, Vec<Mistake>> {
        let columns = Columns::of(table, Vec::new())?;
        if columns.is_mean && (columns.games.is_none() || columns.deviation.is_none()) {
            let found = table.names.join(", ");
            let label =
                format!("found {found}, expected `games` and `sd_score` beside `mean_score`");
            return Err(vec![table.mistake("nothing says how far means may be by luck", label)]);
        }
        let read = columns.rows(table, |_| Ok(()))?;
        let mut rows: Vec<ScoreRow> = read.into_iter().map(|(row, ())| row).collect();
        if rows.is_empty() {
            let label = "found no row below with a score, expected at least one";
            return Err(vec![table.mistake("there are no scores", label)]);
        }
        let left_out = table.rows.len() - rows.len();
        // People sort a study by its values; blocks are stretches of time.
        rows.sort_by_key(|row| row.number);
        let minimize = minimize || columns.is_loss;
        if minimize {
            rows.iter_mut().for_each(|row| row.score = -row.score);
        }
        let all = rows.len();
        let mut known = HashSet::new();
        rows.retain(|row| {
            let Some(seed) = row.seed.clone() else { return true };
            known.insert((row.block.clone(), row.key.clone(), seed, row.score.to_bits()))
        });
        let seeds: IndexSet<&String> = rows.iter().filter_map(|row| row.seed.as_ref()).collect();
        Ok(Self {
            blocks: blocks(&rows, &columns)?,
            block_column: columns.block.map(|column| table.names[column].clone()),
            left_out,
            minimize,
            repeated: all - rows.len(),
            seeds: columns.seed.map(|_| seeds.len()),
        })
    }

    /// The scores of all candidates of a campaign: those of a generation played the same games.
    pub fn of_campaign(spec: &CampaignSpec, trials: &[Trial]) -> Self {
        let minimize = spec.better == Better::Lower;
        let candidate = |trial: &Trial| {
            let evaluation = &trial.evaluation;
            Candidate {
                name: trial.candidate.to_string(),
                games: evaluation.games,
                mean: spec.better.sign() * evaluation.mean_score,
                deviation: evaluation.sd_score,
                freedom: f64::from(evaluation.games) - 1.0,
            }
        };
        // Every other game and those between them stand for the seeds, where their objectives are means of scores.
        let are_means = spec.objective == Objective::MeanScore && spec.cost_per_move.is_none();
        let by_seed = |trial: &Trial| -> BySeed {
            let halves = trial.halves.filter(|_| are_means);
            let games = trial.evaluation.games;
            let halves = halves.into_iter().flatten().zip([games.div_ceil(2), games / 2]);
            let named = halves.enumerate();
            named.map(|(half, (mean, games))| (half.to_string(), (mean, games.into()))).collect()
        };
        let of_generation = |generation: &[Trial]| {
            // Equal candidates have played the same games.
            let mut seen: HashSet<Vec<u64>> = HashSet::new();
            let bits =
                |trial: &Trial| trial.weights.iter().map(|weight| weight.to_bits()).collect();
            let tried = generation.iter().filter(|trial| seen.insert(bits(trial)));
            let tried = tried.map(|trial| (candidate(trial), by_seed(trial)));
            block(generation[0].generation.to_string(), tried)
        };
        let generations = trials.chunk_by(|one, next| one.generation == next.generation);
        let blocks = generations.map(of_generation).collect();
        let block_column = Some("generation".to_owned());
        Self { blocks, block_column, minimize, ..Self::default() }
    }
}

/// Returns the blocks of rows, named or of a fixed size.
fn blocks(rows: &[ScoreRow], columns: &Columns) -> Result<Vec<Block>, Vec<Mistake>> {
    let mut candidates: IndexMap<(&str, &[String]), Vec<&ScoreRow>> = IndexMap::new();
    for row in rows {
        candidates.entry((&row.block, &row.key)).or_default().push(row);
    }
    let mut blocks: IndexMap<String, Vec<(Candidate, BySeed)>> = IndexMap::new();
    let mut mistakes = Vec::new();
    for (index, ((block, _), rows)) in candidates.iter().enumerate() {
        if columns.is_mean
            && let [first, second, ..] = rows[..]
        {
            let label = "found a second row, expected one row per candidate of a block";
            let message = format!("candidate `{}` has two rows", first.key.join(", "));
            mistakes.push(Mistake::new(second.span.clone(), message, label));
        }
        let name = match columns.block {
            Some(_) => (*block).to_owned(),
            None => (index / BLOCK_SIZE).to_string(),
        };
        // Seeds that stand for several games are no names of them.
        let of_game = |row: &&ScoreRow| Some((row.seed.clone()?, (row.score, 1.0)));
        let by_seed: BySeed = rows.iter().filter_map(of_game).collect();
        let by_seed = if by_seed.len() == rows.len() { by_seed } else { BySeed::new() };
        blocks.entry(name).or_default().push((Candidate::of(rows, columns), by_seed));
    }
    let blocks = blocks.into_iter().map(|(name, tried)| block(name, tried)).collect();
    if mistakes.is_empty() { Ok(blocks) } else { Err(mistakes) }
}

impl Candidate {
    /// Makes a candidate of its rows, at least one; of a mean exactly one.
    fn of(rows: &[&ScoreRow], columns: &Columns) -> Self {
        let first = rows[0];
        let scores: Vec<f64> = rows.iter().map(|row| row.score).collect();
        let (games, deviation) = match first.games {
            Some(games) => (games, first.deviation),
            None => (scores.len() as u32, standard_deviation(&scores)),
        };
        Self {
            name: match columns.number {
                Some(_) => first.number.to_string(),
                None => first.key.join(", "),
            },
            games,
            mean: mean(&scores),
            deviation,
            freedom: f64::from(games) - 1.0,
        }
    }
}

/// The scores of a candidate by their seeds, each with the number of games behind it.
type BySeed = IndexMap<String, (f64, f64)>;

/// Makes a block of candidates with their games.
fn block(name: String, tried: impl IntoIterator<Item = (Candidate, BySeed)>) -> Block {
    let (mut candidates, games): (Vec<_>, Vec<_>) = tried.into_iter().unzip();
    without_common_luck(&mut candidates, &games);
    Block { name, candidates }
}

/// Takes the luck of seeds out of the spread of games, where all candidates of a block played the same
/// ones: it separates none of them.
fn without_common_luck(candidates: &mut [Candidate], games: &[BySeed]) {
    let Some(first) = games.first() else { return };
    let (seeds, count) = (first.len() as f64, games.len() as f64);
    let is_alike =
        |own: &BySeed| own.len() == first.len() && own.keys().all(|k| first.contains_key(k));
    if count < 2.0 || seeds < 2.0 || !games.iter().all(is_alike) {
        return;
    }
    let means: Vec<f64> = candidates.iter().map(|candidate| candidate.mean).collect();
    let effect = |seed: &str| {
        let deviations = games.iter().zip(&means).map(|(own, mean)| own[seed].0 - mean);
        mean(&deviations.collect::<Vec<f64>>())
    };
    let effects: IndexMap<&str, f64> =
        first.keys().map(|seed| (seed.as_str(), effect(seed))).collect();
    let freedom = (seeds - 1.0) * (count - 1.0) / count;
    for (candidate, games) in candidates.iter_mut().zip(games) {
        let own = games.iter().map(|(seed, (score, games))| {
            games * (score - candidate.mean - effects[seed.as_str()]).powi(2)
        });
        candidate.deviation = Some((own.sum::<f64>() / freedom).sqrt());
        candidate.freedom = freedom;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::diagnose::Variation;
    use crate::studies::diagnose::tests::{RATINGS, block};

    /// The example of Shrout and Fleiss 1979: the judges are seeds, and 1.02 is the mean square of the rest.
    #[test]
    fn the_published_example() {
        let game = |(seed, &score): (usize, &f64)| (seed.to_string(), (score, 1.0));
        let games = RATINGS.map(|ratings| ratings.iter().enumerate().map(game).collect());
        let mut block = block(&RATINGS);
        without_common_luck(&mut block.candidates, &games);
        let found = Variation::of(&block);
        assert!((found.mean_square_within() - 1.02).abs() < 0.005);
        assert!((found.within_degrees - 15.0).abs() < 1e-9);
        assert!((found.mean_square_between() - 11.24).abs() < 0.005);
    }
}
