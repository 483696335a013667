//! Constraints: conditions that the weights of a candidate fulfil.

use super::CampaignSpec;
use super::expression_entry::report_error;
use super::search_space::{SearchSpace, holds, numbers};
use tune2048_engine::expression::Expression;
use tune2048_files::toml_errors::{Document, number};
use tune2048_optimizer::{Coordinates, MirroredEsSettings, Optimizer};

/// The key of the constraints in a file.
const KEY: &str = "constraints";

/// The points around the start on which constraints are tried.
const POINTS: u32 = 1000;
/// The fewest of them that fulfil constraints of a search which draws again: with fewer it gives most candidates up.
const FEWEST_DRAWN_AGAIN: usize = 10;

impl CampaignSpec {
    /// The number of candidates, of [`POINTS`] of a first generation, that fulfil the constraints.
    fn allowed_points(&self) -> usize {
        let Some(allowed) = self.allowed() else { return POINTS as usize };
        let population = Some(POINTS);
        let settings = MirroredEsSettings { population, ..MirroredEsSettings::default() };
        let drawn = Optimizer::MirroredEs(settings).start(self.start_point(), self.seed);
        let known = Coordinates { options: self.options(), ..Coordinates::default() };
        let drawn = drawn.and_then(|search| search.knowing(known).propose());
        let points = drawn.map_or(Vec::new(), |proposal| proposal.points);
        points.iter().filter(|point| allowed(point)).count()
    }

    /// Warns of constraints that most candidates break.
    pub(super) fn warn_of_constraints(&self, warnings: &mut Vec<String>) {
        let found = self.allowed_points();
        let draws_again = matches!(self.optimizer, Optimizer::MirroredEs(_));
        let fewest = if draws_again { FEWEST_DRAWN_AGAIN } else { POINTS as usize / 2 };
        if found < fewest {
            warnings.push(format!(
                "of {POINTS} candidates around the start {found} fulfil the constraints: most of those that play are moved \
                 towards the start until they do; wider constraints, or a start further inside, leave the search more room"
            ));
        }
    }
}

/// Reports constraints that no candidate around the start fulfils, as of an equality of numbers.
pub(super) fn check_room(spec: &CampaignSpec, document: &mut Document<'_>) {
    if spec.allowed_points() == 0 {
        let message = "the constraints leave no room for a search";
        let label = format!("of {POINTS} candidates around the start none fulfils them");
        let help = "in place of an equality such as \"a + b + c == 1\", leave out one parameter, which the program computes as \
             c = 1 - a - b, and write \"a + b <= 1\"";
        document.report_at(KEY, message, label, help);
    }
}

/// Reads constraints, each a condition in the names of the weights, and reports a start that breaks one.
pub(super) fn read(texts: &[String], space: &mut SearchSpace, document: &mut Document<'_>) {
    let parameters = space.start.subject.parameters();
    let names: Vec<String> =
        parameters.iter().map(|spec| spec.name.replace(['-', '.'], "_")).collect();
    for (place, text) in texts.iter().enumerate() {
        let path = format!("{KEY}.{place}");
        match Expression::parse_condition(text, &names) {
            Ok(constraint) => {
                if !holds(&constraint, &numbers(&space.start)) {
                    let values = names.iter().zip(&space.start.values).enumerate();
                    let used = values.filter(|(i, _)| constraint.uses_parameter(*i));
                    let used =
                        used.map(|(_, (name, value))| format!("{name} = {}", number(*value)));
                    let used = used.collect::<Vec<_>>().join(", ");
                    let found = if used.is_empty() { "no weight in it".to_owned() } else { used };
                    let label = format!("found {found}");
                    let help = "move the start to where all constraints hold";
                    document.report_at(&path, "the start breaks a constraint", label, help);
                }
                space.constraints.push(constraint);
            }
            Err(error) => report_error(error, &path, document),
        }
    }
}
