//! The record of the final race and of the validations: looks, finalists with their games, and the
//! stored scores that stand for those of starting weights.

use crate::campaign::{Campaign, CampaignError, Result};
use crate::record::{
    BASELINES, BEST, FINAL_GAMES, FINALISTS, FinalsLog, Folder, LOOKS, Look, Table,
};
use crate::space::{BASELINE, CampaignSpec, ValidationBaseline};
use crate::subject::Configuration;
use crate::weights::baselines::{self, Baseline, BaselineRow};
use crate::weights::{Evidence, LookScores, WeightsFile};
use tune2048_engine::game::Stream;

/// The look that the recommended weights in a folder are the outcome of, if they are.
fn look_of_best(folder: &Folder) -> Option<u32> {
    let path = folder.file(BEST);
    let best = WeightsFile::parse(&path, &folder.read(BEST).ok()?).ok()?;
    Some(Evidence::check_owner(&best, folder).ok()??.look)
}

/// The files of a campaign after its search, open for appending.
pub(crate) struct Finals {
    pub(crate) looks: Table<Look>,
    pub(crate) log: FinalsLog,
    /// `None` if the starting weights play.
    baselines: Option<Table<BaselineRow>>,
    /// Whether the search space asks for stored scores; otherwise they serve where they exist.
    is_asked: bool,
    /// Whether the starting weights are the opponent of all others.
    is_match: bool,
}

impl Finals {
    /// Opens the files or makes them.
    ///
    /// # Errors
    /// If a file is damaged, or lacks what a recorded look has used.
    pub(crate) fn open(campaign: &Campaign) -> Result<Self> {
        let (folder, spec) = (&campaign.journals.folder, &campaign.spec);
        let looks = folder.open_table(LOOKS, ())?;
        let is_stored = spec.validation.baseline == ValidationBaseline::Stored;
        let baselines = is_stored.then(|| folder.open_table(BASELINES, ())).transpose()?;
        let log = FinalsLog::open(folder, spec.subject())?;
        let is_asked = !spec.leaves_open(BASELINE);
        let is_match = spec.is_match();
        let finals = Self { looks, log, baselines, is_asked, is_match };
        let is_finished = folder.manifest().is_ok_and(|manifest| manifest.finished);
        finals.check(folder, look_of_best(folder), is_finished)?;
        Ok(finals)
    }

    /// Checks that no file lacks what another one names.
    /// `concluded` is the look that the recommended weights are the outcome of.
    fn check(&self, folder: &Folder, concluded: Option<u32>, is_finished: bool) -> Result<()> {
        let (looks, rows) = (self.looks.rows(), self.log.games.rows().len());
        let lacks = |file, rows, problem: String| -> Result<()> {
            Err(folder.damaged(file, rows, problem).into())
        };
        let lacks_games = |problem| lacks(FINAL_GAMES, rows, problem);
        let lacks_looks = |cause: String| {
            let problem = format!("found the end after {} looks, but {cause}", looks.len());
            lacks(LOOKS, looks.len(), problem)
        };
        if let Some(log) = self.baselines.as_ref().filter(|_| self.is_asked)
            && let Some(look) = looks.iter().find(|look| self.baseline(look).is_none())
        {
            // The scores that are stored with the program may be others by now.
            let (found, finalist) = (log.rows().len(), look.start);
            let problem = format!(
                "found the end after {found} baselines, none of them that of finalist {finalist}, \
                 which look {} of {LOOKS} has used",
                look.look
            );
            return lacks(BASELINES, found, problem);
        }
        let last_game = self.log.last_game(Stream::Validation);
        let Some(last) = looks.last() else {
            // A missing look would make the error of the next one too large.
            let problem = format!("there is no look, but {FINAL_GAMES} has one");
            return if last_game.is_none() { Ok(()) } else { lacks(LOOKS, 0, problem) };
        };
        let end = looks.iter().map(|look| look.games().end).max().unwrap_or(0);
        if let Some(game) = last_game.filter(|&game| game >= end) {
            return lacks_looks(format!(
                "{FINAL_GAMES} has validation game {game}, which none plays"
            ));
        }
        if let Some(look) = concluded.filter(|&look| look > last.look) {
            return lacks_looks(format!("{BEST} is the outcome of look {look}"));
        }
        // A finished campaign plays them again; one that goes on begins another look.
        let concluded = concluded.filter(|_| !is_finished);
        let outcome = looks.iter().find(|look| Some(look.look) == concluded);
        // Scores that stood for the starting weights may not do so after a change.
        let has_games =
            |look: &Look| self.log.results(Stream::Validation, look.games(), look.winner).is_some();
        let is_lost = |look: &&Look| look.winner != look.start && !has_games(look);
        if let Some(Look { look, .. }) = outcome.filter(is_lost) {
            return lacks_games(format!(
                "found the end after {rows} games, not all of them those of look {look} of {LOOKS}, \
                 whose outcome {BEST} is"
            ));
        }
        // Where games of the last look are lost, those of an earlier validation did not end early but are lost too.
        let is_cut = |look: &&Look| look.winner != look.start && self.scores(look).is_none();
        let mut before = looks.iter().filter(|look| look.validation_from < last.validation_from);
        if is_finished
            && is_cut(&last)
            && let Some(Look { look, .. }) = before.find(is_cut)
        {
            return lacks_games(format!(
                "found the end after {rows} games, not all of them those of look {look} of {LOOKS}"
            ));
        }
        // A finished campaign plays the games of its last look again.
        let played = if is_finished { &looks[..looks.len() - 1] } else { looks };
        if let Some((look, game)) = played.iter().find_map(|look| self.lost_race_game(look)) {
            return lacks_games(format!(
                "found not every game {game} of the race that look {look} of {LOOKS} has played"
            ));
        }
        if let Some((look, game, finalist)) = self.lost_game() {
            return lacks_games(format!(
                "found no validation game {game} of finalist {finalist}, which look {look} of \
                 {LOOKS} has played"
            ));
        }
        let (found, named) = (self.log.finalists.rows().len(), last.winner.max(last.start));
        let problem =
            format!("found the end after {found} finalists, but {LOOKS} names finalist {named}");
        if named < found { Ok(()) } else { lacks(FINALISTS, found, problem) }
    }

