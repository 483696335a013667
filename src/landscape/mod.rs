//! What all games of a search say of the landscape around a point: a surface
//! of second order, fitted by weighted least squares, with its uncertainty.
//!
//! Locally weighted regression after Cleveland and Devlin (1988), "Locally
//! Weighted Regression", Journal of the American Statistical Association 83,
//! 596-610, <https://doi.org/10.1080/01621459.1988.10478639>: samples count the
//! more, the nearer they lie and the less their value is luck. Standard errors
//! are those of MacKinnon and White (1985), Journal of Econometrics 29, 305-325
//! (HC3), which take no variance for granted. What they do not know of is the
//! bias of a landscape that is not of second order.

mod surface;
mod terms;

pub use surface::{DifferenceEstimate, NoFit, PointSample, Surface};
pub use terms::Order;
