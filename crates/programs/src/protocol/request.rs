//! Requests: the line that asks a program for games.

use tune2048_engine::GameSeed;
use tune2048_tuner::subject::{CommandSettings, Configuration, json_object};

/// A game of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Game {
    /// The place in the job: index of the candidate · number of seeds + index of the seed.
    pub(crate) index: usize,
    /// The seed that the program is given.
    pub(crate) seed: u64,
    /// Whether the game has a result, with which this one is compared.
    pub(crate) is_repeat: bool,
}

/// The seed that a program is given: 53 bits, exact in the numbers of every language.
pub fn sent_seed(seed: GameSeed) -> u64 {
    seed.0 >> 11
}

/// The weights that take part as a JSON object, in order.
///
/// Reading a value gives the same bits; a whole one has no decimal point.
pub fn weights_object(weights: &Configuration) -> String {
    let arguments = weights.arguments();
    json_object(arguments.iter().map(|(name, value)| (*name, value)))
}

/// The line of a request, with its end; the settings have the other side, if there is one, and the engines.
pub(crate) fn line(id: u64, weights: &str, settings: &CommandSettings, games: &[Game]) -> String {
    let of = |name: &str, value: String| format!("\"{name}\": {value}, ");
    let mut sides = String::new();
    if let Some(opponent) = &settings.opponent {
        sides += &of("opponent", opponent.to_json());
    }
    if !settings.engine.is_empty() {
        let words = |words: &[String]| serde_json::json!(words).to_string();
        sides += &of("engine", words(&settings.engine));
        if settings.opponent.is_some() {
            sides += &of("opponent-engine", words(settings.engine_of_opponent()));
        }
    }
    let seeds: Vec<String> = games.iter().map(|game| game.seed.to_string()).collect();
    let seeds = seeds.join(", ");
    format!("{{\"id\": {id}, \"weights\": {weights}, {sides}\"seeds\": [{seeds}]}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_tuner::subject::Subject;

    #[test]
    fn weights_read_back_to_the_bit() {
        let values = [200_000.0, 270.5, -0.1, 1e-300, 1e30, -1e22, 1_f64.next_up(), 5e-324];
        let names = ["LOST", "empty", "a \"b\"", "c", "d", "e", "f", "g"];
        let program = Subject::program(CommandSettings::new(Vec::new()), names);
        let mut weights = Configuration::defaults(program);
        weights.values = values.to_vec();
        let text = weights_object(&weights);
        let first = r#"{"LOST": 200000, "empty": 270.5, "a \"b\"": -0.1, "c": 0.0"#;
        let large = r#""d": 1000000000000000000000000000000, "e": -10000000000000000000000,"#;
        assert!(text.starts_with(first) && text.contains(large), "{text}");
        let object: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&text).unwrap();
        assert!(object.keys().eq(names.iter()));
        let read: Vec<u64> = object.values().map(|v| v.as_f64().unwrap().to_bits()).collect();
        assert_eq!(read, values.map(f64::to_bits));
    }

    #[test]
    fn seeds_are_exact_in_doubles() {
        assert_eq!(sent_seed(GameSeed(u64::MAX)), (1 << 53) - 1);
    }
}
