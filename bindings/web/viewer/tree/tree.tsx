/** Moves that were played in the position on the board. */
import type { Branch, Opening, Tree } from "plypack";
import { useState } from "preact/hooks";
import { count, games, percent } from "../format.js";
import type { Played } from "../game/line.js";
import { LeftOut, ProblemNotice } from "../notices.js";
import { Status } from "../status.js";
import { Bar } from "./bar.js";
import { FilterFields } from "./filterfields.js";
import { countOf, type ExplorerFilters } from "./filters.js";
import type { TopGame, TreeState } from "./state.js";
import { TopGames } from "./topgames.js";

export interface OpeningTreeProps extends TreeState {
  /** The opening of the position, or the last one on the way to it. */
  opening: Opening | null;
  filters: ExplorerFilters;
  onFilters: (filters: ExplorerFilters) => void;
  /** Arrows on the board show the moves. */
  arrows: boolean;
  onArrows: (arrows: boolean) => void;
  onShowGames: () => void;
  onOpenGame: (game: TopGame) => void;
  onPlay: (played: Played) => void;
}

export function OpeningTree(props: OpeningTreeProps) {
  const { tree, top, isTopOpen, onTop, wholeFile, waits, onSearch, onPlay, onOpenGame } = props;
  const [isFilter, setFilter] = useState(countOf(props.filters) > 0);
  const shown = tree.value;
  // Moves of any position other than the position on the board cannot be played.
  const isCurrent = tree.fresh && !tree.busy;
  return (
    <>
      <TreeHead {...props} isFilter={isFilter} onFilter={setFilter} />
      {isFilter && <FilterFields filters={props.filters} onFilters={props.onFilters} />}
      {wholeFile && <p class="hint">This file has no index of positions: the whole file is searched for each position.</p>}
      {(waits || tree.cancelled) && !tree.busy && (
        <p class="hint">
          <button type="button" id="search-position" onClick={onSearch}>
            Search this position
          </button>
        </p>
      )}
      <Status busy={tree.busy} progress={tree.progress} label="Searching the position" onCancel={tree.cancel} />
      {tree.error !== null && <ProblemNotice error={tree.error} onRetry={tree.retry} />}
      {shown && <LeftOut problems={shown.problems} />}
      {shown && (
        <div class={isCurrent ? "tree-scroll" : "tree-scroll stale"} aria-busy={tree.busy}>
          {shown.branches.length > 0 ? (
            <BranchTable tree={shown} onPlay={(played) => isCurrent && onPlay(played)} />
          ) : (
            <p class="hint">{shown.games > 0 ? "No game goes on from here." : "No game reaches this position."}</p>
          )}
          {props.filtered !== true && (
            <TopGames top={top} isOpen={isTopOpen} onToggle={onTop} onOpen={onOpenGame} />
          )}
        </div>
      )}
    </>
  );
}

interface TreeHeadProps extends OpeningTreeProps {
  isFilter: boolean;
  onFilter: (isFilter: boolean) => void;
}

function TreeHead(props: TreeHeadProps) {
  const { tree, opening, filtered, onFiltered, filters, isFilter, onFilter, arrows, onArrows, onShowGames } = props;
  const shown = tree.value;
  const set = countOf(filters);
  return (
    <div class="tree-head">
      <h2 title={opening?.name}>
        {opening ? (
          <>
            <span class="eco">{opening.eco}</span> {opening.name}
          </>
        ) : (
          "Opening tree"
        )}
      </h2>
      <div class="tree-tools">
        <span class="muted" id="tree-count">
          {shown ? games(shown.games) : ""}
        </span>
        {filtered !== null && (
          <label class="switch">
            <input type="checkbox" id="tree-filtered" checked={filtered} onChange={(event) => onFiltered(event.currentTarget.checked)} />
            Filtered only
          </label>
        )}
        <label class="switch" title="Arrows on the board show the moves (a)">
          <input type="checkbox" id="tree-arrows" checked={arrows} onChange={(event) => onArrows(event.currentTarget.checked)} />
          Arrows
        </label>
        <button type="button" id="tree-more" aria-expanded={isFilter} aria-controls="tree-filters" onClick={() => onFilter(!isFilter)}>
          Filters{set > 0 ? ` (${set})` : ""}
        </button>
        <button type="button" id="show-games" disabled={shown?.games === 0} onClick={onShowGames}>
          Show games
        </button>
      </div>
    </div>
  );
}

interface BranchTableProps {
  tree: Tree;
  onPlay: (played: Played) => void;
}

function BranchTable({ tree, onPlay }: BranchTableProps) {
  return (
    <table class="tree" id="tree">
      <caption class="unseen">Moves played in this position</caption>
      <thead>
        <tr>
          <th scope="col">Move</th>
          <th scope="col" class="figure">
            Games
          </th>
          <th scope="col" class="figure share" aria-label="Share">
            %
          </th>
          <th scope="col" class="bar-head">
            White / draw / Black
          </th>
          <th scope="col" class="figure">
            Elo
          </th>
          <th scope="col" class="figure">
            Last
          </th>
          <th scope="col" class="opening-name">
            Opening
          </th>
        </tr>
      </thead>
      <tbody>
        {tree.branches.map((branch) => (
          <BranchRow key={branch.uci} branch={branch} total={tree.games} onPlay={onPlay} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <td class="figure">{count(tree.games)}</td>
          <td class="figure share" />
          <td>
            <Bar white={tree.white} draws={tree.draws} black={tree.black} />
          </td>
          <td colSpan={3} />
        </tr>
      </tfoot>
    </table>
  );
}

function BranchRow({ branch, total, onPlay }: { branch: Branch; total: number; onPlay: (played: Played) => void }) {
  return (
    <tr onClick={() => onPlay(branch)}>
      <th scope="row">
        <button type="button" class="branch">
          {branch.san}
        </button>
      </th>
      <td class="figure">{count(branch.games)}</td>
      <td class="figure share">{percent(branch.games, total)}</td>
      <td>
        <Bar white={branch.white} draws={branch.draws} black={branch.black} />
      </td>
      <td class="figure">{branch.rating == null ? "" : Math.round(branch.rating)}</td>
      <td class="figure">{branch.lastYear ?? ""}</td>
      <td class="opening-name" title={branch.opening?.name}>
        {branch.opening?.name ?? ""}
      </td>
    </tr>
  );
}
