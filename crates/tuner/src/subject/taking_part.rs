//! Which parameters take part, and configurations that leave some of them out.

use std::sync::Arc;

use super::{Configuration, Player, Subject};
use tune2048_engine::player::{PlayerSettings, SearchSetting};

impl Subject {
    /// Whether each parameter takes part with these values.
    pub fn active(&self, values: &[f64]) -> Vec<bool> {
        let mut active: Vec<bool> = Vec::with_capacity(values.len());
        for index in 0..values.len() {
            let holds = self.parameter(index).only_when.iter().all(|condition| {
                let earlier = &self.forms[..index];
                let place = earlier.iter().position(|other| other.name == condition.parameter);
                place.is_some_and(|place| {
                    let value = earlier[place].value(values[place]);
                    active[place] && condition.values.contains(&value)
                })
            });
            active.push(holds);
        }
        active
    }

    /// The configuration of this subject that plays as another one, whose settings of the search
    /// may be those of its player, and which may lack the parameters of a program that take no part:
    /// they have the values in `start`. `None` if there is none.
    pub fn playing_as(
        self: &Arc<Self>,
        other: &Configuration,
        start: &[f64],
    ) -> Option<Configuration> {
        let its = &other.subject;
        if self.has_parameters_of(its) {
            return Some(self.with_values(other.values.clone()));
        }
        let values = match (&self.player, &its.player) {
            (Player::Program(_), Player::Program(_)) => self.adopt(other, start)?,
            (Player::Board(_), Player::Board(PlayerSettings::Expectimax(player)))
                if self.heuristic == its.heuristic =>
            {
                let settings = self.search_settings().iter();
                let settings = settings.map(|spec| SearchSetting::find(&spec.name)?.get(player));
                [other.values.clone(), settings.collect::<Option<_>>()?].concat()
            }
            _ => return None,
        };
        Some(self.with_values(values))
    }

    /// The values for these parameters of a program with the same names. A parameter that takes no part
    /// there may be missing; it keeps the value in `start`.
    fn adopt(&self, other: &Configuration, start: &[f64]) -> Option<Vec<f64>> {
        let its = &other.subject;
        if its.parameters.iter().any(|spec| self.index_of(&spec.name).is_none()) {
            return None;
        }
        let mut adopted = start.to_vec();
        let mut missing = Vec::new();
        for (place, own) in self.forms.iter().enumerate() {
            match its.index_of(&own.name) {
                Some(index) => adopted[place] = own.number_of(&other.value_at(index))?,
                None => missing.push(place),
            }
        }
        let active = self.active(&adopted);
        missing.iter().all(|&place| !active[place]).then_some(adopted)
    }
}
