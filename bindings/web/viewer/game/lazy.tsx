/** Graphs, whose library loads with the first game that has a graph. */
import type { FunctionComponent } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GraphsProps } from "./graphs.js";
import type { Line, Node } from "./line.js";
import { hasGraphs, seriesOf } from "./series.js";

export interface LazyGraphsProps {
  line: Line;
  node: Node;
  onGo: (node: Node) => void;
}

export function LazyGraphs({ line, node, onGo }: LazyGraphsProps) {
  const [graphs, setGraphs] = useState<{ Graphs: FunctionComponent<GraphsProps> } | null>(null);
  const series = useMemo(() => seriesOf(line), [line]);
  const wanted = hasGraphs(series);
  useEffect(() => {
    if (wanted && !graphs) import("./graphs.js").then(setGraphs, (error) => console.warn(error));
  }, [wanted, graphs]);
  if (!wanted) return null;
  if (!graphs) return <div class="graphs" />;
  const { Graphs } = graphs;
  return (
    <Graphs
      line={line}
      series={series}
      ply={node.main ? node.ply : null}
      onGo={(ply) => {
        const target = line.main[ply];
        if (target) onGo(target);
      }}
    />
  );
}
