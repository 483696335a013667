//! The share of cores that play while a campaign or a comparison runs on many machines, counted
//! in virtual time by the games that are recorded.

use std::path::Path;

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tune2048_engine::evaluate::Monitor;
use tune2048_engine::game::{GameResult, GameSeed, Stream};
use tune2048_engine::presets::Preset;
use tune2048_tuner::campaign::{Campaign, Event};
use tune2048_tuner::statistics::Effect;
use tune2048_tuner::studies::compare::{ComparedPlayers, Comparison, ComparisonLog, Question};
use tune2048_tuner::subject::{Configuration, Evaluate};
use tune2048_tuner::weights::file::WeightsFile;

use super::machines::Machines;

/// The mean duration of a game in seconds.
const SECONDS: f64 = 60.0;

/// Returns a number with mean 1 and a coefficient of variation of 0.4, like the lengths of
/// games, which depends on the candidate and the seed.
fn luck(weights: &Configuration, seed: GameSeed) -> f64 {
    let bits = weights.values.iter().map(|value| value.to_bits());
    let mixed = bits.fold(seed.0, |mixed, bits| {
        mixed.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ bits
    });
    let mut random = Xoshiro256PlusPlus::seed_from_u64(mixed);
    let uniform = (0..2).map(|_| random.next_u64() as f64 / u64::MAX as f64);
    uniform.sum()
}

fn seconds(weights: &Configuration, seed: GameSeed) -> f64 {
    SECONDS * luck(weights, seed)
}

fn play(weights: &Configuration, seed: GameSeed) -> GameResult {
    let score = (20_000.0 * luck(weights, seed)) as u64;
    GameResult {
        score: score.into(),
        largest_tile: 1024,
        moves: score as u32 / 20 + 10,
        nodes: score * 3,
        inner_nodes: 0,
    }
}

/// The times at which the parts of a campaign begin.
struct Times<'a> {
    machines: &'a Machines,
    search_ended: f64,
}

impl Times<'_> {
    fn observe(&mut self, event: &Event<'_>) {
        if let Event::SearchEnded(_) = event {
            self.search_ended = self.machines.now();
        }
    }
}

/// The share of busy cores in a search of one generation, and in the final games after it.
pub(crate) fn of_campaign(folder: &Path, cores: usize, is_ahead: bool) -> [f64; 2] {
    let space = "name = \"busy\"\nseed = 1\n[player.expectimax]\ndepth = 8\n\
         [heuristic.rows]\nempty = \"tune\"\nmerges = \"tune\"\n\
         [objective]\ngames-per-candidate = 100\n[optimizer.cma-es]\npopulation = 10\n\
         [pilot]\nshare = 0\n[budget]\ngames = 1000\n\
         [selection]\ngames = 8000\n[validation]\ngames = 2000\n";
    let machines = Machines::new(cores, is_ahead, play, seconds);
    let mut times = Times { machines: &machines, search_ended: 0.0 };
    let mut campaign = Campaign::create(folder, Path::new("space.toml"), space)
        .expect("the search space has no mistakes");
    let outcome = campaign.run(&machines, &Monitor::default(), &mut |event| times.observe(event));
    outcome.expect("nothing stops the campaign");
    let search_ended = times.search_ended;
    let state = campaign.state();
    let final_seconds = state.finals.all_games().map(|(stream, finalist, game)| {
        let weights = state.finals.finalists[finalist].weights.clone();
        let weights = state.spec.subject().with_values(weights);
        seconds(&weights, GameSeed::new(1, stream, game))
    });
    let cores = cores as f64;
    [
        1000.0 * SECONDS / (cores * search_ended),
        final_seconds.sum::<f64>() / (cores * (machines.now() - search_ended)),
    ]
}

/// The share of busy cores in a comparison of up to 2000 games of each side.
pub(crate) fn of_comparison(folder: &Path, cores: usize, is_ahead: bool) -> f64 {
    let machines = Machines::new(cores, is_ahead, play, seconds);
    let files = ["2014", "2014-simple"].map(|name| {
        let preset = Preset::find(name).expect("it exists");
        WeightsFile::of_preset(preset)
    });
    let players = ComparedPlayers::new(&files[0], &files[1], 1, false);
    let mut log = ComparisonLog::open(&folder.join("compare.csv"), players)
        .expect("the folder can be written to");
    let mut comparison = Comparison::new(Question::Threshold(Effect::Ratio, 1.0), 2000);
    let both = [&files[0], &files[1]];
    let played = comparison.run(&mut log, both, &machines, &Monitor::default(), |_| {});
    played.expect("nothing stops the comparison");
    assert_eq!(log.pairs().len() as u64, comparison.games());
    let games = (0..comparison.games()).flat_map(|game| {
        let seed = GameSeed::new(1, Stream::Comparison, game);
        both.map(|file| seconds(&file.weights, seed))
    });
    games.sum::<f64>() / (cores as f64 * machines.now())
}

/// The share of busy cores in the same comparison if both sides took turns, with a game for each
/// core, none beyond the next look.
pub(crate) fn of_comparison_in_turns(cores: usize) -> f64 {
    let machines = Machines::new(cores, false, play, seconds);
    let sides = ["2014", "2014-simple"].map(|name| Preset::find(name).expect("it exists"));
    let (mut games, mut look, mut busy) = (0, 100, 0.0);
    while games < 2000 {
        let end = look.min(games + cores as u64);
        let seeds: Vec<_> =
            (games..end).map(|game| GameSeed::new(1, Stream::Comparison, game)).collect();
        for weights in sides.map(Configuration::of_preset) {
            let played = machines.play(&weights, &seeds, &Monitor::default());
            busy += played.expect("nothing stops the games").seconds;
        }
        games = end;
        if games == look {
            look += (games / 10).max(100);
        }
    }
    busy / (cores as f64 * machines.now())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        // Thousands of rows, each synced: in memory where there is such a place.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        folder.expect("a temporary folder can be made")
    }

    #[test]
    fn a_hundred_cores_are_busy_in_final_games() {
        let (ahead, in_turn) = (folder(), folder());
        let [_, busy] = of_campaign(ahead.path(), 100, true);
        assert!(busy >= 0.85, "{busy}");
        let [_, with_barriers] = of_campaign(in_turn.path(), 100, false);
        assert!(with_barriers < 0.2, "{with_barriers}");
        let games = |folder: &tempfile::TempDir| {
            std::fs::read_to_string(folder.path().join("games.csv")).unwrap()
        };
        assert_eq!(games(&ahead), games(&in_turn));
    }

    #[test]
    fn a_hundred_cores_are_busy_in_a_comparison() {
        let (ahead, in_turn) = (folder(), folder());
        let busy = of_comparison(ahead.path(), 100, true);
        assert!(busy >= 0.85, "{busy}");
        of_comparison(in_turn.path(), 100, false);
        let read = |folder: &tempfile::TempDir| {
            std::fs::read_to_string(folder.path().join("compare.csv")).unwrap()
        };
        assert_eq!(read(&ahead), read(&in_turn));
        let in_turns = of_comparison_in_turns(100);
        assert!(in_turns < 0.7, "{in_turns}");
    }
}
