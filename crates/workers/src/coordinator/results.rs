//! What results mean for their job, and whether they agree.

use super::awaited_jobs::{Answered, PlayedPiece, sibling};
use super::ledger::Ledger;
use crate::messages::{Results, base};

impl Ledger {
    /// Takes the results of a job: the first ones count, and all others must be equal. Those that
    /// are not of its games are a failure of their worker.
    pub(super) fn take(&mut self, key: &str, results: Results) {
        let base = base(key);
        let awaited = self.awaited.get(base);
        if let Some(Err(wrong)) = awaited.map(|awaited| results.check(&awaited.job)) {
            let cause = format!("it has {wrong} - install the same build on all machines");
            return self.refuse(key, results.worker, &cause);
        }
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
        let is_first_of_two = job.is_twice && job.first.is_none();
        if job.first.as_ref().is_some_and(|first| first.worker == answer.worker) {
            // It comes again when it is overdue, to a worker that asks before it plays.
            if let Some(pending) = self.pending.get_mut(key) {
                pending.holder = None;
            }
            return;
        }
        self.workers.count_games(&answer.worker, results.games() as u64);
        self.broken.remove(&answer.worker);
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
