//! What results mean for their job, and whether they agree.

use super::awaited_jobs::{Answered, PlayedPiece, base, sibling};
use super::ledger::Ledger;
use crate::messages::Results;

impl Ledger {
    /// Takes the results of a job: the first ones count, and all others must be equal.
    pub(super) fn take(&mut self, key: &str, results: Results) {
        let base = base(key);
        let answer = Answered { digest: results.digest(), worker: results.worker.clone() };
        if let Some(first) = self.answered.get(base)
            && first.digest != answer.digest
        {
            let [first, second] = [first, &answer].map(|by| self.workers.place(&by.worker));
            return self.fail(format!(
                "{first} and {second} have different results of the same games - one of the \
                 machines computes wrongly: find out which, and play again without it"
            ));
        }
        // Nobody may wait for them any more.
        let Some(job) = self.awaited.get_mut(base) else { return };
        let (found, expected) = (results.games(), job.games);
        if found != expected {
            let place = self.workers.place(&answer.worker);
            return self.fail(format!(
                "{place} has results of {found} games, expected {expected} - install the same \
                 build on all machines"
            ));
        }
        let is_first_of_two = job.is_twice && job.first.is_none();
        if job.first.as_ref().is_some_and(|first| first.worker == answer.worker) {
            // It comes again when it is overdue, to a worker that asks before it plays.
            if let Some(pending) = self.pending.get_mut(key) {
                pending.holder = None;
            }
            return;
        }
        self.workers.count_games(&answer.worker, found as u64);
        self.pending.shift_remove(key);
        self.answered.entry(base.to_owned()).or_insert(answer);
        if is_first_of_two {
            job.first = Some(results);
            return;
        }
        // With a result of each, a job that was played twice is over.
        self.pending.shift_remove(&sibling(key));
        for listener in self.awaited.remove(base).into_iter().flat_map(|job| job.listeners) {
            let (piece, results) = (listener.piece, results.clone());
            // Whoever has stopped listening does not need the games.
            let _ = listener.sender.send(PlayedPiece { piece, results });
        }
    }
}
