/** Filters of the opening explorer, as on Lichess. */
import { type Collection, type ExplorerAnswer, type ExplorerParameters, type Filter, position, type Tree, type WorkOptions } from "plypack";

export interface ExplorerFilters {
  speeds: string[];
  /** Groups of the average rating, each named by its lower bound. */
  ratings: number[];
  /** A year, or a month such as "2020-05"; "" for none. */
  since: string;
  until: string;
}

export const SPEEDS = ["ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"];
export const RATINGS = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];
export const NO_FILTERS: ExplorerFilters = { speeds: [], ratings: [], since: "", until: "" };

/** Returns true for a date that the explorer can read, and for an empty text. */
export const isMonth = (text: string): boolean => /^(\d{4}(-(0[1-9]|1[0-2]))?)?$/.test(text);

/** Counts the filters that are set. */
export const countOf = ({ speeds, ratings, since, until }: ExplorerFilters): number =>
  [speeds.length > 0, ratings.length > 0, since !== "", until !== ""].filter(Boolean).length;

/** Returns the parameters of the explorer, without incomplete dates. */
export function parametersOf({ speeds, ratings, since, until }: ExplorerFilters): ExplorerParameters {
  return {
    ...(speeds.length > 0 && { speeds }),
    ...(ratings.length > 0 && { ratings }),
    ...(since !== "" && isMonth(since) && { since }),
    ...(until !== "" && isMonth(until) && { until }),
  };
}

/** Returns conditions that select the same games. The explorer counts no game without a result. */
export function conditionsOf(filters: ExplorerFilters): Filter {
  const { speeds, since, until } = parametersOf(filters);
  const conditions: [string, string][] = [["not", "result=*"]];
  if (speeds) conditions.push(["speed", filters.speeds.join()]);
  if (since || until) conditions.push(["date", `${since ?? "0001"}..${until ?? ""}`.replaceAll("-", ".")]);
  if (filters.ratings.length > 0) conditions.push(["average-rating", "0.."], ...othersOf(filters.ratings));
  return { conditions };
}

/** Excludes the groups that are not chosen, because a condition has only one range. */
function othersOf(ratings: number[]): [string, string][] {
  const others = RATINGS.map((lowest, index) => ({ lowest, next: RATINGS[index + 1] })).filter(({ lowest }) => !ratings.includes(lowest));
  return others.map(({ lowest, next }) => ["not", `average-rating=${lowest}..${next ? next - 1 : ""}`]);
}

/** Number of listed games with the highest ratings. */
const TOP_GAMES = 4;

/** Requests a position from the explorer. */
export function explore(collection: Collection, fen: string, filters: ExplorerFilters, work: WorkOptions): Promise<ExplorerAnswer> {
  const parameters = { ...parametersOf(filters), fen, moves: 250, topGames: TOP_GAMES, recentGames: 0 };
  return collection.explorer("lichess", parameters, work);
}

/** Converts an explorer's answer to a tree. Castling is written as the board plays it, not as king takes rook. */
export async function treeOf(answer: ExplorerAnswer, fen: string): Promise<Tree> {
  const { white, draws, black } = answer;
  const legal = new Map((await position(fen)).moves.map((move) => [move.san, move]));
  const branches = answer.moves.flatMap((move) => {
    const played = legal.get(move.san);
    if (!played) return [];
    const games = move.white + move.draws + move.black;
    return [{ ...move, uci: played.uci, fen: played.fen, games, lastYear: null, rating: move.averageRating ?? null }];
  });
  return { games: white + draws + black, white, draws, black, branches, problems: answer.problems };
}
