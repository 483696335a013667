//! Which parts of the view fit a terminal of a given height, from top to bottom.

use crate::view::progress::LiveProgress;

/// A part of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Title,
    Phase,
    Progress,
    Gap,
    Score,
    Chart,
    Reliability,
    Weights,
    Workers,
    Messages,
    Keys,
}

/// Returns the parts from top to bottom with their heights in lines, 0 where there is no room.
pub(super) fn layout(height: u16, state: &LiveProgress) -> Vec<(Part, u16)> {
    let weights = state.weights.len() as u16 + 1;
    let messages = state.messages.len() as u16;
    let workers = state.workers.len() as u16 + u16::from(!state.workers.is_empty());
    // Parts get room in this order, up to this number of lines.
    let wishes = [
        (Part::Phase, 1),
        (Part::Progress, 1),
        (Part::Keys, 1),
        (Part::Score, 1),
        (Part::Title, 1),
        (Part::Reliability, 1),
        (Part::Messages, messages.min(1)),
        (Part::Workers, workers.min(1)),
        (Part::Weights, weights.min(4)),
        (Part::Chart, 4),
        (Part::Weights, weights.min(9)),
        (Part::Messages, messages.min(2)),
        (Part::Gap, 1),
        (Part::Workers, workers.min(4)),
        (Part::Chart, 7),
        (Part::Weights, weights),
        (Part::Messages, messages.min(4)),
        (Part::Workers, workers.min(12)),
    ];
    let mut given: Vec<(Part, u16)> = [
        Part::Title,
        Part::Phase,
        Part::Progress,
        Part::Gap,
        Part::Score,
        Part::Chart,
        Part::Reliability,
        Part::Gap,
        Part::Weights,
        Part::Gap,
        Part::Workers,
        Part::Messages,
        Part::Keys,
    ]
    .map(|part| (part, 0))
    .into();
    let mut left = height;
    for (wish, lines) in wishes {
        for (_, height) in given.iter_mut().filter(|(part, _)| *part == wish) {
            let more = lines.saturating_sub(*height).min(left);
            // A chart or a list needs at least two lines.
            if *height + more >= 2 || lines == 1 {
                *height += more;
                left -= more;
            }
        }
    }
    // The rest belongs to the chart or, without a chart, to the part above the keys.
    let chart = given.iter().position(|(part, height)| *part == Part::Chart && *height > 0);
    let place = chart.unwrap_or(given.len() - 2);
    given[place].1 += left;
    given
}
