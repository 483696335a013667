//! Ladders: each rung is a campaign that starts from the one below.

use std::fmt::Display;
use std::path::Path;

use tune2048_engine::evaluate::Monitor;
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_testkit::campaigns::{Fake, Scratch, game, space};
use tune2048_tuner::campaign::ladder::{Gain, Ladder};
use tune2048_tuner::campaign::{Campaign, CampaignError};
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::Verdict;

/// Rungs of these depths and generations.
pub(super) fn rungs(rungs: impl IntoIterator<Item = (impl Display, u32)>) -> String {
    let rung = |(depth, generations): (_, u32)| {
        format!("[[ladder]]\ndepth = {depth}\nbudget = {{ generations = {generations} }}\n")
    };
    rungs.into_iter().map(rung).collect()
}

/// Three rungs of twelve, three and two generations.
fn ladder() -> String {
    space("cma-es", "games = 1000000") + &rungs([(1, 12), (2, 3), (3, 2)])
}

pub(super) fn climb(ladder: &Ladder, fake: &Fake) -> Result<Vec<Gain>, CampaignError> {
    let monitor = Monitor::default();
    let mut play = |mut campaign: Campaign, below: Option<&Configuration>| {
        let outcome = campaign.run(fake, &monitor, &mut |_| {})?;
        let carried = below.map(|weights| campaign.carried(weights, fake, &monitor));
        Ok((outcome, carried.transpose()?.flatten()))
    };
    ladder.climb::<CampaignError>(&mut play)
}

pub(super) fn create(scratch: &Scratch, name: &str, text: &str) -> Ladder {
    Ladder::create(&scratch.folder(name), Path::new("space.toml"), text).unwrap()
}

/// Every way to write a depth.
#[test]
fn rungs_have_budgets_of_boards_rules_and_schedules() {
    let scratch = Scratch::new();
    let depths = [
        "1",
        "\"distinct-tiles\"",
        "{ nodes = 2000 }",
        "{ nodes = 20000, of = \"search\", at-least = 2 }",
        "{ base = 2.5, per-free-cell = -0.25 }",
    ];
    let text = space("cma-es", "games = 1000000") + &rungs(depths.map(|depth| (depth, 1)));
    let ladder = create(&scratch, "out", &text);
    let gains = climb(&ladder, &Fake::default()).unwrap();
    for (gain, rung) in gains.iter().zip(&ladder.spec.ladder) {
        assert_eq!(gain.player, format!("expectimax {}", rung.depth.unwrap()));
    }
    assert_eq!(gains.len(), depths.len());
    assert_eq!(gains[2].player, "expectimax 2000 nodes");
}

/// Only the search of the rung that says so: race, validation and other rungs play whole games.
#[test]
fn games_of_a_rung_begin_late() {
    let scratch = Scratch::new();
    let rungs = rungs([("1\nbegin-at = 512", 2), ("2", 1)]);
    let text = space("cma-es", "games = 1000000") + &rungs;
    let fake = Fake::default();
    climb(&create(&scratch, "out", &text), &fake).unwrap();
    let rung = scratch.progress("out/rung-1");
    let beginning = rung.spec.beginning.clone().unwrap();
    assert_eq!(beginning.tile, 512);
    let start = rung.spec.start_weights().board_player();
    assert_eq!(Some(&beginning.player), start.as_ref());
    let is_of_search = |seed: GameSeed| {
        let mut streams = [Stream::Pilot, Stream::Search].into_iter();
        streams.any(|stream| (0..1000).any(|i| GameSeed::new(11, stream, i) == seed))
    };
    let mut late_jobs = 0;
    for job in fake.take_batches() {
        let begins_late = is_of_search(job.seeds[0]) && job.subject == *rung.spec.subject();
        let expected = begins_late.then_some(&beginning);
        assert_eq!(job.beginning.as_ref(), expected, "{:?}", job.seeds);
        late_jobs += u32::from(begins_late);
    }
    assert!(late_jobs >= 2, "{late_jobs} generations begin late");
}

/// So that the verdict of a rung rests on games that the one below has not seen.
#[test]
fn rungs_of_the_same_player_have_seeds_of_their_own() {
    let scratch = Scratch::new();
    let text = space("cma-es", "games = 1000000") + &rungs([1, 2, 1, 1].map(|depth| (depth, 1)));
    let seeds = |seed: u64| {
        let (folder, text) = (format!("out{seed}"), text.replace("= 11", &format!("= {seed}")));
        climb(&create(&scratch, &folder, &text), &Fake::default()).unwrap();
        [1, 2, 3, 4].map(|rung| scratch.progress(&format!("{folder}/rung-{rung}")).spec.seed)
    };
    assert_eq!(seeds(11), [11, 11, 12, 13]);
    let last = i64::MAX as u64;
    assert_eq!(seeds(last), [last, last, 0, 1]);
}

