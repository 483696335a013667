//! How long a campaign still takes.
//!
//! Better weights play longer games: the moves of a game grow with a power of its score, which
//! the pilot measures. The forecast therefore counts not games but *work*: a game that scores s is
//! `s^exponent` of work. Unlike the games per second, the work per second hardly changes during a
//! campaign. Where games of pilot and search begin at a tile, only the final games play the opening.

use std::time::Duration;

use super::score_curve::ScoreCurve;
use super::work_rate::WorkRate;

/// Exponent without a pilot: about what pilots find for all heuristics.
const TYPICAL_EXPONENT: f64 = 0.85;

/// Games that are still to be played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct GamesAhead {
    /// Games of the pilot.
    pub(super) pilot: f64,
    /// Games of the search; `None` if only time ends it.
    pub(super) search: Option<f64>,
    /// Games of one generation of the search.
    pub(super) generation: f64,
    /// Seconds left for the search, if its time is limited.
    pub(super) search_seconds: Option<f64>,
    /// Upper limit of the games of the final race.
    pub(super) race: f64,
    /// Games of the validation, of the winner and of the starting weights.
    pub(super) validation: [f64; 2],
}

/// Weights whose games are being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayedWeights {
    /// The starting weights and others about as good.
    Start,
    /// The candidates of the current generation.
    Candidates,
    /// The finalists.
    Finalists,
    /// The recommended and the starting weights, half of the games each.
    Both,
}

/// Forecast of the time that games take.
#[derive(Clone, Debug)]
pub(super) struct Forecast {
    exponent: f64,
    pub(super) scores: ScoreCurve,
    rate: WorkRate,
    /// Points of the opening, which pilot and search leave out.
    opening_points: f64,
}

impl Forecast {
    /// Makes the forecast of a campaign whose pilot and search play from this tile on, if any.
    pub(super) fn beginning_at(tile: Option<u32>) -> Self {
        let opening_points = tile.map_or(0.0, |tile| {
            // A tile of rank r that is made of twos has scored r - 1 times its face. A tenth of the
            // spawns are fours, 2/11 of the mass, which lack one merge.
            f64::from(tile) * (f64::from(tile).log2() - 1.0 - 2.0 / 11.0)
        });
        let (scores, rate) = (ScoreCurve::default(), WorkRate::default());
        Self { exponent: TYPICAL_EXPONENT, scores, rate, opening_points }
    }

    /// Takes what the pilot found: the exponent with which the length of a game grows with its
    /// score, and the mean score of the starting weights in points.
    pub(super) fn learn_pilot(&mut self, exponent: f64, start_score: f64) {
        // A pilot of few games may find any exponent.
        self.exponent = exponent.clamp(0.0, 1.5);
        self.scores.learn_start(start_score);
    }

    /// Takes the number of games that the session has played at the time `at`, the last of them
    /// with the weights `played`.
    pub(super) fn count(&mut self, at: Duration, games: u64, played: PlayedWeights) {
        self.rate.count(at, games, self.work_of_a_game(played));
    }

    /// Returns the recent games per second of all threads together; `None` for too few games.
    pub(super) fn games_per_second(&self) -> Option<f64> {
        self.rate.recent().map(|recent| recent.games / recent.seconds)
    }

    /// Returns the seconds until the end, or `None` before enough games have been played.
    pub(super) fn seconds_left(&self, ahead: &GamesAhead) -> Option<f64> {
        let recent = self.rate.recent()?;
        let speed = recent.work / recent.seconds;
        let by_games =
            ahead.search.map(|games| self.work_of_search(games, ahead.generation) / speed);
        let search = by_games.into_iter().chain(ahead.search_seconds).reduce(f64::min);
        let search = search.filter(|seconds| seconds.is_finite())?;
        let whole = ahead.search.filter(|_| ahead.generation > 0.0);
        let generations = whole.map_or(0.0, |games| games / ahead.generation);
        let start_score = self.scores.start_score();
        let best = self.work_of_whole_game(self.scores.score(generations));
        let [of_winner, of_start] = ahead.validation;
        let rest = ahead.pilot * self.work_of_score(start_score)
            + (ahead.race + of_winner) * best
            + of_start * self.work_of_whole_game(start_score);
        Some(search + rest / speed)
    }

    fn work_of_a_game(&self, played: PlayedWeights) -> f64 {
        let (start, candidates) = (self.scores.start_score(), self.scores.score(0.0));
        match played {
            PlayedWeights::Start => self.work_of_score(start),
            PlayedWeights::Candidates => self.work_of_score(candidates),
            PlayedWeights::Finalists => self.work_of_whole_game(candidates),
            PlayedWeights::Both => {
                f64::midpoint(self.work_of_whole_game(start), self.work_of_whole_game(candidates))
            }
        }
    }

