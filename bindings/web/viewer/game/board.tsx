/** The board. */
import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { Config } from "chessground/config";
import type { DrawShape } from "chessground/draw";
import type { Color, Key } from "chessground/types";
import type { LegalMove, PositionInfo } from "plypack";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { reducedMotion } from "../media.js";
import type { Played } from "./line.js";
import { piecesOf } from "./pieces.js";
import { Promotion } from "./promotion.js";

export interface BoardProps {
  fen: string;
  /** The move that led here, in UCI notation; "" at the start. */
  lastMove: string;
  /** The SAN of the move, which shows a check. */
  san: string;
  orientation: Color;
  /** The position's legal moves; null until they are known. */
  position: PositionInfo | null;
  /** Arrows of the tree's moves. */
  arrows: DrawShape[];
  onPlay: (played: Played) => void;
}

export function Board({ fen, lastMove, san, orientation, position, arrows, onPlay }: BoardProps) {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Api | null>(null);
  const [promoting, setPromoting] = useState<LegalMove[]>([]);
  const turn: Color = fen.split(" ")[1] === "b" ? "black" : "white";

  useLayoutEffect(() => {
    board.current = Chessground(element.current!, fixed(fen));
    const resized = new ResizeObserver(() => element.current?.offsetWidth && board.current?.redrawAll());
    resized.observe(element.current!);
    return () => {
      resized.disconnect();
      board.current?.destroy();
    };
  }, []);

  const show = (): void => {
    const squares = lastMove.match(/^([a-h][1-8])([a-h][1-8])/);
    board.current?.set({
      fen,
      turnColor: turn,
      lastMove: squares ? (squares.slice(1) as Key[]) : [],
      check: /[+#]/.test(san) || (position?.check ?? null) !== null ? turn : false,
      movable: { color: turn, dests: new Map() },
    });
  };
  useEffect(() => {
    setPromoting([]);
    show();
  }, [fen, lastMove]);

  useEffect(() => {
    if (!position) return;
    const after = (from: Key, to: Key): void => {
      const moves = movesBetween(position.moves, from, to);
      if (moves.length > 1) setPromoting(moves);
      else if (moves[0]) onPlay(moves[0]);
    };
    board.current?.set({
      check: position.check ? turn : false,
      movable: { color: turn, dests: targets(position.moves), events: { after } },
    });
  }, [position, fen, onPlay]);

  useEffect(() => board.current?.set({ orientation }), [orientation]);
  useEffect(() => board.current?.setAutoShapes(arrows), [arrows]);

  const back = (): void => {
    setPromoting([]);
    show();
    if (position) board.current?.set({ movable: { dests: targets(position.moves) } });
  };
  return (
    <div class="board">
      <div ref={element} class="board-squares" role="img" aria-label={`Board, ${turn} to move. ${piecesOf(fen)}`} />
      {promoting.length > 0 && <Promotion moves={promoting} color={turn} orientation={orientation} onChoose={onPlay} onCancel={back} />}
    </div>
  );
}

const fixed = (fen: string): Config => ({
  fen,
  coordinates: true,
  animation: { enabled: !reducedMotion(), duration: 140 },
  movable: { free: false, showDests: true },
  premovable: { enabled: false },
  draggable: { showGhost: true },
  drawable: { enabled: true },
});

/** In Chess960 the king can castle by a move onto its rook, as in UCI notation. */
const rookSquare = (move: LegalMove): string | null => (move.san.startsWith("O-O") ? move.uci.slice(2, 4) : null);

function targets(moves: LegalMove[]): Map<Key, Key[]> {
  const found = new Map<Key, Key[]>();
  for (const move of moves) {
    const known = found.get(move.from as Key) ?? [];
    for (const to of [move.to, rookSquare(move)]) if (to && !known.includes(to as Key)) known.push(to as Key);
    found.set(move.from as Key, known);
  }
  return found;
}

/** The moves from one square to another; several if a pawn promotes. */
function movesBetween(moves: LegalMove[], from: string, to: string): LegalMove[] {
  const both = moves.filter((move) => move.from === from && (move.to === to || rookSquare(move) === to));
  // If a king's step and castling lead to the same square, the step is played; castling can be played onto the rook.
  const steps = both.filter((move) => !move.san.startsWith("O-O"));
  return steps.length > 0 ? steps : both.slice(0, 1);
}
