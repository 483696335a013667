//! The outcome of a campaign: the conclusion from a validation, and its proof by the files of a
//! finished campaign.

use std::ops::Range;

use crate::campaign::{Campaign, Finals, Result};
use crate::record::{BEST, Look};
use crate::space::Defaults;
use crate::statistics::{Effect, ScoreReport};
use crate::subject::Configuration;
use crate::weights::verdict::error_of_look;
use crate::weights::{BaselineOrigin, CostOfSearch, Evidence, LookScores, Verdict, WeightsFile};

/// The outcome of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The recommended weights.
    pub recommended: Configuration,
    /// The origin of the weights and their validation.
    pub evidence: Evidence,
}

impl Outcome {
    /// The weights with their evidence.
    pub fn weights_file(&self) -> WeightsFile {
        WeightsFile::new(&self.recommended, self.evidence.to_table())
    }
}

impl Campaign {
    /// The outcome on record, if this search has come to its end before, and the files about its
    /// finalists, their games and its looks prove it.
    ///
    /// # Errors
    /// If one of these files is damaged or that of another campaign.
    pub(crate) fn recorded_outcome(&self) -> Result<Option<Outcome>> {
        let (folder, spec) = (&self.journals.folder, &self.spec);
        let path = folder.file(BEST);
        if !folder.manifest()?.finished || !path.is_file() {
            return Ok(None);
        }
        let file = WeightsFile::parse(&path, &folder.read(BEST)?).ok();
        let recorded = file.and_then(|file| Some((Evidence::read(&file)?, file.weights)));
        let Some((evidence, weights)) = recorded else { return Ok(None) };
        if evidence.search_games != self.games() {
            return Ok(None);
        }
        let finals = Finals::open(self)?;
        let Some(look) = finals.looks.last() else { return Ok(None) };
        let Some(scores) = finals.scores(look) else { return Ok(None) };
        let recommended = spec.adopt(&weights).unwrap_or(weights);
        let recorded = Outcome { recommended, evidence };
        let chosen_by = recorded.evidence.chosen_by.clone();
        let mut found = self.conclude(look, finals.winner(look, spec), chosen_by, &scores);
        found.evidence.version.clone_from(&recorded.evidence.version);
        found.evidence.doubts.clone_from(&recorded.evidence.doubts);
        Ok((found == recorded).then_some(recorded))
    }

    /// Draws the conclusion from the scores of a look.
    pub(crate) fn conclude(
        &self,
        look: &Look,
        recommended: Configuration,
        chosen_by: String,
        scores: &LookScores,
    ) -> Outcome {
        let Range { start, end } = look.games();
        let spec = &self.spec;
        let (effect, better) = (spec.effect, spec.better);
        let found = scores.estimate(effect, 1.0 - look.error);
        let verdict =
            if look.winner == look.start { Verdict::Start } else { Verdict::on(found, better) };
        let next_error = error_of_look(look.look + 1);
        let is_open = verdict == Verdict::NotDistinguishable;
        let [ratio, difference] = [Effect::Ratio, Effect::Difference]
            .map(|effect| found.filter(|found| found.effect == effect));
        let seed = spec.seed;
        let evidence = Evidence {
            verdict,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            campaign: spec.name.clone(),
            seed,
            chosen_by,
            search_games: look.search_games,
            validation_seeds: format!(
                "validation stream of seed {seed}, games {start} to {}",
                end - 1
            ),
            look: look.look,
            look_confidence: 1.0 - look.error,
            ratio: ratio.map(|found| found.value),
            ratio_ci95: ratio.map(|found| found.interval),
            difference: difference.map(|found| found.value),
            difference_ci95: difference.map(|found| found.interval),
            better,
            games_to_settle: scores.games_to_settle(effect, next_error).filter(|_| is_open),
            measured: Evidence::fingerprint(&recommended),
            fingerprint: self.journals.folder.fingerprint().map(str::to_owned),
            baseline: scores.baseline().map(BaselineOrigin::of),
            cost: spec.cost_per_move.map(|limit| CostOfSearch::of(limit, scores)),
            incumbent: (spec.defaults.kind != Defaults::Earlier && verdict != Verdict::Better)
                .then(|| self.start_weights().named_values()),
            results: spec.subject().has_results(),
            // A game that was played again depends on the machine, which evidence does not.
            doubts: spec.doubts(
                Some(&self.journals.failures.failures()).filter(|found| found.failed > 0),
                self.journals.trials.rows(),
            ),
            tuned: ScoreReport::of(&scores.tuned),
            start: scores.start_report(),
        };
        Outcome { recommended, evidence }
    }
}
