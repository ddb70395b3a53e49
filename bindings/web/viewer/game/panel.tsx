/** The open game: its head, moves, analysis, tags, and buttons to copy it. */
import type { PositionInfo } from "plypack";
import { plainComments } from "./nags.js";
import { moveNumber } from "../format.js";
import { saveAs } from "../files.js";
import { ProblemNotice } from "../notices.js";
import { Analysis } from "./analysis.js";
import { Copy } from "./copy.js";
import { MoveInput } from "./input.js";
import { GameHead } from "./head.js";
import { Moves } from "./moves.js";
import { pgnWith } from "./pgn.js";
import type { GameState } from "./state.js";
import { Tags } from "./tags.js";

export interface GamePanelProps {
  state: GameState;
  tags: Map<string, string>;
  position: PositionInfo | null;
  pgn: () => Promise<string>;
  link: () => string;
  /** The reason why there is no link; null if there is one. */
  noLink: string | null;
}

export function GamePanel({ state, tags, position, pgn, link, noLink }: GamePanelProps) {
  const { game, shown, loaded, cursor } = state;
  return (
    <>
      {shown && <GameHead game={shown} tags={tags} />}
      {game === null && <p class="hint">Open a game of the list, or play moves on the board.</p>}
      {game !== null && loaded.error !== null && (
        <ProblemNotice error={loaded.error} title={`Game ${game} cannot be read`} onRetry={loaded.retry} />
      )}
      {game !== null && !shown && loaded.error === null && <p class="hint late">Loading the game…</p>}
      {shown && <Moves line={cursor.line} node={cursor.node} result={shown.result} onGo={cursor.go} />}
      {shown && shown.comments.length > 0 && <p class="comment">{plainComments(shown.comments).join(" ")}</p>}
      {shown?.unread && (
        <p class="notice damage">
          The moves cannot be read from here on; the file has this text: <code>{shown.unread}</code>
        </p>
      )}
      <Analysis cursor={cursor} isGame={shown !== null} onSave={() => savePgn(state)} />
      <div class="game-tools">
        <MoveInput position={position} onPlay={cursor.play} />
        <Copy label="Copy FEN" text={() => cursor.node.fen} />
        <Copy label="Copy PGN" text={pgn} not={shown ? null : "Open a game first"} />
        <Copy label="Copy link" text={link} not={noLink} />
      </div>
      {shown && <Tags tags={shown.tags} />}
      <Announcer state={state} />
    </>
  );
}

/** Lets the user save the game with the own moves. */
function savePgn({ shown, cursor: { line, own } }: GameState): void {
  const pgn = new Blob([pgnWith(line, own, shown)], { type: "application/x-chess-pgn" });
  saveAs(shown ? `game-${shown.game}.pgn` : "analysis.pgn", pgn);
}

/** Announces the move on the board to users who do not see it. */
function Announcer({ state: { cursor } }: { state: GameState }) {
  const { node } = cursor;
  const text = node.parent ? `${moveNumber(node.parent.fen)} ${node.san}. ${plainComments(node.move?.comments ?? []).join(" ")}` : "Start";
  return (
    <p class="unseen" id="announcer" aria-live="polite">
      {text}
    </p>
  );
}
