//! Words of error messages about names.

/// The known name most similar to a name, if one is similar enough to be meant.
pub(super) fn nearest<'n>(
    found: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let plain = |name: &str| name.to_lowercase().replace('_', "-");
    let found = plain(found);
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&found, &plain(name)), name))
        .filter(|&(likeness, _)| likeness > 0.8)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

/// Names in backquotes as a sentence lists alternatives: "`a`, `b` or `c`".
pub(super) fn alternatives(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., name] => format!("{} or {name}", names.join(", ")),
    }
}
