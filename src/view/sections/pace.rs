//! How far an unfinished campaign is, how fast, and how long it still takes.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::progress::RecordedPace;
use crate::view::words::page::{percent, typeset, whole};
use crate::view::words::time_left;
use tune2048_tuner::record::RunState;
use tune2048_tuner::words::Phase;

/// Returns the pace by the record, unless the campaign is finished.
pub(crate) fn of(data: &ReportData) -> Option<RecordedPace> {
    let is_running = data.run_state == RunState::Running;
    (!data.state.finished).then(|| RecordedPace::of(&data.state, is_running))
}

/// Returns the state, a phase beside the search, units per second and time left in words, as far as they are known.
pub(crate) fn words(pace: &RecordedPace, state: RunState) -> String {
    let unit = pace.unit;
    let speed = pace.games_per_second.map(|speed| match speed {
        speed if speed < 10.0 => format!("{speed:.1} {unit}s a second"),
        speed => format!("{} {unit}s a second", whole(speed)),
    });
    let left = pace.seconds_left.map(|left| time_left(left, pace.phase.may_end_early()));
    let state = typeset(&state.with_share(pace.share_done));
    let phase = (pace.phase != Phase::Search).then(|| pace.phase.name().to_owned());
    let words = [Some(state), phase, speed, left];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns the words with a bar of progress.
pub(crate) fn shown(pace: &RecordedPace, state: RunState) -> Markup {
    html! {
        @if let Some(share) = pace.share_done {
            progress max="1" value=(format!("{share:.4}")) aria-label="Share of the campaign that is done" { (percent(share)) }
        }
        p class="number" { (words(pace, state)) }
    }
}
