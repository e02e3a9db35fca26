//! Stand-in: the schema branch has this.
/// The name that was probably meant.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Names are the client's: comparing long ones costs.
    if name.len() > 64 {
        return None;
    }
    let plain =
        |name: &str| name.chars().filter(|char| char.is_alphanumeric()).collect::<String>().to_lowercase();
    let wrong = plain(name);
    known
        .map(|known| (distance(&wrong, &plain(known)), known))
        .filter(|(distance, known)| {
            let close = *distance <= (wrong.chars().count() / 3).max(1);
            close || wrong.starts_with(&plain(known)) || plain(known).starts_with(&wrong)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// Letters to change, add or leave out to turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
