//! Conditions on games, as options.

use plypack::{
    Result,
    search::{Condition, NumberRange, PlayerName, TextField, TextForm},
};

/// The conditions on games.
#[derive(Clone, clap::Args)]
#[command(next_help_heading = "Games")]
pub struct FilterArgs {
    /// The name of a player of either colour contains TEXT; case, accents and the order of its parts do not count: `mueller` finds `Müller`,
    /// and `Jörg Müller` finds `Müller, Jörg`. =TEXT: it is TEXT. /REGEX/: it matches a regular expression; /REGEX/i: without case. Any
    /// option with TEXT takes these forms. Given several times: one of them
    #[arg(long, value_name = "TEXT")]
    player: Vec<Text>,
    /// The name of that player's opponent
    #[arg(long, value_name = "TEXT", requires = "player")]
    vs: Vec<Text>,
    /// The rating of that player: 2600, 2600.., ..2600 or 2400..2600; both ends are included
    #[arg(long, value_name = "RATINGS", requires = "player")]
    player_rating: Option<NumberRange>,
    /// White's name
    #[arg(long, value_name = "TEXT", value_parser = condition("white"))]
    white: Vec<Condition>,
    /// Black's name
    #[arg(long, value_name = "TEXT", value_parser = condition("black"))]
    black: Vec<Condition>,
    /// The event
    #[arg(long, value_name = "TEXT", value_parser = condition("event"))]
    event: Vec<Condition>,
    /// The site
    #[arg(long, value_name = "TEXT", value_parser = condition("site"))]
    site: Vec<Condition>,
    /// The date: 2020, 2020.03.15 or 2020-03-15, 2018..2020, 2020.06.. and so on; both ends are included
    #[arg(long, value_name = "DATES", value_parser = condition("date"))]
    date: Vec<Condition>,
    /// All ratings of the game that are known are in this range, and one is known
    #[arg(long, value_name = "RATINGS", value_parser = condition("rating"))]
    rating: Vec<Condition>,
    /// The rating of one of the players is in this range
    #[arg(long, value_name = "RATINGS", value_parser = condition("any-rating"))]
    any_rating: Vec<Condition>,
    /// The average of both ratings
    #[arg(long, value_name = "RATINGS", value_parser = condition("average-rating"))]
    average_rating: Vec<Condition>,
    /// White's rating
    #[arg(long, value_name = "RATINGS", value_parser = condition("white-rating"))]
    white_rating: Vec<Condition>,
    /// Black's rating
    #[arg(long, value_name = "RATINGS", value_parser = condition("black-rating"))]
    black_rating: Vec<Condition>,
    /// The result: 1-0, 0-1, 1/2-1/2 or *; or white, black, draw
    #[arg(long, value_name = "RESULT", value_parser = condition("result"))]
    result: Vec<Condition>,
    /// The class of the time control: ultrabullet, bullet, blitz, rapid, classical or correspondence, as Lichess has them; several:
    /// blitz,rapid
    #[arg(long, value_name = "SPEEDS", value_parser = condition("speed"))]
    speed: Vec<Condition>,
    /// The opening: B90, B9, B20..B99
    #[arg(long, value_name = "CODES", value_parser = condition("eco"))]
    eco: Vec<Condition>,
    /// Plies (half-moves) of the game: 40.., 20..60; both ends are included
    #[arg(long, value_name = "PLIES", value_parser = condition("plies"))]
    plies: Vec<Condition>,
    /// A tag: Name=VALUE, the whole value; Name~TEXT, a part of it, or Name~/REGEX/; Name, any value. Given several times: all
    #[arg(long, value_name = "TAG", value_parser = condition("tag"))]
    tag: Vec<Condition>,
    /// A comment contains this. Given several times: all
    #[arg(long, value_name = "TEXT", value_parser = condition("comment"))]
    comment: Vec<Condition>,
    /// A move has this NAG: $14, or what is written for it, such as += or !?
    #[arg(long, value_name = "NAG", value_parser = condition("nag"), allow_hyphen_values = true)]
    nag: Vec<Condition>,
    /// The game has comments, variations or NAGs. Given several times: all
    #[arg(long, value_name = "WHAT", value_parser = condition("has"))]
    has: Vec<Condition>,
    /// The opposite of another option: --not result=draw, --not player=carlsen. Given several times: all
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

/// Reads the value of an option with this name.
fn condition(option: &'static str) -> impl Fn(&str) -> Result<Condition, String> + Clone + Send + Sync + 'static {
    move |value| Condition::from_text(option, value).map_err(|e| e.message().to_owned())
}
