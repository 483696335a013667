//! What is played after the search, the race of the finalists and the validations, and before it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::{FinalGame, Finalist, Look};
use crate::baselines::Baseline;
use crate::space::CampaignSpec;
use crate::subject::Configuration;
use crate::weights::{Evidence, LookScores, StartScores, WeightsFile};
use tune2048_engine::game::{GameResult, Stream};
use tune2048_files::record::check_number;

/// The outcome of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The weights that the campaign found, proven better or not.
    pub recommended: Configuration,
    /// The origin of the weights and their validation.
    pub evidence: Evidence,
}

impl Outcome {
    /// Reads the text of `best.toml`; `winner` are the weights of the validated finalist.
    pub(super) fn read(
        text: &str,
        spec: &CampaignSpec,
        winner: Option<&[f64]>,
    ) -> Result<Self, String> {
        let file = WeightsFile::parse(Path::new(super::BEST), text).ok();
        let read = file.and_then(|file| Some((Evidence::read(&file)?, file.weights)));
        let (evidence, weights) = read.ok_or("best: found no weights with their evidence")?;
        let recommended = match winner.filter(|_| evidence.candidate.is_some()) {
            Some(winner) => spec.subject().with_values(winner.to_vec()),
            None => spec.adopt(&weights).unwrap_or(weights),
        };
        Ok(Self { recommended, evidence })
    }

    /// The weights to play with: those that the campaign found or, unless they are proven better,
    /// those that it started from.
    pub fn best_file(&self, start: &Configuration) -> WeightsFile {
        let weights = if self.evidence.candidate.is_some() { start } else { &self.recommended };
        WeightsFile::new(weights, self.evidence.to_table())
    }

    /// The weights that the campaign found, proven better or not.
    pub fn candidate_file(&self) -> WeightsFile {
        let measured = Evidence::fingerprint(&self.recommended);
        let evidence = Evidence { candidate: None, measured, ..self.evidence.clone() };
        WeightsFile::new(&self.recommended, evidence.to_table())
    }
}

/// Games that players lack, by their places in a stream; the players by their places in a list.
#[derive(Debug)]
pub(crate) struct Lacking {
    pub(crate) places: Vec<usize>,
    pub(crate) games: Vec<u64>,
}

/// The finalists, the validations and their games; and the games of a pilot that is not over.
#[derive(Clone, Debug, Default)]
pub struct Finals {
    /// The weights that play after the search.
    pub finalists: Vec<Finalist>,
    /// The validations that were begun.
    pub looks: Vec<Look>,
    /// Stored scores that stand for games of finalists.
    pub baselines: BTreeMap<usize, Baseline>,
    games: BTreeMap<(Stream, usize, u64), GameResult>,
}

impl Finals {
    /// Takes up a finalist with so many weights.
    pub(super) fn add_finalist(
        &mut self,
        finalist: Finalist,
        expected: usize,
    ) -> Result<(), String> {
        check_number("finalist", finalist.finalist as u64, self.finalists.len() as u64)?;
        if finalist.weights.len() != expected {
            let found = finalist.weights.len();
            return Err(format!("weights: found {found} numbers, expected {expected}"));
        }
        self.finalists.push(finalist);
        Ok(())
    }

    /// Takes up stored scores that stand for games of a finalist.
    pub(super) fn add_baseline(&mut self, finalist: usize, scores: Baseline) -> Result<(), String> {
        self.check_finalist(finalist)?;
        if !scores.is_consistent() {
            return Err("scores: expected counts and sums of the same games".to_owned());
        }
        self.baselines.insert(finalist, scores);
        Ok(())
    }

    /// The first game of the selection stream for the race after a search of so many games, and the last look at
    /// its winner, if there is one: after a longer search the race is on new games.
    pub fn present(&self, search_games: u64) -> (u64, Option<&Look>) {
        match self.looks.last() {
            Some(last) if last.search_games == search_games => (last.race_from, Some(last)),
            last => (last.map_or(0, |last| last.race_to), None),
        }
    }

