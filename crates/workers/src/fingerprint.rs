//! What games depend on besides their job: the build and the processor.

use std::sync::LazyLock;

use tune2048_engine::player::{self, PlayerSettings};
use tune2048_engine::{GameSeed, Preset, Session, Tables};

use crate::messages::{PROTOCOL, hex_hash};

/// The moves of each golden game.
const GOLDEN_MOVES: u32 = 60;

/// Identifies all that games depend on besides their job: the protocol, the sources of the engine
/// with the versions of its libraries, and golden games of every player and every kind of weights,
/// which this process plays once.
///
/// Workers and runs of different fingerprints do not work together, so that no other build and no
/// processor that computes differently adds to a record.
pub fn fingerprint() -> &'static str {
    static FINGERPRINT: LazyLock<String> = LazyLock::new(|| {
        let sources = env!("TUNE2048_ENGINE_SOURCES");
        let text = format!("{PROTOCOL}\n{sources}\n{}", golden_games());
        hex_hash(text.as_bytes())[..16].to_owned()
    });
    &FINGERPRINT
}

/// Returns what happens in the golden games.
fn golden_games() -> String {
    let players = PlayerSettings::examples();
    let presets = Preset::ALL.iter().map(|preset| Tables::new(&preset.weights()));
    let mut record = String::new();
    for (number, tables) in presets.enumerate() {
        // Every kind of weights with the first player, and every player with some weights.
        for (index, settings) in players.iter().enumerate() {
            if index == 0 || number == index % Preset::ALL.len() {
                record += &golden_game(settings, &tables);
            }
        }
    }
    record
}

/// Returns the end of a short game.
fn golden_game(settings: &PlayerSettings, tables: &Tables) -> String {
    let mut player = player::build(settings, tables);
    let mut session = Session::new(GameSeed(2048));
    while session.moves() < GOLDEN_MOVES && player.play_on(&mut session) {}
    let (board, score, nodes) = (session.board(), session.score(), player.nodes());
    format!("{settings} {board} {score} {nodes}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_players_play_golden_games() {
        let record = golden_games();
        assert_eq!(record, golden_games());
        let others = PlayerSettings::examples().len() - 1;
        assert_eq!(record.lines().count(), Preset::ALL.len() + others);
        assert_eq!(fingerprint().len(), 16);
    }
}
