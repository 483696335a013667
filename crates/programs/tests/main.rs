//! Tests of games that programs play.
