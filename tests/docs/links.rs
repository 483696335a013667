//! Links of the pages: files and headings that a page names are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::markdown_pages;

/// The text of a page without its blocks of code.
fn prose(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a page is a text");
    let mut is_code = false;
    let mut kept = String::new();
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if !is_code {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

fn anchors(path: &Path) -> BTreeSet<String> {
    let anchor = |heading: &str| -> String {
        let kept = |c: &char| c.is_alphanumeric() || "-_ ".contains(*c);
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        heading.chars().filter(kept).collect::<String>().replace(' ', "-")
    };
    let prose = prose(path);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    headings.map(anchor).collect()
}

/// The places that a page links to within the repository.
fn links(path: &Path) -> Vec<(PathBuf, Option<String>)> {
    let prose = prose(path);
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let here = targets.filter(|target| !target.contains("://"));
    let place = |target: &str| {
        let (file, anchor) = target.split_once('#').map_or((target, None), |(f, a)| (f, Some(a)));
        let file = match file {
            "" => path.to_owned(),
            file => path.parent().expect("a page is in a folder").join(file),
        };
        (file, anchor.map(str::to_owned))
    };
    here.map(place).collect()
}

#[test]
fn every_link_leads_somewhere() {
    for page in markdown_pages() {
        for (file, anchor) in links(&page) {
            let place = format!("{} links to {}", page.display(), file.display());
            assert!(file.exists(), "{place}, which is not there");
            if let Some(anchor) = anchor.filter(|_| file.extension().is_some_and(|end| end == "md"))
            {
                assert!(
                    anchors(&file).contains(&anchor),
                    "{place}#{anchor}, a heading that is not there"
                );
            }
        }
    }
}
