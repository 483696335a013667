//! Reading the search space of a new campaign.

use std::path::Path;

use crate::baselines;
use crate::space::{BASELINE, CampaignSpec, ValidationBaseline, check_optimizer, check_room};
use tune2048_files::toml_errors::{Document, Mistakes};

impl CampaignSpec {
    /// Reads the text of a file that a campaign is to be started with. Unlike for a campaign that
    /// was started, this program must contain its optimizer and the scores that its validation needs.
    ///
    /// # Errors
    /// All mistakes of the file.
    pub fn parse_new(path: &Path, text: &str) -> Result<Self, Mistakes> {
        Self::read(None, path, text, |spec, document| {
            check_optimizer(spec, document);
            check_room(spec, document);
            check_baseline(spec, document);
        })
    }
}

/// Reports starting weights whose scores a validation needs, but which are not stored.
fn check_baseline(spec: &CampaignSpec, document: &mut Document<'_>) {
    let start = spec.start_weights();
    if spec.validation.baseline == ValidationBaseline::Played
        || spec.leaves_open(BASELINE)
        || baselines::of(&start).is_some()
    {
        return;
    }
    let message = format!("`{BASELINE}`: no scores of these starting weights are stored");
    let label = format!("found {}", baselines::describe_missing(&start));
    let help = format!(
        "let the starting weights play, by baseline = \"played\", or start from exactly one of: {}",
        baselines::describe_stored()
    );
    document.report_at(BASELINE, message, label, help);
}
