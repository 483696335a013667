//! Weights with the settings of their player.

use std::path::{Path, PathBuf};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};
use toml::Table;
use tune2048_engine::player::{Depth, NodeBudget};
use tune2048_files::destination;
use tune2048_tuner::subject::{Choice, Player};
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::weights::export::{DATA_EXTENSION, Format, Request, export};
use tune2048_tuner::weights::file::WeightsFile;

use crate::failure::{self, Failure, Result};
use crate::number;
use crate::toml_value::read_table;

/// The name of a mapping in messages.
const MAPPING: &str = "weights";

/// What weights are read from.
const SOURCES: &str = "a preset's name, the path of a file or folder, Weights or a mapping";

/// Weights of a heuristic, and how their player searches.
///
/// ``source`` is the name of a preset, the path of a weights file or of a learned network, the
/// folder of a campaign or its name in ``results``, other weights, or a mapping. A mapping of names
/// to numbers gives weights of the heuristic ``rows``; those that it leaves out have their
/// defaults. A mapping with the keys ``heuristic`` and ``player`` is a weights file:
/// ``{"heuristic": {"path": {"ratio": 0.3}}}``.
///
/// ``depth`` is a number of spawns from 0 to 8, ``"distinct-tiles"`` or ``"free-cells"``;
/// ``budget`` is a number of boards per move in place of a depth. ``player`` replaces the player
/// by another with its settings: ``{"minimax": {"depth": 2}}``.
///
/// Weights are read like a mapping of names to numbers: ``dict(weights)``, ``weights["empty"]``.
#[pyclass(name = "Weights", module = "tune2048", frozen, eq, mapping)]
#[derive(Clone, Debug)]
pub(crate) struct PyWeights {
    pub(crate) file: WeightsFile,
    /// The words by which the user named them.
    pub(crate) name: String,
}

impl PartialEq for PyWeights {
    /// Weights are the same under any name.
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

#[pymethods]
impl PyWeights {
    #[new]
    #[pyo3(signature = (source, *, depth = None, budget = None, player = None))]
    pub(crate) fn new(
        source: &Bound<'_, PyAny>,
        depth: Option<&Bound<'_, PyAny>>,
        budget: Option<i128>,
        player: Option<&Bound<'_, PyMapping>>,
    ) -> Result<Self> {
        let mut weights = Self::read(source)?;
        if let Some(player) = player {
            weights.file.weights = weights.file.weights.played_as(read_player(player)?);
        }
        if let Some(depth) = depth {
            if budget.is_some() {
                return Err(Failure::unlike("budget", "a depth beside it", "one of them"));
            }
            if !depth.is_instance_of::<PyString>() && depth.extract::<i128>().is_err() {
                return Err(Failure::wrong_type("depth", depth, "a whole number or a text"));
            }
            let text = depth.str()?.to_string();
            let depth = text.parse::<Depth>().map_err(|expected| {
                Failure::bad_input(format!("depth: found {text}, {expected}"))
            })?;
            weights.file.weights = weights.file.weights.at_depth(depth, "depth")?;
        }
        if let Some(nodes) = number::positive("budget", budget)? {
            let budget = NodeBudget { nodes, ..NodeBudget::default() };
            weights.file.weights = weights.file.weights.at_depth(Depth::Nodes(budget), "budget")?;
        }
        weights.file.weights.subject.check()?;
        Ok(weights)
    }

    /// Reads the text of a weights file.
    #[staticmethod]
    #[pyo3(signature = (text, name = "weights"))]
    fn from_toml(text: &str, name: &str) -> Result<Self> {
        Self::parse(text, name.to_owned())
    }

    /// The heuristic's name.
    #[getter]
    fn heuristic(&self) -> &'static str {
        self.file.weights.subject.table_name()
    }

    /// The player in words.
    #[getter]
    fn player(&self) -> String {
        self.file.weights.subject.to_string()
    }

    /// The verdict of the campaign that found the weights, or that none is known.
    #[getter]
    fn verdict(&self) -> String {
        Evidence::verdict_line(&self.file)
    }

    /// What each weight means.
    #[getter]
    fn meanings(&self) -> Vec<(String, String)> {
        let weights = self.file.weights.subject.parameters().iter();
        weights.map(|weight| (weight.name.to_string(), weight.meaning.to_string())).collect()
    }

    /// The names of the weights.
    fn keys(&self) -> Vec<String> {
        self.file.weights.iter().map(|(weight, _)| weight.name.to_string()).collect()
    }

