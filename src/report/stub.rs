//! A page to work with until the report's own is there.

use std::path::Path;

use super::markdown;
use crate::campaign::{CampaignError, Progress};

/// The page's style.
pub const STYLE: &str = ":root { color-scheme: light dark }";
/// The page's script.
pub const SCRIPT: &str = "";

/// The report as a page.
///
/// # Errors
/// If the campaign cannot be read.
pub fn page(folder: &Path) -> Result<String, CampaignError> {
    let progress = Progress::read(folder)?;
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{0}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main id=\"report\">\n<h1>{0}</h1>\n<p>{1} generations</p>\n\
         <section id=\"all\"><details><summary>All</summary><pre>{2}</pre></details></section>\n\
         </main>\n</body>\n</html>\n",
        progress.space.name,
        progress.generations,
        markdown(&progress)
    ))
}
