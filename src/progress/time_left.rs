//! How long a campaign still takes.
//!
//! Better weights play longer games: the moves of a game grow with a power of
//! its score, which the pilot measures. So what is left is counted not in games
//! but in *work*: a game that scores s is `s^exponent` of it. The work that is
//! done in a second hardly changes while a campaign goes on, unlike the games.
//!
//! How well the candidates to come will score is read off a curve through the
//! last half of the generations, `score = a (generation + 1)^growth`. A few
//! noisy generations tell no growth, so that the fit starts from a typical one
//! and gives it up as generations come in.

use std::collections::VecDeque;
use std::time::Duration;

/// Where there is no pilot: about what `plan` finds for all heuristics.
const USUAL_EXPONENT: f64 = 0.85;

/// The growth before there are generations, and how much of a fit it counts:
/// of those tried, what came closest at all stages of four campaigns of CMA-ES
/// over six weights.
const USUAL_GROWTH: f64 = 0.2;
const COUNTS: f64 = 1.0;
/// Nothing grows faster for long.
const FASTEST_GROWTH: f64 = 1.0;

/// The speed is that of this last while.
const WINDOW: Duration = Duration::from_secs(30);
/// Samples lie so far apart.
const STEP: Duration = Duration::from_millis(500);
/// Fewer games say nothing of speed.
const MIN_GAMES: u64 = 8;

/// The games that are still to come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GamesAhead {
    /// Of the pilot.
    pub pilot: f64,
    /// Of the search; `None` where only time ends it.
    pub search: Option<f64>,
    /// Of one generation of the search.
    pub generation: f64,
    /// The seconds that are left for the search, if its time is limited.
    pub search_seconds: Option<f64>,
    /// Of the final race, at most.
    pub race: f64,
    /// Of the validation, for each of two weights.
    pub validation: f64,
}

/// Whose games are being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedWeights {
    /// The starting weights and others about as good.
    Start,
    /// The candidates of the generation that is under way.
    Candidates,
    /// Finalists.
    Finalists,
    /// The recommended and the starting weights, half each.
    Both,
}

/// What was played until a moment.
#[derive(Clone, Copy, Debug)]
struct WorkSample {
    at: Duration,
    games: u64,
    work: f64,
}

/// Foretells how long games will take.
#[derive(Clone, Debug)]
pub struct Forecast {
    exponent: f64,
    start_score: Option<f64>,
    /// The candidates' mean score of each generation.
    scores: Vec<f64>,
    /// The scores of candidates of the generation under way.
    open: Vec<f64>,
    /// Oldest first; never empty.
    samples: VecDeque<WorkSample>,
}

impl Default for Forecast {
    fn default() -> Self {
        let nothing = WorkSample {
            at: Duration::ZERO,
            games: 0,
            work: 0.0,
        };
        Self {
            exponent: USUAL_EXPONENT,
            start_score: None,
            scores: Vec::new(),
            open: Vec::new(),
            samples: VecDeque::from([nothing]),
        }
    }
}

impl Forecast {
    /// Learns from the pilot: the power of the score that a game's length
    /// grows with, and the mean score of the starting weights in points.
    pub fn learn_pilot(&mut self, exponent: f64, start_score: f64) {
        // A pilot of few games may have found anything.
        self.exponent = exponent.clamp(0.0, 1.5);
        self.start_score = Some(start_score).filter(|&score| score > 0.0);
    }

    /// Learns the mean score of a candidate of the generation under way, in points.
    pub fn learn_candidate(&mut self, mean_score: f64) {
        self.open.push(mean_score.max(1.0));
    }

    /// Learns the mean score of the candidates of the generation under way,
    /// which is complete.
    pub fn learn_generation(&mut self, mean_score: f64) {
        self.open.clear();
        // Games without a point still take a move.
        self.scores.push(mean_score.max(1.0));
    }

    /// Counts the games of this session until now, the last of them by these players.
    pub fn count(&mut self, at: Duration, games: u64, players: PlayedWeights) {
        let last = *self.samples.back().expect("never empty");
        if at < last.at + STEP {
            return;
        }
        let new = games.saturating_sub(last.games) as f64;
        self.samples.push_back(WorkSample {
            at,
            games,
            work: last.work + new * self.work_of_a_game(players),
        });
        while let [_, second, ..] = self.samples.make_contiguous() {
            let enough = games.saturating_sub(second.games) >= MIN_GAMES;
            if !enough || at < second.at + WINDOW {
                break;
            }
            self.samples.pop_front();
        }
    }

