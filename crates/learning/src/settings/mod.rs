//! The settings of a learning run: the file as people write it, and what it means.

mod file;
mod meaning;
mod numbers;
mod spec;

pub use file::{LearningFile, MethodKind, MethodTable, SearchTable, TupleChoice};
pub use numbers::{NUMBERS, Number};
pub use spec::{LearningSpec, SearchPhase, at_depth};

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(games: u64, method: MethodTable) -> LearningSpec {
        let file =
            LearningFile { games: Some(games), method: Some(method), ..LearningFile::default() };
        LearningSpec::new(file, "my run.v2").unwrap()
    }

    #[test]
    fn defaults_follow_the_kind_and_lambda() {
        let coherent = spec(50, MethodTable::default());
        assert_eq!([coherent.curve, coherent.games], [50, 50]);
        assert_eq!((coherent.name.as_str(), coherent.horizon), ("my-run.v2", 1));
        let step = coherent.step(0);
        assert_eq!((step.is_coherent, step.rate), (true, 1.0));
        assert!(coherent.step(49) == step);
        let kind = MethodKind::TemporalDifferences;
        let lambda = Some(0.5);
        let plain = spec(1_000_000, MethodTable { kind, lambda, ..MethodTable::default() });
        assert_eq!((plain.curve, plain.horizon), (5000, 3));
        let step = plain.step(999_999);
        assert_eq!((step.is_coherent, step.rate, step.lambda), (false, 0.1, 0.5));
    }

    #[test]
    fn what_changes_no_weight_is_not_part_of_the_identity() {
        let file = |text: &str, games| LearningFile {
            name: Some(text.to_owned()),
            test_games: Some(games),
            ..LearningFile::default()
        };
        let [one, other] = [file("a", 2), file("b", 3)].map(|file| LearningSpec::new(file, ""));
        assert_eq!(one.unwrap().identity(), other.unwrap().identity());
        let seeded = LearningFile { seed: Some(2), ..file("a", 2) };
        let seeded = LearningSpec::new(seeded, "").unwrap();
        assert!(seeded.identity().contains("seed = 2"));
    }
}
