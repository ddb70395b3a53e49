/** A move that can be clicked. */
import { clock, evaluation } from "../format.js";
import type { Node } from "./line.js";
import { isMoveGlyph, nagName, nagSymbol } from "./nags.js";

const GLYPH_CLASSES: Record<number, string> = { 1: "good", 2: "mistake", 3: "brilliant", 4: "blunder", 5: "interesting", 6: "dubious" };

/** Symbols that are not in every font. */
const DRAWN: Record<number, string> = { 14: "drawn", 15: "drawn upside-down" };

export function MoveButton({ node }: { node: Node }) {
  const { nags, clock: seconds, evaluation: value } = node.move ?? { nags: [], clock: null, evaluation: null };
  const glyph = nags.find((nag) => GLYPH_CLASSES[nag]);
  return (
    <button type="button" class={`move ${glyph ? GLYPH_CLASSES[glyph] : ""}`} data-move={node.id} tabIndex={-1}>
      <span class="san">
        {node.san}
        {nags.map((nag) => (
          <span key={nag} class={isMoveGlyph(nag) ? "nag" : "nag apart"}>
            <span aria-hidden="true" class={DRAWN[nag]}>
              {nagSymbol(nag)}
            </span>
            <span class="unseen"> {nagName(nag)}</span>
          </span>
        ))}
      </span>
      {value && <span class="evaluation">{evaluation(value)}</span>}
      {seconds != null && <span class="clock">{clock(seconds)}</span>}
    </button>
  );
}
