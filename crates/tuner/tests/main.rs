//! Tests of campaigns and their parts through the public interface.

mod ablation;
mod campaign;
mod explain;
mod space;
