/** Moves that were tried on the board, and the way back to the game. */
import { moveNumber } from "../format.js";
import type { Cursor } from "./cursor.js";

export function Analysis({ cursor, isGame }: { cursor: Cursor; isGame: boolean }) {
  const { analysis, node } = cursor;
  if (analysis.length === 0) return null;
  return (
    <section class="analysis" id="analysis" aria-label="Your moves">
      <ol>
        {analysis.map((move, index) => (
          <li key={index}>
            {(index === 0 || move.parent!.fen.split(" ")[1] === "w") && <span class="inline-number">{moveNumber(move.parent!.fen)}</span>}
            <button type="button" class="move" aria-current={move === node ? "true" : undefined} onClick={() => cursor.go(move)}>
              {move.san}
            </button>
          </li>
        ))}
      </ol>
      <button type="button" id="back-to-game" onClick={cursor.leave} title="Esc">
        {isGame ? "Back to the game" : "Back to the start"}
      </button>
    </section>
  );
}