    /// The first game of a look's race that lacks a finalist, with the look: each is played by as many as the
    /// one before it or, where a round ends, by the better half of them.
    fn lost_race_game(&self, look: &Look) -> Option<(u32, u64)> {
        let mut before = None;
        for game in look.race_from..look.race_to {
            let is_there = |&place: &usize| self.log.game(Stream::Selection, game, place).is_some();
            let count = (0..self.log.finalists.rows().len()).filter(is_there).count();
            let is_whole =
                before.is_none_or(|before: usize| count == before || count == before.div_ceil(2));
            if count < 2 || !is_whole {
                return Some((look.look, game));
            }
            before = Some(count);
        }
        None
    }

    /// The first game that is not recorded though later ones of the same look and finalist are, with
    /// the look and the finalist: an interrupted look lacks games at its end only.
    fn lost_game(&self) -> Option<(u32, u64, usize)> {
        self.looks.rows().iter().find_map(|look| {
            let start = self.baseline(look).is_none().then_some(look.start);
            [look.winner].into_iter().chain(start).find_map(|finalist| {
                let is_there =
                    |game: &u64| self.log.game(Stream::Validation, *game, finalist).is_some();
                let lost = look.games().find(|game| !is_there(game))?;
                let is_hole = (lost..look.games().end).any(|game| is_there(&game));
                is_hole.then_some((look.look, lost, finalist))
            })
        })
    }

    /// The stored scores that stand for games of the starting weights in a look, if they do.
    pub(crate) fn baseline(&self, look: &Look) -> Option<&Baseline> {
        let mut rows = self.baselines.as_ref()?.rows().iter();
        rows.find(|row| row.finalist == look.start).map(|row| &row.baseline)
    }

    /// Records the scores that are stored for starting weights, unless they play or are recorded.
    ///
    /// # Errors
    /// If there are none but they are asked for, or they cannot be written.
    pub(crate) fn record_baseline(&mut self, look: &Look, start: &Configuration) -> Result<()> {
        if self.baseline(look).is_some() {
            return Ok(());
        }
        let Some(log) = &mut self.baselines else { return Ok(()) };
        let Some(stored) = baselines::of(start) else {
            if !self.is_asked {
                return Ok(());
            }
            return Err(CampaignError::BadInput(format!(
                "`validation.baseline`: no scores of the starting weights are stored: found {}, \
                 expected one of: {} - go on with the version of the program that started the \
                 campaign, or start a new one with baseline = \"played\"",
                baselines::describe_missing(start),
                baselines::describe_stored()
            )));
        };
        Ok(log.append(BaselineRow { finalist: look.start, baseline: stored.clone() })?)
    }

    /// Whether the starting weights of a look need no games of their own: the others play against them.
    pub(crate) fn is_match(&self, look: &Look) -> bool {
        self.is_match && look.winner != look.start
    }

    /// The scores of a look; `None` unless all of its games are recorded.
    pub(crate) fn scores(&self, look: &Look) -> Option<LookScores> {
        let results = |place| self.log.results(Stream::Validation, look.games(), place);
        LookScores::collect(look, self.baseline(look), self.is_match, results)
    }

    /// The recommended weights of a look.
    pub(crate) fn winner(&self, look: &Look, spec: &CampaignSpec) -> Configuration {
        spec.subject().with_values(self.log.finalists.rows()[look.winner].weights.clone())
    }
}
