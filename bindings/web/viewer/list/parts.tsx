/** The choice of the part to show of a list that is too long for browsers. */
import { count as counted } from "../format.js";
import { PART } from "./window.js";

export interface PartsProps {
  part: number;
  count: number;
  onPart: (part: number) => void;
}

export function Parts({ part, count, onPart }: PartsProps) {
  const begin = part * PART;
  const end = Math.min(count, begin + PART);
  return (
    <nav class="parts" aria-label="Parts of the list">
      <button type="button" disabled={part === 0} onClick={() => onPart(part - 1)}>
        Previous part
      </button>
      <span>
        {counted(begin + 1)} – {counted(end)} of {counted(count)}
      </span>
      <button type="button" disabled={end === count} onClick={() => onPart(part + 1)}>
        Next part
      </button>
    </nav>
  );
}
