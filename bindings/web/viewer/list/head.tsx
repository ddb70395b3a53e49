/** The headers of the list's columns: a click sorts, and dragging an edge changes the width. */
import type { Column } from "plypack";
import { COLUMNS } from "./columns.js";
import type { Order } from "./query.js";
import { Separator } from "./separator.js";
import type { ColumnWidths } from "./widths.js";

export interface ListHeadProps extends ColumnWidths {
  order: Order | null;
  onOrder: (column: Column) => void;
}

export function ListHead({ order, widths, onOrder, onWidth }: ListHeadProps) {
  return (
    <div class="list-head" role="rowgroup">
      <div class="list-row" role="row" aria-rowindex={1}>
        {COLUMNS.map(({ id, column, title, label, name }) => {
          // Openings are sorted by code, so the header of the code shows the order.
          const isSorted = order?.column === column && id === column;
          const sorted = !isSorted ? "none" : order.descending ? "descending" : "ascending";
          return (
            <div key={id} class={`cell ${name} ${id}`} role="columnheader" aria-sort={sorted} aria-label={label}>
              <button type="button" title={`Sort by ${label}`} onClick={() => onOrder(column)}>
                {title}
                <span class="sort-mark" aria-hidden="true">
                  {sorted === "none" ? "" : sorted === "ascending" ? "▲" : "▼"}
                </span>
              </button>
              <Separator label={label} width={widths[id]} onWidth={(width) => onWidth(id, width)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
