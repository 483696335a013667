//! Heuristics that a user defines, as plain data.

/// The names of the weights that are added to those of the rows.
pub(super) mod rich_rows {
    use std::sync::Arc;

    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::super::rich_rows::{WEIGHTS, with_names};
    use super::super::rows;
    use super::super::weight_spec::WeightSpec;

    pub(in crate::heuristic) fn serialize<S: Serializer>(
        weights: &Arc<[WeightSpec]>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let added = weights.iter().skip(rows::WEIGHTS.len());
        serializer.collect_seq(added.map(|spec| &spec.name))
    }

    pub(in crate::heuristic) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<[WeightSpec]>, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        for (index, name) in names.iter().enumerate() {
            if WEIGHTS.iter().all(|spec| spec.name != *name) {
                let message = format!("unknown weight `{name}` of rich rows");
                return Err(D::Error::custom(message));
            }
            if names[..index].contains(name) {
                let message = format!("the weight `{name}` is named twice, expected once");
                return Err(D::Error::custom(message));
            }
        }
        let weights = with_names(names.iter().map(String::as_str));
        weights.ok_or_else(|| {
            D::Error::custom("rich rows need a weight beside those of the rows, found none")
        })
    }
}

/// The terms, each with its name, the text of its expression and its parameters.
pub(super) mod expressions {
    use std::collections::HashSet;
    use std::sync::Arc;

    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::super::expressions::{Expressions, Term};

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct TermData {
        name: String,
        expression: String,
        #[serde(default)]
        parameters: Vec<String>,
    }

    pub(in crate::heuristic) fn serialize<S: Serializer>(
        expressions: &Arc<Expressions>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(expressions.terms().iter().map(|term| TermData {
            name: term.name().to_owned(),
            expression: term.text().to_owned(),
            parameters: term.parameters().to_vec(),
        }))
    }

    pub(in crate::heuristic) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<Expressions>, D::Error> {
        let terms = Vec::<TermData>::deserialize(deserializer)?;
        let terms = terms.into_iter().map(|term| {
            Term::new(&term.name, &term.expression, &term.parameters).map_err(|mistakes| {
                let mistakes = mistakes.iter();
                let mistakes: Vec<_> = mistakes
                    .map(|mistake| format!("{}: {}", mistake.message, mistake.label))
                    .collect();
                D::Error::custom(format!("term `{}`: {}", term.name, mistakes.join("; ")))
            })
        });
        let expressions = Expressions::new(terms.collect::<Result<_, _>>()?);
        let mut names = HashSet::new();
        for spec in expressions.weights() {
            if !names.insert(&spec.name) {
                let message = format!("two weights are called `{}`, expected one", spec.name);
                return Err(D::Error::custom(message));
            }
        }
        Ok(Arc::new(expressions))
    }
}
