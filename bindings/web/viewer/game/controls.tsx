/** Buttons below the board. */
import type { Cursor } from "./cursor.js";

export interface ControlsProps {
  cursor: Cursor;
  onFlip: () => void;
  /** The previous and the next game of the list, if there is one. */
  onPreviousGame: (() => void) | null;
  onNextGame: (() => void) | null;
}

export function Controls({ cursor, onFlip, onPreviousGame, onNextGame }: ControlsProps) {
  const atStart = cursor.node.parent === null;
  return (
    <div class="controls" role="toolbar" aria-label="Walk through the game">
      <Control label="Previous game (p)" icon="M13 3 6 10l7 7M4 3v14" disabled={!onPreviousGame} onClick={onPreviousGame} />
      <span class="control-moves">
        <Control label="Start (Home)" icon="M16 4l-6 6 6 6M9 4l-6 6 6 6" disabled={atStart} onClick={cursor.first} />
        <Control label="Previous move (←)" icon="M12 4l-6 6 6 6" disabled={atStart} onClick={cursor.previous} />
        <Control label="Next move (→)" icon="M8 4l6 6-6 6" disabled={cursor.atEnd} onClick={cursor.next} />
        <Control label="End (End)" icon="M4 4l6 6-6 6M11 4l6 6-6 6" disabled={cursor.atEnd} onClick={cursor.last} />
      </span>
      <Control label="Flip the board (f)" icon="M6 17V4M3 7l3-3 3 3M14 3v13M11 13l3 3 3-3" disabled={false} onClick={onFlip} />
      <Control label="Next game (n)" icon="M7 3l7 7-7 7M16 3v14" disabled={!onNextGame} onClick={onNextGame} />
    </div>
  );
}

interface ControlProps {
  label: string;
  /** A path in a square of 20. */
  icon: string;
  disabled: boolean;
  onClick: (() => void) | null;
}

function Control({ label, icon, disabled, onClick }: ControlProps) {
  return (
    <button type="button" class="icon" aria-label={label} title={label} disabled={disabled} onClick={() => onClick?.()}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}