    /// Games per second of the last while, all threads together; `None` for too few games.
    pub fn games_per_second(&self) -> Option<f64> {
        let (seconds, games, _) = self.recent()?;
        Some(games / seconds)
    }

    /// The seconds until the end; `None` before games have told the speed.
    pub fn seconds_left(&self, ahead: &GamesAhead) -> Option<f64> {
        let (seconds, _, work) = self.recent()?;
        let speed = work / seconds;
        let by_games = ahead
            .search
            .map(|games| self.work_of_search(games, ahead.generation) / speed);
        let search = by_games.into_iter().chain(ahead.search_seconds);
        let search = search.fold(f64::INFINITY, f64::min);
        if search.is_infinite() {
            return None;
        }
        let generations = match ahead.search {
            Some(games) if ahead.generation > 0.0 => games / ahead.generation,
            _ => 0.0,
        };
        let (start, best) = (
            self.work_of_score(self.start_score()),
            self.work_of_score(self.score(generations)),
        );
        let rest = ahead.pilot * start + ahead.race * best + ahead.validation * (start + best);
        Some(search + rest / speed)
    }

    /// Seconds, games and work of the last while.
    fn recent(&self) -> Option<(f64, f64, f64)> {
        let (first, last) = (self.samples.front()?, self.samples.back()?);
        let games = last.games - first.games;
        let seconds = (last.at - first.at).as_secs_f64();
        (games >= MIN_GAMES).then_some((seconds, games as f64, last.work - first.work))
    }

    fn work_of_a_game(&self, players: PlayedWeights) -> f64 {
        let start = self.work_of_score(self.start_score());
        let candidates = self.work_of_score(self.score(0.0));
        match players {
            PlayedWeights::Start => start,
            PlayedWeights::Candidates | PlayedWeights::Finalists => candidates,
            PlayedWeights::Both => f64::midpoint(start, candidates),
        }
    }

    fn work_of_score(&self, score: f64) -> f64 {
        libm::pow(score, self.exponent)
    }

    /// The work of so many games of search, each generation scoring as foretold.
    fn work_of_search(&self, games: f64, generation: f64) -> f64 {
        // The curve is smooth: a few places of it are enough.
        const PLACES: u32 = 32;
        let part = games / f64::from(PLACES);
        let parts = (0..PLACES).map(|place| {
            let before = part * (f64::from(place) + 0.5);
            part * self.work_of_score(self.score(before / generation.max(1.0)))
        });
        parts.sum()
    }

    fn start_score(&self) -> f64 {
        let first = self.scores.first().copied();
        self.start_score.or(first).unwrap_or(1.0)
    }

    /// The mean score of the candidates so many generations after the one that is under way.
    fn score(&self, ahead: f64) -> f64 {
        let (growth, level) = self.curve();
        let generation = self.scores.len() as f64;
        libm::exp(level + growth * libm::log(generation + 1.0 + ahead))
    }

