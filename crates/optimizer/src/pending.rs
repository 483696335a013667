//! A generation whose points are handed out one at a time.

use crate::error::OptimizerError;

/// A generation under way: its points are handed out one after the other, and answered in any order.
///
/// The order of the answers changes nothing that is learned. The next generation follows from all answers, so that nothing is
/// handed out while the last points of a generation are open. A point whose evaluation is lost is answered by `+inf`.
///
/// ```
/// use tune2048_optimizer::{EvaluatedGeneration, Optimizer, OptimizerError, Pending};
///
/// # fn main() -> Result<(), OptimizerError> {
/// let mut search = Optimizer::default().start(vec![0.5; 2], 1)?;
/// let mut pending = Pending::new(search.population());
/// for _ in 0..search.population() {
///     let points = search.propose()?.points;
///     let (number, place) = pending.ask().expect("no point is open");
///     if let Some(fitness) = pending.tell(number, points[place][0])? {
///         search.learn(&EvaluatedGeneration { points, fitness })?;
///     }
/// }
/// assert_eq!(search.generations(), 1);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Pending<A> {
    /// The number of the first point of the generation.
    first: u64,
    /// The number of points of this generation that were handed out.
    asked: usize,
    answers: Vec<Option<A>>,
}

impl<A> Pending<A> {
    /// Begins the first of generations with so many points.
    pub fn new(population: usize) -> Self {
        Self { first: 0, asked: 0, answers: (0..population).map(|_| None).collect() }
    }

    /// Hands out the next point: its number, which counts through all generations, and its place in the generation. `None`
    /// while all points of the generation are handed out and some of them are open.
    pub fn ask(&mut self) -> Option<(u64, usize)> {
        let place = self.asked;
        (place < self.answers.len()).then(|| {
            self.asked += 1;
            (self.first + place as u64, place)
        })
    }

    /// The numbers and places of the points that were handed out and have no answer.
    pub fn open(&self) -> impl Iterator<Item = (u64, usize)> {
        let open = self.answers[..self.asked].iter().enumerate();
        let open = open.filter(|(_, answer)| answer.is_none());
        open.map(|(place, _)| (self.first + place as u64, place))
    }

    /// Whether a point of the generation has an answer.
    pub fn has_begun(&self) -> bool {
        self.answers.iter().any(Option::is_some)
    }

    /// Begins the next generation: the present one was learned as a whole.
    pub fn skip(&mut self) {
        self.first += self.answers.len() as u64;
        self.asked = 0;
    }

    /// Takes the answer to an open point. With the last one of the generation, returns all in the order of the points, and begins
    /// the next generation.
    ///
    /// # Errors
    ///
    /// If the point is not open.
    pub fn tell(&mut self, number: u64, answer: A) -> Result<Option<Vec<A>>, OptimizerError> {
        let Some((_, place)) = self.open().find(|(open, _)| *open == number) else {
            let open: Vec<String> = self.open().map(|(open, _)| open.to_string()).collect();
            let open = if open.is_empty() { "none".to_owned() } else { open.join(", ") };
            return Err(OptimizerError::NotOpen { number, open });
        };
        self.answers[place] = Some(answer);
        if self.answers.iter().any(Option::is_none) {
            return Ok(None);
        }
        let told = self.answers.iter_mut().map_while(Option::take).collect();
        self.skip();
        Ok(Some(told))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_in_any_order_are_those_of_the_points() {
        let mut pending = Pending::new(3);
        assert_eq!(pending.ask(), Some((0, 0)));
        assert_eq!(pending.tell(0, 'a'), Ok(None));
        assert_eq!(
            [pending.ask(), pending.ask(), pending.ask()],
            [Some((1, 1)), Some((2, 2)), None]
        );
        assert_eq!(pending.tell(2, 'c'), Ok(None));
        assert_eq!(pending.open().collect::<Vec<_>>(), [(1, 1)]);
        assert_eq!(pending.ask(), None, "the next generation waits for point 1");
        for number in [0, 2, 3] {
            let refused = OptimizerError::NotOpen { number, open: "1".to_owned() };
            assert_eq!(pending.tell(number, 'x'), Err(refused));
        }
        assert_eq!(pending.tell(1, 'b'), Ok(Some(vec!['a', 'b', 'c'])));
        assert!(!pending.has_begun());
        assert_eq!(pending.ask(), Some((3, 0)));
    }
}
