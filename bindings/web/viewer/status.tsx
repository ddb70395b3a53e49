/** Stage and progress of long work, and a button to end it. */
import type { Progress } from "plypack";
import { count, size } from "./format.js";

const STAGES: Record<Progress["stage"], string> = {
  opening: "Opening",
  reading: "Reading",
  "loading tags": "Loading names, events and dates",
  searching: "Searching",
  indexing: "Indexing positions",
  packing: "Packing",
  "loading the model": "Loading the model",
};

export interface StatusProps {
  busy: boolean;
  progress: Progress | null;
  /** Stage, if the progress does not name it. */
  label?: string;
  onCancel?: (() => void) | undefined;
}

export function Status({ busy, progress, label, onCancel }: StatusProps) {
  if (!busy) return null;
  const known = progress !== null && progress.total > 0;
  return (
    <div class="status">
      <span class="unseen" role="status">
        {progress ? STAGES[progress.stage] : label}
      </span>
      <span class="status-text" aria-hidden="true">
        {textOf(progress, label)}
      </span>
      <progress aria-label={label ?? "Progress"} {...(known && { value: progress.done, max: progress.total })} />
      {onCancel && (
        <button type="button" class="cancel" onClick={onCancel}>
          Cancel
        </button>
      )}
    </div>
  );
}

function textOf(progress: Progress | null, label = "Working"): string {
  if (!progress) return `${label}…`;
  const { stage, done, total, unit } = progress;
  const amount = (value: number): string => (unit === "bytes" ? size(value) : count(value));
  const games = unit === "games" ? " games" : "";
  return `${STAGES[stage] ?? stage}: ${amount(done)}${total > 0 ? ` of ${amount(total)}` : ""}${games}`;
}