    /// Returns the work of a final game, whose points after the opening are `score`.
    fn work_of_whole_game(&self, score: f64) -> f64 {
        self.work_of_score(self.opening_points + score)
    }

    fn work_of_score(&self, score: f64) -> f64 {
        libm::pow(score, self.exponent)
    }

    /// Returns the work of `games` games of search in generations of `generation` games, each
    /// generation scoring as forecast.
    fn work_of_search(&self, games: f64, generation: f64) -> f64 {
        // The curve is smooth, so that a few places of it are enough.
        const PLACES: u32 = 32;
        let part = games / f64::from(PLACES);
        let parts = (0..PLACES).map(|place| {
            let before = part * (f64::from(place) + 0.5);
            part * self.work_of_score(self.scores.score(before / generation.max(1.0)))
        });
        parts.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the seconds left after each generation, true and forecast, of a campaign whose
    /// games take `score^exponent` milliseconds: generations of 100 games with these mean scores,
    /// then 400 games of a race and 2 · 300 of a validation.
    fn outcome(scores: &[f64], start: f64, exponent: f64) -> Vec<(f64, f64)> {
        let cost = |score: f64| libm::pow(score, exponent) / 1000.0;
        let last = *scores.last().unwrap();
        let finals = 400.0 * cost(last) + 300.0 * (cost(last) + cost(start));
        let mut forecast = Forecast::beginning_at(None);
        forecast.learn_pilot(exponent, start);
        let (mut now, mut games) = (0.0, 0);
        let mut found = Vec::new();
        for (generation, &score) in scores.iter().enumerate() {
            for _ in 0..100 {
                now += cost(score);
                games += 1;
                forecast.count(Duration::from_secs_f64(now), games, PlayedWeights::Candidates);
            }
            forecast.scores.learn_generation(score);
            let left = &scores[generation + 1..];
            let truth = left.iter().map(|&score| 100.0 * cost(score)).sum::<f64>() + finals;
            let ahead = GamesAhead {
                search: Some(100.0 * left.len() as f64),
                generation: 100.0,
                race: 400.0,
                validation: [300.0; 2],
                ..GamesAhead::default()
            };
            found.extend(forecast.seconds_left(&ahead).map(|forecast| (truth, forecast)));
        }
        found
    }

    #[test]
    fn longer_games_are_forecast() {
        let curve = |generation: f64| 15_000.0 * libm::pow(generation + 1.0, 0.35);
        let scores: Vec<f64> = (0..40).map(|g| curve(f64::from(g))).collect();
        let games = |generation: usize| 100.0 * (39 - generation) as f64 + 1000.0;
        for (generation, (truth, forecast)) in outcome(&scores, 15_000.0, 0.88).iter().enumerate() {
            let error = (forecast / truth - 1.0).abs();
            // It takes three generations to see how fast scores grow.
            let limit = if generation < 3 { 0.4 } else { 0.25 };
            assert!(error < limit, "{generation}: {forecast} for {truth}");
            // The ratio of games to speed is a worse forecast at first.
            let speed = libm::pow(scores[generation], 0.88) / 1000.0;
            let naive = (games(generation) * speed / truth - 1.0).abs();
            assert!(generation > 5 || error < naive, "{generation}: {naive}");
        }
    }

    #[test]
    fn only_final_games_have_an_opening() {
        let seconds_left = |tile: Option<u32>, ahead: &GamesAhead| {
            let mut forecast = Forecast::beginning_at(tile);
            forecast.learn_pilot(1.0, 10_000.0);
            // One game a second, as good as the starting weights.
            for games in 1..=200 {
                let at = Duration::from_secs(games);
                forecast.count(at, games, PlayedWeights::Start);
            }
            forecast.seconds_left(ahead).unwrap()
        };
        let search = GamesAhead { search: Some(0.0), pilot: 100.0, ..GamesAhead::default() };
        let of_start =
            GamesAhead { search: Some(0.0), validation: [0.0, 100.0], ..GamesAhead::default() };
        for ahead in [&search, &of_start] {
            assert!((seconds_left(None, ahead) - 100.0).abs() < 1.0);
        }
        assert!((seconds_left(Some(1024), &search) - 100.0).abs() < 1.0);
        // A 1024 has scored about nine times 1024 points, and a game of 10 000 takes a second.
        let whole = seconds_left(Some(1024), &of_start);
        assert!((180.0..195.0).contains(&whole), "{whole}");
    }

    #[test]
    fn a_limit_of_time_ends_the_search() {
        let mut forecast = Forecast::beginning_at(None);
        forecast.count(Duration::from_secs(10), 100, PlayedWeights::Start);
        let mut ahead = GamesAhead { search_seconds: Some(60.0), ..GamesAhead::default() };
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
}
