/** The list of games with its filters, its count and its status. */
import { count, games } from "../format.js";
import { LeftOut, ProblemNotice } from "../notices.js";
import { Status } from "../status.js";
import { Filters } from "./filters.js";
import { GameList } from "./list.js";
import type { ListState } from "./state.js";

export interface ListPanelProps {
  list: ListState;
  total: number;
  /** The open game's place in the list, or -1. */
  open: number;
  onOpen: (index: number) => void;
}

export function ListPanel({ list, total, open, onOpen }: ListPanelProps) {
  const { rows, search } = list;
  return (
    <>
      <Filters fields={list.fields} error={list.filterError} onChange={list.setFields} />
      <div class="list-bar">
        <span class="list-count" id="list-count" aria-live="polite">
          {rows.count === total ? games(total) : `${count(rows.count)} of ${games(total)}`}
        </span>
        {list.position && (
          <button
            type="button"
            class="chip"
            id="position-filter"
            title="Show games without regard to this position"
            onClick={() => list.setPosition(null)}
          >
            Position after {list.position.label}
            <span aria-hidden="true"> ×</span>
            <span class="unseen"> – remove</span>
          </button>
        )}
        <Status busy={search.busy} progress={search.progress} label="Searching" onCancel={search.cancel} />
        {search.cancelled && <span class="muted">Cancelled: the list is as it was before.</span>}
      </div>
      {list.error !== null && <ProblemNotice error={list.error} onRetry={list.retry} />}
      {search.fresh && search.value && <LeftOut problems={search.value.problems} />}
      {rows.count === 0 ? (
        <p class="hint">{total === 0 ? "This file has no games." : "No game is like that: change or clear the filter."}</p>
      ) : (
        <GameList
          rows={rows}
          loaded={list.loaded}
          open={open}
          order={list.order}
          stale={search.busy && search.progress?.stage !== "loading tags"}
          onOrder={list.toggleOrder}
          onOpen={onOpen}
        />
      )}
    </>
  );
}
