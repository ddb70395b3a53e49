/** Games with the highest ratings that reached the position. */
import type { Latest } from "../latest.js";
import { ProblemNotice } from "../notices.js";
import { Status } from "../status.js";
import type { TopGame } from "./state.js";

export interface TopGamesProps {
  top: Latest<TopGame[]>;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onOpen: (game: TopGame) => void;
}

export function TopGames({ top, isOpen, onToggle, onOpen }: TopGamesProps) {
  return (
    <details class="top-games" id="top-games" open={isOpen}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          onToggle(!isOpen);
        }}
      >
        Top games
      </summary>
      <Status busy={top.busy} progress={top.progress} label="Loading" onCancel={top.cancel} />
      {top.error !== null && <ProblemNotice error={top.error} onRetry={top.retry} />}
      {top.value && top.value.length === 0 && <p class="hint">No game with a result goes on from here.</p>}
      {top.value && (
        <ul class={top.fresh && !top.busy ? "" : "stale"}>
          {top.value.map((game) => (
            <li key={game.id}>
              <button type="button" onClick={() => onOpen(game)}>
                <Player {...game.white} />
                <span class="top-result">{game.winner === "white" ? "1-0" : game.winner === "black" ? "0-1" : "½-½"}</span>
                <Player {...game.black} />
                <span class="top-year">{game.year || ""}</span>
                <span class="top-move">{game.san}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function Player({ name, rating }: { name: string; rating: number }) {
  return (
    <span class="top-player">
      <span class="top-name">{name || "?"}</span> <span class="muted">{rating || ""}</span>
    </span>
  );
}
