//! Verdicts and intervals of the presets, corrected for having been chosen among the recorded campaigns.

use std::collections::BTreeMap;
use std::fmt::Write;

use statrs::distribution::{ContinuousCDF, StudentsT};
use tune2048_engine::presets::Preset;
use tune2048_files::number_text::grouped;
use tune2048_testkit::recorded::{repository, results};
use tune2048_tuner::weights::Evidence;

/// The share of a campaign's intervals that may be wrong, over all of its looks.
const ERROR: f64 = 0.05;

/// The error in percent of a verdict that is called certain.
const MOST: f64 = 5.0;

/// A table of the presets with intervals at a false coverage rate of [`ERROR`] (Benjamini and
/// Yekutieli 2005): of R results chosen among m, each interval has the level 1 - R q / m. The
/// error of a look is its share q of that of its campaign.
pub(super) fn generate() -> String {
    let recorded = recorded();
    let presets = repository().join("crates/engine/src/presets");
    let of = |preset: &Preset| {
        let text = std::fs::read_to_string(presets.join(format!("{}.toml", preset.name))).ok()?;
        Some((preset.name, evidence(&text)?))
    };
    let chosen: Vec<_> = Preset::ALL.iter().filter_map(of).collect();
    let (chosen_count, all) = (chosen.len() as f64, recorded.len() as f64);
    let mut text = format!(
        "| preset | mean score | that of the start | ratio, chosen {} among {} | error of \"better\" |\n\
         |---|--:|--:|--:|--:|\n",
        chosen.len(),
        recorded.len(),
    );
    for (name, evidence) in chosen {
        let found = Ratio::of(&evidence);
        let level = found.look_error * chosen_count / all;
        let [low, high] = found.interval(level);
        let error = 100.0 * (found.p_value() * ERROR / found.look_error * all).min(1.0);
        let error = match error {
            ..0.1 => "below 0.1 %".to_owned(),
            0.1..=MOST => format!("{error:.1} %"),
            _ => format!("{error:.1} %: not certain"),
        };
        let _ = writeln!(
            text,
            "| `{name}` | {} | {} | {:.3} ({low:.3} to {high:.3}) | {error} |",
            grouped(evidence.tuned.mean),
            grouped(evidence.start.mean),
            found.log.exp()
        );
    }
    text
}

fn recorded() -> BTreeMap<String, Evidence> {
    let weights = results().into_iter().map(|folder| folder.join("best.toml"));
    let texts = weights
        .filter(|path| path.exists())
        .map(|path| std::fs::read_to_string(path).expect("a file of weights is a text"));
    let found = texts.filter_map(|text| evidence(&text));
    found.map(|found| (format!("{:?}", found.ratio), found)).collect()
}

fn evidence(text: &str) -> Option<Evidence> {
    let file: toml::Table = text.parse().expect("a file of weights is TOML");
    file.get("evidence")?.clone().try_into().ok()
}

/// The logarithm of a ratio with its standard error, as a look measured it.
struct Ratio {
    log: f64,
    error: f64,
    student: StudentsT,
    /// The share of wrong intervals that the look may have.
    look_error: f64,
}

impl Ratio {
    fn of(evidence: &Evidence) -> Self {
        let (ratio, interval) =
            evidence.ratio.zip(evidence.ratio_interval).expect("a measured ratio");
        let freedom = evidence.tuned.games as f64 - 1.0;
        let student = StudentsT::new(0.0, 1.0, freedom).expect("more than one game");
        let look_error = 1.0 - evidence.look_confidence;
        let errors = student.inverse_cdf(1.0 - look_error / 2.0);
        let error = (interval.high / interval.low).ln() / 2.0 / errors;
        Self { log: ratio.ln(), error, student, look_error }
    }

    /// The interval that excludes the true ratio with this probability.
    fn interval(&self, wrong: f64) -> [f64; 2] {
        let half_width = self.student.inverse_cdf(1.0 - wrong / 2.0) * self.error;
        [self.log - half_width, self.log + half_width].map(f64::exp)
    }

    /// The probability of a ratio as far from 1 where the true one is 1.
    fn p_value(&self) -> f64 {
        2.0 * self.student.cdf(-(self.log / self.error).abs())
    }
}

/// A printed table has t(0.95, 10) = 1.812461 and t(0.975, 10) = 2.228139.
#[test]
fn wider_intervals_follow_from_those_on_record() {
    let student = StudentsT::new(0.0, 1.0, 10.0).expect("degrees of freedom");
    let found = Ratio { log: 0.0, error: 0.1, student, look_error: 0.1 };
    let [_, plain] = found.interval(0.1);
    let [_, wider] = found.interval(0.05);
    assert!((plain.ln() - 0.181_246_1).abs() < 1e-6, "{plain}");
    assert!((wider.ln() - 0.222_813_9).abs() < 1e-6, "{wider}");
    let at_edge = Ratio { log: 0.181_246_1, ..found };
    assert!((at_edge.p_value() - 0.1).abs() < 1e-6);
}
