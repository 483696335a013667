//! The page that compares the ticked campaigns of the list.

use percent_encoding::percent_decode_str;

use super::html;
use super::site::{Site, Target};
use crate::view::campaigns::RunKind;
use crate::view::report;

/// Compares campaigns, each given by the address of its report; nothing if one is not there.
pub(super) fn page(site: &Site, ticked: &[String]) -> Option<String> {
    if ticked.len() < 2 {
        let told = "Tick two campaigns or more in the list.";
        return Some(html::plain("Compare", told));
    }
    let mut folders = Vec::new();
    for address in ticked {
        let target = site.places.iter().enumerate().find_map(|(place, found)| {
            let name = address.strip_prefix(found.prefix)?.strip_prefix("/report/")?;
            let name = percent_decode_str(name).decode_utf8().ok()?.into_owned();
            Some(Target { place, name })
        })?;
        let (place, run) = site.find(&target)?;
        if run.kind != RunKind::Campaign {
            return None;
        }
        if let Some(obstacle) = place.root.obstacle(&run) {
            return Some(html::plain("Compare", &format!("{}: {obstacle}", run.name)));
        }
        folders.push(run.path);
    }
    Some(match report::comparison(&folders) {
        Ok(page) => html::with_list(&page),
        Err(error) => html::plain("Compare", &error.to_string()),
    })
}
