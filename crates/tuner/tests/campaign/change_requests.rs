//! Changes that are requested while the campaign runs.

use std::fs;
use std::path::Path;

use crate::campaign::changed_space::*;
use tune2048_engine::evaluate::Monitor;
use tune2048_testkit::campaigns::{Fake, Scratch, create, optimizers, space};
use tune2048_tuner::campaign::Event;
use tune2048_tuner::campaign::change::request;

/// Requests a change as soon as a given trial is recorded.
struct Asker<'a> {
    folder: &'a Path,
    at: u64,
    text: &'a str,
    reported: Vec<String>,
}

/// Runs a new campaign of three generations in `out` with such a request; returns what is reported.
fn asked(scratch: &Scratch, optimizer: &str, at: u64, text: &str) -> Vec<String> {
    let folder = &scratch.folder("out");
    let mut campaign = create(folder, &space(optimizer, "generations = 3")).unwrap();
    let mut asker = Asker { folder, at, text, reported: Vec::new() };
    campaign.run(&Fake::default(), &Monitor::default(), &mut |event| asker.observe(event)).unwrap();
    assert_eq!(request::requested(folder).unwrap(), None);
    asker.reported
}

impl Asker<'_> {
    fn observe(&mut self, event: &Event<'_>) {
        match event {
            Event::Trial(trial) if trial.trial == self.at => {
                request::request(self.folder, self.text).unwrap();
            }
            Event::Changed { change, .. } => {
                self.reported.push(format!("from {}", change.generation));
            }
            Event::ChangeRefused(reason) => self.reported.push(reason.to_string()),
            _ => {}
        }
    }
}

/// Every kind of change by one optimizer, and every optimizer with all changes at once.
#[test]
fn a_requested_change_equals_a_change_of_a_stopped_campaign() {
    let kinds = KINDS.map(|kind| ("cma-es", kind));
    let others = optimizers().filter(|&name| name != "cma-es").map(|name| (name, KINDS[7]));
    for (optimizer, (kind, pairs)) in kinds.into_iter().chain(others) {
        // The last candidate of a generation, and one amid the next.
        for at in [7, 10] {
            let place = format!("{optimizer}, {kind}, at trial {at}");
            let scratch = Scratch::new();
            let text = changed(optimizer, pairs);
            stopped_and_changed(&scratch, "whole", optimizer, at + 1, &text);
            scratch.finish("whole");
            let reported = asked(&scratch, optimizer, at as u64, &text);
            assert_eq!(reported, [format!("from {}", at / 4 + 1)], "{place}");
            assert_eq!(changes(&scratch, "out"), changes(&scratch, "whole"));
            scratch.assert_same("out", "whole", &place);
        }
    }
}

#[test]
fn an_invalid_request_is_reported_and_put_aside() {
    let scratch = Scratch::new();
    let plain = space("cma-es", "generations = 3");
    scratch.run("whole", &plain);
    for (text, expected) in [
        (plain.replace("seed = 11", "seed = 12"), "another campaign"),
        (plain.replace("seed = 11", "sed = 11"), "unknown key `sed`"),
    ] {
        let reported = asked(&scratch, "cma-es", 2, &text);
        let [reported] = reported.as_slice() else { panic!("{reported:?}") };
        assert!(reported.contains(expected), "{reported}");
        assert_eq!(scratch.read("out/change-refused.toml"), text);
        scratch.assert_same("out", "whole", "refused");
        fs::remove_dir_all(scratch.folder("out")).unwrap();
    }
}

#[test]
fn a_request_in_progress_when_the_process_dies_is_applied_once() {
    let scratch = Scratch::new();
    let text = changed("cma-es", &[(MERGES, "merges = 900")]);
    stopped_and_changed(&scratch, "whole", "cma-es", 8, &text);
    scratch.finish("whole");
    let plain = space("cma-es", "generations = 3");
    // The process dies before or after it records the change.
    for is_recorded in [false, true] {
        scratch.begin("out", &plain, &Fake::stopping_after(8));
        if is_recorded {
            scratch.change("out", &text).unwrap();
        }
        scratch.write("out/change-taken.toml", &text);
        scratch.finish("out");
        assert_eq!(changes(&scratch, "out"), changes(&scratch, "whole"));
        assert!(!scratch.folder("out/change-taken.toml").exists());
        scratch.assert_same("out", "whole", "taken");
        fs::remove_dir_all(scratch.folder("out")).unwrap();
    }
}
