/** A game in the list. */
import type { Row } from "plypack";
import { COLUMNS } from "./columns.js";

export interface ListRowProps {
  index: number;
  /** Undefined while it loads. */
  row: Row | undefined;
  open: boolean;
  active: boolean;
  onOpen: () => void;
}

export function ListRow({ index, row, open, active, onOpen }: ListRowProps) {
  const state = `${open ? " open" : ""}${active ? " active" : ""}${index % 2 ? " odd" : ""}`;
  return (
    <div
      id={`row-${index}`}
      class={`list-row${state}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={open}
      aria-busy={!row}
      data-game={row?.game}
      onClick={onOpen}
    >
      {!row ? <Loading /> : row.error ? <Unreadable game={row.game} error={row.error} /> : <Cells row={row} />}
    </div>
  );
}

function Cells({ row }: { row: Row }) {
  return (
    <>
      {COLUMNS.map(({ id, name, text }) => {
        const value = text(row);
        const wide = ["white", "black", "event", "opening"].includes(id);
        const spills = row[`${id}Elo` as keyof Row] === null;
        return (
          <div key={id} class={`cell ${name} ${id}${spills ? " spills" : ""}`} role="gridcell" title={wide ? value : undefined}>
            {name === "date" ? <DateText value={value} /> : spills ? <span>{value}</span> : value}
          </div>
        );
      })}
    </>
  );
}

/** In a narrow column, shows only the year. */
function DateText({ value }: { value: string }) {
  return (
    <>
      {value.slice(0, 4)}
      <span class="rest-of-date">{value.slice(4)}</span>
    </>
  );
}

function Loading() {
  return (
    <>
      {COLUMNS.map(({ id, name }) => (
        <div key={id} class={`cell ${name} ${id}`} role="gridcell">
          <span class="placeholder" />
        </div>
      ))}
    </>
  );
}

function Unreadable({ game, error }: { game: number; error: string }) {
  return (
    <div class="cell unreadable" role="gridcell" aria-colspan={COLUMNS.length} title={error}>
      Game {game} cannot be read: {error}
    </div>
  );
}
