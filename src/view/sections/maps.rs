//! Maps of the fitted surface over two coordinates.

use maud::{Markup, html};

use crate::view::campaigns::coordinates::{Coordinate, coordinates};
use crate::view::campaigns::data::ReportData;
use crate::view::chart::{DataTable, HeatCell, HeatMap, figure, key, panels};
use crate::view::landscape::{DifferenceEstimate, Surface};
use crate::view::words::page::{change, fixed, known, percent, significant};

/// Cells along each side of a map.
const SIDE: usize = 13;
/// Index of the last cell along a side.
const LAST: usize = SIDE - 1;
/// Steps along each side of the coarse grid by which the extent of a map is found.
const COARSE: usize = 20;
/// Number of maps at most.
const MAX_MAPS: usize = 6;
/// Loss of the mean score, as a share, at which a map has no colour.
///
/// The colour is deepest where the mean score is higher than at the centre by half of it.
const LOWER: f64 = 0.2;
/// Half width of the 95 % interval, in logarithms of the mean score, up to which cells are drawn.
const MAX_HALF_WIDTH: f64 = 0.1;

/// Returns the pairs of coordinates with the most significant interactions, that one first.
fn pairs(surface: &Surface) -> Vec<[usize; 2]> {
    let n = surface.centre.len();
    let mut pairs: Vec<(f64, [usize; 2])> = Vec::new();
    for a in (0..n).filter(|a| surface.knows(*a)) {
        for b in (a + 1..n).filter(|b| surface.knows(*b)) {
            let sureness =
                surface.interaction(a, b).map_or(0.0, |found| (found.value / found.error).abs());
            if sureness.is_finite() {
                pairs.push((sureness, [a, b]));
            }
        }
    }
    pairs.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    pairs.into_iter().map(|(_, pair)| pair).take(MAX_MAPS).collect()
}

