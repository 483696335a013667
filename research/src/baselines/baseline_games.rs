//! The games that the stored file is meant to contain.

use tune2048_engine::player::Depth;
use tune2048_engine::presets::Preset;

/// The games of a preset that the stored file is meant to contain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BaselineGames {
    /// The preset.
    pub(crate) preset: &'static Preset,
    /// The search depth, or `None` for the preset's own player.
    pub(crate) depth: Option<u8>,
    /// The number of games.
    pub(crate) games: u64,
}

impl BaselineGames {
    /// Returns all wanted games: 200 000 of each preset at depths 1 and 2 or, if it is a player
    /// without a search, as it is; fewer where a game takes longer. A preset for a budget of
    /// boards has none: its games take from a tenth of a second to ten seconds.
    pub(crate) fn all() -> Vec<Self> {
        let at = |preset, depth, games| Self { preset, depth, games };
        let presets = const { &Preset::ALL };
        let has_depth =
            |preset: &&Preset| matches!(preset.player().depth_mut(), Some(Depth::Fixed(_)));
        let mut wanted = Vec::new();
        for depth in [1, 2] {
            let searching = presets.iter().filter(has_depth);
            wanted.extend(searching.map(|preset| at(preset, Some(depth), 200_000)));
        }
        let has_no_search = |preset: &&Preset| preset.player().depth_mut().is_none();
        for preset in presets.iter().filter(has_no_search) {
            let is_slow = preset.name == "monte-carlo";
            wanted.push(at(preset, None, if is_slow { 2_000 } else { 200_000 }));
        }
        for name in ["2014", "tuned-depth3"] {
            let preset = Preset::find(name).expect("the name of a preset");
            wanted.push(at(preset, Some(3), 5_000));
        }
        wanted
    }
}
