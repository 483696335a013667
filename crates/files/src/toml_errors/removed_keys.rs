//! Keys of campaign files that earlier versions knew, with what to do instead.

use std::ops::Range;

use super::Mistake;

/// A key that was removed.
struct RemovedKey {
    /// The path of its table.
    table: &'static str,
    key: &'static str,
    /// What to do about the key.
    help: &'static str,
}

const REMOVED_KEYS: [RemovedKey; 4] = [
    RemovedKey {
        table: "optimizer.cma-es",
        key: "adapt-learning-rates",
        help: "delete the key: adapted learning rates (LRA-CMA-ES) scored lowest of all settings of cma-es in \
               every comparison of docs/optimizers.md; commit 45e5750 is the last one that has them",
    },
    RemovedKey {
        table: "optimizer.cma-es",
        key: "expected-weights",
        help: "delete the key: weights bootstrapped from the noise of the games never scored above the same \
               settings without them in docs/optimizers.md; commit 45e5750 is the last one that has them",
    },
    RemovedKey {
        table: "player",
        key: "learning",
        help: "write `[player.command]` with program = [\"tune2048\", \"learn\", \"--as-program\", \"FILE\"], and \
               tuples, games, test-games and depth in FILE, a file of `tune2048 learn`",
    },
    RemovedKey {
        table: "heuristic",
        key: "learning",
        help: "write the numbers in `[heuristic.command]`, each tuned one with `start`, `low` and `high`, \
               and the method in the FILE of `tune2048 learn --as-program FILE`",
    },
];

/// Returns the mistake of a removed key at a span, if the table at `path` once knew the key.
pub(super) fn removed_key(path: &str, name: &str, span: Range<usize>) -> Option<Mistake> {
    let mut keys = REMOVED_KEYS.iter();
    let removed = keys.find(|removed| removed.table == path && removed.key == name)?;
    let message = format!("the key `{name}` of `[{path}]` was removed");
    Some(Mistake::new(span, message, "expected no such key").help(removed.help))
}
