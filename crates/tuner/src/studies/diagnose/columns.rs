//! The meaning of a table's columns.

use indexmap::IndexMap;

use crate::studies::diagnose::csv_lines::CsvLine;
use tune2048_files::toml_errors::{Mistake, list, nearest};

const EXPECTED: &str = "expected `score`, `value` or `#loss` (a row per game), or `mean_score`, `games` and `sd_score` \
                        (a row per candidate), and `candidate` or its weights";

/// The column of scores of a log of Nevergrad, which minimizes.
pub(super) const LOSS: &str = "#loss";

/// The words with which a user names columns.
const ROLES: [&str; 7] = ["block", "candidate", "seed", "score", "mean", "sd", "games"];

/// Names of columns given by a user, by role: several columns that together identify a candidate, or
/// the one of blocks, of the seed or instance or score of one game, or of a candidate's mean score,
/// standard deviation or number of games. Those that are missing go by their usual names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnNames(IndexMap<&'static str, Vec<String>>);

impl ColumnNames {
    /// Adds `ROLE=NAME`, where the role is `block`, `candidate`, `seed`, `score`, `mean`, `sd` or
    /// `games`.
    ///
    /// # Errors
    /// A description of what was found and expected, if the role is unknown, or
    /// named twice and not `candidate`.
    pub fn add(&mut self, assignment: &str) -> Result<(), String> {
        let expected =
            "expected ROLE=COLUMN, where ROLE is block, candidate, seed, score, mean, sd or games";
        let (role, name) = assignment
            .split_once('=')
            .ok_or_else(|| format!("found {assignment:?}, {expected}"))?;
        let Some(role) = ROLES.into_iter().find(|known| *known == role) else {
            let hint = nearest(role, ROLES)
                .map_or(String::new(), |near| format!(" - did you mean {near}?"));
            return Err(format!("found the role {role:?}, {expected}{hint}"));
        };
        let names = self.0.entry(role).or_default();
        if let [before, ..] = &**names
            && role != "candidate"
        {
            return Err(format!(
                "found {role}={before} and {role}={name}, expected one column - only candidate may have several"
            ));
        }
        names.push(name.to_owned());
        Ok(())
    }

    /// The names for a table whose candidates are identified by these columns of parameters.
    pub(super) fn of_parameters<'n>(names: impl Iterator<Item = &'n String>) -> Self {
        Self(IndexMap::from([("candidate", names.cloned().collect())]))
    }

    /// Returns the names of the columns of a role.
    fn of(&self, role: &str) -> &[String] {
        self.0.get(role).map_or(&[], Vec::as_slice)
    }
}

/// The indices of the columns.
pub(super) struct Columns {
    pub(super) names: Vec<String>,
    pub(super) block: Option<usize>,
    /// The columns that identify a candidate; none if every row is another candidate.
    pub(super) candidate: Vec<usize>,
    /// The seed of a game.
    pub(super) seed: Option<usize>,
    /// The score of a game, or the mean of all games of a candidate.
    pub(super) score: usize,
    /// Whether a row has all games of a candidate. Its number of games and their deviation may be known otherwise.
    pub(super) is_mean: bool,
    pub(super) games: Option<usize>,
    pub(super) deviation: Option<usize>,
    /// The means of two halves of the games of a candidate, in the journal of a campaign.
    pub(super) halves: Option<[usize; 2]>,
    /// Whether this is a study of Optuna.
    pub(super) is_study: bool,
    /// The number of a trial in a study.
    pub(super) number: Option<usize>,
    /// The state of a trial in a study.
    pub(super) state: Option<usize>,
    /// Whether lower scores are better, as those of a log of Nevergrad.
    pub(super) is_loss: bool,
}

impl Columns {
    /// Finds the columns and the index of the first line of data. With
    /// `rows_are_means`, a score is the mean of several games.
    pub(super) fn of(
        lines: &[CsvLine],
        given: &ColumnNames,
        rows_are_means: bool,
    ) -> Result<(Self, usize), Mistake> {
        let Some(header) = lines.first() else {
            let label = format!("found nothing, {EXPECTED}");
            return Err(Mistake::new(0..0, "there are no columns", label));
        };
        let mut names: Vec<String> = header.fields.iter().map(|(name, _)| name.clone()).collect();
        let is_number = |name: &String| name.parse::<f64>().is_ok();
        let has_names =
            *given != ColumnNames::default() || names.len() != 2 || !is_number(&names[1]);
        if !has_names {
            names = ["candidate", "score"].map(str::to_owned).into();
        }
        let columns = Header { names, line: header }.columns(given, rows_are_means)?;
        Ok((columns, usize::from(has_names)))
    }
}

struct Header<'t> {
    names: Vec<String>,
    line: &'t CsvLine,
}

