//! The settings of a learning run: the file as people write it, and what it means.

mod file;
mod spec;

pub use file::{LearningFile, Method, MethodKind, Search, TupleChoice};
pub use spec::{LearningSpec, at_depth};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::Step;

    fn spec(games: u64, method: Method) -> LearningSpec {
        let file = LearningFile { games, method, ..LearningFile::default() };
        LearningSpec::new(file, "my run.v2").unwrap()
    }

    #[test]
    fn defaults_follow_the_kind_and_lambda() {
        let coherent = spec(50, Method::default());
        assert_eq!((coherent.name.as_str(), coherent.file.point_games()), ("my-run.v2", 50));
        let step = coherent.step(0);
        assert_eq!((step.is_coherent, step.rate, step.horizon), (true, 1.0, 1));
        assert!(coherent.step(49) == step);
        let kind = MethodKind::TemporalDifferences;
        let plain = spec(1_000_000, Method { kind, lambda: 0.5, ..Method::default() });
        assert_eq!(plain.file.point_games(), 5000);
        let Step { is_coherent, rate, lambda, horizon, .. } = plain.step(999_999);
        assert_eq!((is_coherent, rate, lambda, horizon), (false, 0.1, 0.5, 3));
    }

    #[test]
    fn the_identity_is_every_setting_that_changes_weights() {
        let file = |text: &str, games| LearningFile {
            name: Some(text.to_owned()),
            test_games: games,
            ..LearningFile::default()
        };
        let [one, other] = [file("a", 2), file("b", 3)].map(|file| LearningSpec::new(file, ""));
        assert_eq!(one.unwrap().identity(), other.unwrap().identity());
        let seeded = LearningFile { seed: 2, ..file("a", 2) };
        let seeded = LearningSpec::new(seeded, "").unwrap();
        let expected = "seed = 2\ngames = 100000\ntuples = 4x6\nstages = none\n\
                        method.kind = tc\nmethod.learning-rate = 1\nmethod.lambda = 0\n\
                        method.horizon = 1\ncurve = 500\n";
        assert_eq!(seeded.identity(), expected);
    }
}
