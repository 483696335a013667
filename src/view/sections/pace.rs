//! How far an unfinished campaign is, how fast, and how long it still takes.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::progress::RecordedPace;
use crate::view::words::page::{percent, whole};
use crate::view::words::time_left;
use tune2048_engine::game::Stream;

/// The pace of an unfinished campaign, by its record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace(RecordedPace);

impl Pace {
    /// Returns the pace, unless the campaign is finished.
    pub(crate) fn of(data: &ReportData) -> Option<Self> {
        let games = |stream: Stream| {
            let games = data.final_games.iter();
            games.filter(|game| game.stream == stream).count() as u64
        };
        let of_ends = [Stream::Selection, Stream::Validation].map(games);
        (!data.progress.finished).then(|| {
            let finalists = data.finalists.len();
            Self(RecordedPace::of(&data.progress, finalists, of_ends))
        })
    }

    /// Returns the share of the campaign that is done, 0 to 1, if its end is known.
    pub(crate) fn share_done(&self) -> Option<f64> {
        self.0.share_done
    }

    /// Returns phase, games per second and time left in words, as far as they are known.
    pub(crate) fn words(&self) -> String {
        let Self(pace) = self;
        let speed = pace.games_per_second.map(|speed| match speed {
            speed if speed < 10.0 => format!("{speed:.1} games a second"),
            speed => format!("{} games a second", whole(speed)),
        });
        let left = pace.seconds_left;
        let left = left.map(time_left);
        let words = [Some(pace.phase.name().to_owned()), speed, left];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Returns the words with a bar of progress.
    pub(crate) fn shown(&self) -> Markup {
        html! {
            @if let Some(share) = self.share_done() {
                progress max="1" value=(format!("{share:.4}")) aria-label="Share of the campaign that is done" { (percent(share)) }
            }
            p class="number" { (self.words()) }
        }
    }
}
