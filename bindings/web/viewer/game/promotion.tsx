/** The choice of the piece to which a pawn promotes. */
import type { Color } from "chessground/types";
import type { LegalMove } from "plypack";
import { useEffect, useRef } from "preact/hooks";

const PIECES: Record<string, string> = { q: "queen", r: "rook", b: "bishop", n: "knight" };

export interface PromotionProps {
  moves: LegalMove[];
  color: Color;
  orientation: Color;
  onChoose: (move: LegalMove) => void;
  onCancel: () => void;
}

export function Promotion({ moves, color, orientation, onChoose, onCancel }: PromotionProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const sorted = Object.keys(PIECES).flatMap((piece) => moves.filter((move) => move.promotion === piece));
  const file = (moves[0]?.to.charCodeAt(0) ?? 97) - 97;
  const column = orientation === "white" ? file : 7 - file;
  const side = color === orientation ? "top" : "bottom";
  return (
    <div
      class="promotion"
      role="dialog"
      aria-modal="true"
      aria-label="Promote to"
      onClick={onCancel}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
        event.stopPropagation();
      }}
    >
      <div class={`promotion-pieces cg-wrap ${side}`} style={{ left: `${column * 12.5}%` }}>
        {sorted.map((move, index) => (
          <button
            key={move.uci}
            ref={index === 0 ? first : null}
            type="button"
            aria-label={PIECES[move.promotion]}
            onClick={(event) => {
              event.stopPropagation();
              onChoose(move);
            }}
          >
            <piece class={`${PIECES[move.promotion]} ${color}`} />
          </button>
        ))}
      </div>
    </div>
  );
}
