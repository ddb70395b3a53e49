// Expected answers of searches, computed from records of games and their positions, without the module.

const LETTERS = { đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ø: "o", ß: "ss", æ: "ae", œ: "oe", þ: "th" };

/** Returns the text without case and accents, as in searches. */
export function folded(text) {
  const plain = text.replace(/[`´ʻʼ‘’]/g, "'").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return [...plain].map((letter) => LETTERS[letter] ?? letter).join("");
}

export const contains = (value, part) => folded(value).includes(folded(part));

/** A date as a number: 19970000 for "1997.??.??"; null if not even the year is known. */
export function dateNumber(date) {
  const [year, month, day] = date.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : 0));
  return year === 0 ? null : year * 10000 + month * 100 + day;
}

const bytes = (text) => Buffer.from(text);

function compareText(a, b) {
  return Buffer.compare(bytes(folded(a)), bytes(folded(b))) || Buffer.compare(bytes(a), bytes(b));
}

const ORDERS = {
  white: compareText,
  black: compareText,
  event: compareText,
  eco: compareText,
  date: (a, b) => Buffer.compare(bytes(a), bytes(b)),
  whiteElo: (a, b) => a - b,
  blackElo: (a, b) => a - b,
  plies: (a, b) => a - b,
  result: (a, b) => RESULTS.indexOf(a) - RESULTS.indexOf(b),
  game: (a, b) => a - b,
};
const RESULTS = ["*", "1-0", "0-1", "1/2-1/2"];

export const COLUMNS = Object.keys(ORDERS);

const isKnown = (value) => value !== null && !["", "?", "-", "????.??.??"].includes(value);

/** The numbers of games sorted by a column: unknown values come last, equal values by number. */
export function sorted(games, column, descending) {
  const value = (game) => (column === "plies" ? game.moves.length : game[column]);
  const compare = (a, b) => {
    const known = isKnown(value(b)) - isKnown(value(a));
    if (known !== 0 || !isKnown(value(a))) return known || a.game - b.game;
    return (descending ? -1 : 1) * ORDERS[column](value(a), value(b)) || a.game - b.game;
  };
  return games.toSorted(compare).map(({ game }) => game);
}

/** Returns the identity of a position: the board, the side to move, the rights and en passant. */
export const identity = (fen) => fen.split(" ").slice(0, 4).join(" ");

/** The positions of a game's main line, each with the move played in it. */
export function positionsOf({ fen, moves }) {
  return [fen, ...moves.map((move) => move.fen)].map((at, ply) => ({ fen: at, next: moves[ply] ?? null }));
}

/** Games with a position that passes a test, each with the number of half-moves before the first such position. */
export function found(games, test) {
  const hits = games.map((game) => ({ game: game.game, ply: positionsOf(game).findIndex(({ fen }) => test(fen)) }));
  return hits.filter(({ ply }) => ply >= 0);
}

/** The first match of a game including its variations, in the order of the movetext; null without a match. */
export function plyWithVariations(game, test) {
  const main = positionsOf(game).findIndex(({ fen }) => test(fen));
  if (main >= 0) return main;
  const of = (line) => {
    for (const move of line) {
      if (test(move.fen)) return move.ply;
      for (const variation of move.variations) {
        const ply = of(variation);
        if (ply !== null) return ply;
      }
    }
    return null;
  };
  return of(game.moves);
}

/** The pieces of both sides, such as "KRP". */
export function material(fen) {
  const pieces = (letters) => [..."KQRBNP"].flatMap((piece) => letters.filter((letter) => letter.toUpperCase() === piece)).join("").toUpperCase();
  const all = [...fen.split(" ")[0]].filter((letter) => /[a-z]/i.test(letter));
  return [pieces(all.filter((letter) => letter < "a")), pieces(all.filter((letter) => letter >= "a"))];
}

/** Returns the piece on a square such as "e4"; "" for none. */
export function pieceOn(fen, square) {
  const rank = fen.split(" ")[0].split("/")[8 - Number(square[1])].replace(/\d/g, (empty) => ".".repeat(Number(empty)));
  return rank["abcdefgh".indexOf(square[0])].replace(".", "");
}

/** Returns the moves played in a position, in the form of `tree`; `rows` are the tags of the games. */
export function treeOf(games, rows, fen) {
  const branches = new Map();
  const total = { games: 0, white: 0, draws: 0, black: 0 };
  for (const game of games) {
    const positions = positionsOf(game);
    const at = positions.find((position) => identity(position.fen) === identity(fen));
    if (at === undefined) continue;
    const row = rows[game.game];
    const outcome = { "1-0": "white", "0-1": "black", "1/2-1/2": "draws" }[row.result];
    count(total, outcome);
    if (at.next === null) continue;
    const { uci, san } = at.next;
    if (!branches.has(uci)) branches.set(uci, { san, uci, games: 0, white: 0, draws: 0, black: 0, years: [], ratings: [] });
    const branch = branches.get(uci);
    count(branch, outcome);
    const date = dateNumber(row.date);
    if (date !== null) branch.years.push(Math.floor(date / 10000));
    const rating = at.fen.split(" ")[1] === "w" ? row.whiteElo : row.blackElo;
    if (rating !== null) branch.ratings.push(rating);
  }
  const list = [...branches.values()].sort((a, b) => b.games - a.games || (a.uci < b.uci ? -1 : 1));
  return { ...total, branches: list.map(({ years, ratings, ...branch }) => ({ ...branch, lastYear: last(years), rating: mean(ratings) })) };
}

function count(counts, outcome) {
  counts.games += 1;
  if (outcome !== undefined) counts[outcome] += 1;
}

const last = (years) => (years.length === 0 ? null : Math.max(...years));
const mean = (ratings) => (ratings.length === 0 ? null : Math.floor((ratings.reduce((a, b) => a + b) + Math.floor(ratings.length / 2)) / ratings.length));
