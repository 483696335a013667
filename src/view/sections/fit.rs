//! The section about the landscape of the mean score, fitted to the games of the search.

use maud::{Markup, html};

use super::slices::slices;
use crate::view::campaigns::data::ReportData;
use crate::view::landscape::{NoFit, Order, PointSample, Surface};
use crate::view::words::page::{count, fixed};
use tune2048_optimizer::boundary;
use tune2048_tuner::record::Trial;
use tune2048_tuner::statistics::{Better, Effect};

/// The fitted surface, or the reason why there is none.
pub(crate) type Fit = Result<Surface, NoFit>;

/// Fits a surface around the recommended weights or, without any, the centre of the search.
pub(crate) fn fit(data: &ReportData) -> Fit {
    let trials = data.state.all_trials();
    let centre = data.centre().unwrap_or_default();
    let spec = &data.state.spec;
    match (spec.effect, spec.better) {
        (Effect::Ratio, Better::Higher) => Surface::fit(&samples(trials), &centre),
        _ => Err(NoFit::NoRatios),
    }
}

/// Returns the section: how the surface was fitted, then slices of it.
pub(super) fn section(data: &ReportData, fit: &Fit) -> Markup {
    html! {
        @match fit {
            Err(reason) => { p { "There is no fitted surface: " (reason) "." } }
            Ok(surface) => {
                (method(data, surface))
                (slices(data, surface))
            }
        }
    }
}

/// Describes how the surface was fitted, and its limits.
fn method(data: &ReportData, surface: &Surface) -> Markup {
    let around = data.centre_name();
    html! {
        p {
            "What follows is a fit, not a measurement: a polynomial of second order for the logarithm of the mean score, "
            @match surface.order {
                Order::Full => "with all products of two coordinates, ",
                Order::Separate => "without products of coordinates (there are too few candidates for them, so that trade-offs are not seen), ",
            }
            "by weighted least squares over the " (count(surface.samples)) " candidates nearest to " (around)
            ". Nearer candidates and candidates with more games count more. Bands are 95\u{202f}% intervals for each place separately."
            @if variation(data.state.all_trials()).is_some() {
                " The candidates scatter about the surface with " (fixed(surface.scatter, 2))
                " times the variance that the luck of the games explains"
                @if surface.scatter > 1.5 {
                    ": the landscape is not quite of this form, and differences may be off by more than the bands show."
                } @else { "." }
            }
        }
        p class="note" {
            b { "Limits. " }
            "All changes are relative to " (around) ". The intervals (HC3) include the luck of the games, but not the error of the polynomial’s form: "
            "a curved ridge or an edge is smoothed over. Nothing is drawn outside of the region of the candidates. The fit ignores that candidates of a generation share their seeds."
        }
    }
}

/// Returns the coefficient of variation of a game's score, pooled over the candidates.
fn variation(trials: &[Trial]) -> Option<f64> {
    let (mut squares, mut freedom) = (0.0, 0.0);
    for trial in trials {
        let evaluation = &trial.evaluation;
        if let Some(sd) = evaluation.sd_score
            && evaluation.mean_score > 0.0
        {
            let degrees = f64::from(evaluation.games) - 1.0;
            squares += degrees * (sd / evaluation.mean_score).powi(2);
            freedom += degrees;
        }
    }
    let found = (squares / freedom).sqrt();
    (found.is_finite() && found > 0.0).then_some(found)
}

/// Returns the logarithm of each candidate's mean score at the point that was played.
fn samples(trials: &[Trial]) -> Vec<PointSample> {
    let variation = variation(trials);
    let positive = trials.iter().filter(|trial| trial.evaluation.mean_score > 0.0);
    positive
        .map(|trial| {
            let games = f64::from(trial.evaluation.games.max(1));
            let luck = variation.map(|variation| variation * variation / games);
            PointSample {
                point: boundary::clamp(&trial.point),
                // To first order, E ln(mean of n) = ln(mean) - cv^2 / 2n.
                value: libm::log(trial.evaluation.mean_score) + luck.unwrap_or(0.0) / 2.0,
                variance: luck.unwrap_or(1.0 / games),
            }
        })
        .collect()
}
