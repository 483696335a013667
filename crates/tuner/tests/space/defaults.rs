//! Settings that a file leaves out.

use super::{SMALL, parse};
use std::path::Path;
use tune2048_testkit::{assert_has, replaced};
use tune2048_tuner::space::{
    CampaignSpec, Defaults, GamesPerCandidate, Optimizer, RecordedDefaults, SearchRules,
};

const EIGHT: &str = "[optimizer.mirrored-es]\npopulation = 8\n";

#[test]
fn a_name_and_weights_are_enough() {
    let least = parse("name = \"small\"\n[heuristic.rows]\nempty = \"tune\"\nsum = 11\n").unwrap();
    assert_eq!(least.seed, 1);
    // 367 games in a generation: the root of 367 / 48, and what is left.
    assert_eq!(least.games_per_candidate, GamesPerCandidate::Fixed(2));
    assert_eq!(least.population(), 182);
    // All 20 000 games are the campaign's; the start's scores are stored.
    assert_eq!((least.total_games, least.budget.games), (Some(20_000), Some(18_000)));
    assert_eq!((least.budget.generations, least.budget.minutes), (None, None));
    // Files that give them have the same settings, by which a campaign knows its search space.
    let text = replaced(SMALL, "games-per-candidate = 10\n", "games-per-candidate = 2\n");
    let mirrored = "games = 20000\n[optimizer.mirrored-es]\npopulation = 182\ngenerations = 48";
    let text = replaced(&text, "generations = 5", mirrored);
    let apart = parse(&(text + "[selection]\ngames = 0\n[validation]\ngames = 2000\n")).unwrap();
    assert_eq!(least.settings(), apart.settings());
    assert_eq!((apart.total_games, apart.budget.games), (None, Some(20_000)));
    let empty = parse("name = \"small\"\nheuristic.rows.empty = \"tune\"\n[objective]\n").unwrap();
    assert_eq!(empty.games_per_candidate, least.games_per_candidate);
    // Other optimizers do not follow the budget.
    let text = "name = \"small\"\n[heuristic.rows]\nempty = \"tune\"\n[optimizer.spsa]\n";
    assert_eq!(parse(text).unwrap().games_per_candidate, GamesPerCandidate::Fixed(20));
    // What is given stays, and has no other limit.
    let spec = parse(&(SMALL.to_owned() + "[selection]\nfinalists = 4\n")).unwrap();
    assert_eq!((spec.budget.games, spec.budget.generations), (None, Some(5)));
    assert_eq!((spec.selection.finalists, spec.selection.games), (4, 0));
}

/// The search has about 88 % of the games, in even generations: 24 of a match, of other games as many as 48 candidates each
/// leave, up to 48, and up to six for each weight.
#[test]
fn the_generations_of_the_default_follow_the_budget() {
    let found_of = |space: &str, rest: &str| {
        let spec = parse(&format!("name = 'x'\n{space}\n{rest}")).unwrap();
        let Optimizer::MirroredEs(settings) = spec.optimizer else { panic!("another default") };
        let GamesPerCandidate::Fixed(games) = spec.games_per_candidate else { panic!("adaptive") };
        (spec.population(), games, settings.generations.unwrap())
    };
    let found = |rest: &str| found_of("[heuristic.rows]\nempty = 'tune'\nsum = 'tune'", rest);
    assert_eq!(found("[budget]\ngames = 100\n"), (8, 1, 11));
    assert_eq!(found("[budget]\ngames = 1000\n"), (36, 1, 24));
    assert_eq!(found("[budget]\ngames = 2000\n"), (48, 1, 36));
    assert_eq!(found("[budget]\ngames = 5000\n"), (90, 1, 48));
    assert_eq!(found("[budget]\ngames = 30000\n"), (182, 3, 48));
    assert_eq!(found("[budget]\ngames = 1000000\n"), (964, 19, 48));
    let twelve = (0..12).map(|i| format!("w{i} = {{ start = 1, low = 0, high = 2 }}\n"));
    let twelve: String = twelve.collect();
    let twelve = format!("[player.command]\nprogram = ['x']\n[heuristic.command]\n{twelve}");
    assert_eq!(found_of(&twelve, "[budget]\ngames = 5000\n"), (60, 1, 73));
    assert_eq!(found_of(&twelve, "[budget]\ngames = 30000\n"), (182, 2, 72));
    let of_match = |rest: &str| {
        let player = "[player.command]\nprogram = ['x']\nopponent = 'self'";
        found_of(
            &format!("{player}\n[heuristic.command]\nw = {{ start = 1, low = 0, high = 2 }}"),
            rest,
        )
    };
    assert_eq!(of_match("[budget]\ngames = 5000\n"), (182, 1, 24));
    assert_eq!(of_match("[budget]\ngames = 5300\n"), (96, 2, 24));
    assert_eq!(of_match("[budget]\ngames = 30000\n"), (274, 4, 24));
    assert_eq!(of_match("[budget]\ngames = 1000000\n"), (1000, 36, 24));
    let said = "[budget]\ngames = 5000\n[objective]\ngames-per-candidate = 4\n";
    assert_eq!(found(said), (44, 4, 25));
    let said = "[budget]\ngames = 5000\n[optimizer.mirrored-es]\npopulation = 20\n";
    assert_eq!(found(said), (20, 4, 55));
    assert_eq!(found("[budget]\nminutes = 5\n"), (48, 1, 24));
    let odd = SMALL.to_owned() + "[optimizer.mirrored-es]\npopulation = 7\n";
    let odd = CampaignSpec::parse_new(Path::new("x.toml"), &odd).unwrap_err().to_string();
    assert_has(&odd, &["population", "even"]);
}

