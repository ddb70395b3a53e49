/** The heads of the list's columns: a click sorts. */
import type { Column } from "plypack";
import { COLUMNS } from "./columns.js";
import type { Order } from "./query.js";

export interface ListHeadProps {
  order: Order | null;
  onOrder: (column: Column) => void;
}

export function ListHead({ order, onOrder }: ListHeadProps) {
  return (
    <div class="list-head" role="rowgroup">
      <div class="list-row" role="row" aria-rowindex={1}>
        {COLUMNS.map(({ column, title, label, name }) => {
          const sorted = order?.column === column ? (order.descending ? "descending" : "ascending") : "none";
          return (
            <div key={column} class={`cell ${name}`} role="columnheader" aria-sort={sorted} aria-label={label}>
              <button type="button" title={`Sort by ${label}`} onClick={() => onOrder(column)}>
                {title}
                <span class="sort-mark" aria-hidden="true">
                  {sorted === "none" ? "" : sorted === "ascending" ? "▲" : "▼"}
                </span>
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}
