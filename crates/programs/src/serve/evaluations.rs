//! Games of a search space for optimizers in other programs.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use serde_json::{Map, Value, json};
use tune2048_engine::{EvaluateError, GameResult, GameSeed, Monitor, Stream};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::subject::{Choice, Configuration, Evaluate};

use super::{Request, TakeAnswer, lock, serve};

/// What was served until the input ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Served {
    /// The number of games that were asked for.
    pub games: u64,
    /// The weights of the last request.
    pub last: Option<Configuration>,
}

/// What there is to optimize, in the greeting.
fn greeting(spec: &CampaignSpec) -> Value {
    json!({
        "protocol": 1,
        "name": "tune2048 serve-evaluations",
        "space": spec.name,
        "seed": spec.seed,
        "coordinates": spec.coordinate_names(),
        "start": spec.start_point(),
        "games_per_candidate": spec.games_per_candidate.first(),
        "budget_games": spec.given_budget().games,
    })
}

/// The point of a request, and the weights that it stands for.
fn asked(request: &Request, spec: &CampaignSpec) -> Result<(Vec<f64>, Configuration), String> {
    if let Some(point) = &request.point {
        let (found, expected) = (point.len(), spec.dimensions());
        if found != expected {
            let names = spec.coordinate_names().join(", ");
            return Err(format!("point: found {found} numbers, expected {expected}: {names}"));
        }
        return Ok((point.clone(), spec.decode(point)));
    }
    let weights = with_named(spec.start_weights(), &request.weights)?;
    Ok((spec.encode(&weights), weights))
}

fn with_named(
    mut weights: Configuration,
    named: &Map<String, Value>,
) -> Result<Configuration, String> {
    for (name, value) in named {
        let choice = serde_json::from_value::<Choice>(value.clone());
        let choice = choice.map_err(|_| {
            format!("weights: {name}: found {value}, expected a number, a text or a truth value")
        })?;
        weights.set(name, &choice)?;
    }
    Ok(weights)
}

/// Plays the games of requests until the input ends, as many requests at once as games are.
///
/// The seeds of requests count the games of the search stream of the spec's seed, so that no
/// optimizer sees the games on which its weights are judged. Each answer has the fitness of its
/// whole request too: a value to minimise, the objective with its sign turned, plus a penalty for a
/// point outside of the ranges.
///
/// # Errors
/// If the input cannot be read, the output cannot be written, or games cannot be played.
pub fn serve_evaluations(
    spec: &CampaignSpec,
    evaluator: &dyn Evaluate,
    monitor: &Monitor,
    input: impl BufRead + Send,
    output: impl Write + Send,
) -> Result<Served, EvaluateError> {
    let served = Mutex::new((0, Served::default()));
    let failure = Mutex::new(None);
    let play = |request: &Request, answer: &TakeAnswer<'_>| {
        let played = asked(request, spec).and_then(|(point, weights)| {
            {
                let (line, served) = &mut *lock(&served);
                served.games += request.seeds.len() as u64;
                if request.line > *line {
                    (*line, served.last) = (request.line, Some(weights.clone()));
                }
            }
            if request.seeds.is_empty() {
                return Ok(Vec::new());
            }
            let seed = |&seed| GameSeed::new(spec.seed, Stream::Search, seed);
            let seeds: Vec<GameSeed> = request.seeds.iter().map(seed).collect();
            let games = evaluator.play(&weights, &seeds, monitor).map_err(|error| {
                let text = error.to_string();
                lock(&failure).get_or_insert(error);
                text
            })?;
            let fitness = spec.trial(&point, &games.results, None).fitness;
            let values = |game: &GameResult| {
                json!({
                    "score": game.score, "largest_tile": game.largest_tile, "moves": game.moves,
                    "nodes": game.nodes, "fitness": fitness,
                })
            };
            Ok(games.results.iter().map(values).collect())
        });
        for (place, &seed) in request.seeds.iter().enumerate() {
            let game = played.as_ref().map(|games: &Vec<Value>| games[place].clone());
            answer(seed, game.map_err(Clone::clone));
        }
    };
    // One more than there are cores, so that the last game of one request keeps no core from the next.
    let threads = evaluator.concurrent_games() + 1;
    serve(greeting(spec), threads, input, output, &play)?;
    let failure = lock(&failure).take();
    failure.map_or_else(|| Ok(lock(&served).1.clone()), Err)
}

/// Starts a program in a folder and serves it, as [`serve_evaluations`] does, until it ends: requests
/// are read from the standard output of the program, and answers written to its standard input.
///
/// # Errors
/// If the program cannot be started or fails, or games cannot be played.
///
/// # Panics
/// If `command` is empty.
pub fn serve_command(
    command: &[String],
    folder: &Path,
    spec: &CampaignSpec,
    evaluator: &dyn Evaluate,
    monitor: &Monitor,
) -> Result<Served, EvaluateError> {
    let failed = |what: String| EvaluateError::Failed(format!("{}: {what}", command[0]));
    let mut process = Command::new(&command[0]);
    process.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
    // The folder of a file that was named without one is empty.
    if folder != Path::new("") {
        process.current_dir(folder);
    }
    let mut child =
        process.spawn().map_err(|error| failed(format!("cannot be started: {error}")))?;
    let output = child.stdin.take().expect("the pipe was requested");
    let input = BufReader::new(child.stdout.take().expect("the pipe was requested"));
    let served = serve_evaluations(spec, evaluator, monitor, input, output);
    let status = child.wait().map_err(|error| failed(format!("cannot be waited for: {error}")))?;
    if monitor.stop_requested() {
        return Err(EvaluateError::Interrupted);
    }
    if served.is_ok() && !status.success() {
        return Err(failed(format!("ended with {status}")));
    }
    served
}
