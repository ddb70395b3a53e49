/** The right edge of a column's header. Dragging it, or moving it by keys, sets the width of the column. */
import { useRef } from "preact/hooks";

/** Pixels by which a key moves the edge. */
const STEP = 10;

export interface SeparatorProps {
  label: string;
  width: number | undefined;
  onWidth: (width: number | null) => void;
}

export function Separator({ label, width, onWidth }: SeparatorProps) {
  const element = useRef<HTMLSpanElement>(null);
  const drag = useRef<{ from: number; width: number } | null>(null);
  const now = (): number => element.current!.parentElement!.offsetWidth;
  return (
    <span
      ref={element}
      class="column-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width ?? 0}
      aria-valuetext={width === undefined ? "automatic" : `${width} pixels`}
      title="Drag to change the width; a double click resets it"
      onPointerDown={(event) => {
        event.preventDefault();
        element.current!.setPointerCapture(event.pointerId);
        drag.current = { from: event.clientX, width: now() };
      }}
      onPointerMove={(event) => drag.current && onWidth(drag.current.width + event.clientX - drag.current.from)}
      onPointerUp={() => void (drag.current = null)}
      onPointerCancel={() => void (drag.current = null)}
      onDblClick={() => onWidth(null)}
      onKeyDown={(event) => {
        const steps: Record<string, number> = { ArrowLeft: -STEP, ArrowRight: STEP };
        const step = steps[event.key];
        if (step === undefined && event.key !== "Delete") return;
        event.preventDefault();
        onWidth(step === undefined ? null : now() + step);
      }}
    />
  );
}
