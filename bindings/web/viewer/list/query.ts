/** Queries of the list. */
import type { Column, Filter, Query } from "plypack";

/** The texts in the filter fields. */
export type FilterFields = Record<keyof typeof EMPTY_FIELDS, string>;

export const EMPTY_FIELDS = {
  text: "",
  player: "",
  white: "",
  black: "",
  event: "",
  eco: "",
  date: "",
  rating: "",
  result: "",
};

/** A position that the games of the list reach. */
export interface PositionFilter {
  fen: string;
  /** The moves that led to it, as shown to the user. */
  label: string;
  /** The filters of the tree, which also apply to the games. */
  filter?: Filter | undefined;
}

export interface Order {
  column: Column;
  descending: boolean;
}

/** The filter of all filled fields; undefined if all are empty. */
export function filterOf(fields: FilterFields): Filter | undefined {
  const filled = Object.entries(fields)
    .map(([name, value]) => [name, value.trim()])
    .filter(([, value]) => value !== "");
  return filled.length > 0 ? (Object.fromEntries(filled) as Filter) : undefined;
}

/** The query of the list; null if it shows the whole file in the order of the file. */
export function queryOf(filter: Filter | undefined, position: PositionFilter | null, order: Order | null): Query | null {
  if (!filter && !position && !order) return null;
  return {
    ...filter,
    ...position?.filter,
    ...(position && { fen: position.fen }),
    ...(order && { sort: order.column, descending: order.descending }),
  };
}

/** The order after a click on a header: ascending, descending, as in the file. Ratings begin with the highest. */
export function nextOrder(order: Order | null, column: Column): Order | null {
  const first = column === "whiteElo" || column === "blackElo";
  if (order?.column !== column) return { column, descending: first };
  return order.descending === first ? { column, descending: !first } : null;
}
