/** The columns of the list. */
import type { Column, Row } from "plypack";
import { date, known, result } from "../format.js";

export interface ListColumn {
  /** The column's name, and the name by which it is sorted. */
  id: string;
  column: Column;
  /** Its header and its class. */
  title: string;
  label: string;
  name: string;
  text: (row: Row) => string;
}

const number = (value: number | null): string => (value == null ? "" : String(value));

const column = (column: Column, title: string, label: string, name: string, text: (row: Row) => string): ListColumn => ({
  id: column,
  column,
  title,
  label,
  name,
  text,
});

export const COLUMNS: ListColumn[] = [
  column("white", "White", "White", "white", (row) => known(row.white)),
  column("whiteElo", "Elo", "White's rating", "elo", (row) => number(row.whiteElo)),
  column("black", "Black", "Black", "black", (row) => known(row.black)),
  column("blackElo", "Elo", "Black's rating", "elo", (row) => number(row.blackElo)),
  column("result", "Result", "Result", "result", (row) => result(row.result)),
  column("date", "Date", "Date", "date", (row) => date(row.date)),
  column("event", "Event", "Event", "event", (row) => known(row.event)),
  column("eco", "ECO", "ECO code", "eco", (row) => known(row.eco)),
  { ...column("eco", "Opening", "Opening", "opening", (row) => known(row.opening)), id: "opening" },
  column("plies", "Plies", "Half-moves", "plies", (row) => number(row.plies)),
];

/** Columns that are shown even without values. */
const ALWAYS = ["white", "black", "result"];

/** The columns in which at least one of these rows has a value. */
export function filledColumns(rows: Row[]): Set<string> {
  const readable = rows.filter(({ error }) => error === undefined);
  const isFilled = ({ id, text }: ListColumn): boolean => ALWAYS.includes(id) || readable.some((row) => text(row) !== "");
  return new Set(COLUMNS.filter(isFilled).map(({ id }) => id));
}
