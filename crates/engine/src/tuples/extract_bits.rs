//! The bits of a board that a mask selects.

use std::fmt::Debug;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Portable {}
    #[cfg(target_arch = "x86_64")]
    impl Sealed for super::Pext {}
}

/// A way to gather the bits of a board that a mask selects into the lowest bits. Sealed: weights are
/// found by it without a check.
pub trait ExtractBits: Copy + Debug + Send + Sync + sealed::Sealed + 'static {
    /// The bits of a board that a mask selects, as the lowest bits, in order.
    fn extract(self, board: u64, mask: u64) -> usize;
}

/// Extraction by shifts, on any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl ExtractBits for Portable {
    #[inline(always)]
    fn extract(self, board: u64, mut mask: u64) -> usize {
        let mut index = 0;
        let mut place = 0;
        while mask != 0 {
            index |= (board >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        index as usize
    }
}

/// Extraction by the instruction `pext`.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Pext(());

#[cfg(target_arch = "x86_64")]
impl Pext {
    /// Extraction by `pext`, if this processor has it and needs few cycles for it.
    pub fn get() -> Option<Self> {
        crate::processor::Processor::get().has_fast_pdep.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl ExtractBits for Pext {
    #[inline(always)]
    fn extract(self, board: u64, mask: u64) -> usize {
        // Safety: there is a value of this type only on processors with this instruction.
        #[allow(unsafe_code, reason = "thirty such indices make the value of a board")]
        unsafe {
            std::arch::x86_64::_pext_u64(board, mask) as usize
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn selected_bits_keep_their_order(board: u64, mask: u64) {
            let selected = (0..64).filter(|bit| mask >> bit & 1 == 1);
            let values = selected.enumerate().map(|(place, bit)| (board >> bit & 1) << place);
            let expected = values.sum::<u64>() as usize;
            prop_assert_eq!(Portable.extract(board, mask), expected);
            #[cfg(target_arch = "x86_64")]
            if let Some(pext) = Pext::get() {
                prop_assert_eq!(pext.extract(board, mask), expected);
            }
        }
    }
}
