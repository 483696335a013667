//! Settings that a file leaves out.

use super::{SMALL, changed, parse};
use tune2048_tuner::space::{AdaptiveGames, GamesPerCandidate};

#[test]
fn a_name_and_weights_are_enough() {
    let least = parse("name = \"small\"\n[heuristic.rows]\nempty = \"tune\"\nsum = 11\n").unwrap();
    assert_eq!(least.seed, 1);
    let adaptive = AdaptiveGames { low: 2, high: 40, ..AdaptiveGames::default() };
    assert_eq!(least.games_per_candidate, GamesPerCandidate::Adaptive(adaptive));
    assert_eq!(least.budget.games, Some(20_000));
    assert_eq!((least.budget.generations, least.budget.minutes), (None, None));
    // Files that give them have the same settings, by which a campaign knows its search space.
    let text = changed(
        SMALL,
        "games-per-candidate = 10\n",
        "games-per-candidate = { low = 2, high = 40 }\n",
    );
    let text = changed(&text, "generations = 5", "games = 20000");
    let whole = parse(&(text + "[selection]\ngames = 8000\n[validation]\ngames = 2000\n")).unwrap();
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
    assert_eq!((spec.budget.games, spec.budget.generations), (None, Some(5)));
}

#[test]
fn the_default_budget_must_pay_for_a_generation() {
    let text = changed(SMALL, "games-per-candidate = 10", "games-per-candidate = 9000");
    let text = changed(&text, "[budget]\ngenerations = 5\n", "");
    let mistakes = parse(&text).unwrap_err();
    let mistakes = mistakes.to_string();
    assert!(mistakes.contains("`budget.games` does not pay for one generation"), "{mistakes}");
    assert!(mistakes.contains("found 20000"), "{mistakes}");
}

/// The games of race and validation of the small file with a table `[budget]`.
fn final_games(budget: &str) -> (u32, u32) {
    let spec = parse(&changed(SMALL, "generations = 5", budget)).unwrap();
    (spec.selection.games, spec.validation.games)
}

#[test]
fn race_and_validation_follow_the_budget() {
    assert_eq!(final_games("games = 5000"), (2000, 500));
    assert_eq!(final_games("games = 20000"), (8000, 2000));
    assert_eq!(final_games("games = 1000000"), (20_000, 10_000));
    assert_eq!(final_games("games = 100"), (40, 20));
    // Eight candidates of ten games: the first limit that is reached counts.
    assert_eq!(final_games("generations = 50"), (1600, 400));
    assert_eq!(final_games("generations = 50\ngames = 2000"), (800, 200));
    // Minutes say nothing of games.
    assert_eq!(final_games("minutes = 5"), (8000, 2000));
    assert_eq!(final_games("minutes = 5\ngames = 5000"), (2000, 500));
}

/// Where the games of candidates follow the ranking, the fewest that the search may play count.
#[test]
fn a_budget_of_generations_counts_with_the_fewest_games() {
    let text = changed(
        SMALL,
        "games-per-candidate = 10\n",
        "games-per-candidate = { low = 5, high = 50 }\n",
    );
    let spec = parse(&changed(&text, "generations = 5", "generations = 50")).unwrap();
    assert_eq!((spec.selection.games, spec.validation.games), (800, 200));
    assert_eq!(spec.search_games().map(|(_, most)| most), Some(20_000));
}

/// The largest numbers that a file may have are no mistake.
#[test]
fn a_budget_beyond_all_numbers_has_the_longest_race() {
    let text = changed(
        SMALL,
        "games-per-candidate = 10\n",
        "games-per-candidate = 100000000\n[optimizer.cma-es]\npopulation = 10000\n",
    );
    let spec = parse(&changed(&text, "generations = 5", "generations = 1000000000")).unwrap();
    assert_eq!((spec.selection.games, spec.validation.games), (20_000, 10_000));
    assert_eq!(spec.warnings(), [""; 0]);
}

#[test]
fn final_games_that_are_given_stay() {
    let text = SMALL.to_owned() + "[selection]\nfinalists = 4\n[validation]\ngames = 70\n";
    let spec = parse(&text).unwrap();
    let selection = (spec.selection.finalists, spec.selection.games);
    assert_eq!((selection, spec.validation.games), ((4, 160), 70));
}

#[test]
fn more_games_after_the_search_than_in_it_are_warned_of() {
    let with = |games: u32| {
        let text = SMALL.to_owned() + &format!("[validation]\ngames = {games}\n");
        parse(&text).unwrap().warnings()
    };
    // The search plays 400 games, the race 160.
    assert_eq!(with(120), [""; 0]);
    assert_eq!(
        with(121),
        ["race and validation play 402 games, more than the search, which plays at most 400: \
          lower selection.games or validation.games, or raise the budget"]
    );
}
