//! Conditions on games, as options.

use plypack::{
    Result,
    search::{Condition, NumberRange, PlayerName, TextField, TextForm},
};

/// The conditions on games.
#[derive(Clone, clap::Args)]
#[command(next_help_heading = "Games")]
pub struct FilterArgs {
    /// Name of a player of either color: TEXT, =TEXT or /REGEX/
    ///
    /// TEXT is a part of the name. Case, accents and the order of its parts are ignored: `mueller` finds `Müller`, and `Jörg Müller` finds
    /// `Müller, Jörg`. =TEXT is the complete name. /REGEX/ is a regular expression; /REGEX/i ignores case. All options with TEXT take these
    /// forms.
    ///
    /// A game must meet all options of this section. If an option is given several times, one of its values must match; for --tag,
    /// --comment, --has and --not, all of them.
    #[arg(long, value_name = "TEXT")]
    player: Vec<Text>,
    /// Name of the opponent of --player
    #[arg(long, value_name = "TEXT", requires = "player")]
    vs: Vec<Text>,
    /// Rating of --player: 2600, 2600.., ..2600 or 2400..2600; both ends are included
    #[arg(long, value_name = "RATINGS", requires = "player")]
    player_rating: Option<NumberRange>,
    /// Name of White
    #[arg(long, value_name = "TEXT", value_parser = condition("white"))]
    white: Vec<Condition>,
    /// Name of Black
    #[arg(long, value_name = "TEXT", value_parser = condition("black"))]
    black: Vec<Condition>,
    /// Event
    #[arg(long, value_name = "TEXT", value_parser = condition("event"))]
    event: Vec<Condition>,
    /// Site
    #[arg(long, value_name = "TEXT", value_parser = condition("site"))]
    site: Vec<Condition>,
    /// Date: 2020, 2020.03.15, 2020-03-15, 2018..2020 or 2020.06..; both ends are included
    #[arg(long, value_name = "DATES", value_parser = condition("date"))]
    date: Vec<Condition>,
    /// Range of all known ratings of the game; at least one is known
    #[arg(long, value_name = "RATINGS", value_parser = condition("rating"))]
    rating: Vec<Condition>,
    /// Range of the rating of at least one player
    #[arg(long, value_name = "RATINGS", value_parser = condition("any-rating"))]
    any_rating: Vec<Condition>,
    /// Range of the average of both ratings
    #[arg(long, value_name = "RATINGS", value_parser = condition("average-rating"))]
    average_rating: Vec<Condition>,
    /// Range of the rating of White
    #[arg(long, value_name = "RATINGS", value_parser = condition("white-rating"))]
    white_rating: Vec<Condition>,
    /// Range of the rating of Black
    #[arg(long, value_name = "RATINGS", value_parser = condition("black-rating"))]
    black_rating: Vec<Condition>,
    /// Result: 1-0, 0-1, 1/2-1/2, *, white, black or draw
    #[arg(long, value_name = "RESULT", value_parser = condition("result"))]
    result: Vec<Condition>,
    /// Class of the time control, such as blitz, or several: blitz,rapid
    ///
    /// The classes of Lichess: ultrabullet, bullet, blitz, rapid, classical and correspondence.
    #[arg(long, value_name = "SPEEDS", value_parser = condition("speed"))]
    speed: Vec<Condition>,
    /// ECO code of the opening: B90, B9 or B20..B99
    #[arg(long, value_name = "CODES", value_parser = condition("eco"))]
    eco: Vec<Condition>,
    /// Plies (half-moves) of the game: 40, 40.. or 20..60; both ends are included
    #[arg(long, value_name = "PLIES", value_parser = condition("plies"))]
    plies: Vec<Condition>,
    /// Tag: NAME, NAME=VALUE, NAME~TEXT or NAME~/REGEX/
    ///
    /// NAME finds any value, NAME=VALUE the complete value, NAME~TEXT a part of the value.
    #[arg(long, value_name = "TAG", value_parser = condition("tag"))]
    tag: Vec<Condition>,
    /// Text of a comment
    #[arg(long, value_name = "TEXT", value_parser = condition("comment"))]
    comment: Vec<Condition>,
    /// NAG of a move: $14, or a symbol such as += or !?
    #[arg(long, value_name = "NAG", value_parser = condition("nag"), allow_hyphen_values = true)]
    nag: Vec<Condition>,
    /// Content of the game: comments, variations or nags
    #[arg(long, value_name = "WHAT", value_parser = condition("has"))]
    has: Vec<Condition>,
    /// Opposite of another option: --not result=draw, --not player=carlsen
    #[arg(long, value_name = "OPTION=VALUE", value_parser = condition("not"))]
    not: Vec<Condition>,
}

impl FilterArgs {
    /// Returns the condition: all given options must hold.
    pub fn condition(self) -> Condition {
        let players = self.players();
        let one_of = [
            self.white,
            self.black,
            self.event,
            self.site,
            self.date,
            self.rating,
            self.any_rating,
            self.average_rating,
            self.white_rating,
            self.black_rating,
            self.result,
            self.speed,
            self.eco,
            self.plies,
            self.nag,
        ];
        let one_of = one_of.into_iter().filter(|values| !values.is_empty()).map(Condition::any);
        let all = [self.tag, self.comment, self.has, self.not].into_iter().flatten();
        Condition::All(players.into_iter().chain(one_of).chain(all).collect())
    }

    /// Returns the conditions on the player's name as written; empty if there are none.
    pub fn player(&self) -> &[Text] {
        &self.player
    }

    /// Returns the same conditions for another player.
    pub fn of_player(&self, player: Vec<Text>) -> FilterArgs {
        FilterArgs { player, ..self.clone() }
    }

    /// Returns the conditions on a player and the opponent.
    fn players(&self) -> Option<Condition> {
        if self.player.is_empty() {
            return None;
        }
        let names: Vec<_> = self.player.iter().map(Text::parts).collect();
        let opponents: Vec<_> = self.vs.iter().map(Text::parts).collect();
        let ratings = self.player_rating.map(|range| (range.first(), range.last()));
        Some(Condition::player_of(&names, &opponents, ratings))
    }
}

/// A text, and how to compare it.
#[derive(Debug, Clone)]
pub struct Text {
    form: TextForm,
    text: Vec<u8>,
    /// The text as written.
    written: String,
}

impl Text {
    fn parts(&self) -> (TextForm, &[u8]) {
        (self.form, &self.text)
    }

    /// Interprets the text as the name of a player.
    pub fn name(&self) -> PlayerName {
        PlayerName { form: self.form, text: self.text.clone() }
    }

    /// Returns the text as written.
    pub fn written(&self) -> &str {
        &self.written
    }
}

impl std::str::FromStr for Text {
    type Err = plypack::Error;

    fn from_str(written: &str) -> Result<Text> {
        let (form, text) = TextForm::read_for_tags(written)?;
        let text = Text { form, text, written: written.to_owned() };
        Condition::text_of(TextField::Player, text.form, &text.text[..]).check()?;
        Ok(text)
    }
}

/// Returns the parser of the option with this name.
fn condition(option: &'static str) -> impl Fn(&str) -> Result<Condition, String> + Clone + Send + Sync + 'static {
    move |value| Condition::from_text(option, value).map_err(|e| e.message().to_owned())
}
