//! The tests of a match: errors and pairs of games.
//!
//! Games are independent, with the draws of BayesElo (Coulom 2010): half of the Elo range between a won and a lost game is a
//! draw. It is the model of the simulator of fishtest (vdbergh/simul) without an opening that favours a color.

use tune2048_engine::game::Score;
use tune2048_tuner::statistics::Effect;
use tune2048_tuner::statistics::elo::{EloTest, share_of_points};
use tune2048_tuner::studies::compare::{Comparison, Question, TestResult};

use super::luck::Luck;

/// Equal players draw this share of their games.
const DRAWS: f64 = 0.61;

/// The most pairs of games of a match.
const MOST_PAIRS: u64 = 50_000;

/// The probabilities of a won and of a lost game where the points have the Elo `elo`.
fn won_and_lost(elo: f64) -> [f64; 2] {
    // Equal players win (1 - DRAWS) / 2 of their games.
    let draw_elo = 400.0 * f64::log10((1.0 + DRAWS) / (1.0 - DRAWS));
    let both = |rating: f64| [rating, -rating].map(|rating| share_of_points(rating - draw_elo));
    let (mut low, mut high) = (-1_000.0, 1_000.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let [won, lost] = both(middle);
        let share = f64::midpoint(1.0, won - lost);
        *(if share < share_of_points(elo) { &mut low } else { &mut high }) = middle;
    }
    both(low)
}

/// The ends of many matches: shares in which B passed and failed, and the mean number of pairs.
struct Ends {
    passed: f64,
    failed: f64,
    pairs: f64,
}

fn play(question: Question, elo: f64, matches: u64) -> Ends {
    let [won, lost] = won_and_lost(elo);
    let [mut passed, mut failed, mut pairs] = [0, 0, 0];
    for number in 0..matches {
        let mut luck = Luck::new(number);
        let mut comparison = Comparison::new(question, MOST_PAIRS);
        comparison.sample.is_match = true;
        while let Some(missing) = comparison.missing() {
            for _ in missing {
                let mut game = || match luck.uniform() {
                    chance if chance < won => 1.0,
                    chance if chance < won + lost => 0.0,
                    _ => 0.5,
                };
                let share = f64::midpoint(game(), game());
                comparison.add([None, Some(Score::new(share).expect("a share is finite"))]);
            }
        }
        passed += u64::from(comparison.verdict == Some(TestResult::Above));
        failed += u64::from(comparison.verdict == Some(TestResult::Below));
        pairs += comparison.games();
    }
    let [passed, failed, pairs] = [passed, failed, pairs].map(|sum| sum as f64 / matches as f64);
    Ends { passed, failed, pairs }
}

fn test() -> Question {
    Question::Elo(EloTest { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 })
}

pub(super) fn errors_and_pairs(matches: u64) {
    let by = Question::Threshold(Effect::Difference, 2.0 * share_of_points(5.0) - 1.0);
    println!("{matches} matches each of at most {MOST_PAIRS} pairs: passed, failed, mean pairs");
    for (name, question) in [("--elo0 0 --elo1 5", test()), ("--by 5elo", by)] {
        for elo in [0.0, 2.5, 5.0] {
            let Ends { passed, failed, pairs } = play(question, elo, matches);
            println!(
                "{name} at {elo} Elo: {:.1} %, {:.1} %, {pairs:.0}",
                100.0 * passed,
                100.0 * failed
            );
            // 5 % plus two standard deviations of the sampling error of 2 000 matches.
            let wrong = if elo < 5.0 { passed } else { failed };
            assert!(
                (elo - 2.5).abs() < 0.1 && name != "--by 5elo" || wrong <= 0.06,
                "{name} at {elo} Elo"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_test_errs_as_it_says() {
        let test = EloTest { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let [none, all] = [0.0, 50.0].map(|elo| play(Question::Elo(test), elo, 400));
        // 5 % plus two standard deviations of the sampling error of 400 matches.
        assert!(none.passed <= 0.072 && all.failed <= 0.072, "{} {}", none.passed, all.failed);
        assert!(none.pairs < 200.0 && all.pairs < 200.0, "{} {}", none.pairs, all.pairs);
    }
}
