//! Finds out before `main` whether standard output is closed; in `main` it is open in any case.

#![allow(unsafe_code, reason = "only a section of the program names what runs before Rust's start")]

// SAFETY: the section holds pointers to functions of this type, which the loader calls once; the
// function needs nothing that Rust prepares before `main`: it asks the system and sets a flag.
#[used]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
static BEFORE_MAIN: extern "C" fn() = look;

extern "C" fn look() {
    if rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err() {
        tune2048::cli::terminal::note_closed_output();
    }
}
