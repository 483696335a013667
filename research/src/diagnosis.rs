//! Simulated campaigns with adaptive games and known true means: does the worth that `diagnose` gives hold?

use std::path::Path;

use tune2048_engine::evaluate::Monitor;
use tune2048_tuner::campaign::Campaign;
use tune2048_tuner::record::Folder;
use tune2048_tuner::studies::diagnose::{ReadOptions, highest, read, worth};

use crate::verdict::{Scores, Simulation, folder, hill, low_hill};

/// A campaign of 5 000 games, 4 to 24 of each candidate.
fn space(seed: u64, optimizer: &str) -> String {
    format!(
        "name = \"simulated\"\nseed = {seed}\n\
         [heuristic.rows]\nempty = \"tune\"\nmerges = \"tune\"\nsum = \"tune\"\n\
         [objective.games-per-candidate]\nlow = 4\nhigh = 24\n\
         [optimizer.{optimizer}]\n[budget]\ngames = 5000\n\
         [selection]\ngames = 0\n[validation]\ngames = 10\nbaseline = \"played\"\n"
    )
}

/// What is found on average in many campaigns, as ratios to the true mean of the highest candidate.
#[derive(Debug)]
struct Found {
    raw: f64,
    estimate: f64,
    covered: f64,
    /// The share of campaigns with an estimate.
    told: f64,
}

fn simulate(simulation: Simulation, optimizer: &str, campaigns: u32) -> Found {
    let (mut sums, mut told) = ([0.0; 3], 0.0_f64);
    for seed in 0..campaigns {
        let folder = folder();
        let path = folder.path().join("out");
        let text = space(u64::from(seed), optimizer);
        let mut campaign = Campaign::create(&path, Path::new("space.toml"), &text).unwrap();
        campaign.run(&simulation, &Monitor::default(), &mut |_| {}).unwrap();
        drop(campaign);
        let trials = path.join("trials.csv");
        let text = std::fs::read_to_string(&trials).expect("candidates have played");
        let scores = read(&trials, &text, &ReadOptions::default()).unwrap();
        let (block, candidate) = highest(&scores.blocks).unwrap();
        let progress = Folder::at(&path).read(true).unwrap();
        let place = (scores.blocks[block].name.as_str(), candidate as u32);
        let is_chosen =
            |generation: u32, candidate| (generation.to_string().as_str(), candidate) == place;
        let mut trials = progress.all_trials().iter();
        let trial = trials.find(|trial| is_chosen(trial.generation, trial.candidate));
        let truth = (simulation.truth)(&progress.spec.decode(&trial.expect("it was played").point));
        let Ok(worth) = worth(&scores.blocks, block, candidate) else { continue };
        told += 1.0;
        sums[0] += scores.blocks[block].candidates[candidate].mean / truth - 1.0;
        sums[1] += worth.estimate / truth - 1.0;
        sums[2] += f64::from(worth.interval.low <= truth && truth <= worth.interval.high);
    }
    let [raw, estimate, covered] = sums.map(|sum| sum / told);
    Found { raw, estimate, covered, told: told / f64::from(campaigns) }
}

fn simulation(
    truth: fn(&tune2048_tuner::subject::Configuration) -> f64,
    common: f64,
) -> Simulation {
    Simulation { truth, scores: Scores::Points, common }
}

/// Prints the table.
pub(crate) fn run(campaigns: u32) {
    println!(
        "{campaigns} campaigns each: highest mean, estimate (on average, against the truth), truth within the \
         95 % interval, campaigns with an estimate"
    );
    for (name, truth) in [("hill", hill as fn(&_) -> f64), ("low hill", low_hill)] {
        for optimizer in ["cma-es", "particle-swarm"] {
            for common in [0.0, 0.2, 0.5, 0.9] {
                let found = simulate(simulation(truth, common), optimizer, campaigns);
                println!(
                    "{name}, {optimizer}, correlation {common}: {:+.1} %, {:+.1} %, {:.1} %, {:.0} %",
                    100.0 * found.raw,
                    100.0 * found.estimate,
                    100.0 * found.covered,
                    100.0 * found.told
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a sample of 30, fewer than 24 correct intervals have a probability of one in a thousand at a coverage of
    /// 95 %.
    #[test]
    fn the_worth_of_adaptive_campaigns_holds() {
        for common in [0.0, 0.5] {
            let found = simulate(simulation(hill, common), "cma-es", 30);
            assert!(found.raw > 0.3 && found.covered >= 0.8, "{common}: {found:?}");
            assert!(found.estimate.abs() < 0.1, "{common}: {found:?}");
        }
    }
}
