//! Prints the share of busy cores on 1 to 1000 workers, for games of a minute: a campaign with the
//! default race and validation, and a comparison, in turns and with games sent ahead.

mod machines;
mod shares;

pub(crate) fn run() -> anyhow::Result<()> {
    println!(
        "| cores | generation of 1000 games | final games, in batches | final games, ahead | comparison, in turns | comparison, ahead |"
    );
    println!("|---|---|---|---|---|---|");
    for cores in [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] {
        let folder = || tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let mut shares = Vec::new();
        let in_turns = 100.0 * shares::of_comparison_in_turns(cores);
        for is_ahead in [false, true] {
            let (campaign, comparison) = (folder()?, folder()?);
            let [search, final_games] = shares::of_campaign(campaign.path(), cores, is_ahead);
            let compared = shares::of_comparison(comparison.path(), cores, is_ahead);
            shares.push([search, final_games, compared].map(|share| 100.0 * share));
        }
        let [before, since] = [&shares[0], &shares[1]];
        println!(
            "| {cores} | {:.0} % | {:.0} % | {:.0} % | {:.0} % | {:.0} % |",
            since[0], before[1], since[1], in_turns, since[2]
        );
    }
    Ok(())
}
