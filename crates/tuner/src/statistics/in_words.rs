//! Numbers, times and intervals as text for people.

use std::time::Duration;

use crate::statistics::Interval;
use crate::statistics::elo::elo;
use tune2048_engine::game::Score;
use tune2048_files::number_text::{counted, decimals, fixed, grouped, grouped_fixed, score};

/// Formats a score with its interval: `12 345 (12 000 to 12 690)`.
pub fn with_interval(value: f64, interval: Option<Interval>) -> String {
    let [value, ends] = score_interval(value, interval);
    beside(value, interval.map(|_| ends))
}

/// Formats a score with its interval of a level: `12 345, 95 % interval 12 000 to 12 690`.
pub fn with_level(value: f64, interval: Option<Interval>, level: &str) -> String {
    let [value, ends] = score_interval(value, interval);
    interval.map_or(value.clone(), |_| format!("{value}, {level} interval {ends}"))
}

/// The name of the mean of scores, of results of games or others: `share of the points`, `mean score`.
pub fn measured(are_results: bool) -> &'static str {
    if are_results { "share of the points" } else { "mean score" }
}

/// Formats a share of the points and its interval in Elo: `+44 (+22 to +65)`.
pub fn in_elo(share: f64, interval: Option<Interval>) -> String {
    let rating = |share: f64| signed(elo(share), 0);
    beside(rating(share), interval.map(|ends| range(ends, rating)))
}

/// A number with its sign, which nothing has not.
pub fn signed(number: f64, decimals: usize) -> String {
    let size = grouped_fixed(number.abs(), decimals);
    let is_none = number.is_finite() && !size.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    let sign = match number {
        _ if is_none => "",
        number if number > 0.0 => "+",
        _ => "-",
    };
    format!("{sign}{size}")
}

/// Writes how many pairs of games one side won, drew and lost, and by how much: `Pairs of B: 40 won, 8 drawn, 27 lost;
/// 5, 22, 8, 30, 10 with 0, 0.5, 1, 1.5, 2 points`.
pub fn pentanomial(side: &str, pairs: [u64; 5]) -> String {
    let [none, half, one, more, two] = pairs.map(|pairs| grouped(pairs as f64));
    let [won, lost] = [pairs[3] + pairs[4], pairs[0] + pairs[1]].map(|pairs| grouped(pairs as f64));
    format!(
        "Pairs of {side}: {won} won, {one} drawn, {lost} lost; {none}, {half}, {one}, {more}, {two} with 0, 0.5, 1, 1.5, 2 points"
    )
}

/// Formats the score of one game: a whole one as it is.
pub fn game_score(found: Score) -> String {
    match found.whole() {
        Some(whole) => grouped(whole as f64),
        None => score(found.get()),
    }
}

/// Formats a score and its interval, with the same decimals: `0.470`, `0.402 to 0.538`.
pub fn score_interval(value: f64, interval: Option<Interval>) -> [String; 2] {
    let places = decimals(value, interval.map(Into::into), 0);
    let write = |number| grouped_fixed(number, places);
    [write(value), interval.map_or(String::new(), |ends| range(ends, write))]
}

/// How reliable a ranking by so many games of each is: `reliability 0.94 (0.80 to 1.00) at 16 games each`.
pub fn ranking(
    reliability: Option<f64>,
    interval: Option<Interval>,
    games: Option<impl TryInto<u64>>,
    unit: &str,
) -> String {
    let Some((reliability, games)) = reliability.zip(games) else {
        return "reliability not known".to_owned();
    };
    let write = |share: f64| fixed(share, 2);
    let interval = interval.map(|ends| range(ends, write));
    format!(
        "{} at {} each",
        beside(format!("reliability {}", write(reliability)), interval),
        counted(games, unit)
    )
}

/// What is known with its interval in brackets, if it has one.
pub(crate) fn beside(known: String, interval: Option<String>) -> String {
    interval.map_or(known.clone(), |interval| format!("{known} ({interval})"))
}

/// Formats an interval: `a to b`.
pub fn range(ends: impl Into<[f64; 2]>, write: impl Fn(f64) -> String) -> String {
    ends.into().map(write).join(" to ")
}

/// Formats seconds: `8 s`, `1 min 20 s`, `3 h 05 min`.
pub fn duration(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds:02} s"),
        (hours, minutes, _) => format!("{hours} h {minutes:02} min"),
    }
}

/// Formats a time as hours, minutes and seconds: `00:01:04`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_two_units_at_most() {
        assert_eq!(duration(8.4), "8 s");
        assert_eq!(duration(80.0), "1 min 20 s");
        assert_eq!(duration(11_100.0), "3 h 05 min");
        assert_eq!(clock(Duration::from_secs(64)), "00:01:04");
    }
}
