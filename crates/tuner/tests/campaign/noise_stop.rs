//! Searches whose ranking is noise: they stop, or restart with a wider distribution.

use crate::campaign::adaptive::dealt;
use tune2048_engine::evaluate::Monitor;
use tune2048_engine::game::GameResult;
use tune2048_testkit::campaigns::{Fake, Play, Scratch, adaptive, create, flat_game, game};
use tune2048_tuner::campaign::{Event, StopReason};

#[derive(Default)]
struct Notes {
    restarts: Vec<u32>,
    reason: Option<StopReason>,
    reliability: Vec<Option<f64>>,
}

impl Notes {
    fn observe(&mut self, event: &Event<'_>) {
        match event {
            Event::RestartedWider { generation, .. } => self.restarts.push(*generation),
            Event::SearchEnded(reason) => self.reason = Some(*reason),
            Event::Generation(state) => self.reliability.push(state.ranking.reliability()),
            _ => {}
        }
    }
}

fn watch(scratch: &Scratch, name: &str, space: &str, play: Play) -> Notes {
    let mut notes = Notes::default();
    let mut campaign = create(&scratch.path(name), space).unwrap();
    campaign
        .run(&Fake::playing(play), &Monitor::default(), &mut |event| notes.observe(event))
        .unwrap();
    notes
}

/// A search of many candidates, whose noise takes tens of generations to prove.
fn many(space: &str) -> String {
    space.replace("population = 6\n", "population = 96\n")
}

#[test]
fn a_search_that_ranks_noise_stops_and_says_so() {
    let scratch = Scratch::in_memory();
    let games = "low = 4, high = 16, noise-generations = 5";
    let space = many(&adaptive("cma-es", games, "generations = 90"));
    let flat = watch(&scratch, "flat", &space, flat_game);
    assert_eq!(flat.reason, Some(StopReason::Noise));
    let games = dealt(&scratch, "flat");
    assert!((8..90).contains(&games.len()), "{games:?}");
    assert!(games[games.len() - 5..].iter().all(|&games| games == 16), "{games:?}");
    // A resumed search stops at the same place; a reliable ranking does not stop it.
    scratch.go_on("flat", &Fake::playing(flat_game)).unwrap();
    assert_eq!(dealt(&scratch, "flat"), games);
    let sure = watch(&scratch, "sure", &space, game);
    assert_eq!(sure.reason, Some(StopReason::Generations));
    let last = sure.reliability.last().copied().flatten().unwrap();
    assert!(last > 0.99, "{last}");
}

#[test]
fn ties_stop_a_search_and_teach_it_nothing() {
    let scratch = Scratch::in_memory();
    let games = "low = 4, high = 400, noise-generations = 5";
    let space = adaptive("cma-es", games, "generations = 60");
    let constant: Play = |_, _| GameResult { score: 1000.into(), ..GameResult::default() };
    let notes = watch(&scratch, "ties", &space, constant);
    assert_eq!(notes.reason, Some(StopReason::Ties));
    assert_eq!(notes.reliability, [None; 5]);
    let progress = scratch.progress("ties");
    let first = &progress.sources[0].distribution;
    assert!(progress.sources.iter().all(|row| row.distribution == *first));
    assert!(progress.search_end.is_some(), "a larger budget goes on with nothing");
}

#[test]
fn a_search_that_ranks_noise_restarts_wider() {
    let scratch = Scratch::in_memory();
    let games = "low = 4, high = 8, noise-generations = 3, on-noise = \"restart\"";
    let space = many(&adaptive("cma-es", games, "generations = 90"));
    let notes = watch(&scratch, "whole", &space, flat_game);
    let progress = scratch.progress("whole");
    assert!(!notes.restarts.is_empty());
    assert_eq!(progress.restarts as usize, notes.restarts.len());
    for generation in notes.restarts {
        let rows = &progress.sources;
        let place = rows.iter().position(|row| row.generation == generation).unwrap();
        assert!(rows[place].is_restart);
        let (before, after) = (&rows[place - 1].distribution, &rows[place].distribution);
        assert!(after.step_size > before.step_size, "{generation}");
    }
    // The trials are cut between any two candidates.
    for rows in (0..90 * 96).step_by(3301) {
        scratch.keep_trials("whole", "cut", rows);
        scratch.go_on("cut", &Fake::playing(flat_game)).unwrap();
        scratch.assert_same("cut", "whole", &format!("{rows} rows"));
    }
}
