//! Settings that a file leaves out.

use super::{SMALL, changed, parse};
use tune2048_tuner::spec::{AdaptiveGames, GamesPerCandidate};

#[test]
fn a_name_and_weights_are_enough() {
    let least = parse("name = \"small\"\n[heuristic.rows]\nempty = \"tune\"\nsum = 11\n").unwrap();
    assert_eq!(least.seed, 1);
    let adaptive = AdaptiveGames {
        low: 2,
        high: 40,
        ..AdaptiveGames::default()
    };
    assert_eq!(
        least.games_per_candidate,
        GamesPerCandidate::Adaptive(adaptive)
    );
    assert_eq!(least.budget.games, Some(20_000));
    assert_eq!(
        (least.budget.generations, least.budget.minutes),
        (None, None)
    );
    // Files that give them have the same settings, by which a campaign knows its search space.
    let text = changed(
        SMALL,
        "games-per-candidate = 10\n",
        "games-per-candidate = { low = 2, high = 40 }\n",
    );
    let whole = parse(&changed(&text, "generations = 5", "games = 20000")).unwrap();
    assert_eq!(least.settings(), whole.settings());
    let empty = parse("name = \"small\"\nheuristic.rows.empty = \"tune\"\n[objective]\n").unwrap();
    assert_eq!(empty.games_per_candidate, least.games_per_candidate);
}

/// Other optimizers than `cma-es` do not follow the ranking by themselves.
#[test]
fn other_optimizers_play_twenty_games() {
    let text = "name = \"small\"\n[heuristic.rows]\nempty = \"tune\"\n[optimizer.spsa]\n";
    let spec = parse(text).unwrap();
    assert_eq!(spec.games_per_candidate, GamesPerCandidate::Fixed(20));
}

#[test]
fn a_budget_that_is_given_has_no_other_limit() {
    let spec = parse(SMALL).unwrap();
    assert_eq!(
        (spec.budget.games, spec.budget.generations),
        (None, Some(5))
    );
}

#[test]
fn the_default_budget_must_pay_for_a_generation() {
    let text = changed(
        SMALL,
        "games-per-candidate = 10",
        "games-per-candidate = 9000",
    );
    let text = changed(&text, "[budget]\ngenerations = 5\n", "");
    let mistakes = parse(&text).unwrap_err();
    let mistakes = mistakes.to_string();
    assert!(
        mistakes.contains("`budget.games` does not pay for one generation"),
        "{mistakes}"
    );
    assert!(mistakes.contains("found 20000"), "{mistakes}");
}
