//! Who plays which games: the same within a generation, new ones for the next,
//! and no game for two purposes.

use std::collections::HashSet;

use tune2048_testkit::campaigns::{Fake, Scratch, optimizers, space};
use tune2048_tuner::subject::Job;

#[test]
fn no_game_serves_two_purposes() {
    for optimizer in optimizers() {
        let fake = Fake::default();
        Scratch::new().play("out", &space(optimizer, "generations = 30"), &fake).unwrap();
        let batches = fake.batches();
        // Two rounds of the race, and the validation.
        assert_eq!(batches.len(), 30 + 2 + 1);
        let mut seen = HashSet::new();
        for batch in batches.iter() {
            assert!(batch.seeds.iter().all(|seed| seen.insert(*seed)), "{optimizer}");
        }
        let games: Vec<usize> = batches.iter().map(|batch| batch.seeds.len()).collect();
        assert_eq!(games[..30], [6; 30]);
        assert_eq!(games[30..], [3, 6, 7]);
    }
}

#[test]
fn every_optimizer_of_a_seed_plays_the_same_games() {
    let play = |optimizer: &str| {
        let fake = Fake::default();
        Scratch::new().play("out", &space(optimizer, "generations = 3"), &fake).unwrap();
        fake.take_batches()
    };
    let batches: Vec<Vec<Job>> = optimizers().map(play).collect();
    for others in &batches[1..] {
        for (batch, other) in batches[0][..3].iter().zip(others) {
            assert_eq!(batch.seeds, other.seeds);
        }
        let last = |jobs: &[Job]| jobs.last().unwrap().seeds.clone();
        assert_eq!(last(&batches[0]), last(others), "the validation");
    }
}
