//! What is needed to repeat the campaign: versions, seeds, settings, commands.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::settings;
use crate::view::words::page::{count, counted, duration};
use tune2048_engine::game::Stream;
use tune2048_files::shell::quoted;

/// Returns the section.
pub(crate) fn section(data: &ReportData) -> Markup {
    let progress = &data.state;
    let spec = &progress.spec;
    let folder = quoted(&data.folder);
    let (pilot, unit) =
        (progress.pilot.as_ref().map_or(0, |pilot| pilot.games), spec.subject().unit());
    let of = |stream: Stream| progress.finals.count(stream);
    html! {
        dl {
            dt { "Version" } dd { "tune2048 " (data.state.began.version) " started it"
                @if let Some(evidence) = data.evidence() { ", " (evidence.version) " measured the winner" }
                ", " (env!("CARGO_PKG_VERSION")) " made this page" }
            dt { "Seed" } dd { (spec.seed) "; every game follows from it, its stream and its number" }
            dt { "Optimizer" } dd { (spec.optimizer.name()) ", " (counted(spec.population(), "candidate")) " a generation"
                @if progress.restarts > 0 { ", restarted " (counted(progress.restarts, "time")) } }
            dt { "Player" } dd { (spec.subject()) }
            dt { "Games" } dd { (counted(pilot, unit)) " of the pilot, " (count(progress.games - pilot)) " of the search, "
                (count(of(Stream::Selection))) " of the race, " (count(of(Stream::Validation))) " of the validation" }
            dt { "Time" } dd { (duration(progress.elapsed_seconds)) " of search" }
        }
        p { "The folder contains the search space. To run the same search anywhere else:" }
        pre { code {
            "tune2048 run " (quoted(data.folder.join("search-space.toml"))) " --out again\n"
            "tune2048 report again"
        } }
        p { "To continue from here:" }
        pre { code {
            "tune2048 resume " (folder)
            @if progress.finished { (spec.given_budget().doubled_options()) }
            "\n"
            @if data.tuned().is_some() {
                "tune2048 evaluate " (folder) " --games 10000 --seed 1\n"
                "tune2048 export " (folder) " --format " (spec.subject().usual_export_format()) "\n"
            }
            "tune2048 diagnose " (folder)
        } }
        p { "Every number of this page is in the folder’s files: trials.csv, games.csv and log.jsonl." }
        details { summary { "All settings" } (settings(&spec.shown_settings()).shown()) }
    }
}
