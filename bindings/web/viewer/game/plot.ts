/** Appearance of graphs. */
import type uPlot from "uplot";

export const HEIGHT = 64;

export interface Curve {
  label: string;
  values: (number | null)[];
  /** The custom properties for the colours. */
  stroke: string;
  fill?: string;
}

export interface PlotProps {
  element: HTMLElement;
  curves: Curve[];
  range: [number, number] | null;
  /** The ply to mark. */
  ply: () => number | null;
}

export function plotOptions({ element, curves, range, ply }: PlotProps): uPlot.Options {
  const mark = color(element, "--accent");
  const zero = color(element, "--line-strong");
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    padding: [3, 3, 3, 3],
    cursor: { y: false, drag: { setScale: false }, points: { size: 6 } },
    scales: { x: { time: false }, y: { range: range ?? ((_, __, max) => [0, Math.max(1, max)]) } },
    axes: [{ show: false }, { show: false }],
    series: [{}, ...curves.map((curve) => series(element, curve))],
    hooks: {
      draw: [
        (plot) => {
          if (range) rule(plot, zero, "y", 0);
          const at = ply();
          if (at !== null) rule(plot, mark, "x", at);
        },
      ],
    },
  };
}

function series(element: HTMLElement, { label, stroke, fill }: Curve): uPlot.Series {
  const line = { label, stroke: color(element, stroke), width: 1.5, spanGaps: true, points: { show: false } };
  return fill ? { ...line, fill: color(element, fill), fillTo: 0 } : line;
}

/** A custom property's colour in a form for canvases. */
function color(element: HTMLElement, property: string): string {
  const before = element.style.color;
  element.style.color = `var(${property})`;
  const found = getComputedStyle(element).color;
  element.style.color = before;
  return found;
}

/** A straight line across the graph: at the current ply, and at an equal evaluation. */
function rule({ ctx, bbox, valToPos }: uPlot, stroke: string, scale: "x" | "y", value: number): void {
  const at = Math.round(valToPos(value, scale, true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.lineWidth = scale === "x" ? 2 : 1;
  ctx.beginPath();
  if (scale === "x") {
    ctx.moveTo(at, bbox.top);
    ctx.lineTo(at, bbox.top + bbox.height);
  } else {
    ctx.moveTo(bbox.left, at);
    ctx.lineTo(bbox.left + bbox.width, at);
  }
  ctx.stroke();
  ctx.restore();
}
