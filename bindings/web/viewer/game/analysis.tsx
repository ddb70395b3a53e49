/** The user's own moves, a way back to the game, and a file with both. */
import { moveNumber } from "../format.js";
import type { Cursor } from "./cursor.js";
import type { Node } from "./line.js";
import { ownLines } from "./own.js";

export interface AnalysisProps {
  cursor: Cursor;
  isGame: boolean;
  onSave: () => void;
}

export function Analysis({ cursor, isGame, onSave }: AnalysisProps) {
  const { own, node, go, leave, clear } = cursor;
  if (own.length === 0) return null;
  return (
    <section class="analysis" id="analysis" aria-label="Your moves">
      <div class="own-lines">
        {ownLines(own).map((line, index) => (
          <OwnLine key={index} line={line} node={node} onGo={go} />
        ))}
      </div>
      <div class="own-tools">
        <button type="button" id="back-to-game" disabled={!node.analysis} onClick={leave} title="Esc">
          {isGame ? "Back to the game" : "Back to the start"}
        </button>
        <button type="button" id="save-pgn" onClick={onSave} title={isGame ? "The game with your moves as variations" : "Your moves"}>
          Save PGN
        </button>
        <button type="button" id="clear-moves" onClick={clear}>
          Remove
        </button>
      </div>
    </section>
  );
}

function OwnLine({ line, node, onGo }: { line: Node[]; node: Node; onGo: (node: Node) => void }) {
  return (
    <ol>
      {line.map((move, index) => (
        <li key={index}>
          {(index === 0 || move.parent!.fen.split(" ")[1] === "w") && <span class="inline-number">{moveNumber(move.parent!.fen)}</span>}
          <button type="button" class="move" aria-current={move === node ? "true" : undefined} onClick={() => onGo(move)}>
            {move.san}
          </button>
        </li>
      ))}
    </ol>
  );
}
