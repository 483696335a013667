//! Effects of campaigns with their intervals.

use maud::{Markup, html};

use crate::view::chart::{Plot, axis, broad, ends, figure, is_roomy, row_axis};
use crate::view::words::page::typeset;
use tune2048_tuner::statistics::{Effect, Estimate, Objective};

/// An effect with its name and the class of its marks.
pub(crate) type NamedEffect = (String, Estimate, String);

/// Returns a figure with a row for each effect.
pub(crate) fn effects_figure(
    id: &str,
    objective: Objective,
    effect: Effect,
    rows: &[NamedEffect],
    caption: &Markup,
) -> Markup {
    let none = effect.neutral();
    let shown = rows.iter().flat_map(|(_, found, _)| <[f64; 2]>::from(found.interval));
    let domain = ends(shown.filter(|end| end.is_finite()).chain([none]));
    let image = broad(id, &effect.heading(objective), |width| {
        let x = axis(domain, &effect.of_tuned(objective), if is_roomy(width) { 7 } else { 4 });
        let y = row_axis(rows.iter().map(|(name, ..)| short(name, width)), "", 0.5);
        let plot = Plot::new(width, 46.0 + 28.0 * rows.len() as f64, x, y);
        plot.drawn(&html! {
            (plot.vertical(none, "quiet"))
            @for (row, (name, found, class)) in rows.iter().enumerate() {
                @let words = format!("{name}: {}", typeset(&found.short_text()));
                (plot.estimate(plot.y(-(row as f64)), found.value, Some(found.interval), class, &words))
            }
        })
    });
    figure(id, [], &image, caption, &[])
}

/// Cuts a name so that it leaves room for the chart.
fn short(name: &str, width: f64) -> String {
    let most = (width / 20.0) as usize;
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}
