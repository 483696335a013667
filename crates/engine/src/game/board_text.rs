//! Boards as text: sixteen hexadecimal ranks, or sixteen tiles, in reading order.

use std::fmt;
use std::str::FromStr;

use super::board::Board;

/// A text is not a board: what was found, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board: {0}")]
pub struct ParseBoardError(String);

/// Writes sixteen hexadecimal ranks in reading order, row 0 first.
impl fmt::Display for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ranks().iter().try_for_each(|rank| write!(formatter, "{rank:x}"))
    }
}

/// Reads sixteen hexadecimal ranks, in which spaces and slashes are ignored, or sixteen tiles such as
/// 1024 with spaces or slashes between them. More than four words of which one has several
/// characters are tiles. Commas, brackets and quotes, as JSON has them, separate too, and ranks may
/// begin with `0x`.
impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        let is_separator =
            |character: char| "/,[]\"".contains(character) || character.is_whitespace();
        let text = text.trim();
        let text = text.strip_prefix("0x").unwrap_or(text);
        let words: Vec<&str> = text.split(is_separator).filter(|word| !word.is_empty()).collect();
        if words.len() > 4 && words.iter().any(|word| word.chars().count() > 1) {
            return Self::from_tiles(&words);
        }
        let rank = |(index, character): (usize, char)| {
            let rank = character.to_digit(16).map(|rank| rank as u8);
            rank.ok_or_else(|| {
                let position = index + 1;
                ParseBoardError(format!(
                    "unexpected character {character:?} at position {position}, expected a \
                     hexadecimal rank (0-9, a-f), a space, a slash or a comma"
                ))
            })
        };
        let characters = text.chars().enumerate().filter(|&(_, one)| !is_separator(one));
        let ranks = characters.map(rank).collect::<Result<Vec<u8>, _>>()?;
        let found = ranks.len();
        ranks.try_into().ok().and_then(Self::from_ranks).ok_or_else(|| {
            ParseBoardError(format!(
                "found {found} ranks, expected 16 hexadecimal ranks in reading order, such as \
                 a874764254314320, or 16 tiles with spaces between them"
            ))
        })
    }
}

impl Board {
    /// Reads sixteen tiles in reading order, with 0 for an empty cell.
    ///
    /// # Errors
    /// If there are more or fewer, or a word is no tile.
    pub fn from_tiles<W: AsRef<str>>(words: &[W]) -> Result<Self, ParseBoardError> {
        let rank = |(cell, word): (usize, &W)| {
            let word = word.as_ref();
            match word.parse::<u32>() {
                Ok(0) => Ok(0),
                // The highest rank stands for all tiles beyond it, as in games.
                Ok(tile @ 2..=131_072) if tile.is_power_of_two() => Ok(tile.ilog2().min(15) as u8),
                _ => Err(ParseBoardError(format!(
                    "found {word:?} as tile {}, expected 0 for an empty cell or a power of two from \
                     2 to 131072",
                    cell + 1
                ))),
            }
        };
        let ranks = words.iter().enumerate().map(rank).collect::<Result<Vec<u8>, _>>()?;
        let ranks = ranks.try_into().ok().and_then(Self::from_ranks);
        ranks.ok_or_else(|| {
            let found = words.len();
            ParseBoardError(format!(
                "found {found} tiles, expected 16 in reading order, with 0 for an empty cell"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn boards_of_other_programs_are_read() {
        for text in [
            "0xf874764254314320",
            "[[65536, 256, 128, 16], [128, 64, 16, 4], [32, 16, 8, 2], [16, 8, 4, 0]]",
            "131072,256,128,16,128,64,16,4,32,16,8,2,16,8,4,0",
            "\"f874764254314320\"",
        ] {
            assert_eq!(text.parse::<Board>().unwrap().to_string(), "f874764254314320", "{text}");
        }
    }

    #[test]
    fn tiles_are_the_same_board_as_ranks() {
        let tiles = "1024 256 128 16 / 128 64 16 4 / 32 16 8 2 / 16 8 4 0";
        assert_eq!(tiles.parse::<Board>(), "a874764254314320".parse());
        // Sixteen words of one character are ranks.
        let ranks = "1 2 3 4 5 6 7 8 9 a b c d e f 0";
        assert_eq!(ranks.parse::<Board>(), "123456789abcdef0".parse());
        let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        for word in ["63", "262144", "-2"] {
            let found = error(&tiles.replacen("64", word, 1));
            assert!(found.starts_with(&format!("board: found {word:?} as tile 6, ")), "{found}");
        }
        assert!(error("1024 2 4 8 16").starts_with("board: found 5 tiles, expected 16"));
    }

    #[test]
    fn wrong_texts_are_named() {
        let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert!(error("12").starts_with("board: found 2 ranks, expected 16"));
        assert!(error("12g4").starts_with("board: unexpected character 'g' at position 3"));
    }

    proptest! {
        #[test]
        fn text_round_trips(bits: u64) {
            let board = Board(bits);
            prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        }

        #[test]
        fn any_text_parses_or_is_refused(text in ".{0,40}") {
            let _ = text.parse::<Board>();
        }
    }
}