/// Ranges of weights of 2048 lie around weights that play well, those of a program may not.
#[test]
fn the_first_step_of_the_default_follows_the_player() {
    let rows = "name = 'x'\n[heuristic.rows]\nempty = 'tune'\n";
    let program = "name = 'x'\n[player.command]\nprogram = ['x']\n\
                   [heuristic.command]\nw = { start = 1, low = 0, high = 2 }\n";
    let step = |spec: &CampaignSpec| spec.optimizer.step_size().to_string();
    let of_new = |text: &str| step(&parse(text).unwrap());
    let said = "[optimizer.mirrored-es]\nstep-size = 0.1\n";
    let found = [of_new(rows), of_new(program), of_new(&format!("{rows}{said}"))];
    assert_eq!(found, ["0.13", "0.2", "0.1"]);
}

/// 48 generations and eight for each weight come first; small budgets have half of the candidates.
#[test]
fn candidates_and_their_games_of_cma_es_follow_the_budget() {
    let six = "empty = 'tune'\nmerges = 'tune'\nmonotonicity = 'tune'\nmonotonicity-exponent = 'tune'\n\
               sum = 'tune'\nsum-exponent = 'tune'\n";
    let eight = six.to_owned() + "edge = 'tune'\nsmoothness = 'tune'\n";
    let text = |weights: &str, budget: &str| {
        format!("name = 'x'\n[heuristic.rows]\n{weights}[budget]\n{budget}\n[optimizer.cma-es]\n")
    };
    for (weights, budget, population, games) in [
        (six, "games = 599", 24, 1),
        (six, "games = 600", 48, 1),
        (six, "games = 4600", 48, 1),
        (six, "games = 4608", 48, 2),
        (six, "games = 20000", 48, 8),
        (six, "games = 1000000", 48, 20),
        (&eight, "games = 20000", 48, 6),
        ("empty = 'tune'\n", "games = 500", 4, 2),
        ("empty = 'tune'\n", "games = 2000", 8, 5),
        (six, "generations = 1000", 48, 1),
        (six, "minutes = 60", 48, 1),
    ] {
        let spec = parse(&text(weights, budget)).unwrap();
        let found = (spec.population(), spec.games_per_candidate);
        assert_eq!(found, (population, GamesPerCandidate::Fixed(games)), "{budget}");
    }
    // A campaign goes on as it began, also with a larger budget.
    let text = text(six, "games = 20000");
    for (budget, population, games) in [(Some(500), 24, 1), (Some(9_300), 48, 4), (None, 48, 1)] {
        let defaults =
            RecordedDefaults { kind: Defaults::Whole, budget, rules: SearchRules::First };
        let spec = CampaignSpec::parse_recorded(defaults, Path::new("x.toml"), &text).unwrap();
        let found = (spec.population(), spec.games_per_candidate);
        assert_eq!(found, (population, GamesPerCandidate::Fixed(games)), "{budget:?}");
    }
}

#[test]
fn the_default_budget_must_pay_for_a_generation() {
    let text = replaced(SMALL, "= 10\n", "= 9000\n");
    let text = replaced(&text, "[budget]\ngenerations = 5\n", "");
    let mistakes = parse(&text).unwrap_err().to_string();
    assert_has(&mistakes, &["`budget.games` does not pay for one generation", "found 20000"]);
}

