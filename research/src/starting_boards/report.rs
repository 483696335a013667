//! The tables of the study, in Markdown.

use tune2048_tuner::statistics::mean;

use super::agreement::{
    Estimate, Scores, Variances, efficiency, jackknife, true_correlation, without,
};
use super::comparison::Agreement;
use super::methods::{Method, Pools, scores};
use super::splitting::Tree;

/// Prints the spread of the candidates and the noise of whole games.
pub(crate) fn print_truth(truth: &Scores) {
    let means: Vec<_> = truth.iter().map(|scores| mean(scores)).collect();
    let grand = mean(&means);
    let variances = Variances::of(truth);
    println!(
        "Mean score of all candidates {grand:.0}. Their true means deviate by {:.1} %, whole games \
         of one by {:.0} %. Reliability of the truth: {:.2}.",
        100.0 * variances.between.max(0.0).sqrt() / grand,
        100.0 * variances.noise.sqrt() / grand,
        variances.reliability(truth[0].len() as f64),
    );
}

/// Prints what happens before and after each stage.
pub(crate) fn print_stages(pools: &Pools, whole: &Method, stages: &[u8]) {
    println!(
        "\n| stage | games that make it | cost before it | variance of scores that arises after it |"
    );
    println!("|---|--:|--:|--:|");
    let trees: Vec<&Tree> = pools.trees.iter().flatten().collect();
    let average = |figure: &dyn Fn(&Tree) -> f64| {
        mean(&trees.iter().map(|tree| figure(tree)).collect::<Vec<_>>())
    };
    let of_candidate = |units: &Vec<f64>| {
        let own = mean(units);
        let squares = units.iter().map(|score| (score - own).powi(2));
        squares.sum::<f64>() / (units.len() - 1) as f64
    };
    let variance = mean(&whole.scores().iter().map(of_candidate).collect::<Vec<_>>());
    for (stage, rank) in stages.iter().enumerate() {
        let begun = average(&|tree| f64::from(path(tree).count() > stage + 1));
        let cost = average(&|tree| path(tree).take(stage + 1).map(|tree| tree.stretch.cost).sum());
        let after = average(&|tree| tree.variance_after(stage));
        let is_split = trees.iter().any(|tree| tree.children.len() > 1);
        let after =
            if is_split { format!("{:.0} %", 100.0 * after / variance) } else { "-".to_owned() };
        println!(
            "| {} | {:.0} % | {:.0} % | {after} |",
            1_u32 << rank,
            100.0 * begun,
            100.0 * cost / whole.cost(),
        );
    }
}

/// The stretches of the first continuations: one whole game.
fn path(tree: &Tree) -> impl Iterator<Item = &Tree> {
    std::iter::successors(Some(tree), |tree| tree.children.first())
}

/// Prints what a unit of each method is worth.
pub(crate) fn print_methods(methods: &[Method], pools: &Pools, at: &[usize]) {
    print!(
        "\n| method | cost of a unit | spread of candidates | noise of a unit | true correlation |"
    );
    for games in at {
        print!(" worth at {games} games |");
    }
    println!("\n|---|--:|--:|--:|--:|{}", "--:|".repeat(at.len()));
    let truth = scores(&pools.truth);
    for (index, method) in methods.iter().enumerate() {
        let own = method.scores();
        let grand = mean(&own.iter().map(|scores| mean(scores)).collect::<Vec<_>>());
        let variances = Variances::of(&own);
        print!(
            "| {} | {:.2} | {:.1} % | {:.0} % |",
            method.name,
            method.cost() / methods[0].cost(),
            100.0 * variances.between.max(0.0).sqrt() / grand,
            100.0 * variances.noise.sqrt() / grand,
        );
        if method.is_unbiased {
            print!(" 1 |");
        } else {
            let correlation = |left_out| true_correlation_without(&own, &truth, left_out);
            print!(" {} |", text(jackknife(truth.len(), correlation), 2));
        }
        for &games in at {
            let worth = |left_out| worth(&methods[0], method, &truth, games, left_out);
            match index {
                0 => print!(" 1 |"),
                _ => print!(" {} |", text(jackknife(truth.len(), worth), 2)),
            }
        }
        println!();
    }
}

fn true_correlation_without(own: &Scores, truth: &Scores, left_out: Option<usize>) -> f64 {
    let [own, truth] = [own, truth].map(|scores| without(scores, left_out));
    true_correlation(&own, &truth)
}

/// The efficiency of a method where so many whole games are played.
fn worth(
    whole: &Method,
    method: &Method,
    truth: &Scores,
    games: usize,
    left_out: Option<usize>,
) -> f64 {
    let of = |scores: &Scores| Variances::of(&without(scores, left_out));
    let own = method.scores();
    // The truth shows the spread of unbiased scores with less noise than a pool.
    let between = of(truth).between;
    let noise_only = |scores: &Scores| Variances { between, ..of(scores) };
    let (variances, correlation) = if method.is_unbiased {
        (noise_only(&own), 1.0)
    } else {
        (of(&own), true_correlation_without(&own, truth, left_out))
    };
    let of_whole = (noise_only(&whole.scores()), whole.cost());
    let of_method = (variances, method.cost());
    efficiency(of_whole, of_method, correlation, games as f64)
}

/// Prints how well the rankings agree with the truth at the cost of so many whole games.
pub(crate) fn print_agreement(methods: &[Method], games: usize, found: &[Option<Agreement>]) {
    println!(
        "\nAt the cost of {games} whole games of each candidate:\n\n\
         | method | units | Spearman's correlation with the truth | less that of whole games | best third, in truth |\n\
         |---|--:|--:|--:|--:|"
    );
    for (index, (method, agreement)) in methods.iter().zip(found).enumerate() {
        match agreement {
            Some(agreement) => println!(
                "| {} | {:.1} | {} | {} | {} |",
                method.name,
                agreement.units,
                text(agreement.spearman, 2),
                if index == 0 { "-".to_owned() } else { text(agreement.gain, 2) },
                percent(agreement.best_third),
            ),
            None => println!("| {} | - | - | - | - |", method.name),
        }
    }
}

fn text(estimate: Estimate, digits: usize) -> String {
    let Estimate { value, low, high } = estimate;
    format!("{value:.digits$} ({low:.digits$} to {high:.digits$})")
}

fn percent(estimate: Estimate) -> String {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|x| 100.0 * x);
    format!("{value:+.1} % ({low:+.1} to {high:+.1})")
}
