//! Memory for the weights of a network, in large pages where the system has them.

use std::io;
use std::marker::PhantomData;
use std::sync::atomic::AtomicU32;

use memmap2::MmapMut;

/// What any bits are one of. Nothing outside of this file is.
pub trait Number {}

impl Number for f32 {}
impl Number for i16 {}
/// Threads share these without locks.
impl Number for AtomicU32 {}

/// Numbers in large pages, where the system grants them: the weights of a board are far apart, and
/// most of their time with small pages is spent on finding the pages.
#[derive(Debug)]
pub struct LargePages<T> {
    map: MmapMut,
    count: usize,
    number: PhantomData<T>,
}

impl<T: Number> LargePages<T> {
    /// `count` zeros.
    ///
    /// # Errors
    /// The system's error if there is not enough memory.
    pub fn new(count: usize) -> io::Result<Self> {
        let map = MmapMut::map_anon((size_of::<T>() * count).next_multiple_of(8).max(8))?;
        // Without large pages the memory is slower, and otherwise the same.
        #[cfg(all(target_os = "linux", not(miri)))]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self { map, count, number: PhantomData })
    }

    /// The numbers.
    #[inline(always)]
    pub fn numbers(&self) -> &[T] {
        // Safety: the memory is aligned to pages, and any bits are a number.
        #[allow(unsafe_code, reason = "large pages come from the system as bytes")]
        unsafe {
            std::slice::from_raw_parts(self.map.as_ptr().cast(), self.count)
        }
    }

    pub(super) fn numbers_mut(&mut self) -> &mut [T] {
        // Safety: as above; the memory is borrowed for as long as the numbers.
        #[allow(unsafe_code, reason = "large pages come from the system as bytes")]
        unsafe {
            std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.count)
        }
    }
}

/// Asks the processor to bring the line of a pointer into its caches.
#[inline(always)]
pub fn prefetch<T>(pointer: *const T) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code, reason = "weights are far apart, and known before they are needed")]
    // Safety: a prefetch reads nothing; any address is allowed.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(pointer.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = pointer;
}
