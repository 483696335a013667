//! Explanations of how two players differ: samples of boards, summaries.

use rayon::ThreadPoolBuilder;
use tune2048_engine::evaluate::{BoardPlayer, Monitor};
use tune2048_engine::game::{Move, MoveTables};
use tune2048_engine::heuristic::Weights;
use tune2048_engine::player::PlayerSettings;
use tune2048_engine::presets::Preset;
use tune2048_tuner::studies::explain::{
    Explanation, MoveComparison, Policy, SampleSettings, SampledBoard, judge, largest_tile, sample,
};

fn weights(preset: &str) -> Weights {
    Preset::find(preset).expect("built in").weights()
}

fn sampled(policies: [&Policy; 2], seed: u64, boards: usize, threads: usize) -> Vec<SampledBoard> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let settings = SampleSettings { seed, games: 40, boards };
    pool.install(|| sample(policies, settings, &Monitor::default())).expect("nobody stops it")
}

fn policies() -> [Policy; 2] {
    ["2014", "2014-simple"].map(|name| {
        Policy::new(BoardPlayer { settings: PlayerSettings::default(), weights: weights(name) })
    })
}

#[test]
fn boards_come_from_both_players_and_are_the_same_on_any_number_of_threads() {
    let policies = policies();
    let found = sampled(policies.each_ref(), 1, 10, 1);
    assert_eq!(found, sampled(policies.each_ref(), 1, 10, 3));
    assert_ne!(found, sampled(policies.each_ref(), 2, 10, 3));
    for phase in 0..3 {
        for player in 0..2 {
            let own = found.iter().filter(|one| (one.phase, one.player) == (phase, player));
            assert_eq!(own.count(), 5, "{phase}");
        }
    }
    for one in &found {
        let largest = one.board.ranks().into_iter().max().map_or(0, |rank| 1_u32 << rank);
        let most = largest_tile(one.phase);
        let fits = largest == most || one.phase == 0 && largest < most;
        assert!(fits, "{} in {}", one.board, one.phase);
        let is_legal =
            |&direction: &Move| MoveTables::get().apply(one.board, direction) != one.board;
        assert!(Move::ALL.iter().filter(|direction| is_legal(direction)).count() >= 2);
    }
}

fn explained(
    policies: [&Policy; 2],
    sample: &[SampledBoard],
) -> (Explanation, Vec<MoveComparison>) {
    let opinions = judge(policies, sample, &Monitor::default()).expect("nobody stops it");
    (Explanation::new(&opinions), opinions)
}

#[test]
fn stages_have_the_mean_cost_of_the_other_move() {
    let policies = policies();
    let policies = policies.each_ref();
    let (found, opinions) = explained(policies, &sampled(policies, 1, 40, 2));
    for stage in &found.stages {
        let of_stage: Vec<&MoveComparison> = opinions
            .iter()
            .filter(|on| largest_tile(on.sampled.phase) == stage.largest_tile)
            .collect();
        let own = of_stage.iter().filter(|on| !on.agree());
        for player in 0..2 {
            let spreads: Vec<f64> = of_stage.iter().map(|on| on.spread(player)).collect();
            let usual = tune2048_tuner::statistics::median(&spreads);
            let cost = |on: &&MoveComparison| {
                let cost = on.cost_of_other(player) / on.spread(player).max(usual);
                assert!((0.0..=1.0).contains(&cost), "{cost}");
                cost
            };
            let count = own.clone().count();
            let expected = own.clone().map(cost).sum::<f64>() / count as f64;
            let mean = stage.costs[player].unwrap_or(f64::NAN);
            assert!((mean - expected).abs() < 1e-12 || count == 0, "{mean}, {expected}");
        }
    }
    let agreed: u64 = found.stages.iter().map(|stage| stage.agreement.same).sum();
    assert_eq!(agreed, found.overall.same);
    assert!(0 < agreed && agreed < found.overall.boards);
}
