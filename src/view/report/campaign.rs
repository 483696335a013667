//! The report of a campaign. A new section is a file of `sections` and its place here.

use crate::view::campaigns::CampaignView;
use crate::view::document::{Report, repeat};
use crate::view::sections::{opening, race, slices, verdict, weights};
use crate::view::words::page::count;
use crate::view::words::{counted, duration, story};
use tune2048_engine::game::Stream;
use tune2048_files::shell::quoted;

/// Returns the report of a campaign, finished or not.
pub(crate) fn report(data: &CampaignView) -> Report {
    let (state, spec) = (&data.state, &data.state.spec);
    let (pilot, unit) =
        (state.pilot.as_ref().map_or(0, |pilot| pilot.games), spec.subject().unit());
    let of = |stream: Stream| count(state.finals.count(stream));
    let games = format!(
        "{} of the pilot, {} of the search, {} of the race, {} of the validation",
        counted(pilot, unit),
        count(state.games - pilot),
        of(Stream::Selection),
        of(Stream::Validation)
    );
    let played = [
        ("version".to_owned(), state.began.version.clone()),
        ("games played".to_owned(), games),
        ("time of the search".to_owned(), duration(state.elapsed_seconds)),
    ];
    let more = match state.finished {
        true => spec.given_budget().doubled_options(),
        false => String::new(),
    };
    let resume = format!("\ntune2048 resume {}{more}", quoted(&data.folder));
    let settings = played.into_iter().chain(spec.shown_settings());
    Report {
        kind: "Campaign",
        title: spec.name.clone(),
        summary: vec![story::question(state)],
        opening: opening::opening(data),
        sections: vec![
            ("verdict", "Verdict", verdict::section(data)),
            ("weights", "Weights", weights::section(data)),
            ("slices", "Slices", slices::section(data)),
            ("race", "Race and validation", race::section(data)),
            (
                "repeat",
                "To repeat it",
                repeat(&data.folder, ["run", "search-space.toml"], &resume, settings),
            ),
        ],
        ..Report::default()
    }
}
