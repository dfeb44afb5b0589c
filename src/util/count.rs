//! Numbers with their nouns, for messages.

/// `1 position`, `12 positions`: a count with its noun, whose plural ends with `s`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `1 ply`, `12 plies`.
pub fn plies(count: impl Into<i64>) -> String {
    match count.into() {
        1 => "1 ply".to_owned(),
        count => format!("{count} plies"),
    }
}

/// `1 move`, `4 moves`: those of one side, its own last, of so many plies.
pub fn moves_of(plies: usize) -> String {
    counted(plies.div_ceil(2) as u64, "move")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        let texts = [0, 1, 2, 21].map(|count| counted(count, "record"));
        assert_eq!(texts, ["0 records", "1 record", "2 records", "21 records"]);
    }

    #[test]
    fn the_winner_makes_every_other_move_and_the_last() {
        assert_eq!([1, 3, 4, 7].map(moves_of), ["1 move", "2 moves", "2 moves", "4 moves"]);
    }
}
