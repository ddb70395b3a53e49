/** Values of a game's graphs, by ply. */
import type { Line } from "./line.js";

export interface Series {
  /** Plies, from 0. */
  plies: number[];
  /** White's prospects from -1 to 1; null where no evaluation is known. */
  evaluations: (number | null)[] | null;
  /** Seconds left, of White and of Black. */
  clocks: [white: (number | null)[], black: (number | null)[]] | null;
}

/** Weight of a pawn in White's prospects, tanh(SLOPE * pawns): each further pawn counts less. */
const SLOPE = 0.18;
/** Minimum number of values of a graph. */
const ENOUGH = 3;

const known = (values: (number | null)[]): boolean => values.filter((value) => value != null).length >= ENOUGH;

export function seriesOf(line: Line): Series {
  const evaluations = line.main.map(({ move }) => {
    const value = move?.evaluation;
    if (!value) return null;
    return "mate" in value ? Math.sign(value.mate) : Math.tanh(SLOPE * value.pawns);
  });
  const isBlacks = (fen: string): boolean => fen.split(" ")[1] === "w";
  const white = line.main.map((node) => (isBlacks(node.fen) ? null : (node.move?.clock ?? null)));
  const black = line.main.map((node) => (isBlacks(node.fen) ? (node.move?.clock ?? null) : null));
  return {
    plies: line.main.map(({ ply }) => ply),
    evaluations: known(evaluations) ? evaluations : null,
    clocks: known([...white, ...black]) ? [white, black] : null,
  };
}

export const hasGraphs = (series: Series): boolean => series.evaluations !== null || series.clocks !== null;
