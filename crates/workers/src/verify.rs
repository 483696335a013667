//! How many games are played twice, on different workers.

/// The jobs that are played twice on different workers, whose results must be equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verify {
    /// None.
    #[default]
    Nothing,
    /// One job in twenty, chosen by its contents.
    Sample,
    /// Every job.
    All,
}

impl Verify {
    /// Whether the job of a key is among them: a key is a hash, so that its first digits are a
    /// random number.
    pub(crate) fn chooses(self, key: &str) -> bool {
        let one_in = match self {
            Self::Nothing => return false,
            Self::Sample => 20,
            Self::All => 1,
        };
        let digits = key.get(..8).unwrap_or_default();
        u32::from_str_radix(digits, 16).unwrap_or_default().is_multiple_of(one_in)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::hex_hash;

    #[test]
    fn a_sample_is_one_in_twenty() {
        let keys: Vec<String> = (0..4000_u32).map(|key| hex_hash(&key.to_be_bytes())).collect();
        let chosen = |verify: Verify| keys.iter().filter(|key| verify.chooses(key)).count();
        assert_eq!(chosen(Verify::Nothing), 0);
        assert_eq!(chosen(Verify::All), keys.len());
        // 200 expected with a standard deviation of 14.
        assert!((140..260).contains(&chosen(Verify::Sample)));
    }
}
