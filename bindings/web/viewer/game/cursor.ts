/** Where the board stands in a game, and moves tried on it. */
import { useMemo, useReducer } from "preact/hooks";
import { analysisNode, childBy, intoVariation, lastOf, type Line, type Node, outOfVariation, type Played } from "./line.js";

interface State {
  line: Line;
  node: Node;
  /** Moves tried on the board; the first one leaves the game. */
  analysis: Node[];
}

type Action =
  | { type: "load"; line: Line; node: Node }
  | { type: "go"; node: Node }
  | { type: "play"; played: Played }
  | { type: "next" | "previous" | "first" | "last" | "into" | "out" | "leave" };

/** The cursor and what it can do. */
export interface Cursor extends State {
  load: (line: Line, node: Node) => void;
  go: (node: Node) => void;
  /** Plays a move: of the game if it is there, or else as analysis. */
  play: (played: Played) => void;
  next: () => void;
  previous: () => void;
  first: () => void;
  last: () => void;
  /** Into the next variation, and out of it. */
  into: () => void;
  out: () => void;
  /** Drops the analysis, and goes back to where it left the game. */
  leave: () => void;
}

function nextOf({ node, analysis }: State): Node | undefined {
  return node.analysis ? analysis[analysis.indexOf(node) + 1] : node.children[0];
}

function play(state: State, played: Played): State {
  const { node, analysis } = state;
  const known = node.analysis ? undefined : childBy(node, played);
  if (known) return { ...state, node: known };
  const kept = node.analysis ? analysis.slice(0, analysis.indexOf(node) + 1) : [];
  const following = analysis[analysis.indexOf(node) + 1];
  if (node.analysis && following?.uci === played.uci) return { ...state, node: following };
  const added = analysisNode(node, played);
  return { ...state, node: added, analysis: [...kept, added] };
}

function reduce(state: State, action: Action): State {
  const at = (node: Node | null | undefined): State => (node ? { ...state, node } : state);
  const { node, analysis, line } = state;
  switch (action.type) {
    case "load":
      return { line: action.line, node: action.node, analysis: [] };
    case "go":
      return at(action.node);
    case "play":
      return play(state, action.played);
    case "next":
      return at(nextOf(state));
    case "previous":
      return at(node.parent);
    case "first":
      return at(line.start);
    case "last":
      return at(node.analysis ? analysis.at(-1) : lastOf(node));
    case "into":
      return node.analysis ? state : at(intoVariation(node));
    case "out":
      return at(node.analysis ? analysis[0]?.parent : outOfVariation(node));
    case "leave":
      return { ...state, node: analysis[0]?.parent ?? node, analysis: [] };
  }
}

export function useCursor(line: Line): Cursor {
  const [state, send] = useReducer(reduce, { line, node: line.start, analysis: [] });
  const actions = useMemo(
    () => ({
      load: (loaded: Line, node: Node) => send({ type: "load", line: loaded, node }),
      go: (node: Node) => send({ type: "go", node }),
      play: (played: Played) => send({ type: "play", played }),
      next: () => send({ type: "next" }),
      previous: () => send({ type: "previous" }),
      first: () => send({ type: "first" }),
      last: () => send({ type: "last" }),
      into: () => send({ type: "into" }),
      out: () => send({ type: "out" }),
      leave: () => send({ type: "leave" }),
    }),
    [],
  );
  return { ...state, ...actions };
}