/// Returns the figure with the maps and their tables.
pub(crate) fn maps(data: &ReportData, surface: &Surface) -> Markup {
    let coordinates = coordinates(&data.progress.spec);
    let maps: Vec<([&Coordinate<'_>; 2], Grid)> = pairs(surface)
        .into_iter()
        .map(|pair| (pair.map(|at| &coordinates[at]), Grid::of(surface, pair)))
        .filter(|(_, grid)| grid.cells.iter().flatten().flatten().count() > SIDE)
        .collect();
    if maps.is_empty() {
        return html! {};
    }
    let here = data.centre_name();
    let image = panels(maps.iter().map(|(pair, grid)| {
        let [a, b] = pair.map(|coordinate| &coordinate.name);
        (format!("{a} and {b}"), map(surface, *pair, grid))
    }));
    let caption = html! {
        b { "Maps: " } "the fitted change of the mean score when two weights move and the others stay, for the pairs whose trade-off is surest. The ring is "
        (here) ". No colour means lower by " (percent(LOWER)) " or more, the deepest colour higher by half of that; grey is outside of the region of the candidates, or where \
        the 95\u{202f}% interval is wider than ± " (percent(MAX_HALF_WIDTH)) "."
    };
    let keys = [
        key("above", "the deeper, the better"),
        key("unknown", "not known"),
        key("speck", "not distinguishable from the ring at 95\u{202f}%"),
    ];
    let tables: Vec<Markup> = maps.iter().map(|(pair, grid)| map_table(*pair, grid)).collect();
    figure("maps", keys, &image, &caption, &tables)
}

/// The fitted surface over a rectangle of two coordinates.
struct Grid {
    /// Places along both coordinates.
    places: [Vec<f64>; 2],
    /// Rows of estimates, the lowest second coordinate first; `None` where nothing is known.
    cells: Vec<Vec<Option<DifferenceEstimate>>>,
}

impl Grid {
    /// Covers the region where the surface is known, in even steps.
    fn of(surface: &Surface, pair: [usize; 2]) -> Self {
        let estimate = |place: [f64; 2]| {
            let mut point = surface.centre.clone();
            [point[pair[0]], point[pair[1]]] = place;
            let found = surface.supports(&point).then(|| surface.difference(&point));
            found.filter(|found| found.half_width < MAX_HALF_WIDTH)
        };
        // Along a diagonal ridge the surface is known farther out than along either coordinate.
        let around = pair.map(|coordinate| {
            let centre = surface.centre[coordinate];
            let [low, high] = surface.reach(coordinate).unwrap_or([centre; 2]);
            let wide = [centre - 2.0 * (centre - low), centre + 2.0 * (high - centre)];
            wide.map(|end| end.clamp(0.0, 1.0))
        });
        let step = |[low, high]: [f64; 2], index: usize, steps: usize| {
            low + (high - low) * index as f64 / steps as f64
        };
        let coarse = |which: usize, index: usize| step(around[which], index, COARSE);
        let known: Vec<[f64; 2]> = (0..=COARSE)
            .flat_map(|i| (0..=COARSE).map(move |j| [coarse(0, i), coarse(1, j)]))
            .filter(|place| estimate(*place).is_some())
            .collect();
        let places = [0, 1].map(|which| {
            let (centre, along) = (surface.centre[pair[which]], known.iter().map(|at| at[which]));
            let ends = [along.clone().fold(centre, f64::min), along.fold(centre, f64::max)];
            (0..SIDE).map(|index| step(ends, index, LAST)).collect()
        });
        let [columns, rows]: &[Vec<f64>; 2] = &places;
        let row = |y: &f64| columns.iter().map(|x| estimate([*x, *y])).collect();
        Self { cells: rows.iter().map(row).collect(), places }
    }
}

fn map(surface: &Surface, pair: [&Coordinate<'_>; 2], grid: &Grid) -> Markup {
    let [a, b] = pair.map(|coordinate| coordinate.name.as_str());
    let text =
        |which: usize, index: usize| significant(pair[which].value(grid.places[which][index]), 3);
    let words = |[column, row]: [usize; 2], found: &DifferenceEstimate| {
        format!("{a} {}, {b} {}: {}", text(0, column), text(1, row), change(found.change()))
    };
    let cell = |row: usize, column: usize| match &grid.cells[row][column] {
        None => HeatCell { is_blank: true, ..HeatCell::default() },
        Some(found) => HeatCell {
            strength: ((found.change() + LOWER) / (1.5 * LOWER)).max(0.0),
            is_marked: found.value.abs() <= found.half_width,
            title: words([column, row], found),
            ..HeatCell::default()
        },
    };
    let label = |which: usize, index: usize| match index {
        0 | LAST => text(which, index),
        _ => String::new(),
    };
    let rows = (0..SIDE).rev().map(|row| (0..SIDE).map(|column| cell(row, column)).collect());
    let heat = HeatMap {
        rows: rows.collect(),
        row_labels: (0..SIDE).rev().map(|row| label(1, row)).collect(),
        column_labels: (0..SIDE).map(|column| label(0, column)).collect(),
        x_label: a,
        y_label: b,
        cell: [15.0, 13.0],
        max_opacity: 0.75,
    };
    // The centre's place in cells, counted from the edge of the map.
    let place = |which: usize| {
        let places = &grid.places[which];
        let share = (surface.centre[pair[which].at] - places[0]) / (places[LAST] - places[0]);
        if share.is_finite() { share * LAST as f64 + 0.5 } else { 0.5 }
    };
    let [x, y] = heat.place(place(0), SIDE as f64 - place(1));
    let marks =
        html! { circle class="here" cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="5" {} };
    let id = format!("map-{}-{}", pair[0].at, pair[1].at);
    heat.drawn(&marks).image(&id, &format!("Mean score over {a} and {b}"))
}

fn map_table([a, b]: [&Coordinate<'_>; 2], grid: &Grid) -> Markup {
    let caption = format!(
        "Fitted change of the mean score in %, ± half the 95\u{202f}% interval: {} to the right, {} downward",
        a.name, b.name
    );
    let cell = |found: DifferenceEstimate| {
        let [change, half] = [found.change(), found.half_width].map(|part| fixed(100.0 * part, 1));
        format!("{change}\u{a0}±\u{a0}{half}")
    };
    let id = format!("map-{}-{}", a.at, b.at);
    let heads: Vec<String> = grid.places[0].iter().map(|place| a.text(*place)).collect();
    DataTable::new(&id, &caption, grid.places[1].iter().zip(&grid.cells))
        .number(&b.name, |(place, _)| b.text(**place))
        .numbers(&heads, |(_, row), column| known(row[column], cell))
        .shown()
}
