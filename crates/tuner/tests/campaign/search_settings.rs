//! Campaigns that tune settings of the search, with real games.

use std::path::Path;

use tune2048_engine::evaluate::{GameEvaluator, Monitor};
use tune2048_engine::player::PlayerSettings;
use tune2048_testkit::campaigns::{Scratch, create, resume};
use tune2048_tuner::campaign::Campaign;
use tune2048_tuner::record::Outcome;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::weights::file::WeightsFile;

/// Rows at depth 1 or 2, whose schedule decides which; depth 1 costs about 62 boards.
fn space(games: &str) -> String {
    format!(
        "name = \"search\"\nseed = 4\n\n\
         [player.expectimax]\n\
         depth = {{ base = {{ low = 0, high = 3, start = 1.5 }}, per-free-cell = -0.2, at-most = 2 }}\n\
         probability-cut = {{ low = 0.001, high = 0.1, start = 0.01 }}\n\n\
         [heuristic.rows]\nempty = \"tune\"\n\n\
         [objective]\ngames-per-candidate = {games}\ncost-per-move = 200\n\n\
         [optimizer.cma-es]\npopulation = 4\n\n\
         [budget]\ngenerations = 2\n\n[pilot]\nshare = 0\n\n\
         [selection]\nfinalists = 2\ngames = 8\n\n[validation]\ngames = 4\n"
    )
}

fn finish(campaign: &mut Campaign, threads: usize) -> Outcome {
    let evaluator = GameEvaluator::new(Some(threads)).unwrap();
    campaign.run(&evaluator, &Monitor::default(), &mut |_| {}).unwrap()
}

#[test]
fn threads_and_kills_leave_the_same_record_and_the_outcome_plays_its_settings() {
    for games in ["4", "{ low = 4, high = 8 }"] {
        let scratch = Scratch::in_memory();
        let space = space(games);
        let outcome = finish(&mut create(&scratch.path("whole"), &space).unwrap(), 2);
        finish(&mut create(&scratch.path("alone"), &space).unwrap(), 1);
        scratch.assert_same("alone", "whole", "one thread");
        let trials = scratch.lines("whole/trials.csv");
        assert!(trials[0].contains(",nodes,inner_nodes,"), "{}", trials[0]);
        assert!(trials[0].contains("weight.probability-cut,point.empty,point.depth.base,"));
        scratch.keep_trials("whole", "cut", 3);
        finish(&mut resume(&scratch.path("cut")).unwrap(), 2);
        scratch.assert_same("cut", "whole", "cut");

        let cost = outcome.evidence.cost.expect("the cost is limited");
        assert!((cost.limit - 200.0).abs() < 1e-12);
        assert!(cost.tuned > 40.0 && cost.start.is_some_and(|cost| cost > 40.0));
        let text = scratch.read("whole/best.toml");
        let file = WeightsFile::parse(Path::new("best.toml"), &text).unwrap();
        let tuned = outcome.recommended.get("probability-cut");
        let Some(PlayerSettings::Expectimax(player)) = file.weights.subject.player() else {
            panic!("found {}", file.weights.subject);
        };
        assert_eq!(Some(player.probability_cut), tuned);
        assert_eq!(Evidence::read(&file), Some(outcome.evidence.clone()));
        // Opened once more, the record proves the same outcome, and plays nothing.
        let games = scratch.lines("whole/games.csv").len();
        assert_eq!(finish(&mut resume(&scratch.path("whole")).unwrap(), 1), outcome);
        assert_eq!(scratch.lines("whole/games.csv").len(), games);
    }
}