    /// Growth and level of the line through the logarithms of the last half of the generations.
    fn curve(&self) -> (f64, f64) {
        if self.scores.is_empty() {
            // The first candidates may play far worse than what they come from.
            let open = self.open.iter().sum::<f64>() / self.open.len() as f64;
            let score = if open > 0.0 { open } else { self.start_score() };
            return (USUAL_GROWTH, libm::log(score));
        }
        let half = self.scores.len().div_ceil(2).max(3).min(self.scores.len());
        let first = self.scores.len() - half;
        let points = self.scores.iter().enumerate().skip(first);
        let points: Vec<(f64, f64)> = points
            .map(|(generation, &score)| (libm::log(generation as f64 + 1.0), libm::log(score)))
            .collect();
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / half as f64;
        let (center, level) = (mean(|point| point.0), mean(|point| point.1));
        let (mut squares, mut products) = (0.0, 0.0);
        for (x, y) in &points {
            squares += (x - center) * (x - center);
            products += (x - center) * (y - level);
        }
        let growth = (products + COUNTS * USUAL_GROWTH) / (squares + COUNTS);
        let growth = growth.clamp(0.0, FASTEST_GROWTH);
        (growth, level - growth * center)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A campaign whose games take `score^exponent` milliseconds, played in
    /// generations of 100 games that score as told, then 400 of a race and
    /// 2 · 300 of a validation. Tells the seconds left after each generation
    /// as they turned out and as they were foretold.
    fn outcome(scores: &[f64], start: f64, exponent: f64) -> Vec<(f64, f64)> {
        let cost = |score: f64| libm::pow(score, exponent) / 1000.0;
        let last = *scores.last().unwrap();
        let finals = 400.0 * cost(last) + 300.0 * (cost(last) + cost(start));
        let mut forecast = Forecast::default();
        forecast.learn_pilot(exponent, start);
        let (mut now, mut games) = (0.0, 0);
        let mut found = Vec::new();
        for (generation, &score) in scores.iter().enumerate() {
            for _ in 0..100 {
                now += cost(score);
                games += 1;
                forecast.count(
                    Duration::from_secs_f64(now),
                    games,
                    PlayedWeights::Candidates,
                );
            }
            forecast.learn_generation(score);
            let left = &scores[generation + 1..];
            let truth = left.iter().map(|&score| 100.0 * cost(score)).sum::<f64>() + finals;
            let ahead = GamesAhead {
                search: Some(100.0 * left.len() as f64),
                generation: 100.0,
                race: 400.0,
                validation: 300.0,
                ..GamesAhead::default()
            };
            found.extend(forecast.seconds_left(&ahead).map(|told| (truth, told)));
        }
        found
    }

    #[test]
    fn where_games_stay_as_long_the_rest_is_games_over_speed() {
        let found = outcome(&[20_000.0; 40], 20_000.0, 0.8);
        assert!(found.len() >= 39);
        for (generation, (truth, told)) in found.iter().enumerate().skip(20) {
            let error = told / truth - 1.0;
            assert!(error.abs() < 0.1, "{generation}: {told} for {truth}");
        }
    }

    #[test]
    fn games_that_grow_longer_are_foretold() {
        let curve = |generation: f64| 15_000.0 * libm::pow(generation + 1.0, 0.35);
        let scores: Vec<f64> = (0..40).map(|g| curve(f64::from(g))).collect();
        let games = |generation: usize| 100.0 * (39 - generation) as f64 + 1000.0;
        for (generation, (truth, told)) in outcome(&scores, 15_000.0, 0.88).iter().enumerate() {
            let error = (told / truth - 1.0).abs();
            // Three generations have to tell how fast scores grow.
            let limit = if generation < 3 { 0.4 } else { 0.25 };
            assert!(error < limit, "{generation}: {told} for {truth}");
            // What games over speed would say is further off at first.
            let speed = libm::pow(scores[generation], 0.88) / 1000.0;
            let naive = (games(generation) * speed / truth - 1.0).abs();
            assert!(generation > 5 || error < naive, "{generation}: {naive}");
        }
    }

    #[test]
    fn time_that_is_limited_ends_the_search() {
        let mut forecast = Forecast::default();
        forecast.count(Duration::from_secs(10), 100, PlayedWeights::Start);
        let mut ahead = GamesAhead {
            search_seconds: Some(60.0),
            ..GamesAhead::default()
        };
        assert!((forecast.seconds_left(&ahead).unwrap() - 60.0).abs() < 1e-9);
        // 10 games a second: 100 games need less than a minute.
        (ahead.search, ahead.generation) = (Some(100.0), 100.0);
        assert!(forecast.seconds_left(&ahead).unwrap() < 20.0);
        ahead.search = Some(1e6);
        assert!((forecast.seconds_left(&ahead).unwrap() - 60.0).abs() < 1e-9);
        ahead.search_seconds = None;
        ahead.search = None;
        assert_eq!(forecast.seconds_left(&ahead), None);
    }

    #[test]
    fn too_few_games_tell_nothing() {
        let mut forecast = Forecast::default();
        assert_eq!(forecast.seconds_left(&GamesAhead::default()), None);
        forecast.count(Duration::from_secs(3), 2, PlayedWeights::Start);
        assert_eq!(forecast.games_per_second(), None);
        // However slow games are, a few of them are waited for.
        forecast.count(Duration::from_secs(3000), 8, PlayedWeights::Start);
        let speed = forecast.games_per_second().unwrap();
        assert!((speed - 8.0 / 3000.0).abs() < 1e-9);
    }

    #[test]
    fn the_speed_is_that_of_the_last_while() {
        let mut forecast = Forecast::default();
        for second in 1..=100_u64 {
            let games = 10 * second.min(50) + 100 * second.saturating_sub(50);
            forecast.count(Duration::from_secs(second), games, PlayedWeights::Start);
        }
        assert!((forecast.games_per_second().unwrap() - 100.0).abs() < 1e-9);
    }
}