/// The games of search, race and either side of the validation of the small file with other limits.
fn parts(budget: &str, rest: &str) -> (Option<u64>, u32, u32) {
    let spec = parse(&(replaced(SMALL, "generations = 5", budget) + rest)).unwrap();
    (spec.budget.games, spec.selection.games, spec.validation.games)
}

#[test]
fn a_budget_of_games_is_all_that_a_campaign_plays() {
    let played = "[validation]\nbaseline = \"played\"\n";
    assert_eq!(parts("games = 5000", ""), (Some(4500), 0, 500));
    assert_eq!(parts("games = 5000", played), (Some(4500), 0, 250));
    assert_eq!(parts("games = 5000", "[optimizer.spsa]\n"), (Some(3250), 1250, 500));
    assert_eq!(parts("games = 1000000", played), (Some(980_000), 0, 10_000));
    assert_eq!(parts("games = 300", played), (Some(260), 0, 20));
    // Minutes and generations limit the search.
    assert_eq!(parts("minutes = 5", played), (None, 0, 2000));
    let random = "[optimizer.random-matrix]\npopulation = 8\n";
    assert_eq!(parts("generations = 50", random), (None, 1600, 400));
    // A file that sets parts apart has the games of its search.
    assert_eq!(parts("games = 5000", "[validation]\ngames = 70\n"), (Some(5000), 0, 70));
    let race = "[selection]\ngames = 90\n";
    assert_eq!(parts("games = 5000", race), (Some(5000), 90, 500));
}

/// A campaign keeps what its budget counts: also if a validation on more games is asked for.
#[test]
fn recorded_campaigns_keep_the_meaning_of_their_budget() {
    let text = replaced(SMALL, "generations = 5", "games = 5000");
    let more = text.clone() + "[validation]\ngames = 700\n";
    let made = |kind| RecordedDefaults { kind, budget: None, rules: SearchRules::First };
    let recorded = |kind, text: &str| {
        let defaults = made(kind);
        let spec = CampaignSpec::parse_recorded(defaults, Path::new("x.toml"), text).unwrap();
        (spec.budget.games, spec.selection.games, spec.validation.games, spec.validation.stops)
    };
    assert_eq!(recorded(Defaults::Earlier, &more), (Some(5000), 0, 700, false));
    assert_eq!(recorded(Defaults::Whole, &text), (Some(4500), 0, 500, true));
    assert_eq!(recorded(Defaults::Whole, &more), (Some(4300), 0, 700, false));
    assert_eq!(recorded(Defaults::Search, &more), (Some(5000), 0, 700, false));
}

/// Where the games of candidates follow the ranking, the fewest that the search may play count.
#[test]
fn a_budget_of_generations_counts_with_the_fewest_games() {
    let text = replaced(SMALL, "= 10\n", "= { low = 5, high = 50 }\n") + EIGHT;
    let spec = parse(&replaced(&text, "generations = 5", "generations = 50")).unwrap();
    assert_eq!((spec.selection.games, spec.validation.games), (0, 200));
    assert_eq!(spec.search_games().map(|(_, most)| most), Some(20_000));
}

/// The largest numbers that a file may have are no mistake.
#[test]
fn a_budget_beyond_all_numbers_has_the_longest_validation() {
    let most = "= 100000000\n[optimizer.cma-es]\npopulation = 10000\n";
    let text = replaced(SMALL, "= 10\n", most);
    let spec = parse(&replaced(&text, "generations = 5", "generations = 1000000000")).unwrap();
    assert_eq!((spec.selection.games, spec.validation.games), (0, 10_000));
    assert_eq!(spec.warnings(), [""; 0]);
}

#[test]
fn more_games_after_the_search_than_in_it_are_warned_of() {
    let with = |games: u32| {
        let race = "[selection]\ngames = 168\n[validation]\nbaseline = \"played\"\n";
        parse(&format!("{SMALL}{race}games = {games}\n{EIGHT}")).unwrap().warnings()
    };
    // The search plays 400 games.
    assert_eq!(with(116), [""; 0]);
    let warning = "race and validation play 402 games, more than the search, which plays at most \
                   400: lower selection.games or validation.games, or raise the budget";
    assert_eq!(with(117), [warning]);
}
