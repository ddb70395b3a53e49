//! Questions: targets and conditions, each with the check of a position or a game for a plain loop.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    num::NonZeroU32,
    rc::Rc,
};

use plypack::{
    Termination,
    search::{Condition, Material, Pattern, Query, Target, TextField, position_after},
};
use shakmaty::{ByRole, Chess, EnPassantMode, Position, Setup, Square};

use super::model::{Model, Played};

/// Check of a position.
pub type Check = Rc<dyn Fn(&Chess) -> bool>;

/// A query and its meaning.
#[derive(Clone)]
pub struct Question {
    pub what: String,
    pub query: Query,
    pub check: Option<Check>,
    pub is_wanted: fn(&Played) -> bool,
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (index: {}, variations: {})", self.what, self.query.index, self.query.variations)
    }
}

/// A position as search.1 compares it.
fn setup(position: &Chess) -> Setup {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.halfmoves = 0;
    setup.fullmoves = NonZeroU32::MIN;
    setup
}

fn exact(position: &Chess) -> (Target, Check) {
    let wanted = setup(position);
    (Target::Position(Box::new(position.into())), Rc::new(move |other| setup(other) == wanted))
}

fn after(moves: &str) -> Chess {
    Chess::from(&position_after(moves.as_bytes()).unwrap())
}

/// Among the positions that games first reach after exactly two different numbers of plies, the position of most games.
fn reached_after_two_plies(model: &Model) -> Option<&Chess> {
    let mut found: BTreeMap<i64, (u32, BTreeSet<u32>, &Chess)> = BTreeMap::new();
    for game in &model.games {
        let mut met = BTreeSet::new();
        for visit in game.main.iter().filter(|visit| met.insert(visit.key())) {
            let (games, plies, _) = found.entry(visit.key()).or_insert((0, BTreeSet::new(), &visit.position));
            *games += 1;
            plies.insert(visit.ply());
        }
    }
    let two = found.into_values().filter(|(_, plies, _)| plies.len() == 2);
    two.max_by_key(|(games, ..)| *games).map(|(.., position)| position)
}

/// Targets: the start, positions of many games, a position of few games, a position of no game, and other kinds of
/// targets.
fn targets(model: &Model, seed: u64) -> Vec<(String, Target, Check)> {
    let met: Vec<&Chess> = model.games.iter().flat_map(|game| &game.main).map(|visit| &visit.position).collect();
    let some = |pick: u64| (!met.is_empty()).then(|| met[(pick % met.len() as u64) as usize].clone());
    let positions = [
        ("start", Some(Chess::default())),
        ("e4", Some(after("e4"))),
        ("e4 e5 Nf3", Some(after("e4 e5 Nf3"))),
        ("one of the file", some(seed)),
        ("after two plies", reached_after_two_plies(model).cloned()),
        ("none", Some(after("a4 h5 h4"))),
    ];
    let mut targets: Vec<(String, Target, Check)> = Vec::new();
    for (name, position) in positions {
        let Some(position) = position else { continue };
        let (target, check) = exact(&position);
        targets.push((name.to_owned(), target, check));
    }
    let board = after("e4 e5").board().clone();
    targets.push((
        "board alone".into(),
        Target::from_fen(b"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR").unwrap(),
        Rc::new(move |other| *other.board() == board),
    ));
    targets.push((
        "knight on f3".into(),
        Target::Pattern(Pattern::from_text("8/8/8/8/8/5N2/8/8").unwrap()),
        Rc::new(|other| other.board().piece_at(Square::F3).is_some_and(|piece| piece.char() == 'N')),
    ));
    targets.push((
        "KRvKQ".into(),
        Target::Material(Material::from_text("KRvKQ").unwrap()),
        Rc::new(|other| {
            let sides = other.board().material();
            let only = |side: &ByRole<u8>, rooks, queens| {
                (side.rook, side.queen, side.pawn, side.knight, side.bishop) == (rooks, queens, 0, 0, 0)
            };
            (only(&sides.white, 1, 0) && only(&sides.black, 0, 1))
                || (only(&sides.white, 0, 1) && only(&sides.black, 1, 0))
        }),
    ));
    targets
}

/// A condition, and the check of a game.
type Asked = (&'static str, Condition, fn(&Played) -> bool);

fn conditions() -> [Asked; 4] {
    [
        ("all games", Condition::default(), |_| true),
        ("player 3", Condition::text(TextField::White, "player 3"), |game| game.tag("White") == Some("Player 3")),
        ("since 2000", Condition::date("2000..".parse().unwrap()), |game| game.year().is_some_and(|year| year >= 2000)),
        ("White wins", Condition::Result(Termination::WhiteWins), |game| game.result() == Termination::WhiteWins),
    ]
}

/// All questions: every target with every condition, with and without index, some with variations; and conditions
/// alone.
pub fn questions(model: &Model, seed: u64) -> Vec<Question> {
    let mut questions = Vec::new();
    for (condition_name, condition, is_wanted) in conditions() {
        let mut plain = Query::games(condition.clone());
        plain.threads = 1;
        questions.push(Question { what: condition_name.into(), query: plain, check: None, is_wanted });
        for (name, target, check) in targets(model, seed) {
            // One in three conditions and targets are combined, so that all questions are asked often.
            if condition_name != "all games" && !(seed as usize + name.len()).is_multiple_of(3) {
                continue;
            }
            for (index, variations) in [(true, false), (false, false), (true, true)] {
                if variations && condition_name != "all games" {
                    continue;
                }
                let mut query = Query::new(target.clone());
                query.condition = condition.clone();
                query.index = index;
                query.variations = variations;
                query.threads = 1;
                let what = format!("{name}, {condition_name}");
                questions.push(Question { what, query, check: Some(check.clone()), is_wanted });
            }
        }
    }
    questions
}
