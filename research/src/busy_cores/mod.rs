//! Prints the share of busy cores on 1 to 1000 workers, for games of a minute: a search in generations, those of
//! the default race and validation, and a comparison.

mod machines;
mod shares;

use shares::{Search, of_campaign, of_comparison};

pub(crate) fn run() -> anyhow::Result<()> {
    println!(
        "| cores | generations of 160 games | with a lag of 1 | generation of 1000 games | final games | comparison |"
    );
    println!("|---|---|---|---|---|---|");
    for cores in [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] {
        let folder = || tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let search = |population, generations, lag| {
            let search = Search { population, generations, lag };
            folder().map(|folder| of_campaign(folder.path(), cores, true, &search))
        };
        let ([in_turn, _], [lagging, _]) = (search(16, 20, 0)?, search(16, 20, 1)?);
        let [large, final_games] = search(100, 1, 0)?;
        let compared = of_comparison(folder()?.path(), cores, true);
        let shares = [in_turn, lagging, large, final_games, compared];
        println!(
            "| {cores} | {} |",
            shares.map(|share| format!("{:.0} %", 100.0 * share)).join(" | ")
        );
    }
    Ok(())
}