#[test]
fn each_rung_starts_from_the_one_below_and_tells_what_carries_over() {
    let scratch = Scratch::new();
    let gains = climb(&create(&scratch, "out", &ladder()), &Fake::default()).unwrap();
    let rungs = [1, 2, 3].map(|rung| scratch.progress(&format!("out/rung-{rung}")));
    for (rung, generations) in rungs.iter().zip([12, 3, 2]) {
        assert_eq!(rung.generations, generations);
        assert_eq!(rung.spec.budget.games, None, "the rung's own budget");
        assert!(rung.finished);
    }
    for pair in rungs.windows(2) {
        let last = &pair[0].distributions.last().unwrap().distribution;
        assert_eq!(pair[1].distributions[0].distribution.mean, last.mean);
    }
    let players: Vec<&str> = gains.iter().map(|gain| gain.player.as_str()).collect();
    let expected = [1, 2, 3].map(|depth| format!("expectimax depth {depth}"));
    assert_eq!(players, expected);
    assert_eq!(gains[0].carried, None);
    // On the same games, the same at every depth here: a made-up game knows no depth.
    for (index, gain) in gains.iter().enumerate().skip(1) {
        let below = rungs[index - 1].best.as_ref().unwrap();
        let start = rungs[index].spec.start_weights();
        let seeds: Vec<_> = (0..7).map(|i| GameSeed::new(11, Stream::Validation, i)).collect();
        let sum = |weights: &Configuration| -> f64 {
            seeds.iter().map(|&seed| game(weights, seed).score.get()).sum()
        };
        let carried = gain.carried.unwrap();
        let expected = sum(&below.weights) / sum(&start);
        assert!((carried.ratio - expected).abs() < 1e-9, "{carried:?}");
        // Nothing is lost or won between depths that play alike; and where
        // there was no sure gain, there is no share of it.
        match gains[index - 1].verdict {
            Verdict::Better => assert!((carried.share.unwrap() - 1.0).abs() < 1e-9, "{carried:?}"),
            _ => assert_eq!(carried.share, None),
        }
    }
    assert!(gains[1].carried.unwrap().share.is_some(), "{gains:?}");
    let best = scratch.read("out/best.toml");
    assert_eq!(best, scratch.read("out/rung-3/best.toml"));
}

#[test]
fn a_ladder_that_was_stopped_anywhere_ends_as_the_one_that_was_not() {
    let scratch = Scratch::new();
    let whole = climb(&create(&scratch, "whole", &ladder()), &Fake::default()).unwrap();
    // Rungs have 48 + 8, 12 + 8 + 1 and 8 + 8 + 1 batches of a candidate, or one less.
    for stop in [0, 3, 50, 56, 57, 68, 75, 76, 77, 85, 92] {
        let name = format!("out{stop}");
        let stopped = climb(&create(&scratch, &name, &ladder()), &Fake::stopping_after(stop));
        assert!(matches!(stopped, Err(CampaignError::Interrupted)), "{stop}");
        let ladder = Ladder::open(&scratch.folder(&name)).unwrap();
        assert_eq!(climb(&ladder, &Fake::default()).unwrap(), whole, "{stop}");
        for rung in 1..=3 {
            let place = |folder: &str| format!("{folder}/rung-{rung}");
            scratch.assert_same(&place(&name), &place("whole"), &place(&name));
        }
        for file in ["ladder.json", "best.toml"] {
            let text = |folder: &str| scratch.read(&format!("{folder}/{file}"));
            assert_eq!(text(&name), text("whole"), "{stop}: {file}");
        }
    }
    // At its end it plays nothing more.
    let fake = Fake::default();
    let ladder = Ladder::open(&scratch.folder("whole")).unwrap();
    assert_eq!(climb(&ladder, &fake).unwrap(), whole);
    assert!(fake.batches().is_empty());
}

#[test]
fn a_ladder_needs_cma_es() {
    let text = ladder().replace("optimizer.cma-es", "optimizer.particle-swarm");
    let scratch = Scratch::new();
    let error = Ladder::create(&scratch.folder("out"), Path::new("space.toml"), &text).unwrap_err();
    assert!(error.to_string().contains("`ladder` has no use here"), "{error}");
}