impl Header<'_> {
    fn columns(self, given: &ColumnNames, rows_are_means: bool) -> Result<Columns, Mistake> {
        let is_study = self.is_study();
        let named = |role| given.of(role).first().map(|name| self.named(name)).transpose();
        let (score, mean) = (named("score")?, named("mean")?);
        let (given_deviation, given_games) = (named("sd")?, named("games")?);
        if score.is_some() && mean.is_some() {
            return Err(self.mistake("found a score and a mean, expected one of them"));
        }
        let is_free = |place: &usize| !given.of("candidate").contains(&self.names[*place]);
        let usual = ["score", LOSS, "value"].iter().filter_map(|name| self.find(name));
        let usual: Vec<usize> = usual.filter(is_free).collect();
        if let ([one, other, ..], None, None) = (&*usual, score, mean) {
            let [one, other] = [one, other].map(|place| &self.names[*place]);
            let mistake =
                self.mistake(format!("found `{one}` and `{other}`, expected one of them"));
            return Err(mistake.help(format!(
                "rename `{other}` or `{one}`, whichever does not count; `diagnose` takes `--columns score={one}`"
            )));
        }
        let score = if mean.is_some() { None } else { score.or(usual.first().copied()) };
        // Only a mean has games and a spread.
        let is_mean =
            score.is_none() || rows_are_means || given_games.is_some() || given_deviation.is_some();
        let score = score.or(mean).or_else(|| self.find("mean_score"));
        let score = score.ok_or_else(|| self.unclear())?;
        let candidate: Vec<usize> = match given.of("candidate") {
            [] => self.usual_candidate(is_study, is_mean).ok_or_else(|| self.unclear())?,
            names => names.iter().map(|name| self.named(name)).collect::<Result<_, _>>()?,
        };
        let of_mean = |name| self.find(name).filter(|_| is_mean);
        let of_study = |name| self.find(name).filter(|_| is_study);
        Ok(Columns {
            block: named("block")?.or_else(|| self.usual_block(is_study)),
            candidate,
            seed: named("seed")?.or_else(|| self.find("seed")),
            score,
            is_mean,
            games: given_games.or_else(|| of_mean("games")),
            deviation: given_deviation.or_else(|| of_mean("sd_score")),
            halves: of_mean("objective_even").zip(of_mean("objective_odd")).map(Into::into),
            is_study,
            number: of_study("number"),
            state: of_study("state"),
            is_loss: self.names[score] == LOSS,
            names: self.names,
        })
    }

    fn usual_candidate(&self, is_study: bool, is_mean: bool) -> Option<Vec<usize>> {
        match self.find("candidate") {
            // Trials with equal parameters are games of one candidate.
            _ if is_study && !is_mean => {
                let is_parameter = |&column: &usize| self.names[column].starts_with("params_");
                Some((0..self.names.len()).filter(is_parameter).collect())
            }
            Some(column) if !is_study => Some(vec![column]),
            _ => is_mean.then(Vec::new),
        }
    }

    fn usual_block(&self, is_study: bool) -> Option<usize> {
        let of_sampler =
            |name: &String| name.starts_with("system_attrs_") && name.ends_with(":generation");
        match is_study {
            true => self.names.iter().position(of_sampler),
            false => ["generation", "block"].iter().find_map(|name| self.find(name)),
        }
    }

    /// Whether this is the header of `study.trials_dataframe()`, with all or some of its columns.
    fn is_study(&self) -> bool {
        let has = |is: fn(&str) -> bool| self.names.iter().any(|name| is(name));
        has(|name| name == "value" || name.starts_with("values_"))
            && has(|name| name == "state" || name.starts_with("params_"))
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|found| found.eq_ignore_ascii_case(name))
    }

    /// Finds a column that the user has named.
    fn named(&self, name: &str) -> Result<usize, Mistake> {
        let exact = self.names.iter().position(|found| found == name);
        exact.or_else(|| self.find(name)).ok_or_else(|| {
            let shown: Vec<String> = self.names.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("there is no column `{}`", name.escape_debug());
            let label = format!("found {}", list(&shown, "and"));
            let mistake = Mistake::new(self.line.span.clone(), message, label);
            match nearest(name, self.names.iter().map(String::as_str)) {
                Some(near) => mistake.help(format!("did you mean `{near}`?")),
                None => mistake,
            }
        })
    }

    fn mistake(&self, label: impl Into<String>) -> Mistake {
        let message = "the columns do not say what candidates scored";
        Mistake::new(self.line.span.clone(), message, label)
    }

    fn unclear(&self) -> Mistake {
        match self.names.iter().find(|name| name.starts_with("values_")) {
            Some(value) => self.mistake("found several objectives, expected one").help(format!(
                "rename the one that counts from `{value}` to `value`; `diagnose` takes `--columns score={value}`"
            )),
            None => self.mistake(format!("found {}, {EXPECTED}", self.names.join(", "))).help(
                "rename the columns; `diagnose` takes `--columns candidate=NAME,score=NAME`",
            ),
        }
    }
}
