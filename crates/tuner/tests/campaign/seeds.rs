//! Who plays which games: the same within a generation, new ones for the next,
//! and no game for two purposes.

use std::collections::HashSet;

use tune2048_engine::game::{GameSeed, Stream};
use tune2048_testkit::campaigns::{Fake, Scratch, optimizers, space};
use tune2048_tuner::subject::Job;

#[test]
fn no_game_serves_two_purposes() {
    for optimizer in optimizers() {
        let fake = Fake::default();
        Scratch::in_memory().play("out", &space(optimizer, "generations = 30"), &fake).unwrap();
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
        Scratch::in_memory().play("out", &space(optimizer, "generations = 3"), &fake).unwrap();
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

/// Race and validation play whole games.
#[test]
fn only_games_of_the_search_begin_late() {
    let scratch = Scratch::in_memory();
    let text = space("cma-es", "generations = 2").replace("= 6\n", "= 6\nbegin-at = 512\n");
    let fake = Fake::default();
    scratch.play("out", &text, &fake).unwrap();
    let spec = scratch.progress("out").spec;
    let beginning = spec.beginning.clone().unwrap();
    assert_eq!(beginning.tile, 512);
    assert_eq!(Some(&beginning.player), spec.start_weights().board_player().as_ref());
    let is_of_search = |seed: GameSeed| {
        let mut streams = [Stream::Pilot, Stream::Search].into_iter();
        streams.any(|stream| (0..1000).any(|i| GameSeed::new(11, stream, i) == seed))
    };
    let mut late_jobs = 0;
    for job in fake.take_batches() {
        let begins_late = is_of_search(job.seeds[0]);
        assert_eq!(job.beginning.as_ref(), begins_late.then_some(&beginning), "{:?}", job.seeds);
        late_jobs += u32::from(begins_late);
    }
    assert!(late_jobs >= 2, "{late_jobs} generations begin late");
}
