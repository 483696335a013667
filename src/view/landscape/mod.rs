//! Regression of the mean score on the weights, around one point of a search space.
//!
//! A report shows which weights matter and which trade off. Both are read off a polynomial of
//! second order that is fitted to all games of the search by weighted least squares.
//!
//! | file | what it does |
//! |---|---|
//! | `fit` | chooses the samples near the point and fits the polynomial |
//! | `surface` | the fitted polynomial: its terms, differences and reach |
//!
//! The method is locally weighted regression (Cleveland and Devlin 1988, "Locally Weighted
//! Regression", Journal of the American Statistical Association 83, 596-610,
//! <https://doi.org/10.1080/01621459.1988.10478639>): a sample counts more the nearer it is and
//! the smaller its variance is. Standard errors are the HC3 estimates of MacKinnon and White
//! (1985), Journal of Econometrics 29, 305-325, which assume no common variance. They do not
//! include the bias of a polynomial that does not have the form of the true landscape.

mod fit;
mod surface;

pub use fit::{NoFit, PointSample};
pub use surface::{DifferenceEstimate, Order, Surface};
