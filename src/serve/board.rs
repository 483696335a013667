//! The section of a campaign's page in which two players play on one seed.

use maud::{Markup, html};

/// Speeds in moves per second with their names; 0 for as fast as moves arrive.
const SPEEDS: [(u32, &str); 5] = [
    (1, "1 move a second"),
    (4, "4 moves a second"),
    (20, "20 moves a second"),
    (100, "100 moves a second"),
    (0, "as fast as they are played"),
];

/// The speed at first.
const USUAL_SPEED: u32 = 4;

/// Largest seed, and largest number of a move: what a number of a script can count to.
const MAX_NUMBER: u64 = (1 << 53) - 1;

/// Writes the section, which the script fills; `players` and `games` are the addresses to ask.
pub(super) fn section(players: &str, games: &str) -> Markup {
    html! {
        section id="play" aria-labelledby="play-title" data-players=(players) data-games=(games) {
            h2 id="play-title" { "Watch them play" }
            p id="play-about" {
                "The campaign’s weights play against the starting weights, on one seed: the tiles appear by the same random draws."
            }
            noscript { p { "The boards need scripts. In a terminal: " code { "tune2048 play" } "." } }
            div id="play-controls" role="group" aria-label="Controls of the games" {
                button type="button" id="play-run" { "Play" }
                button type="button" id="play-back" { "Back" }
                button type="button" id="play-step" { "Step" }
                label { "Speed "
                    select id="play-speed" autocomplete="off" {
                        @for (speed, name) in SPEEDS {
                            option value=(speed) selected[speed == USUAL_SPEED] { (name) }
                        }
                    }
                }
                label { "Seed " input id="play-seed" type="number" autocomplete="off" min="0" max=(MAX_NUMBER) step="1" value="1"; }
                button type="button" id="play-new" { "New seed" }
                label { "Move " input id="play-move" type="number" autocomplete="off" min="0" max=(MAX_NUMBER) step="1" value="0"; }
            }
            p id="play-status" role="status" {}
            div id="play-boards" role="group" tabindex="0" hidden
                aria-label="Boards. Space plays and pauses, the right and left arrows step, Home goes to the start." {}
        }
    }
}
