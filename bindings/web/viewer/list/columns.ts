/** The columns of the list. */
import type { Column, Row } from "plypack";
import { date, known, result } from "../format.js";

export interface ListColumn {
  column: Column;
  /** Its head, and its class. */
  title: string;
  label: string;
  name: string;
  text: (row: Row) => string;
}

const number = (value: number | null): string => (value == null ? "" : String(value));

export const COLUMNS: ListColumn[] = [
  { column: "white", title: "White", label: "White", name: "white", text: (row) => known(row.white) },
  { column: "whiteElo", title: "Elo", label: "White's rating", name: "elo", text: (row) => number(row.whiteElo) },
  { column: "black", title: "Black", label: "Black", name: "black", text: (row) => known(row.black) },
  { column: "blackElo", title: "Elo", label: "Black's rating", name: "elo", text: (row) => number(row.blackElo) },
  { column: "result", title: "Result", label: "Result", name: "result", text: (row) => result(row.result) },
  { column: "date", title: "Date", label: "Date", name: "date", text: (row) => date(row.date) },
  { column: "event", title: "Event", label: "Event", name: "event", text: (row) => known(row.event) },
  { column: "eco", title: "ECO", label: "ECO code", name: "eco", text: (row) => known(row.eco) },
  { column: "plies", title: "Plies", label: "Half-moves", name: "plies", text: (row) => number(row.plies) },
];
