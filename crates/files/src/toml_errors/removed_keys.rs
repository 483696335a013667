//! Keys of campaign files that earlier versions knew, with the reason of their removal.

use std::ops::Range;

use super::Mistake;

/// A key that was removed.
struct RemovedKey {
    /// The path of its table.
    table: &'static str,
    key: &'static str,
    /// The reason, and the last commit that has the key.
    reason: &'static str,
}

const REMOVED_KEYS: [RemovedKey; 2] = [
    RemovedKey {
        table: "optimizer.cma-es",
        key: "adapt-learning-rates",
        reason: "adapted learning rates (LRA-CMA-ES) scored lowest of all settings of cma-es in every comparison \
                 of docs/optimizers.md; commit 45e5750 is the last one that has them",
    },
    RemovedKey {
        table: "optimizer.cma-es",
        key: "expected-weights",
        reason: "weights bootstrapped from the noise of the games never scored above the same settings without them \
                 in docs/optimizers.md; commit 45e5750 is the last one that has them",
    },
];

/// Returns the mistake of a removed key at a span, if the table at `path` once knew the key.
pub(super) fn removed_key(path: &str, name: &str, span: Range<usize>) -> Option<Mistake> {
    let mut keys = REMOVED_KEYS.iter();
    let removed = keys.find(|removed| removed.table == path && removed.key == name)?;
    let message = format!("the key `{name}` of `[{path}]` was removed");
    let help = format!("delete the key: {}", removed.reason);
    Some(Mistake::new(span, message, "expected no such key").help(help))
}
