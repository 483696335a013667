//! Boards as text: sixteen hexadecimal ranks in reading order.

use std::fmt;
use std::str::FromStr;

use super::board::Board;

/// A text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseBoardError {
    /// A character that is neither a rank nor a separator.
    #[error(
        "board: unexpected character {found:?} at position {position}, \
         expected a hexadecimal rank (0-9, a-f), a space or a slash"
    )]
    Character {
        /// The character.
        found: char,
        /// Its position in the text, in characters from 1.
        position: usize,
    },
    /// Too few or too many ranks.
    #[error(
        "board: found {found} ranks, expected 16 hexadecimal ranks in reading order, \
         such as a874764254314320"
    )]
    Length {
        /// The number of ranks in the text.
        found: usize,
    },
}

/// Writes sixteen hexadecimal ranks in reading order, row 0 first.
impl fmt::Display for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The first rank is in the lowest bits, which hexadecimal prints last.
        let mut text = 0_u64;
        for cell in 0..16 {
            text = text << 4 | u64::from(self.rank(cell));
        }
        write!(formatter, "{text:016x}")
    }
}

/// Reads sixteen hexadecimal ranks; spaces and slashes are ignored.
impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        let mut bits = 0_u64;
        let mut found = 0;
        for (index, character) in text.trim().chars().enumerate() {
            if character == '/' || character.is_whitespace() {
                continue;
            }
            let rank = character.to_digit(16).ok_or(ParseBoardError::Character {
                found: character,
                position: index + 1,
            })?;
            if found < 16 {
                bits |= u64::from(rank) << (4 * found);
            }
            found += 1;
        }
        if found == 16 {
            Ok(Self(bits))
        } else {
            Err(ParseBoardError::Length { found })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_is_in_reading_order() {
        let board: Board = "a874/7642 5431/4320".parse().unwrap();
        assert_eq!(board.rank(0), 10);
        assert_eq!(board.rank(15), 0);
        assert_eq!(board.row(0), 0x478a);
        assert_eq!(board.to_string(), "a874764254314320");
        assert_eq!(board.empty_cells(), 1);
        assert_eq!(board.distinct_tiles(), 9);
    }

    #[test]
    fn wrong_texts_are_named() {
        assert_eq!(
            "12".parse::<Board>(),
            Err(ParseBoardError::Length { found: 2 })
        );
        assert_eq!(
            "12g4".parse::<Board>(),
            Err(ParseBoardError::Character {
                found: 'g',
                position: 3
            })
        );
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
