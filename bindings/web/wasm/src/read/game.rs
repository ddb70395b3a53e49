//! A game with its positions, variations, comments and NAGs.

use plypack::{
    Game, Result, Start, Tag, Termination, Token, Walker, openings,
    text::{Evaluation, clock_of_comment, text_of},
};
use serde::Serialize;

use super::{
    position::{Opening, opening_of},
    rows::shown,
};

/// `Game` of `module/types.ts`.
#[derive(Serialize)]
pub struct GameView {
    game: u32,
    tags: Vec<(String, String)>,
    fen: String,
    chess960: bool,
    moves: Vec<MoveView>,
    comments: Vec<String>,
    result: &'static str,
    opening: Option<Opening>,
    unread: String,
}

/// `Move` of `module/types.ts`.
#[derive(Serialize)]
struct MoveView {
    ply: u32,
    san: String,
    uci: String,
    fen: String,
    nags: Vec<u32>,
    before: Vec<String>,
    comments: Vec<String>,
    /// Seconds.
    clock: Option<f64>,
    evaluation: Option<EvaluationView>,
    variations: Vec<Vec<MoveView>>,
    /// Opening of the position after the move.
    opening: Option<Opening>,
}

/// An evaluation, for White.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum EvaluationView {
    Pawns(f64),
    Mate(i32),
}

impl From<Evaluation> for EvaluationView {
    fn from(evaluation: Evaluation) -> EvaluationView {
        match evaluation {
            Evaluation::Centipawns(centipawns) => EvaluationView::Pawns(f64::from(centipawns) / 100.0),
            Evaluation::WhiteMates(moves) => EvaluationView::Mate(moves.into()),
            Evaluation::BlackMates(moves) => EvaluationView::Mate(-i32::from(moves)),
        }
    }
}

/// Returns a game in the form that the page shows. Errors come from [`Walker`].
pub fn view_of(number: u32, game: &Game) -> Result<GameView> {
    let start = game.start_position();
    let Lines { main, comments } = Lines::of(game)?;
    let result = match game.termination {
        Termination::Absent | Termination::Unknown => game.tag(b"Result").and_then(Termination::from_text),
        marker => Some(marker),
    };
    Ok(GameView {
        game: number,
        tags: game.tags().map(|tag| pair(&tag)).collect::<Result<_>>()?,
        fen: start.to_string(),
        chess960: start.is_chess960(),
        moves: main,
        comments,
        result: result.unwrap_or(Termination::Unknown).as_str(),
        opening: openings::of_game(game).map(|found| found.opening.into()),
        unread: text_of(match &game.start {
            Start::Unreadable if game.unparsed().is_empty() => b"The position that it starts from cannot be read.",
            _ => game.unparsed(),
        })
        .into_owned(),
    })
}

/// A tag as name and value; a raw line has no name.
fn pair(tag: &Tag<'_>) -> Result<(String, String)> {
    Ok(match tag {
        Tag::Pair(name, value) => (text_of(name).into_owned(), shown(value)?),
        Tag::Raw(line) => (String::new(), text_of(line).into_owned()),
    })
}

/// The moves of a game, and the comments before the first move.
struct Lines {
    main: Vec<MoveView>,
    comments: Vec<String>,
}

/// A line that is being read: its moves, and the comments before the next move.
#[derive(Default)]
struct OpenLine {
    moves: Vec<MoveView>,
    before: Vec<String>,
}

impl OpenLine {
    /// Adds a comment after the last move, or before the first one.
    fn comment(&mut self, text: &[u8]) {
        let Some(last) = self.moves.last_mut() else { return self.before.push(text_of(text).into_owned()) };
        if let Some(clock) = clock_of_comment(text) {
            last.clock = Some(f64::from(clock) / 1000.0);
        }
        last.evaluation = Evaluation::of_comment(text).map(EvaluationView::from).or(last.evaluation.take());
        last.comments.push(text_of(text).into_owned());
    }
}

impl Lines {
    fn of(game: &Game) -> Result<Lines> {
        let mut line = OpenLine::default();
        let mut around = Vec::new();
        let mut walker = Walker::new(game);
        while let Some(step) = walker.next() {
            let step = step?;
            match step.token {
                Token::Move(_) => {
                    let before = std::mem::take(&mut line.before);
                    line.moves.push(last_move(&walker, step.ply, before)?);
                }
                Token::Nag(nag) => line.moves.last_mut().into_iter().for_each(|m| m.nags.push(nag)),
                Token::Comment(text) | Token::LineComment(text) | Token::Raw(text) => line.comment(text),
                Token::Begin => around.push(std::mem::take(&mut line)),
                Token::End => {
                    let ended = std::mem::replace(&mut line, around.pop().unwrap_or_default());
                    if let Some(last) = line.moves.last_mut() {
                        last.variations.push(ended.moves);
                    }
                }
                Token::Plies(_) | Token::Escape(_) => {}
            }
        }
        Ok(Lines { main: line.moves, comments: line.before })
    }
}

fn last_move(walker: &Walker<'_>, ply: usize, before: Vec<String>) -> Result<MoveView> {
    Ok(MoveView {
        ply: ply as u32,
        san: walker.san()?.as_str().to_owned(),
        uci: walker.uci()?.as_str().to_owned(),
        fen: walker.position().fen().as_str().to_owned(),
        nags: Vec::new(),
        before,
        comments: Vec::new(),
        clock: None,
        evaluation: None,
        variations: Vec::new(),
        opening: opening_of(walker.position()),
    })
}
