/** Graphs of evaluation and clocks over a game; a click goes to the move. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { clock, evaluation } from "../format.js";
import type { Line } from "./line.js";
import { plotOptions, type Curve, HEIGHT } from "./plot.js";
import type { Series } from "./series.js";

export interface GraphsProps {
  line: Line;
  series: Series;
  /** The current ply of the main line; null outside the main line. */
  ply: number | null;
  onGo: (ply: number) => void;
}

const EVALUATION = { label: "Evaluation", stroke: "--graph-line", fill: "--graph-fill" };
const CLOCKS = [
  { label: "White", stroke: "--graph-white" },
  { label: "Black", stroke: "--graph-black" },
] as const;

export function Graphs({ line, series, ply, onGo }: GraphsProps) {
  const { plies, evaluations, clocks } = series;
  const value = ply === null ? null : line.main[ply]?.move?.evaluation;
  const times = (clocks ?? []).map((values) => values.slice(0, (ply ?? 0) + 1).findLast((seconds) => seconds !== null));
  return (
    <div class="graphs">
      {evaluations && (
        <Graph
          title="Evaluation"
          text={value ? evaluation(value) : ""}
          plies={plies}
          curves={[{ ...EVALUATION, values: evaluations }]}
          range={[-1, 1]}
          ply={ply}
          onGo={onGo}
        />
      )}
      {clocks && (
        <Graph
          title="Clocks"
          text={times.map((seconds) => (seconds == null ? "–" : clock(seconds))).join(" · ")}
          plies={plies}
          curves={[
            { ...CLOCKS[0], values: clocks[0] },
            { ...CLOCKS[1], values: clocks[1] },
          ]}
          range={null}
          ply={ply}
          onGo={onGo}
        />
      )}
    </div>
  );
}

interface GraphProps {
  title: string;
  /** The values at the current ply. */
  text: string;
  plies: number[];
  curves: Curve[];
  /** The range of values; null for the range from 0 to the maximum. */
  range: [number, number] | null;
  ply: number | null;
  onGo: (ply: number) => void;
}

function Graph({ title, text, plies, curves, range, ply, onGo }: GraphProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef({ ply, onGo });
  latest.current = { ply, onGo };
  const theme = useThemeChanges();

  useLayoutEffect(() => {
    const target = element.current!;
    const data = [plies, ...curves.map(({ values }) => values)] as uPlot.AlignedData;
    const drawn = new uPlot(plotOptions({ element: target, curves, range, ply: () => latest.current.ply }), data, target);
    plot.current = drawn;
    drawn.over.addEventListener("click", () => {
      const at = drawn.cursor.idx;
      if (at != null) latest.current.onGo(at);
    });
    const resized = new ResizeObserver(() => drawn.setSize({ width: target.clientWidth, height: HEIGHT }));
    resized.observe(target);
    return () => {
      resized.disconnect();
      drawn.destroy();
    };
  }, [plies, theme]);
  useEffect(() => plot.current?.redraw(false), [ply]);

  return (
    <figure class="graph">
      <figcaption>
        {title} <span class="graph-value">{text}</span>
      </figcaption>
      <div ref={element} class="graph-plot" role="img" aria-label={`${title} over the game`} />
    </figure>
  );
}

/** Counts changes of the theme, after which a canvas must be drawn again. */
function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const changed = (): void => setChanges((before) => before + 1);
    dark.addEventListener("change", changed);
    addEventListener("themechange", changed);
    return () => {
      dark.removeEventListener("change", changed);
      removeEventListener("themechange", changed);
    };
  }, []);
  return changes;
}
