//! The index of a tuple's weight: the ranks of its cells, four bits each, the first cell lowest.

/// A way to gather the bits of a board that a mask selects into the lowest bits.
pub trait ExtractBits: Copy {
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
            let cell = mask.trailing_zeros();
            index |= (board >> cell & 0xf) << place;
            place += 4;
            mask &= mask.wrapping_sub(1) & !(0xe << cell);
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
        crate::processor::Processor::get()
            .has_fast_pdep
            .then_some(Self(()))
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
        fn the_first_cell_is_lowest(board: u64, cells: u16) {
            let chosen: Vec<u32> = (0..16).filter(|cell| cells >> cell & 1 == 1).take(7).collect();
            let mask = chosen.iter().fold(0, |mask, cell| mask | 0xf << (4 * cell));
            let mut expected = 0;
            for (place, cell) in chosen.iter().enumerate() {
                expected += (board >> (4 * cell) & 0xf) as usize * 16_usize.pow(place as u32);
            }
            prop_assert_eq!(Portable.extract(board, mask), expected);
            #[cfg(target_arch = "x86_64")]
            if let Some(pext) = Pext::get() {
                prop_assert_eq!(pext.extract(board, mask), expected);
            }
        }
    }
}
