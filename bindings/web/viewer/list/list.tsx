/** The list of games. */
import type { Column } from "plypack";
import { useMemo, useRef } from "preact/hooks";
import { ListHead } from "./head.js";
import { COLUMNS } from "./columns.js";
import { Parts } from "./parts.js";
import type { Order } from "./query.js";
import { ListRow } from "./row.js";
import type { Rows } from "./rows.js";
import { useWidths, widthStyle } from "./widths.js";
import { PART, ROW, useWindow } from "./window.js";

export interface GameListProps {
  rows: Rows;
  /** Number of times that rows arrived; the list is drawn again when it changes. */
  loaded: number;
  /** The open game's place in the list, or -1. */
  open: number;
  order: Order | null;
  /** True while another order or filter is being computed. */
  stale: boolean;
  onOrder: (column: Column) => void;
  onOpen: (index: number) => void;
}

export function GameList({ rows, loaded, open, order, stale, onOrder, onOpen }: GameListProps) {
  const grid = useRef<HTMLDivElement>(null);
  const columns = useWidths();
  const empty = COLUMNS.filter(({ id }) => !rows.isFilled(id)).map(({ id }) => `without-${id}`);
  const { part, begin, size, first, last, active, choose, showPart, press } = useWindow(grid, rows, open);
  const isActiveDrawn = active - begin >= first && active - begin <= last;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== grid.current || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isEnter = event.key === "Enter";
    if (isEnter) onOpen(active);
    if (isEnter || press(event.key)) event.preventDefault();
  };
  // Rows stay as they are while the list scrolls by less than a row.
  const drawn = useMemo(() => {
    const row = (index: number) => {
      const onClick = (): void => {
        choose(index);
        onOpen(index);
      };
      return <ListRow key={index} index={index} row={rows.get(index)} open={index === open} active={index === active} onOpen={onClick} />;
    };
    return Array.from({ length: last - first + 1 }, (_, at) => row(begin + first + at));
  }, [rows, loaded, begin, first, last, open, active, onOpen]);

  return (
    <>
      {rows.count > PART && <Parts part={part} count={rows.count} onPart={showPart} />}
      <div
        ref={grid}
        id="games"
        class={["list", ...(stale ? ["stale"] : []), ...empty].join(" ")}
        style={widthStyle(columns.widths)}
        role="grid"
        aria-label="Games"
        aria-rowcount={rows.count + 1}
        aria-busy={stale}
        aria-activedescendant={isActiveDrawn ? `row-${active}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <ListHead order={order} onOrder={onOrder} {...columns} />
        <div class="list-space" role="rowgroup" style={{ height: `${size * ROW}px` }}>
          <div role="presentation" style={{ transform: `translateY(${first * ROW}px)` }}>
            {drawn}
          </div>
        </div>
      </div>
    </>
  );
}
