//! Memory that the system denies: an exit with a message in place of an abort.
//!
//! Rust has no stable way to handle a failed allocation other than the allocator itself.

#![allow(
    unsafe_code,
    reason = "an allocator is unsafe to implement; this one adds a check to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// The system's allocator; where it fails, the process exits with code 1.
pub(crate) struct Memory;

/// Whether the failure is being reported, which may fail for lack of memory, too.
static REPORTED: AtomicBool = AtomicBool::new(false);

/// Returns the memory, or exits if there is none.
fn granted(memory: *mut u8) -> *mut u8 {
    if memory.is_null() && !REPORTED.swap(true, Ordering::Relaxed) {
        tune2048::cli::terminal::screen::give_back();
        let _ = std::io::stderr().write_all(
            b"error: the system denies more memory - what is recorded is safe; give fewer \
              --threads or fewer games, or allow the process more (ulimit -v), then go on with \
              `tune2048 resume` where a campaign ran\n",
        );
        std::process::exit(1);
    }
    memory
}

// SAFETY: every call is passed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        granted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        granted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        granted(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}
