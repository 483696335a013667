//! Requests: the line that asks a program for games.

use indexmap::IndexMap;
use tune2048_engine::GameSeed;
use tune2048_tuner::subject::{CommandSettings, Configuration, json_object};

use crate::failure::Fault;

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

/// A request that a process is answering.
pub(crate) struct Request {
    /// The number of the request within its process.
    pub(crate) id: u64,
    /// The games by their seeds, in order, each with whether it has an answer.
    games: IndexMap<u64, (Game, bool)>,
}

impl Request {
    /// A request for games of one candidate, whose seeds differ.
    pub(crate) fn new(id: u64, games: Vec<Game>) -> Self {
        let games = games.into_iter().map(|game| (game.seed, (game, false)));
        Self { id, games: games.collect() }
    }

    /// The game that an answer belongs to, which must have none yet.
    pub(crate) fn open_game(&self, id: u64, seed: u64) -> Result<Game, Fault> {
        if id != self.id {
            let what = format!("it answered request {id}, but the last request is {}", self.id);
            let advice = "write one line for each seed, with the id of its request";
            return Err(Fault::new(what, advice));
        }
        match self.games.get(&seed) {
            Some((game, false)) => Ok(*game),
            Some(_) => {
                let what = format!("it answered seed {seed} of request {id} twice");
                Err(Fault::new(what, "write one line for each seed"))
            }
            None => {
                let what = format!("it answered seed {seed}, which request {id} does not have");
                let advice = "repeat the seed of the request; seeds have up to 53 bits: keep them in \
                     a 64-bit whole number or a double";
                Err(Fault::new(what, advice))
            }
        }
    }

    /// Takes the answer of a game.
    pub(crate) fn close(&mut self, game: Game) {
        self.games[&game.seed].1 = true;
    }

    /// The games without an answer, in order.
    pub(crate) fn open_games(&self) -> impl Iterator<Item = Game> {
        self.games.values().filter(|(_, is_closed)| !is_closed).map(|(game, _)| *game)
    }
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
    fn an_answer_belongs_to_an_open_game_of_its_request() {
        let games = [5, 6].map(|seed| Game { index: 0, seed, is_repeat: false });
        let mut request = Request::new(3, games.to_vec());
        request.close(request.open_game(3, 6).unwrap());
        let twice = request.open_game(3, 6).unwrap_err().what;
        assert_eq!(twice, "it answered seed 6 of request 3 twice");
        let other = request.open_game(2, 5).unwrap_err().what;
        assert_eq!(other, "it answered request 2, but the last request is 3");
        let unknown = request.open_game(3, 7).unwrap_err();
        assert_eq!(unknown.what, "it answered seed 7, which request 3 does not have");
        assert!(unknown.advice.contains("64-bit"));
        assert!(request.open_games().eq([games[0]]));
        request.close(games[0]);
        assert_eq!(request.open_games().count(), 0);
    }

    #[test]
    fn seeds_are_exact_in_doubles() {
        assert_eq!(sent_seed(GameSeed(u64::MAX)), (1 << 53) - 1);
    }
}
