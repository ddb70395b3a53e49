/** State of the list: filters, a position, an order, and the resulting games. */
import type { Collection, Column, Found } from "plypack";
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { isOfQuery, messageOf } from "../advice.js";
import { type Latest, useLatest } from "../latest.js";
import { EMPTY_FIELDS, type FilterFields, filterOf, nextOrder, type Order, type PositionFilter, queryOf } from "./query.js";
import { Rows } from "./rows.js";
import type { Filter } from "plypack";

/** While typing, the list waits this long (milliseconds) for the next key. */
const PAUSE = 150;

export interface ListState {
  fields: FilterFields;
  setFields: (fields: FilterFields) => void;
  filter: Filter | undefined;
  position: PositionFilter | null;
  setPosition: (position: PositionFilter | null) => void;
  order: Order | null;
  toggleOrder: (column: Column) => void;
  search: Latest<Found>;
  /** The error of the filter; null without one. */
  filterError: string | null;
  /** Another error, of the search or of reading rows. */
  error: unknown;
  /** Searches and reads again. */
  retry: () => void;
  rows: Rows;
  /** Number of times that rows arrived. */
  loaded: number;
  /** Ply of the position in a game of the list; null without a position. */
  plyAt: (index: number) => number | null;
}

export function useList(collection: Collection): ListState {
  const [fields, setFields] = useState<FilterFields>(EMPTY_FIELDS);
  const [position, setPosition] = useState<PositionFilter | null>(null);
  const [order, setOrder] = useState<Order | null>(null);
  const filter = useMemo(() => filterOf(fields), [fields]);
  const key = JSON.stringify(queryOf(filter, position, order));
  // A list of all games needs no search, unless games are deleted.
  const all = collection.info.deleted > 0 ? {} : null;
  const query = useMemo(() => queryOf(filter, position, order) ?? all, [key, collection]);
  // Only typing is delayed.
  const typed = useRef(filter);
  const pause = typed.current === filter ? 0 : PAUSE;
  useEffect(() => void (typed.current = filter), [filter]);
  const search = useLatest<Found>(query && ((work) => collection.search(query, work)), [collection, query], pause);

  const found = query === null && search.fresh ? null : search.value;
  const [attempt, setAttempt] = useState(0);
  const [loaded, count] = useReducer((before: number, _: void) => before + 1, 0);
  const [rowError, setRowError] = useState<unknown>(null);
  const rows = useMemo(
    () => new Rows(collection, found?.games ?? null, found ? found.games.length : collection.info.games, () => count(), setRowError),
    [collection, found, attempt],
  );
  const retry = (): void => {
    setRowError(null);
    setAttempt(attempt + 1);
    if (search.error !== null) search.retry();
  };
  useEffect(() => () => rows.close(), [rows]);

  const isFilterError = search.error !== null && isOfQuery(search.error);
  return {
    fields,
    setFields,
    filter,
    position,
    setPosition,
    order,
    toggleOrder: useCallback((column) => setOrder((before) => nextOrder(before, column)), []),
    search,
    filterError: isFilterError ? messageOf(search.error) : null,
    error: isFilterError ? rowError : (search.error ?? rowError),
    retry,
    rows,
    loaded,
    plyAt: (index) => found?.plies?.[index] ?? null,
  };
}