    /// Takes up a validation that was begun.
    pub(super) fn add_look(&mut self, look: Look) -> Result<(), String> {
        check_number("look", look.look.into(), self.looks.len() as u64 + 1)?;
        look.check()?;
        self.check_finalist(look.winner.max(look.start))?;
        self.looks.push(look);
        Ok(())
    }

    /// Takes up a game of a finalist or of a pilot, whose weights play their games in order.
    pub(super) fn add_game(&mut self, game: FinalGame) -> Result<(), String> {
        let FinalGame { stream, game, finalist, result } = game;
        if stream == Stream::Pilot {
            let key = |game| (stream, finalist, game);
            let last = self.games.range(key(0)..=key(u64::MAX)).next_back();
            check_number("game", game, last.map_or(0, |((.., last), _)| last + 1))?;
        } else {
            self.check_finalist(finalist)?;
        }
        let is_begun = || self.looks.iter().any(|look| look.games().contains(&game));
        if stream == Stream::Validation && !is_begun() {
            return Err(format!("found validation game {game}, expected its look before it"));
        }
        if self.games.insert((stream, finalist, game), result).is_some() {
            return Err(format!("found game {game} of finalist {finalist} a second time"));
        }
        Ok(())
    }

    /// Forgets the games of the pilot, and returns how many there were.
    pub(super) fn forget_pilot(&mut self) -> u64 {
        let known = self.count(Stream::Pilot);
        self.games.retain(|(stream, ..), _| *stream != Stream::Pilot);
        known
    }

    fn check_finalist(&self, finalist: usize) -> Result<(), String> {
        let count = self.finalists.len();
        match finalist < count {
            true => Ok(()),
            false => Err(format!("finalist: found {finalist}, expected one of the {count} before")),
        }
    }

    /// All recorded games after the search: their streams, finalists and places in the stream.
    pub fn all_games(&self) -> impl Iterator<Item = (Stream, usize, u64)> {
        self.games.keys().copied()
    }

    /// The number of recorded games of a stream, of all finalists.
    pub fn count(&self, stream: Stream) -> u64 {
        self.games.keys().filter(|(of, ..)| *of == stream).count() as u64
    }

    /// The games of a range that are not recorded; players that lack the same ones are together.
    pub(crate) fn lacking(
        &self,
        stream: Stream,
        players: &[usize],
        games: Range<u64>,
    ) -> Vec<Lacking> {
        let lacks = |(place, &player): (usize, &usize)| -> (usize, Vec<u64>) {
            let is_known = |game| self.games.contains_key(&(stream, player, game));
            (place, games.clone().filter(|&game| !is_known(game)).collect())
        };
        let lacks: Vec<_> = players.iter().enumerate().map(lacks).collect();
        let alike = lacks.chunk_by(|(_, games), (_, others)| games == others);
        let alike = alike.map(|alike| Lacking {
            places: alike.iter().map(|(place, _)| *place).collect(),
            games: alike[0].1.clone(),
        });
        alike.filter(|lacking| !lacking.games.is_empty()).collect()
    }

    /// The recorded results of a finalist in a range of a stream, in order.
    pub fn results(&self, stream: Stream, games: Range<u64>, finalist: usize) -> Vec<GameResult> {
        if games.is_empty() {
            return Vec::new();
        }
        let key = |game| (stream, finalist, game);
        let found = self.games.range(key(games.start)..key(games.end));
        found.map(|(_, result)| *result).collect()
    }

    /// The scores of a look; `None` unless all of its games are recorded. In a match the starting
    /// weights have no games of their own.
    pub fn look_scores(&self, spec: &CampaignSpec, look: &Look) -> Option<LookScores> {
        let all = |finalist| {
            let results = self.results(Stream::Validation, look.games(), finalist);
            (results.len() as u64 == u64::from(look.validation_games)).then_some(results)
        };
        let tuned = all(look.winner)?;
        let start = match self.baselines.get(&look.start) {
            Some(stored) => StartScores::Stored(stored.clone()),
            None if look.is_match(spec) => {
                StartScores::mirrored(&tuned, spec.subject().has_margins())
            }
            None => StartScores::Played(all(look.start)?),
        };
        Some(LookScores { tuned, start })
    }
}
