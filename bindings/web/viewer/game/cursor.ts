/** The position on the board, in a game or among the user's own moves. */
import { useMemo, useReducer } from "preact/hooks";
import { analysisNode, childBy, intoVariation, lastOf, type Line, type Node, outOfVariation, type Played } from "./line.js";
import { ownLine, ownMoves } from "./own.js";

interface State {
  line: Line;
  node: Node;
  /** The user's own moves on the board, in the order in which they were played. */
  own: Node[];
}

type Action =
  | { type: "load"; state: State }
  | { type: "go"; node: Node }
  | { type: "play"; played: Played }
  | { type: "next" | "previous" | "first" | "last" | "into" | "out" | "leave" | "clear" };

/** The cursor and its actions. */
export interface Cursor extends State {
  /** True if no move follows. */
  atEnd: boolean;
  load: (line: Line, node: Node, own: Node[]) => void;
  go: (node: Node) => void;
  /** Plays a move: a move of the game, an existing own move, or a new own move. */
  play: (played: Played) => void;
  next: () => void;
  previous: () => void;
  first: () => void;
  last: () => void;
  /** Into the next variation, and out of it. */
  into: () => void;
  out: () => void;
  /** Returns to the position at which own moves left the game. */
  leave: () => void;
  /** Drops the own moves. */
  clear: () => void;
}

/** Returns the next move; after the last move of the game, an own move. */
const nextOf = ({ node, own }: State): Node | undefined => node.children[0] ?? ownMoves(own, node)[0];

function play(state: State, played: Played): State {
  const { node, own } = state;
  const known = childBy(node.children, played) ?? childBy(ownMoves(own, node), played);
  if (known) return { ...state, node: known };
  const added = analysisNode(node, played);
  return { ...state, node: added, own: [...own, added] };
}

/** Returns the last position of the game on the way to `node`. */
export function inGame(node: Node): Node {
  let at = node;
  while (at.analysis && at.parent) at = at.parent;
  return at;
}

function reduce(state: State, action: Action): State {
  const at = (node: Node | null | undefined): State => (node ? { ...state, node } : state);
  const { node, own, line } = state;
  switch (action.type) {
    case "load":
      return action.state;
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
      return at(node.analysis || !node.children[0] ? ownLine(own, node).at(-1) : lastOf(node));
    case "into":
      return node.analysis ? state : at(intoVariation(node));
    case "out":
      return at(node.analysis ? inGame(node) : outOfVariation(node));
    case "leave":
      return at(inGame(node));
    case "clear":
      return { ...state, node: inGame(node), own: [] };
  }
}

export function useCursor(line: Line): Cursor {
  const [state, send] = useReducer(reduce, { line, node: line.start, own: [] });
  const actions = useMemo(
    () => ({
      load: (loaded: Line, node: Node, own: Node[]) => send({ type: "load", state: { line: loaded, node, own } }),
      go: (node: Node) => send({ type: "go", node }),
      play: (played: Played) => send({ type: "play", played }),
      next: () => send({ type: "next" }),
      previous: () => send({ type: "previous" }),
      first: () => send({ type: "first" }),
      last: () => send({ type: "last" }),
      into: () => send({ type: "into" }),
      out: () => send({ type: "out" }),
      leave: () => send({ type: "leave" }),
      clear: () => send({ type: "clear" }),
    }),
    [],
  );
  return { ...state, ...actions, atEnd: nextOf(state) === undefined };
}
