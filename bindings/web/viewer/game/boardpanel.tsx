/** The board with the players' names, buttons and graphs. */
import type { DrawShape } from "chessground/draw";
import type { Color } from "chessground/types";
import type { PositionInfo } from "plypack";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import type { Cursor } from "./cursor.js";
import { LazyGraphs } from "./lazy.js";
import { Player, playerOf } from "./players.js";

export interface BoardPanelProps {
  cursor: Cursor;
  tags: Map<string, string>;
  isGame: boolean;
  orientation: Color;
  position: PositionInfo | null;
  arrows: DrawShape[];
  onFlip: () => void;
  onPreviousGame: (() => void) | null;
  onNextGame: (() => void) | null;
}

export function BoardPanel({ cursor, tags, isGame, orientation, position, arrows, onFlip, onPreviousGame, onNextGame }: BoardPanelProps) {
  const { node, line } = cursor;
  const other: Color = orientation === "white" ? "black" : "white";
  const isOver = isGame && !node.analysis && node.children.length === 0 && node.main;
  return (
    <>
      <Player {...playerOf(other, tags, node, isOver)} />
      <Board
        fen={node.fen}
        lastMove={node.uci}
        san={node.san}
        orientation={orientation}
        position={position}
        arrows={arrows}
        onPlay={cursor.play}
      />
      <Player {...playerOf(orientation, tags, node, isOver)} />
      <Controls cursor={cursor} onFlip={onFlip} onPreviousGame={onPreviousGame} onNextGame={onNextGame} />
      <p class="ending" aria-live="polite">
        {position?.ending ? `${position.ending[0]!.toUpperCase()}${position.ending.slice(1)}` : ""}
      </p>
      <LazyGraphs line={line} node={node} onGo={cursor.go} />
    </>
  );
}
