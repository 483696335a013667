//! The report of made-up campaigns, read as a browser reads it.
//!
//! | file | question |
//! |---|---|
//! | `structure` | is the page sound, whole and easy to get about in, for every kind of campaign? |
//! | `marks` | does every mark say what it is, and an unfinished campaign how far it is? |
//! | `numbers` | do its tables hold what the files hold? |
//! | `damage` | is an unfinished folder told, and nothing panics? |
//! | `size` | is it small for a large campaign? |

mod damage;
mod marks;
mod numbers;
mod size;
mod structure;
