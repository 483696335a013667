//! What a worker plays at most, whatever it is sent.

use std::time::Duration;

use tune2048_engine::Depth;
use tune2048_tuner::subject::Job;

/// The largest searches and the longest games that a worker plays. Others are refused, and go to
/// other workers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The largest depth of a search.
    pub depth: Option<u32>,
    /// The largest budget of boards for a move.
    pub boards: Option<u64>,
    /// The longest time of a game.
    pub game_time: Option<Duration>,
}

impl Limits {
    /// Checks the searches of a job.
    pub(super) fn check(&self, job: &Job) -> Result<(), String> {
        let candidates = 0..job.candidates.len();
        let players = candidates.filter_map(|index| job.candidate(index).board_player());
        let players = players.map(|player| player.settings);
        let begun = job.beginning.iter().map(|beginning| beginning.player.settings.clone());
        let mut players = players.chain(begun);
        players.try_for_each(|mut player| {
            let Some(depth) = player.depth_mut().copied() else { return Ok(()) };
            let boards = if let Depth::Nodes(budget) = depth { budget.nodes } else { 0 };
            let limit = match (self.depth, self.boards) {
                (Some(limit), _) if depth.largest() > limit => format!("--max-depth {limit}"),
                (_, Some(limit)) if boards > limit => format!("--max-boards {limit}"),
                _ => return Ok(()),
            };
            Err(format!("it has {limit}, and they are of {player}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::{GameSeed, HeuristicKind, PlayerSettings};
    use tune2048_tuner::subject::{Configuration, Subject};

    const LIMITS: Limits = Limits { depth: Some(3), boards: Some(1000), game_time: None };

    fn of_depth(depth: &str) -> Configuration {
        let player = format!(r#"{{"expectimax": {{"depth": {depth}}}}}"#);
        let player: PlayerSettings = serde_json::from_str(&player).unwrap();
        Configuration::defaults(Subject::board(player, HeuristicKind::Rows))
    }

    fn check(candidate: &Configuration) -> Result<(), String> {
        LIMITS.check(&Job::of(candidate, vec![GameSeed(1)]))
    }

    #[test]
    fn deep_searches_are_refused() {
        for depth in ["3", r#""free-cells""#, r#"{"nodes": 1000}"#, r#"{"base": 9, "at-most": 3}"#]
        {
            assert_eq!(check(&of_depth(depth)), Ok(()), "{depth}");
        }
        for (depth, limit) in [
            ("4", "--max-depth 3"),
            (r#""distinct-tiles""#, "--max-depth 3"),
            (r#"{"nodes": 1001}"#, "--max-boards 1000"),
            (r#"{"nodes": 1, "at-least": 4}"#, "--max-depth 3"),
            (r#"{"base": 1, "at-most": 4}"#, "--max-depth 3"),
        ] {
            assert!(check(&of_depth(depth)).unwrap_err().contains(limit), "{depth}");
        }
    }

    #[test]
    fn depths_of_candidates_and_of_beginnings_count() {
        let player = PlayerSettings::default();
        let tuned = Subject::board_tuning(player, HeuristicKind::Rows, ["depth"]);
        let tuned = Configuration::defaults(tuned);
        assert_eq!(check(&tuned), Ok(()));
        assert!(check(&tuned.clone().with("depth", 4.0)).is_err());
        let mut job = Job::of(&tuned, vec![GameSeed(1)]);
        let player = of_depth("4").board_player().unwrap();
        job.beginning = Some(tune2048_engine::evaluate::Opening { tile: 512, player });
        assert!(LIMITS.check(&job).is_err());
    }
}
