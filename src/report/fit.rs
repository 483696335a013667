//! The landscape of the mean score as the games of the search tell it.

use maud::{Markup, html};

use super::data::ReportData;
use super::maps::maps;
use super::number::{count, fixed};
use super::slices::slices;
use crate::landscape::{NoFit, Order, PointSample, Surface};
use tune2048_optimizer::boundary;
use tune2048_tuner::checkpoint::Trial;

/// The surface, or why there is none.
pub(super) struct Fit {
    pub(super) surface: Result<Surface, NoFit>,
    /// Whether it is known how much luck is in a mean score.
    knows_luck: bool,
}

impl Fit {
    /// Around the recommended weights, or what stands in for them.
    pub(super) fn of(data: &ReportData) -> Self {
        let trials = data.progress.comparable_trials();
        let centre = data.centre().unwrap_or_default();
        let variation = variation(trials);
        let samples = samples(trials, variation);
        Self {
            surface: Surface::fit(&samples, &centre),
            knows_luck: variation.is_some(),
        }
    }

    pub(super) fn surface(&self) -> Option<&Surface> {
        self.surface.as_ref().ok()
    }

    /// How the surface was made, and what it is worth.
    pub(super) fn method(&self, data: &ReportData) -> Markup {
        let surface = match &self.surface {
            Ok(surface) => surface,
            Err(NoFit::TooFew { samples, needed }) => {
                return html! { p {
                    "There is no fitted surface yet: it takes " (count(*needed)) " candidates or more, and there are " (count(*samples)) "."
                } };
            }
            Err(NoFit::Degenerate) => {
                return html! { p { "There is no fitted surface: the candidates do not differ in enough directions." } };
            }
        };
        let around = data.centre_name();
        html! {
            p {
                "What follows is a fit, not a measurement: a polynomial of second order for the logarithm of the mean score, "
                @match surface.order() {
                    Order::Full => "with all products of two coordinates, ",
                    Order::Separate => "without products of coordinates (there are too few candidates for them, so that trade-offs are not seen), ",
                }
                "by weighted least squares over the " (count(surface.samples())) " candidates nearest to " (around)
                ", each the more, the nearer it lies and the more games it played. Bands are 95\u{202f}% intervals, at each place by itself."
                @if self.knows_luck {
                    " The candidates scatter about the surface with " (fixed(surface.scatter(), 2))
                    " times the variance that the luck of the games explains"
                    @if surface.scatter() > 1.5 {
                        ": the landscape is not quite of this form, and differences may be off by more than the bands say."
                    } @else { "." }
                }
            }
            p class="note" {
                b { "Limits. " }
                "All is relative to " (around) ". The intervals (HC3) know of luck, not of the error of the form: a ridge that bends, or an edge, "
                "is smoothed over. Nothing is drawn beyond where candidates lay. Candidates of a generation share their seeds, which the fit does not know of."
            }
        }
    }
}

/// The slices and the maps, with how they were made.
pub(super) fn section(data: &ReportData, fit: &Fit) -> Markup {
    html! {
        section aria-labelledby="landscape" {
            h2 id="landscape" { "The landscape" }
            (fit.method(data))
            @if let Some(surface) = fit.surface() {
                (slices(data, surface))
                (maps(data, surface))
            }
        }
    }
}

/// The coefficient of variation of a game's score, pooled over the candidates.
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

/// The logarithm of each candidate's mean score, at the point that was played.
fn samples(trials: &[Trial], variation: Option<f64>) -> Vec<PointSample> {
    let positive = trials
        .iter()
        .filter(|trial| trial.evaluation.mean_score > 0.0);
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
