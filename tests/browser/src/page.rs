//! A page as a browser sees it.

use std::path::Path;

use scraper::{ElementRef, Html, Selector};

pub struct Page {
    pub text: String,
    pub html: Html,
}

impl Page {
    #[track_caller]
    pub fn of(folder: &Path) -> Self {
        Self::read(tune2048::view::report::page(folder).unwrap_or_else(|error| panic!("{error}")))
    }

    #[track_caller]
    pub fn read(text: String) -> Self {
        let html = Html::parse_document(&text);
        assert_eq!(html.errors, Vec::<String>::new());
        Self { text, html }
    }

    pub fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        let selector = Selector::parse(selector).expect("a selector");
        self.html.select(&selector).collect()
    }

    /// The text of the whole page, its style left out.
    pub fn words(&self) -> String {
        words(self.all("main")[0])
    }

    #[track_caller]
    pub fn table(&self, id: &str) -> Vec<Vec<String>> {
        assert_eq!(self.all(&format!("table#{id}")).len(), 1, "tables {id}");
        let cells = Selector::parse("th, td").expect("a selector");
        let rows = self.all(&format!("table#{id} tbody tr"));
        rows.into_iter().map(|row| row.select(&cells).map(words).collect()).collect()
    }
}

/// The text of an element, each space a plain one.
pub fn words(element: ElementRef<'_>) -> String {
    let text: String = element.text().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A number as a page writes it.
#[track_caller]
pub fn number(text: &str) -> f64 {
    let kept = text.chars().filter(|c| !c.is_whitespace() && !"%+".contains(*c));
    let plain: String = kept.map(|c| if c == '\u{2212}' { '-' } else { c }).collect();
    plain.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

/// A number is this one, to the places that it is written with.
#[track_caller]
pub fn assert_rounds(text: &str, expected: f64, places: i32) {
    let half = 0.5 * 10_f64.powi(-places) + 1e-9;
    assert!((number(text) - expected).abs() <= half, "{text:?}, expected {expected}");
}
