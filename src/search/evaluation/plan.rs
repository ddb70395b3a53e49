//! Conditions prepared for any number of files.

use crate::{
    Result, Speed, Termination, memory,
    search::conditions::{
        condition::{Condition, NumberField},
        ranges::EcoRange,
        text_match::TextMatch,
    },
};

/// A prepared condition with the meaning of a [`Condition`].
pub(super) enum Plan {
    /// The first value of one of these tags matches a text, given by its index in [`Plans::texts`].
    Text(Vec<Vec<u8>>, usize),
    Eco(EcoRange),
    Result(Termination),
    Speed(Speed),
    Range(NumberField, u32, u32),
    Annotation(AnnotationTest),
    All(Vec<Plan>),
    Any(Vec<Plan>),
    Not(Box<Plan>),
}

impl Plan {
    /// Returns the cost of testing the condition; conditions that are cheap, or that few games meet, are tested first.
    fn cost(&self) -> u64 {
        match self {
            Plan::Range(NumberField::Plies, ..) => 0,
            Plan::Text(..) => 1,
            Plan::Eco(_) => 2,
            Plan::Result(_) | Plan::Speed(_) | Plan::Range(..) => 3,
            Plan::All(_) | Plan::Any(_) | Plan::Not(_) => 4,
            // These tests read the games.
            Plan::Annotation(_) => 5,
        }
    }
}

/// Test of the annotations of a game.
pub(super) enum AnnotationTest {
    /// A comment matches a text, given by its index in [`Plans::texts`].
    Comment(usize),
    Nag(Option<u32>),
    Variation,
}

/// The plan of a query, and the texts of its conditions.
pub(crate) struct Plans {
    pub(super) plan: Plan,
    pub(super) texts: Vec<TextMatch>,
}

impl Plans {
    /// # Errors
    ///
    /// As [`Condition::check_depth`]; [`NoMemory`](crate::ErrorCode::NoMemory).
    pub(crate) fn new(condition: &Condition) -> Result<Plans> {
        condition.check_depth()?;
        let mut texts = Vec::new();
        let plan = prepare(condition, &mut texts)?;
        Ok(Plans { plan, texts })
    }

    /// Returns whether every game passes.
    pub(crate) fn is_all(&self) -> bool {
        matches!(&self.plan, Plan::All(plans) if plans.is_empty())
    }
}

fn prepare(condition: &Condition, texts: &mut Vec<TextMatch>) -> Result<Plan> {
    let mut text = |tags: Vec<Vec<u8>>, text| {
        texts.push(text);
        Plan::Text(tags, texts.len() - 1)
    };
    Ok(match condition {
        Condition::Text { field, form, text: part } => {
            let part = if field.is_name() { TextMatch::name(*form, part) } else { TextMatch::new(*form, part) };
            text(field.tags().iter().map(|tag| tag.to_vec()).collect(), part?)
        }
        Condition::Tag { name, form, value } => text(vec![memory::copied(name)?], TextMatch::new(*form, value)?),
        Condition::Comment { form, text } => {
            texts.push(TextMatch::new(*form, text)?);
            Plan::Annotation(AnnotationTest::Comment(texts.len() - 1))
        }
        Condition::Nag(nag) => Plan::Annotation(AnnotationTest::Nag(*nag)),
        Condition::Variation => Plan::Annotation(AnnotationTest::Variation),
        Condition::Range { field, first, last } => {
            field.check_range(*first, *last)?;
            Plan::Range(*field, *first, *last)
        }
        Condition::Eco(range) => Plan::Eco(*range),
        Condition::Result(result) => Plan::Result(*result),
        Condition::Speed(speed) => Plan::Speed(*speed),
        Condition::All(inner) => Plan::All(flat(prepare_each(inner, texts)?)),
        Condition::Any(inner) => Plan::Any(prepare_each(inner, texts)?),
        Condition::Not(inner) => Plan::Not(Box::new(prepare(inner, texts)?)),
    })
}

fn prepare_each(conditions: &[Condition], texts: &mut Vec<TextMatch>) -> Result<Vec<Plan>> {
    let plans = conditions.iter().map(|condition| prepare(condition, texts));
    let mut plans = plans.collect::<Result<Vec<Plan>>>()?;
    plans.sort_by_cached_key(Plan::cost);
    Ok(plans)
}

/// Moves the conditions inside [`Plan::All`] to the outer list.
fn flat(plans: Vec<Plan>) -> Vec<Plan> {
    let mut all = Vec::new();
    for plan in plans {
        match plan {
            Plan::All(inner) => all.extend(inner),
            plan => all.push(plan),
        }
    }
    all.sort_by_cached_key(Plan::cost);
    all
}
