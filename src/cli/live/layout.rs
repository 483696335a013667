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
    Ranking,
    Weights,
    Workers,
    Messages,
    Keys,
}

/// Returns the parts from top to bottom with their heights in lines, 0 where there is no room.
pub(super) fn layout(height: u16, state: &LiveProgress) -> Vec<(Part, u16)> {
    use Part::{
        Chart, Gap, Keys, Messages, Phase, Progress, Ranking, Score, Title, Weights, Workers,
    };
    // A headline and the rows, if there are any.
    let list = |rows: usize| rows as u16 + u16::from(rows > 0);
    let (weights, workers) = (list(state.weights.len()), list(state.workers.len()));
    let messages = state.messages.len() as u16;
    // Parts get room in this order, up to this number of lines.
    let first = [Phase, Progress, Keys, Score, Title, Ranking].map(|part| (part, 1));
    let wishes = [
        (Messages, messages.min(1)),
        (Workers, workers.min(1)),
        (Weights, weights.min(4)),
        (Chart, 4),
        (Weights, weights.min(9)),
        (Messages, messages.min(2)),
        (Gap, 1),
        (Workers, workers.min(4)),
        (Chart, 7),
        (Weights, weights),
        (Messages, messages.min(4)),
        (Workers, workers.min(12)),
    ];
    let mut given: Vec<(Part, u16)> = [
        Title, Phase, Progress, Gap, Score, Chart, Ranking, Gap, Weights, Gap, Workers, Messages,
        Keys,
    ]
    .map(|part| (part, 0))
    .into();
    let mut left = height;
    for (wish, lines) in first.into_iter().chain(wishes) {
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
    let chart = given.iter().position(|(part, height)| *part == Chart && *height > 0);
    let place = chart.unwrap_or(given.len() - 2);
    given[place].1 += left;
    given
}