    /// The values of the weights: numbers, and of a program's parameters texts and truth values, or
    /// None where one takes no part.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        Ok(self.items(py)?.into_iter().map(|(_, value)| value).collect())
    }

    /// The names of the weights with their values.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        self.file.weights.named().map(|(name, found)| Ok((name, value(py, found)?))).collect()
    }

    /// Returns the same weights with some of them changed.
    ///
    /// Raises BadInputError for a name that is not one of the heuristic's, and for a number that
    /// is not finite.
    fn replace(&self, changes: &Bound<'_, PyMapping>) -> Result<Self> {
        let mut weights = self.file.weights.clone();
        for (name, value) in read_table(changes)? {
            let Ok(value) = value.try_into() else {
                let (found, expected) =
                    (changes.get_item(&name)?, "a number, a text or a truth value");
                return Err(Failure::wrong_type(&name, &found, expected));
            };
            weights.set(&name, &value).map_err(Failure::bad_input)?;
        }
        Ok(Self { file: WeightsFile::new(&weights, Table::new()), name: self.name.clone() })
    }

    /// The text of a weights file, which reads back as the same weights.
    fn to_toml(&self) -> String {
        self.file.to_toml()
    }

    /// Writes the weights to a file. The extension of the file chooses the format, such as
    /// ``.toml``, ``.h`` or ``.py``; an unknown one is an error that names all of them. Warns of a
    /// C header that the program of 2014 would misread. A learned network as ``.h``, ``.js`` or
    /// ``.py`` is code that plays; its weights stand beside it, in a file of the same name with the
    /// extension ``.safetensors``.
    fn save(&self, py: Python<'_>, path: PathBuf) -> Result<()> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let format = Format::of_extension(&extension).ok_or_else(|| {
            let usual = Format::ALL.map(|format| format!(".{}", format.extensions[0]));
            let expected = format!("a file with the extension {}", usual.join(", "));
            Failure::unlike("path", path.display(), &expected)
        })?;
        let name = &self.name;
        let request = Request { name, file: &self.file, with_evaluation: false, opponent: None };
        let bytes = export(&request, format)?;
        for warning in format.warnings(&self.file, false) {
            failure::warn(py, warning)?;
        }
        let write = |path: &Path, bytes| {
            destination::write(path, bytes).map_err(|error| Failure::of(&error, false))
        };
        if let Some(data) = format.data(&self.file) {
            write(&path.with_extension(DATA_EXTENSION), data)?;
        }
        write(&path, bytes)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let found = self.file.weights.named().find(|(known, _)| known == name);
        value(py, found.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?.1)
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        let name = name.extract::<String>();
        name.is_ok_and(|name| self.file.weights.get(&name).is_some())
    }

    fn __len__(&self) -> usize {
        self.file.weights.values.len()
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.keys().into_pyobject(py)?.try_iter()?.into_any().unbind())
    }

    fn __repr__(&self) -> String {
        let (heuristic, player) = (self.heuristic(), self.player());
        format!("<Weights {}: {heuristic}, {player}>", self.name)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("tune2048._html")?.call_method1("of_weights", (slf,))?.extract()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, String))> {
        let from_toml = py.get_type::<Self>().getattr("from_toml")?.unbind();
        Ok((from_toml, (self.to_toml(), self.name.clone())))
    }
}

impl PyWeights {
    fn parse(text: &str, name: String) -> Result<Self> {
        let file = WeightsFile::parse(Path::new(&name), text)?;
        Ok(Self { file, name })
    }

    fn read(source: &Bound<'_, PyAny>) -> Result<Self> {
        if let Ok(weights) = source.cast::<Self>() {
            return Ok(weights.get().clone());
        }
        if let Ok(mapping) = source.cast::<PyMapping>() {
            return Self::from_mapping(mapping);
        }
        let path = source.extract::<PathBuf>();
        let path = path.map_err(|_| Failure::wrong_type("weights", source, SOURCES))?;
        let name = path.display().to_string();
        let file = WeightsFile::find(&name)?;
        Ok(Self { file, name })
    }

    fn from_mapping(mapping: &Bound<'_, PyMapping>) -> Result<Self> {
        let given = read_table(mapping)?;
        let is_file = ["heuristic", "player"].iter().any(|key| given.contains_key(*key));
        let file = if is_file {
            given
        } else {
            let rows = Table::from_iter([("rows".to_owned(), given.into())]);
            Table::from_iter([("heuristic".to_owned(), rows.into())])
        };
        Self::parse(&file.to_string(), MAPPING.to_owned())
    }
}

/// Reads a player with its settings, as in the table `[player]` of a file.
fn read_player(player: &Bound<'_, PyMapping>) -> Result<Player> {
    let settings = Table::try_into(read_table(player)?);
    settings.map_err(|error| Failure::bad_input(format!("player: {}", error.message())))
}

/// The value of a weight in Python, None where it takes no part.
fn value(py: Python<'_>, found: Option<Choice>) -> PyResult<Bound<'_, PyAny>> {
    match found {
        Some(Choice::Truth(truth)) => truth.into_bound_py_any(py),
        Some(Choice::Text(text)) => text.into_bound_py_any(py),
        Some(Choice::Number(number)) => number.into_bound_py_any(py),
        None => Ok(py.None().into_bound(py)),
    }
}
