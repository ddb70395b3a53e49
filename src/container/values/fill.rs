//! Putting values into the comments of a game.

use std::sync::Arc;

use super::text::{EVALUATION, GameValues, LONG_EVALUATION, TIME, put_evaluation, put_time};
use crate::{Error, ErrorCode, Result, coding::wire::Strings};

/// Makes the comments of one game from templates and its values (`values.4`).
#[derive(Debug, Default)]
pub struct TemplateFiller<'a> {
    templates: Option<&'a Strings>,
    run: Arc<Vec<GameValues>>,
    /// The index of the game in its run.
    game: usize,
    times: usize,
    evaluations: usize,
    comment: Vec<u8>,
}

impl<'a> TemplateFiller<'a> {
    /// Makes a filler for a game without values.
    pub fn none() -> TemplateFiller<'a> {
        TemplateFiller::default()
    }

    /// Makes a filler for one game of a run.
    pub fn new(templates: &'a Strings, run: Arc<Vec<GameValues>>, game: usize) -> TemplateFiller<'a> {
        TemplateFiller { templates: Some(templates), run, game, ..TemplateFiller::default() }
    }

    /// Returns the values of the game.
    pub fn values(&self) -> GameValues {
        self.run.get(self.game).cloned().unwrap_or_default()
    }

    /// Returns the next comment, made from the template with this number.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::AnnotationMalformed`] if the template or the values do not exist. The total length of a block's comments was
    /// checked before (`limits.8`).
    pub fn comment(&mut self, template: u64) -> Result<&[u8]> {
        let number = usize::try_from(template).unwrap_or(usize::MAX);
        let template = self.templates.and_then(|templates| templates.get(number));
        let template = template.ok_or_else(|| malformed("a comment with a template that does not exist"))?;
        let values = &self.run[self.game];
        let missing = || malformed("a comment needs more values than its game has");
        self.comment.clear();
        for byte in template {
            match *byte {
                TIME => {
                    put_time(*values.times.get(self.times).ok_or_else(missing)?, &mut self.comment);
                    self.times += 1;
                }
                EVALUATION | LONG_EVALUATION => {
                    let evaluation = values.evaluations.get(self.evaluations).ok_or_else(missing)?;
                    put_evaluation(*evaluation, *byte == LONG_EVALUATION, &mut self.comment);
                    self.evaluations += 1;
                }
                other => self.comment.push(other),
            }
        }
        Ok(&self.comment)
    }

    /// Checks that all values were used (`values.4`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::AnnotationMalformed`].
    pub fn finish(&self) -> Result<()> {
        let values = self.run.get(self.game);
        if values.is_none_or(|v| v.times.len() == self.times && v.evaluations.len() == self.evaluations) {
            Ok(())
        } else {
            Err(malformed("values that belong to no comment"))
        }
    }
}

fn malformed(message: &str) -> Error {
    Error::new(ErrorCode::AnnotationMalformed, message)
}
